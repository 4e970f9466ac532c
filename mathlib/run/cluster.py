"""Work for other machines: a cluster of dask.distributed workers, which is an extra."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

from mathlib.core.errors import MathlibError

PATIENCE = 10
"""Seconds to wait for a scheduler."""


@contextmanager
def connected(address: str) -> Iterator[Any]:
    """Connect to a cluster.

    Parameters
    ----------
    address : str
        The scheduler's, such as "tcp://127.0.0.1:8786".

    Yields
    ------
    distributed.Client
        Its ``submit`` sends work; what a lost worker had begun is done again by another.

    Raises
    ------
    MathlibError
        When the extra is not installed, nobody answers at the address, or there is no worker.
    """
    try:
        from distributed import Client
    except ImportError:
        raise MathlibError(
            "a cluster needs the extra: pip install 'mathlib[cluster]' here and on its workers"
        ) from None
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        reason = type(error).__name__
        raise MathlibError(
            f"no cluster answers at {address} ({reason}); start one with 'dask scheduler' and "
            "'dask worker', and give the scheduler's address"
        ) from None
    try:
        if not client.scheduler_info()["workers"]:
            raise MathlibError(f"the cluster at {address} has no workers; start 'dask worker'")
        yield client
    finally:
        client.close()


def opened(address: str) -> AbstractContextManager[Any]:
    """Return `connected`, or for no address a context without a client.

    Examples
    --------
    >>> with opened("") as client:
    ...     print(client)
    None
    """
    return connected(address) if address else nullcontext()
