"""The harness finds a fault: a reference model in which one clause is planted wrong is told from the core."""

from typing import Any

import pytest

from masko_sdk.games import GAMES
from tests.differential.lockstep import Mismatch, play_many
from tests.reference import fifty, masko, mojo, skyjo
from tests.support.adapters import adapter_of
from tests.support.seeds import run_seed

pytestmark = [pytest.mark.slow, pytest.mark.one_backend]

ENOUGH = 20_000


class RevealedToItsOwner(masko.Masko):
    """Against M28 and M36."""

    def do_show(self, who: int, slot: int) -> None:
        assert self.power is not None
        assert self.power.owner is not None
        self.hands[self.power.owner][slot].seen.add(self.power.owner)
        super().do_show(who, slot)


class AnnouncerPaysNothing(masko.Masko):
    """Against M34."""

    def scores(self, masko: Any) -> list[int]:
        return [score * (seat != masko.seat) for seat, score in enumerate(super().scores(masko))]


class ColumnsStay(skyjo.Skyjo):
    """Against S7."""

    def clear_columns(self, seat: int) -> None:
        pass


class DrawnIsPublic(skyjo.Skyjo):
    """Against S13."""

    def sees_held(self, observer: int | str | None) -> bool:
        return True


class NeverForgets(mojo.Mojo):
    """Against J13."""

    def forget(self, seat: int, value: int) -> None:
        pass


class AlwaysClockwise(mojo.Mojo):
    """Against J3."""

    @property
    def direction(self) -> int:
        return 1


class StarterLeads(fifty.Fifty):
    """Against F6."""

    def begin_trick(self, number: int, leader: int) -> None:
        super().begin_trick(number, self.starter)


class ErasesNothing(fifty.Fifty):
    """Against F8."""

    def erase(self, seat: int) -> int | None:
        return None


FAULTS = {
    "masko": [RevealedToItsOwner, AnnouncerPaysNothing],
    "skyjo": [ColumnsStay, DrawnIsPublic],
    "mojo": [NeverForgets, AlwaysClockwise],
    "fifty": [StarterLeads, ErasesNothing],
}


@pytest.mark.parametrize("game", GAMES)
def test_a_planted_fault_is_found(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for fault in FAULTS[game]:
        monkeypatch.setattr(type(adapter_of(game)), "reference", fault)
        with pytest.raises(Mismatch):
            play_many(game, run_seed(), ENOUGH)
