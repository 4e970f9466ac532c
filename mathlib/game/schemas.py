"""The JSON Schema files that ship with the parameters, one per kind of game.

They are generated from the models, never edited. To write them again after a model changed::

    python -m mathlib.game.schemas params/schema
"""

from __future__ import annotations

import sys
from pathlib import Path

from mathlib.game.files import KINDS, schema_text, write_text


def write_schemas(folder: str | Path) -> list[Path]:
    """Write the schema file of every kind of game.

    Parameters
    ----------
    folder : str or Path
        Where; made when it is not there.

    Returns
    -------
    list of Path
        The files written, ``<kind>.schema.json``.

    Raises
    ------
    MathlibError
        When a file cannot be written.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     [path.name for path in write_schemas(folder)]
    ['orb_respins.schema.json', 'pig_wizard.schema.json']
    """
    return [write_text(schema_text(kind), Path(folder) / f"{kind}.schema.json") for kind in KINDS]


if __name__ == "__main__":
    for path in write_schemas(sys.argv[1] if len(sys.argv) > 1 else "params/schema"):
        print(path)
