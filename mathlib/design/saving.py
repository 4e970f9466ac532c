"""Parameter files as a workbench reads and writes them: nothing is lost without being told."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from mathlib.core.errors import MathlibError
from mathlib.game.files import Game, dump, dumps, load, loads, parse, write_text


@dataclass(frozen=True)
class Label:
    """What a saved version says of itself; what is left empty stays as it is.

    Parameters
    ----------
    version, rtp_version : str
        As in the file's identification.
    note, date : str
        A new entry of the revision log; one is not given without the other. The date is
        year-month-day, and never taken from the clock.
    """

    version: str = ""
    rtp_version: str = ""
    note: str = ""
    date: str = ""

    def on(self, game: Game) -> Game:
        """Return the game under this label.

        Raises
        ------
        MathlibError
            When a note has no date or a date no note.
        ParameterError
            When a label is not one, such as a date that no calendar has.

        Examples
        --------
        >>> from mathlib.game.files import example
        >>> label = Label(version="1.1", note="More owls.", date="2026-12-01")
        >>> label.on(example("orb_respins")).identification.revisions[-1].note
        'More owls.'
        """
        if bool(self.note) != bool(self.date):
            given, missing = ("note", "date") if self.note else ("date", "note")
            raise MathlibError(f"a revision with a {given} and no {missing}; give both")
        document = dump(game)
        names = document["identification"]
        names["version"] = self.version or names["version"]
        names["rtp_version"] = self.rtp_version or names["rtp_version"]
        if self.note:
            entry = {"version": names["version"], "date": self.date, "note": self.note}
            names["revisions"] = [*names["revisions"], entry]
        return parse(document, "the game under its new label")


@dataclass
class Disk:
    """The files that a workbench has read or written, as they were then.

    Parameters
    ----------
    texts : dict
        Path to its text, to the byte: a file that says the same game in another layout is given
        back in that layout when nothing changed.
    """

    texts: dict[Path, str] = field(default_factory=dict)

    def read(self, path: Path) -> Game:
        """Read a parameter file, and remember it.

        Raises
        ------
        MathlibError
            As `mathlib.game.files.load`.
        """
        game = load(path)
        text = _text(path)
        if loads(text, str(path)) != game:
            raise MathlibError(f"{path}: was changed while it was read; open it again")
        self.texts[path.resolve()] = text
        return game

    def write(self, game: Game, path: Path, *, overwrite: bool) -> Path:
        """Write a parameter file.

        Parameters
        ----------
        game : Game
        path : Path
        overwrite : bool
            Whether a file that is there may be replaced. One that was read here is still not
            replaced when somebody else has changed it since.

        Raises
        ------
        MathlibError
            When something would be lost, or the file cannot be written.
        """
        known = self.texts.get(path.resolve())
        if path.exists():
            if not overwrite:
                raise MathlibError(
                    f"{path}: is there already; choose another name, or say that it is to be "
                    "replaced"
                )
            if known is not None and known != _text(path):
                raise MathlibError(
                    f"{path}: was changed by somebody else since it was opened; save under "
                    "another name and compare"
                )
        text = self._text_of(game, known)
        if loads(text) != game:
            raise MathlibError(f"{path}: not written, for reading it back gives another game")
        write_text(text, path)
        self.texts[path.resolve()] = text
        return path

    def _text_of(self, game: Game, known: str | None) -> str:
        canonical = dumps(game)
        for text in [known, *self.texts.values()]:
            if text is not None and dumps(loads(text)) == canonical:
                return text
        return canonical


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise MathlibError(f"{path}: cannot be read ({error})") from None
