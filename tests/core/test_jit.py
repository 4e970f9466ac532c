"""A kernel on disk is run only if it was made of the sources as they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from mathlib.core import jit
from mathlib.core.jit import kernel, kernel_digest

SOURCES = {
    "core/jit.py": "import numba",
    "core/other.py": "X = 1",
    "exact/kernel.py": "from m.core.jit import kernel\nfrom m.exact.part import (\n    part,\n)",
    "exact/part.py": "from m.core.jit import part\nfrom m.game.fields import UNIT",
    "exact/beside.py": "from m.exact.kernel import walk",
    "game/fields.py": "UNIT = 10",
}


@pytest.mark.parametrize("changed", SOURCES)
def test_a_change_of_what_kernels_are_made_of_changes_the_digest(
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


@kernel
def thrice(x: int) -> int:
    return 3 * x


def test_a_kernel_is_taken_from_disk_for_the_same_sources_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(jit.SETTINGS, "CACHE_DIR", str(tmp_path))
    hits = []
    for digest in (jit.DIGEST, jit.DIGEST, b"another", b"another"):
        monkeypatch.setattr(jit, "DIGEST", digest)
        compiled = kernel(thrice.py_func)
        assert compiled(3) == 9
        hits.append(sum(compiled.stats.cache_hits.values()))
    assert hits == [0, 1, 0, 1]
    assert len(list(tmp_path.glob("*/*.nbi"))) == 1, "in its place"
    assert not jit.SETTINGS["CACHE_LOCATOR_CLASSES"], "a user's own kernels are numba's affair"
