"""The castle under edit: every step, undone and done again, held against the referee."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from caladale.core.layout import FAR, Layout, Placement, Variant
from caladale.core.tiles import Tile, standard_tileset
from caladale.editing.document import CastleDocument, EditError
from caladale.editing.terms import MOST_STRIPS, terms_of, with_another_strip, without_last_strip
from caladale.editing.tray import places_for, suits, tray_of, turned_on
from caladale.editing.workbench import Fit, Workbench
from caladale.notation import read_layout
from caladale.rules.placements import legal_placements
from caladale.rules.score_sheet import score
from caladale.rules.verdict import validate

CASTLE = "caladale standard 0+4 - - gate-stone@1,0 stone-tower-1@1,1 stone-edge-1@2,0E"
CROWDED = CASTLE + " tree-four-1@1,1 tree-four-1@5,0"


def document(line: str = CASTLE) -> CastleDocument:
    return CastleDocument(read_layout(line))


def test_a_new_document_is_saved_and_has_nothing_to_undo() -> None:
    edited = document()
    assert edited.is_saved
    with pytest.raises(EditError, match="There is nothing to undo"):
        edited.undo()
    with pytest.raises(EditError, match="There is nothing to do again"):
        edited.redo()


def test_a_tile_laid_on_another_takes_its_place() -> None:
    edited = document()
    (out,) = edited.lay(Placement("stone-edge-2", 1, 1, 2))
    assert out.tile == "stone-tower-1"
    assert [placed.tile for placed in edited.tiles_at((1, 1))] == ["stone-edge-2"]
    assert edited.undo() == "lay stone-edge-2 at column 1, row 1"
    assert edited.layout == read_layout(CASTLE)


def test_a_tile_that_lies_elsewhere_is_not_laid_twice() -> None:
    edited = document()
    with pytest.raises(EditError, match="stone-tower-1 lies at column 1, row 1 already"):
        edited.lay(Placement("stone-tower-1", 0, 0))
    assert edited.is_saved


@pytest.mark.parametrize("cell", [(FAR + 1, 0), (0, -FAR - 1)])
def test_nothing_lies_beyond_the_table(cell: tuple[int, int]) -> None:
    edited = document()
    with pytest.raises(EditError, match="Nothing can lie as far away"):
        edited.move((1, 1), cell)


def test_what_is_empty_gives_nothing_up() -> None:
    edited = document()
    for act in (
        lambda: edited.take_up((7, 7)),
        lambda: edited.turn((7, 7), 1),
        lambda: edited.move((7, 7), (0, 0)),
    ):
        with pytest.raises(EditError, match="No tile lies at column 7, row 7"):
            act()


def test_a_move_onto_a_tile_swaps_the_two() -> None:
    edited = document()
    edited.move((1, 1), (2, 0))
    assert [p.tile for p in edited.tiles_at((2, 0))] == ["stone-tower-1"]
    assert [(p.tile, p.turn) for p in edited.tiles_at((1, 1))] == [("stone-edge-1", 1)]
    edited.undo()
    assert edited.is_saved


def test_a_crowded_castle_is_cleared_from_the_top() -> None:
    edited = document(CROWDED)
    assert edited.take_up((1, 1)).tile == "tree-four-1"
    assert edited.take_up((1, 1)).tile == "stone-tower-1"
    assert edited.take_up((5, 0)).tile == "tree-four-1"


def test_a_step_after_undo_forgets_what_was_undone() -> None:
    edited = document()
    edited.take_up((1, 1))
    edited.undo()
    edited.take_up((2, 0))
    with pytest.raises(EditError, match="nothing to do again"):
        edited.redo()


def test_saved_is_what_was_marked_not_how_it_was_reached() -> None:
    edited = document()
    edited.take_up((1, 1))
    assert not edited.is_saved
    edited.mark_saved()
    edited.undo()
    assert not edited.is_saved
    edited.redo()
    assert edited.is_saved


TILES = sorted(standard_tileset().tiles.values(), key=lambda tile: tile.id)
cells = st.tuples(st.integers(-1, 4), st.integers(0, 3))


class Laying(RuleBasedStateMachine):
    """A castle laid at random; the referee is asked about every state anew."""

    def __init__(self) -> None:
        super().__init__()
        self.bench = Workbench(Layout())
        self.known: list[Layout] = []

    @initialize(variant=st.sampled_from(list(Variant)))
    def begin(self, variant: Variant) -> None:
        """Start with an empty table."""
        self.bench = Workbench(Layout(variant=variant))
        self.known = [self.bench.layout]

    def note(self) -> None:
        """Remember the castle if a step has led to it."""
        if self.bench.layout != self.known[-1]:
            self.known.append(self.bench.layout)

    @rule(words=st.sampled_from(["st fo", "st ed", "tr tow", "gate st", "gate ap ba", "wi", "a"]))
    def choose(self, words: str) -> None:
        """Take a kind into the hand."""
        self.bench.choose_named(words)

    @rule(cell=cells)
    def go(self, cell: tuple[int, int]) -> None:
        """Move the cursor."""
        x, y = self.bench.cursor
        self.bench.go(cell[0] - x, cell[1] - y)
        assert self.bench.cursor == cell

    @rule()
    def lay(self) -> None:
        """Lay the tile in hand, legal or not as was foretold."""
        wanted = self.bench.in_hand
        if self.bench.carried is None and wanted is not None:
            fits = self.bench.fit(self.bench.cursor)
            is_free = not self.bench.document.tiles_at(self.bench.cursor)
            legal = validate(self.bench.layout.placing(wanted)).valid
            if is_free:
                assert (fits is Fit.AS_IT_LIES) == legal
        if wanted is None and self.bench.carried is None:
            with pytest.raises(EditError, match="is left"):
                self.bench.lay()
            return
        self.bench.lay()
        self.note()

    @rule(by=st.sampled_from([-1, 1]))
    def turn(self, by: int) -> None:
        """Turn what there is."""
        self.bench.turn_on(by)
        self.note()

    @rule()
    def carry(self) -> None:
        """Begin a move."""
        if self.bench.document.tiles_at(self.bench.cursor):
            self.bench.carry()

    @rule()
    def take_up(self) -> None:
        """Take a tile up."""
        here = self.bench.document.tiles_at(self.bench.cursor)
        if here:
            self.bench.take_up()
            assert self.bench.in_hand is not None
            assert self.bench.in_hand.tile in self.bench.pile.left
            self.note()

    @rule(place=st.integers(0, 20))
    def change_terms(self, place: int) -> None:
        """Change game, strip or reading."""
        terms = terms_of(self.bench.layout)
        term = terms[place % len(terms)]
        self.bench.document.change(f"change {term.name}", term.after)
        self.note()

    @precondition(lambda self: len(self.known) > 1)
    @rule()
    def undo_all_and_redo(self) -> None:
        """Go back to the beginning, and forward again."""
        for earlier in self.known[-2::-1]:
            self.bench.undo()
            assert self.bench.layout == earlier
        for later in self.known[1:]:
            self.bench.redo()
            assert self.bench.layout == later

    @invariant()
    def what_is_shown_is_what_the_referee_says(self) -> None:
        """Verdict, score and tray are those of the castle."""
        layout = self.bench.layout
        assert self.bench.score == score(layout)
        assert sorted(map(str, self.bench.breaches())) == sorted(
            map(str, validate(layout).violations)
        )
        left = {name for pile in self.bench.tray for name in pile.left}
        laid = {placed.tile for placed in layout.tiles}
        assert left.isdisjoint(laid)
        assert left | laid == set(layout.tileset.tiles)
        assert len(laid) == len(layout.tiles)

    @invariant()
    def the_places_are_the_legal_placements(self) -> None:
        """Where the tile may go is what the referee allows."""
        pile = self.bench.pile
        legal = legal_placements(self.bench.layout, pile.left[0]) if pile.left else []
        here = {(p.cell, p.turn) for p in legal if p.side == pile.side}
        assert here == {(c, t) for c, turns in self.bench.places.items() for t in turns}


TestLaying = Laying.TestCase
TestLaying.settings = settings(max_examples=40, stateful_step_count=40, deadline=None)


@given(st.sampled_from(TILES), st.integers(0, 3), st.sampled_from([-1, 1]))
def test_turning_goes_round_all_that_look_different(tile: Tile, turn: int, by: int) -> None:
    face = standard_tileset().faces[tile.id, "front"]
    if face.upright_only:
        assert turned_on(face, turn, by) == 0
        return
    seen = [turn]
    for _ in face.orientations:
        seen.append(turned_on(face, seen[-1], by))
    assert face.turns[seen[-1]] == face.turns[turn]
    assert {face.turns[one] for one in seen} == set(face.turns)


def test_a_turn_that_looks_alike_fits_alike_but_a_tower_only_upright() -> None:
    faces = standard_tileset().faces
    assert suits(faces["stone-mid-1", "front"], 2, (0,))
    assert not suits(faces["stone-mid-1", "front"], 1, (0,))
    assert not suits(faces["stone-tower-1", "front"], 2, (0,))


def test_the_tray_holds_each_kind_and_both_sides_of_gates() -> None:
    layout = read_layout(CASTLE)
    tray = {pile.name: pile for pile in tray_of(layout)}
    assert len(tray) == 39
    assert tray["stone-tower"].left == tuple(f"stone-tower-{n}" for n in range(2, 6))
    assert (tray["gate-stone"].left, tray["gate-stone back"].left) == ((), ())
    assert places_for(layout, tray["gate-stone"]) == {}
    assert tray["gate-tree back"].total == 1


def test_kinds_are_found_by_the_beginnings_of_their_words() -> None:
    bench = Workbench(read_layout(CASTLE))
    assert bench.choose_named("St To") == "In hand: stone-tower."
    bench.choose_named("gate-tree b")
    assert (bench.pile.name, bench.in_hand) == (
        "gate-tree back",
        Placement("gate-tree", 1, 0, 0, "back"),
    )
    with pytest.raises(EditError, match="No kind of tile is called 'dragon'"):
        bench.choose_named("dragon")


def test_the_next_kind_is_one_with_tiles_left() -> None:
    bench = Workbench(read_layout(CASTLE))
    bench.choose_named("gate-stone")
    assert bench.in_hand is None
    with pytest.raises(EditError, match="No gate-stone is left"):
        bench.lay()
    bench.choose_next(1)
    assert bench.pile.name == "gate-tree"
    bench.choose_next(-1)
    assert bench.pile.name == "tree-tudor-mid"


def test_a_tile_is_moved_in_one_step() -> None:
    bench = Workbench(read_layout(CASTLE))
    bench.go(0, 1)
    assert bench.carry() == "Moving stone-tower-1: go to its new place and lay it."
    bench.go(2, 0)
    assert bench.lay() == "Moved to column 3, row 1."
    assert bench.undo() == "Undone: move stone-tower-1 from column 1, row 1 to column 3, row 1."
    assert bench.document.is_saved
    bench.go(-2, 0)
    bench.carry()
    assert bench.put_down() == "It stays where it is."
    assert bench.put_down() == ""


def test_the_cursor_goes_from_breach_to_breach() -> None:
    bench = Workbench(read_layout(CASTLE + " tree-two-1@0,0 tree-edge-1@3,2"))
    seen = set()
    for _ in range(4):
        message = bench.go_to_breach()
        assert any(bench.cursor in breach.cells for breach in bench.breaches())
        assert message == bench.breaches()[0].message
        seen.add(bench.cursor)
    assert len(seen) > 2
    with pytest.raises(EditError, match="breaks no rule"):
        Workbench(read_layout(CASTLE)).go_to_breach()
    assert Workbench(Layout()).go_to_breach() == "The castle has no gate."


def test_every_term_can_be_changed_there_and_back() -> None:
    layout = read_layout(CASTLE)
    names = [term.name for term in terms_of(layout)]
    assert names[:3] == ["game", "strip begins at", "strip covers"]
    assert "bridge_piers" in names
    for place, term in enumerate(terms_of(layout)):
        assert term.question.endswith(("?", "."))
        if term.after != layout:
            assert terms_of(term.after)[place].before == layout
        assert len({term.before, term.after} - {layout}) >= 1


def test_strips_are_added_at_the_right_and_dropped() -> None:
    layout = read_layout(CASTLE)
    more = with_another_strip(layout)
    assert [(strip.x, strip.width) for strip in more.grass] == [(0, 4), (4, 4)]
    assert "strip 2 covers" in [term.name for term in terms_of(more)]
    assert without_last_strip(more) == layout
    bare = without_last_strip(layout)
    with pytest.raises(EditError, match="There is no strip"):
        without_last_strip(bare)
    for _ in range(MOST_STRIPS - 1):
        layout = with_another_strip(layout)
    with pytest.raises(EditError, match="strips already"):
        with_another_strip(layout)
