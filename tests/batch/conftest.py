import pytest

from masko_sdk.games import GAMES


@pytest.fixture(params=sorted(GAMES))
def name(request: pytest.FixtureRequest) -> str:
    """Each game in turn."""
    return str(request.param)
