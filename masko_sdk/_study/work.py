"""A study being played, chunk by chunk."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from typing import Any

from masko_sdk._chunks import AnyExecutor, Parts, chunks
from masko_sdk._match import DealSums, Match
from masko_sdk._study.file import StudyFile
from masko_sdk._study.results import Cell, Comparison, Difference, Showing, Sweep
from masko_sdk._value import FrozenMap
from masko_sdk.seed import Seed
from masko_sdk.summary import Estimate

__all__ = ["Form", "Study"]


@dataclass(frozen=True, slots=True)
class Form:
    """What all cells share."""

    n: int
    chunk: int
    seed: Seed
    notes: tuple[str, ...]
    file: StudyFile | None


@dataclass(frozen=True, slots=True)
class _Task:
    """One chunk of deals of one cell; a worker is sent this."""

    match: Match
    cell: int
    deal: int
    deals: int

    def __call__(self, start: int, n: int) -> DealSums:
        return self.match(self.deal, self.deals)


class _Tasks(Parts[DealSums]):
    """All chunks of a study, cell by cell."""

    def __init__(self, matches: Sequence[Match], n: int, chunk: int) -> None:
        self._matches = matches
        self._n = n
        self._chunk = chunk
        self._in_cell = -(-n // chunk)

    def __len__(self) -> int:
        return self._in_cell * len(self._matches)

    def part(self, start: int) -> _Task:
        cell, chunk = divmod(start, self._in_cell)
        deal = chunk * self._chunk
        return _Task(self._matches[cell], cell, deal, min(self._chunk, self._n - deal))


class Study:
    """A comparison or a sweep, checked, and as far as it has come.

    Attributes:
        sums: of each cell, so far.
    """

    def __init__(
        self,
        settings: Sequence[Mapping[str, Any]],
        matches: Sequence[Match],
        grid: Mapping[str, tuple[Any, ...]],
        form: Form,
    ) -> None:
        self.matches = list(matches)
        self.sums = [DealSums(match.sides) for match in matches]
        self._settings = settings
        self._grid = grid
        self._form = form
        self._tasks = _Tasks(self.matches, form.n, form.chunk)

    @property
    def deals(self) -> int:
        """How many there are to be played, in all cells."""
        return self._form.n * len(self.matches)

    @property
    def seed(self) -> Seed:
        """The seed of the study."""
        return self._form.seed

    def play(
        self,
        *,
        threads: int = 1,
        executor: AnyExecutor | None = None,
        progress: Callable[[int, int], Any] | None = None,
    ) -> Iterator[int]:
        """Play what is left, and yield after each chunk how many deals are done; each is in the file by then."""
        with ExitStack() as stack:
            file = self._form.file
            start = 0
            if file is not None:
                stack.callback(file.close)
                start = self._take_up(file)
            done = sum(sums.deals for sums in self.sums)
            if progress is not None and done:
                progress(done, self.deals)
            played = chunks(
                self._tasks,
                len(self._tasks),
                start=start,
                size=1,
                threads=threads,
                executor=executor,
            )
            stack.enter_context(closing(played))
            for chunk in played:
                task = self._tasks.part(chunk.start)
                if file is not None:
                    file.add(task.cell, task.deal, task.deals, chunk.result.to_json())
                self.sums[task.cell].merge(chunk.result)
                done += task.deals
                if progress is not None:
                    progress(done, self.deals)
                yield done

    def _take_up(self, file: StudyFile) -> int:
        """Take in the chunks that the file holds: the first ones, in order."""
        for number, line in enumerate(file.lines):
            try:
                task = self._tasks.part(number)
                place = [line[name] for name in ("cell", "deal", "deals")]
                sums = DealSums.from_json(task.match.sides, line["sums"])
            except (LookupError, TypeError, ValueError):
                raise file.damaged(number) from None
            if place != [task.cell, task.deal, task.deals] or sums.deals != task.deals:
                raise file.damaged(number)
            self.sums[task.cell].merge(sums)
        return len(file.lines)

    def close(self) -> None:
        """Let go of the file of a study that was not played."""
        if self._form.file is not None:
            self._form.file.close()

    # What came of it.

    def comparison(self, cell: int = 0) -> Comparison:
        """What a cell has come to so far."""
        match, sums = self.matches[cell], self.sums[cell]
        job = match.jobs[0]
        k = match.entrants
        seats = match.players // k
        pairs = [(a, c) for a in range(k) for c in range(a + 1, k)]
        deals, games, truncated, plies, *_ = sums.counts
        return Comparison(
            job.rules,
            match.players,
            job.policies[:k],
            job.seed,
            deals,
            games,
            truncated,
            plies,
            sums.rounds(match.rotations),
            tuple(Showing(*_figures(sums, match, (side, None), seats)) for side in range(k)),
            tuple(
                Showing(*_figures(sums, match, (side, None), 1)) for side in range(k, match.sides)
            ),
            tuple(Difference(*pair, *_figures(sums, match, pair, seats)) for pair in pairs),
            self._form.notes,
        )

    def sweep(self) -> Sweep:
        """What all cells have come to so far."""
        cells = [
            Cell(FrozenMap(settings), self.comparison(number))
            for number, settings in enumerate(self._settings)
        ]
        return Sweep(FrozenMap(self._grid), self._form.seed, tuple(cells), self._form.notes)


def _figures(
    sums: DealSums, match: Match, sides: tuple[int, int | None], seats: int
) -> tuple[Estimate, Estimate, Estimate]:
    """Round score, total and share of wins of a side that has so many seats in each rotation, or of a difference."""
    return (
        sums.round_score(sides, seats),
        sums.total(sides, match.rotations * seats),
        sums.win_share(sides, match.rotations),
    )
