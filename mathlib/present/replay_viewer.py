"""A viewer of played rounds for notebooks: step through a round, go to the next of a kind."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

from mathlib.core.errors import MathlibError
from mathlib.game.files import Game
from mathlib.play.finder import next_round, wishes
from mathlib.play.replay import replay
from mathlib.present import widgets
from mathlib.present.replay import Replay, legend, scene_html, style
from mathlib.present.replay_board import board_height

WINS = ("win>=10", "win>=100", "win>=1000")
PREVIOUS, NEXT = "\N{BLACK LEFT-POINTING TRIANGLE}", "\N{BLACK RIGHT-POINTING TRIANGLE}"


class ReplayViewer:
    """Shows one round of a run, step by step.

    Parameters
    ----------
    game : Game
        The game.
    seed, number : int
        The round that is shown first.

    Attributes
    ----------
    replay : Replay
        The round that is shown.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> viewer = ReplayViewer(example("orb_respins"), seed=1, number=20_000)
    >>> viewer.go("respins")
    >>> viewer.replay.scenes[1].title.endswith("the start")
    True
    """

    def __init__(self, game: Game, seed: int = 1, number: int = 0) -> None:
        self.game = game
        self.seed = widgets.number(seed, 1, "mr-field")
        self.number = widgets.number(number, 1, "mr-field")
        self.wanted = widgets.choice([*wishes(game), *WINS], "mr-choice")
        self.slider = widgets.steps(0, "mr-slider")
        self.head, self.step = widgets.html(), widgets.html()
        self.place, self.message = widgets.html("", "mr-place"), widgets.html()
        self.buttons = {
            "show": widgets.button("Show", "play this round again", self._act(self.show)),
            "round": widgets.button("Next round", "one round on", self._act(self.following)),
            "find": widgets.button(
                "Next of these", "the next round in which this happens", self._act(self.go)
            ),
            "back": widgets.button(PREVIOUS, "one step back", self._act(lambda: self.move(-1))),
            "on": widgets.button(NEXT, "one step on", self._act(lambda: self.move(1))),
        }
        self.slider.observe(lambda _: self._draw(), "value")
        self.root = self._laid_out()
        self.replay = Replay(game, replay(game, seed, number))
        self._opened()

    def show(self) -> None:
        """Show the round whose seed and number stand in the fields."""
        seed, number = self._whole(self.seed, "seed"), self._whole(self.number, "round")
        self.replay = Replay(self.game, replay(self.game, seed, number))
        self._opened()

    def following(self) -> None:
        """Show the round after this one."""
        self.number.value = self.replay.played.number + 1
        self.show()

    def go(self, wanted: str = "") -> None:
        """Show the next round of this seed in which something happens.

        Parameters
        ----------
        wanted : str
            What; without it, what is chosen in the list. See `mathlib.play.finder.wishes`.
        """
        wanted = wanted or self.wanted.value
        played = self.replay.played
        seed = self._whole(self.seed, "seed")
        first = played.number + 1 if seed == played.seed else 0
        self.number.value = next_round(self.game, seed, wanted, first)
        self.show()

    def move(self, steps: int) -> None:
        """Go so many steps on, as far as there are any."""
        self.slider.value = min(max(self.slider.value + steps, 0), self.slider.max)

    def _opened(self) -> None:
        self.slider.max = len(self.replay.scenes) - 1
        # A round with a feature opens where the feature begins.
        self.slider.value = min(1, self.slider.max)
        self.head.value = f'<div class="mr">{self.replay.head()}</div>'
        self._draw()

    def _draw(self) -> None:
        scenes, at = self.replay.scenes, self.slider.value
        self.place.value = f"step {at + 1} of {len(scenes)}"
        # As tall as the tallest board of the round: nothing jumps from step to step.
        tall = max(board_height(scene.board) for scene in scenes) + 50
        self.step.value = (
            f'<style>{style()}</style><div class="mr mr-large" style="--tall: {tall}px">'
            f"{scene_html(scenes[at])}{legend()}</div>"
        )
        self.buttons["back"].disabled = at == 0
        self.buttons["on"].disabled = at == len(scenes) - 1

    def _act(self, do: Callable[[], None]) -> Callable[[], None]:
        def act() -> None:
            try:
                do()
            except MathlibError as error:
                self.message.value = f'<span class="mr-wrong">{escape(str(error))}</span>'
            else:
                self.message.value = ""

        return act

    def _whole(self, field: Any, what: str) -> int:
        if not float(field.value).is_integer():
            raise MathlibError(f"{what} {field.value}: give a whole number from 0")
        return int(field.value)

    def _laid_out(self) -> Any:
        words, buttons = widgets.html, self.buttons
        choice = [words("seed"), self.seed, words("round"), self.number, buttons["show"]]
        choice += [buttons["round"], self.wanted, buttons["find"]]
        steps = [buttons["back"], self.slider, buttons["on"], self.place]
        parts = [
            widgets.across(choice, "mr-bar"), self.message, self.head,
            widgets.across(steps, "mr-bar", "mr-stepping"), self.step,
        ]  # fmt: skip
        return widgets.down(parts, "mr-viewer")

    def _repr_mimebundle_(self, **options: Any) -> Any:
        return self.root._repr_mimebundle_(**options)
