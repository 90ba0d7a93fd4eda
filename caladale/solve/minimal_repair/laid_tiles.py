"""The tiles of a castle as it lies, as stock to build with, and castles told in their names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from caladale._io.strict_json import quoted
from caladale.core.edges import Cell
from caladale.core.hand import Hand
from caladale.core.layout import Layout, Placement
from caladale.core.tile_file import Group
from caladale.core.tiles import Side
from caladale.errors import HandError
from caladale.rules.changes import lies_alike, may_turn_over
from caladale.solve.minimal_repair.change_count import PlacedTile
from caladale.solve.models.plain import CastleModel
from caladale.solve.models.stock import Lot, Piece, Stock


def stock_of_castle(layout: Layout, spares: Sequence[str]) -> Stock:
    """What the castle may be changed into: its own tiles, and the spares.

    Gates of one kind are one lot only where they may show the same sides: their own side in
    Standard and Speed, both in the other games, and the side that is settled for a spare.

    Raises:
        HandError: when a spare is unknown, or is there twice, or has a side that it cannot have.
    """
    box = layout.tileset
    own: dict[tuple[str, tuple[Side, ...]], list[str]] = defaultdict(list)
    spare: dict[tuple[str, tuple[Side, ...]], list[str]] = defaultdict(list)
    for placed in layout.tiles:
        tile = box.tiles[placed.tile]
        sides = tile.sides if may_turn_over(layout.variant) else (placed.side,)
        if placed.tile not in own[tile.kind, sides]:
            own[tile.kind, sides].append(placed.tile)
    known = {placed.tile for placed in layout.tiles}
    for i, text in enumerate(spares):
        name, sides = _spare(layout, text, f"spares[{i}]")
        if name in known:
            raise HandError(f"{name} is there already", f"spares[{i}]")
        known.add(name)
        spare[box.tiles[name].kind, sides].append(name)
    faces = box.under(layout.rules).faces
    lots = []
    for kind in box.kinds:
        shown = sorted({sides for of, sides in (*own, *spare) if of == kind})
        for sides in shown:
            mine, more = own[kind, sides], spare[kind, sides]
            up = tuple(faces[(mine or more)[0], side] for side in sides)
            name = kind if len(shown) == 1 else f"{kind}:{'+'.join(sides)}"
            lots.append(Lot(name, up, tuple(mine), tuple(more)))
    drawn = sum(len(lot.names) for lot in lots if lot.is_drawn)
    return Stock(tuple(lots), drawn)


def _spare(layout: Layout, text: str, place: str) -> tuple[str, tuple[Side, ...]]:
    """The id of a spare, and the sides that it may show."""
    box = layout.tileset
    name, colon, _ = text.partition(":")
    if name not in box.tiles:
        raise HandError(f"the box {box.name} has no tile {quoted(name)}", place)
    if box.tiles[name].group is Group.GATE:
        return name, Hand((text,), (), layout.variant, wilds=0, tileset=box).gate_sides()[name]
    if colon:
        raise HandError(f"{name} has no sides to choose from; only gates have", place)
    return name, ("front",)


def most_tiles(layout: Layout, stock: Stock) -> int:
    """No castle of `stock` has more tiles than this; what lies twice in `layout` counts once."""
    names = {name for lot in stock.lots for name in lot.names}
    wilds = sum(layout.tileset.tiles[name].group is Group.WILD for name in names)
    return len(names) - max(0, wilds - 1)


def placed_tiles_of(layout: Layout, castle: CastleModel) -> list[PlacedTile]:
    """The tiles of the castle as it lies, as tiles of the model."""
    lots = {
        (name, face.side): lot
        for lot in castle.stock.lots
        for name in lot.own
        for face in lot.faces
    }
    found = []
    for placed, face in zip(layout.tiles, layout.faces(), strict=True):
        edges = face.turns[placed.turn]
        is_turned = face.upright_only and placed.turn != 0
        lot = lots[placed.tile, placed.side]
        lying = [
            piece
            for piece in castle.place.get(placed.cell, ())
            if (piece.lot, piece.face, piece.edges) == (lot, face, edges) and not is_turned
        ]
        found.append(PlacedTile(placed, lot, lying[0] if lying else None))
    return found


def laid(
    layout: Layout,
    lain: Sequence[PlacedTile],
    pieces: Mapping[Cell, Piece],
    origins: Mapping[Cell, int],
) -> Layout:
    """The castle that `pieces` make, each tile named so that few changes lead there.

    Args:
        layout: the castle before.
        lain: its tiles.
        pieces: what lies in each cell afterwards.
        origins: which tile before, by index, is known to come to a cell.
    """
    tiles: dict[Cell, Placement] = {}
    named: set[str] = set()
    for cell, i in origins.items():
        old = lain[i].placed
        if old.tile not in named:
            named.add(old.tile)
            tiles[cell] = _lay(layout, pieces[cell], cell, old)
    for lot in dict.fromkeys(piece.lot for piece in pieces.values()):
        wanted = sorted(c for c, piece in pieces.items() if piece.lot is lot and c not in tiles)
        # The tile that lies nearest comes first, and spares come last.
        near = sorted(
            (abs(cell[0] - old.x) + abs(cell[1] - old.y), cell, old.cell, old.tile, i)
            for cell in wanted
            for i, old in enumerate(tile.placed for tile in lain)
            if lain[i].lot is lot and old.tile not in named
        )
        for _, cell, _, name, i in near:
            if cell not in tiles and name not in named:
                named.add(name)
                tiles[cell] = _lay(layout, pieces[cell], cell, lain[i].placed)
        added = [cell for cell in wanted if cell not in tiles]
        for cell, name in zip(added, lot.spare, strict=False):
            piece = pieces[cell]
            tiles[cell] = Placement(name, *cell, piece.turn, piece.face.side)
    return layout.replace(tiles=(tiles[cell] for cell in sorted(tiles)))


def _lay(layout: Layout, piece: Piece, cell: Cell, old: Placement) -> Placement:
    """The tile `old` of `layout` laid as `piece`, turned only where one can see it."""
    new = Placement(old.tile, *cell, piece.turn, piece.face.side)
    unturned = Placement(old.tile, *cell, old.turn, piece.face.side)
    return unturned if lies_alike(layout, unturned, new) else new
