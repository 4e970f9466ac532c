"""Kernels on disk are those of the sources as they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from mathlib.core.jit import KERNELS, PACKAGE, kernel_digest, popcount

SOURCES = {
    "core/jit.py": "import numba",
    "core/other.py": "X = 1",
    "exact/kernel.py": "from m.core.jit import kernel\nfrom m.exact.part import (\n    part,\n)",
    "exact/part.py": "from m.core.jit import part\nfrom m.game.fields import UNIT",
    "exact/beside.py": "from m.exact.kernel import walk",
    "game/fields.py": "UNIT = 10",
}


@pytest.mark.parametrize("changed", SOURCES)
def test_a_change_of_what_kernels_are_made_of_is_another_place(
    tmp_path: Path, changed: str
) -> None:
    for name, text in SOURCES.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    before = kernel_digest(tmp_path)
    (tmp_path / changed).write_text(SOURCES[changed] + "  # changed")
    same = changed in ("core/other.py", "exact/beside.py")
    assert (kernel_digest(tmp_path) == before) is same


def test_kernels_are_kept_there() -> None:
    assert KERNELS.name == f"kernels-{kernel_digest(PACKAGE)}"
    assert popcount(0b111) == 3
    assert Path(popcount.stats.cache_path).parent == KERNELS
