"""A progress bar for simulations; nothing is drawn unless somebody asks for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tqdm import tqdm

from mathlib.play.simulation import Simulation

Progress = bool | Callable[[Simulation], None]


@contextmanager
def bar(progress: Progress, rounds: int) -> Iterator[Callable[[Simulation], None]]:
    """Open what shows progress, and give the function to call with the simulation so far.

    Parameters
    ----------
    progress : bool or callable
        True for a bar on the error output; a function to be called instead.
    rounds : int
        Rounds asked for.
    """
    if callable(progress):
        yield progress
        return
    if not progress:
        yield lambda _: None
        return
    with tqdm(total=rounds, unit=" rounds", unit_scale=True, mininterval=0.2) as shown:

        def show(simulation: Simulation) -> None:
            if not shown.n:
                # Rounds of a saved state were not played now: they do not count for the rate.
                shown.initial = simulation.resumed
            rtp = simulation.rtp
            shown.set_postfix_str(f"RTP {rtp.value:.4%} ± {rtp.error:.4%}", refresh=False)
            shown.update(simulation.rounds - shown.n)

        yield show
