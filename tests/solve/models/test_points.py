"""What everything scores is stated twice, by the referee and for the models; the two agree."""

from __future__ import annotations

import pytest

from caladale.core.readings import Readings
from caladale.rules import points as referee
from caladale.solve.models import points as models
from tests.support.strategies import BOX


@pytest.mark.parametrize("gates", ["yes", "no"])
def test_every_face_scores_the_same(gates: str) -> None:
    rules = Readings(gate_counts=gates)  # type: ignore[arg-type]
    faces = set(BOX.under(rules).faces.values())
    assert {models.face_points(face, rules) for face in faces} >= {-1, 2, 3}
    for face in faces:
        assert models.face_points(face, rules) == referee.tile_points(face, rules)


def test_everything_else_scores_the_same() -> None:
    for name in ("TILE", "TOWER_TOP", "WILD", "COMPLETE", "EXPOSED", "EXCHANGE"):
        assert getattr(models, name) == getattr(referee, name)
