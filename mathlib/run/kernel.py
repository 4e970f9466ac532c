"""The kernel that runs notebooks: this very interpreter, whatever kernels a user registered."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ipykernel.kernelspec import get_kernel_dict
from jupyter_client.kernelspec import KernelSpec
from jupyter_client.manager import AsyncKernelManager
from traitlets.config import Config

# Figures must come out as outputs of the cell, whatever back end the caller's shell names.
ENVIRONMENT = {"MPLBACKEND": "module://matplotlib_inline.backend_inline"}


class OwnKernel(AsyncKernelManager):
    """A kernel manager that looks nothing up: it starts the interpreter that runs this code."""

    @property
    def kernel_spec(self) -> KernelSpec:
        """The command that starts the kernel, and its environment."""
        return KernelSpec(env=ENVIRONMENT, **get_kernel_dict())


@contextmanager
def kernel_options(folder: Path) -> Iterator[dict[str, Any]]:
    """Give the notebook client's options for one run, with scratch files that vanish after it.

    Local sockets replace network ports, so that runs side by side cannot take each other's; a
    fresh profile keeps a user's start-up files out of the run.

    Parameters
    ----------
    folder : Path
        Where the kernel starts: the notebook's folder, as in a notebook server.
    """
    with TemporaryDirectory(prefix="kernel") as scratch:
        settings = {"transport": "ipc", "connection_file": str(Path(scratch, "k.json"))}
        yield {
            "kernel_manager_class": OwnKernel,
            "config": Config({"OwnKernel": settings}),
            "resources": {"metadata": {"path": str(folder)}},
            # The kernel's own log would tell of the interrupt that ends it; a failing cell
            # reaches the caller as an exception, not by the log.
            "extra_arguments": [f"--ipython-dir={scratch}", "--log-level=50"],
        }
