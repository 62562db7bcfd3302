"""Where long commands play: here, or on the workers of a Dask cluster."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager

from masko_sdk.cli.arguments import UsageError

__all__ = ["workers"]

_RETRIES = 3
_SECONDS = 20  # to wait for a scheduler


@contextmanager
def workers(address: str | None) -> Iterator[Executor | None]:
    """An executor on the cluster whose scheduler has this address; None, for no address, means here.

    Raises:
        UsageError: Dask is not installed, or no scheduler answers there.
    """
    if address is None:
        yield None
        return
    try:
        from distributed import Client
    except ImportError:
        raise UsageError('--cluster needs Dask: pip install "masko-sdk[cluster]"') from None
    try:
        client = Client(address, timeout=_SECONDS)
    except (OSError, TimeoutError, ValueError) as error:
        raise UsageError(f"--cluster {address}: {error}") from None
    with client:
        yield client.get_executor(pure=False, retries=_RETRIES)
