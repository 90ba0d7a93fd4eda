"""What is refused when castles are built."""

from __future__ import annotations

import pytest

from castle_companions.crush.building import build
from castle_companions.crush.faults import Faults
from castle_companions.crush.pieces import Expansion, Kingdom
from castle_companions.crush.record import Building
from castle_companions.crush.setup import set_up
from castle_companions.records import BrokenRulesError, typed_record
from castle_companions.records.plain import Plain
from tests.crush.games import head

KINGDOMS = (Kingdom.GREEN, Kingdom.BLUE, Kingdom.RED, Kingdom.YELLOW)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"member": None}, "must choose a member"),
        ({"member": "henry"}, "this is none of Ann's family"),
        ({"member": "robert"}, "the Rat hands his King to an opponent"),
        ({"member": "robert", "host": "Ann"}, "not to himself"),
        ({"member": "robert", "host": "Zed"}, 'there is no player "Zed"'),
        ({"host": "Bob"}, "only the Rat hands his King"),
        ({"player": "Bob", "member": "louis"}, "shows its member when scoring"),
        ({"player": "Zed"}, 'there is no player "Zed"'),
    ],
)
def test_what_is_refused_when_castles_are_built(changed: dict[str, Plain], said: str) -> None:
    table = set_up(head(2, Expansion.FAMILIES, kingdoms=KINGDOMS), "log")
    told = {"player": "Ann", "member": "michael"} | changed
    entry = typed_record(Building, told, "log")
    with pytest.raises(BrokenRulesError) as refused:
        build(table, (entry,), Faults("log"))
    assert said in str(refused.value)
