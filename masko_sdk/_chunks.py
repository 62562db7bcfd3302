"""Long calls in chunks: here, on threads of one's own, or on any executor, always with the same result.

Chunks are played anywhere and in any order, and handed back in theirs.
"""

from __future__ import annotations

import warnings
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Generic, TypeVar

from masko_sdk.errors import MaskoError

__all__ = ["AnyExecutor", "Chunk", "Parts", "chunks"]

R = TypeVar("R")

AnyExecutor = Executor | Callable[[], Executor]
"""An executor, or a function that makes one: then a broken one is replaced."""

_FIRST_SIZE = 64
_SECONDS = 0.04  # of a chunk: short enough that Ctrl-C is answered at once
_SECONDS_AWAY = 0.25  # on an executor: the way there and back is then small beside it
_AHEAD_AWAY = 64  # chunks under way on an executor that does not say how many workers it has
_RETRIES = 3


@dataclass(frozen=True, slots=True)
class Chunk(Generic[R]):
    """What became of items start..start+n-1."""

    start: int
    n: int
    result: R
    seconds: float


class Parts(ABC, Generic[R]):
    """Work whose chunks differ: a worker is sent its part of it alone."""

    @abstractmethod
    def part(self, start: int) -> Callable[[int, int], R]:
        """What runs the chunk that begins there."""

    def __call__(self, start: int, n: int) -> R:
        """Run a chunk."""
        return self.part(start)(start, n)


def _timed(run: Callable[[int, int], R], start: int, n: int, attempt: int = 1) -> Chunk[R]:
    """Run a chunk; a worker is sent this.

    The number of the attempt makes each one another call to executors, such as Dask's, that never repeat an equal one.
    """
    before = perf_counter()
    result = run(start, n)
    return Chunk(start, n, result, perf_counter() - before)


def chunks(
    run: Callable[[int, int], R],
    n: int,
    *,
    start: int = 0,
    size: int | None = None,
    first: int = _FIRST_SIZE,
    threads: int = 1,
    executor: AnyExecutor | None = None,
    progress: Callable[[int, int], Any] | None = None,
) -> Generator[Chunk[R], None, None]:
    """Run items start..n-1 in chunks and yield these in order; memory stays bounded for any n.

    Args:
        run: called with the first item and how many; to go to another process it must pickle, and so must its result.
        n: one past the last item.
        start: the first item.
        first: items of the first chunk, when there is no size.
        size: items of a chunk; None for as many as take about 40 ms here, or 250 ms on an executor.
        threads: how many of one's own to use, when there is no executor.
        executor: where to run them.
        progress: called with items done and n.

    Raises:
        Exception: what `run` raised; on an executor only after it was tried again.
    """
    done = start
    if progress is not None and not callable(progress):
        raise TypeError(f"progress must be callable, not {type(progress).__name__}")
    sizes = _Sizes(size, first, _SECONDS if executor is None else _SECONDS_AWAY)
    if executor is not None:
        played = _away(_Pool(executor), run, start, n, sizes)
    elif threads > 1:
        played = _on_threads(threads, run, start, n, sizes)
    else:
        played = _here(run, start, n, sizes)
    with closing(played):
        for chunk in played:
            done += chunk.n
            if progress is not None:
                progress(done, n)
            yield chunk


class _Sizes:
    """How many items the next chunk has."""

    def __init__(self, fixed: int | None, first: int, seconds: float) -> None:
        self._fixed = fixed
        self._seconds = seconds
        self._size = fixed or first

    def next(self, left: int) -> int:
        return min(self._size, left)

    def learn(self, chunk: Chunk[Any]) -> None:
        """Grow or shrink towards the time of a chunk, by a factor of 4 at most."""
        if self._fixed is None:
            size = chunk.n
            wanted = size * self._seconds / max(chunk.seconds, 1e-6)
            self._size = max(1, int(min(max(wanted, size / 4), size * 4)))


def _here(
    run: Callable[[int, int], R], start: int, n: int, sizes: _Sizes
) -> Generator[Chunk[R], None, None]:
    while start < n:
        chunk = _timed(run, start, sizes.next(n - start))
        start += chunk.n
        sizes.learn(chunk)
        yield chunk


def _on_threads(
    threads: int, run: Callable[[int, int], R], start: int, n: int, sizes: _Sizes
) -> Generator[Chunk[R], None, None]:
    with ThreadPoolExecutor(threads) as pool:
        yield from _away(_Pool(pool, 2 * threads), run, start, n, sizes)


class _Pool:
    """An executor that may break, and how much of the work it is given at once."""

    def __init__(self, executor: AnyExecutor, ahead: int | None = None) -> None:
        self._make = None if isinstance(executor, Executor) else executor
        self._owned = ExitStack()
        self._replaced = 0
        self._executor: Executor | None = None
        if isinstance(executor, Executor):
            self._executor = executor
        elif callable(executor):
            self._open()
        else:
            raise TypeError(
                f"executor must be an Executor or a function that makes one, not {type(executor).__name__}"
            )
        workers = getattr(self._executor, "_max_workers", None)
        self.ahead = ahead or (2 * workers if isinstance(workers, int) else _AHEAD_AWAY)

    def _open(self) -> None:
        assert self._make is not None
        made = self._make()
        if not isinstance(made, Executor):
            raise TypeError(f"executor must make an Executor, not {type(made).__name__}")
        self._executor = made
        self._owned.callback(self._executor.shutdown, wait=False, cancel_futures=True)

    @property
    def is_open(self) -> bool:
        """Whether there is still an executor."""
        return self._executor is not None

    def submit(
        self, run: Callable[[int, int], R], start: int, n: int, attempt: int = 1
    ) -> Future[Chunk[R]]:
        """Send a chunk out; when the executor takes no more, run it here."""
        if isinstance(run, Parts):
            run = run.part(start)
        while self._executor is not None:
            try:
                return self._executor.submit(_timed, run, start, n, attempt)
            except (BrokenExecutor, RuntimeError) as error:
                self._replace(error)
        future: Future[Chunk[R]] = Future()
        future.set_running_or_notify_cancel()
        try:
            future.set_result(_timed(run, start, n))
        except Exception as error:
            future.set_exception(error)
        return future

    def _replace(self, error: Exception) -> None:
        self._executor = None
        if self._make is not None and self._replaced < _RETRIES:
            self._replaced += 1
            self._open()
            return
        self.ahead = 1
        warnings.warn(
            f"the executor is broken, so the rest is done in this process ({error})",
            RuntimeWarning,
            stacklevel=2,
        )

    def close(self) -> None:
        """Let go of an executor that was made here."""
        self._owned.close()


@dataclass(slots=True)
class _Sent(Generic[R]):
    """A chunk under way."""

    start: int
    n: int
    future: Future[Chunk[R]]
    tries: int = 1

    def chunk(self) -> Chunk[R]:
        """What came back, if it is what was asked for."""
        chunk: Any = self.future.result()
        if not isinstance(chunk, Chunk) or (chunk.start, chunk.n) != (self.start, self.n):
            raise RuntimeError(f"the executor gave back {type(chunk).__name__}, not the chunk")
        return chunk

    def send_again(self, pool: _Pool, run: Callable[[int, int], R]) -> None:
        """Try it once more."""
        self.tries += 1
        self.future = pool.submit(run, self.start, self.n, self.tries)

    def is_lost(self) -> bool:
        """A broken pool has lost all that it was given."""
        future = self.future
        return (
            future.done()
            and not future.cancelled()
            and isinstance(future.exception(), BrokenExecutor)
        )


def _away(
    pool: _Pool, run: Callable[[int, int], R], start: int, n: int, sizes: _Sizes
) -> Generator[Chunk[R], None, None]:
    waiting: deque[_Sent[R]] = deque()
    try:
        while start < n or waiting:
            while start < n and len(waiting) < pool.ahead:
                count = sizes.next(n - start)
                waiting.append(_Sent(start, count, pool.submit(run, start, count)))
                start += count
            chunk = _result(pool, run, waiting)
            waiting.popleft()
            sizes.learn(chunk)
            yield chunk
    finally:
        for sent in waiting:
            sent.future.cancel()
        pool.close()


def _result(pool: _Pool, run: Callable[[int, int], R], waiting: deque[_Sent[R]]) -> Chunk[R]:
    """The first chunk, tried again when its worker failed."""
    first = waiting[0]
    while True:
        try:
            return first.chunk()
        except BaseException as error:
            if not _may_be_retried(error) or first.tries > _RETRIES:
                raise
        first.send_again(pool, run)
        for sent in waiting:
            if pool.is_open and sent.is_lost():
                sent.send_again(pool, run)


def _may_be_retried(error: BaseException) -> bool:
    """Whether it may be the worker's fault: what this library refuses stays refused, and Ctrl-C is meant.

    Dask gives a TypeError of its own for a result whose worker died while it was fetched.
    """
    if type(error).__name__ == "CancelledError":  # asyncio's is no Exception
        return True
    return isinstance(error, Exception) and not isinstance(error, MaskoError)
