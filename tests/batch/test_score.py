"""What `batch.score` and `score_round` refuse; what they answer is in the rules' own tests."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from masko_sdk import ArgumentError, batch, masko

MOST = 2**24


@pytest.mark.parametrize(
    "scores",
    [
        np.array([-(2**63), 5, 6]),
        np.array([2**63, 5, 6], np.uint64),
        np.array([2**64 - 10, 5, 6], np.uint64),
        [MOST + 1, 0, 0],
        [0, -MOST - 1, 0],
    ],
)
def test_points_out_of_range_are_refused_and_not_wrapped(scores: Any) -> None:
    with pytest.raises(ArgumentError, match="scores must lie within"):
        batch.score_round(masko.Rules(), scores, ender=0)


def test_points_at_the_end_of_the_range_are_taken() -> None:
    # M34: the announcer, with the lowest hand, scores 0.
    assert batch.score_round(masko.Rules(), [-MOST, MOST, 0], ender=0).tolist() == [0, MOST, 0]


@pytest.mark.parametrize("axis", [np.array([0, 1]), False, None, 0.0, "0"])
def test_an_axis_that_is_no_int_is_refused(axis: Any) -> None:
    with pytest.raises(TypeError, match="axis must be an int"):
        batch.score(masko.Rules(), [[1, 2, 3, 4]], axis=axis)


@pytest.mark.parametrize("axis", [1, 2, -2])
def test_another_axis_is_refused(axis: int) -> None:
    with pytest.raises(ArgumentError, match="must be -1 or 0"):
        batch.score(masko.Rules(), [[1, 2, 3, 4]], axis=axis)
