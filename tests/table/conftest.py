import pytest

from masko_sdk._codec import tables_of

HARMLESS = {
    "masko": "took skipped announced window_opened passed window_closed power_started power_skipped"
    " picked chose swapped declined power_ended",
    "skyjo": "took",
    "mojo": "took refilled",
}


@pytest.fixture
def harmless_rows(monkeypatch):
    """What the core's tables name as telling nothing."""
    for game, kinds in HARMLESS.items():
        monkeypatch.setitem(tables_of(game).about, "harmless", kinds)
