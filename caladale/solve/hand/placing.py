"""Placing: from the pieces of a model to tiles on the table, and back."""

from __future__ import annotations

from collections.abc import Mapping

from caladale._io.plural import some
from caladale.core.edges import Cell, Edges
from caladale.core.hand import Hand
from caladale.core.layout import Grass, Layout, Placement
from caladale.errors import HandError
from caladale.solve.models.stock import Piece, Stock
from caladale.solve.result import SupplyExchange


class PiecePlacing:
    """Turns pieces of a hand's stock into layouts, and layouts into pieces.

    Attributes:
        flipped: the points for flipped tiles.
        one_gate: whether the castle must have exactly one gate.
    """

    def __init__(self, hand: Hand, stock: Stock) -> None:
        self._hand = hand
        self._stock = stock
        self._spare = {name for lot in stock.lots for name in lot.spare}
        self.flipped = hand.flipped if hand.variant.scores_flipped else 0
        self.one_gate = hand.variant.has_one_gate

    def layout(self, pieces: Mapping[Cell, Piece]) -> Layout:
        """The castle that `pieces` make: tiles in hand are used first, then exchanged ones."""
        ids = {lot.kind: iter(lot.names) for lot in self._stock.lots}
        tiles = tuple(
            Placement(next(ids[piece.lot.kind]), *cell, piece.turn, piece.face.side)
            for cell, piece in sorted(pieces.items(), key=lambda item: item[0])
        )
        exchanged = sum(placed.tile in self._spare for placed in tiles)
        hand = self._hand
        starts = [sum(hand.grass[:i]) for i in range(len(hand.grass))]
        return Layout(
            tiles=tiles,
            grass=tuple(Grass(x, w) for x, w in zip(starts, hand.grass, strict=True)),
            variant=hand.variant,
            rules=hand.rules,
            flipped=hand.flipped,
            exchanges=exchanged if hand.variant.scores_exchanges else 0,
            tileset=hand.tileset,
        )

    def exchanges(self, layout: Layout) -> tuple[SupplyExchange, ...]:
        """The exchanges that bring the tiles of `layout` together: each gives up an unused tile.

        Of the unused tiles those go first that come last in the hand.
        """
        used = {placed.tile for placed in layout.tiles}
        unused = [name for name in reversed(self._hand.tiles) if name not in used]
        taken = [name for name in self._hand.supply if name in used]
        return tuple(SupplyExchange(give, take) for give, take in zip(unused, taken, strict=False))

    def pieces_of(self, layout: Layout) -> dict[Cell, Piece]:
        """The pieces that lie in `layout`, moved so that its grass starts at column 0.

        Raises:
            HandError: when it is not made of the tiles and the grass of the hand: another box,
                other strips or strips that lie apart, a tile that the hand lacks or holds once,
                more tiles than the hand may use, two tiles in a cell, or one below the ground.
        """
        self._check_tiles(layout)
        grass = sorted(layout.grass, key=lambda strip: strip.x)
        start = grass[0].x if grass else 0
        columns = [x - start for strip in grass for x in range(strip.x, strip.x + strip.width)]
        if columns != list(range(sum(self._hand.grass))):
            raise HandError("the castle does not stand on the grass of the hand", "grass")
        lots = {name: lot for lot in self._stock.lots for name in lot.names}
        pieces: dict[tuple[str, str, Edges], Piece] = {
            (piece.lot.kind, piece.face.side, piece.edges): piece for piece in self._stock.pieces()
        }
        found: dict[Cell, Piece] = {}
        faces = self._hand.tileset.under(self._hand.rules).faces
        for i, placed in enumerate(layout.tiles):
            face = faces.get((placed.tile, placed.side))
            lot = lots.get(placed.tile)
            known = None
            is_upright = face is not None and (placed.turn == 0 or not face.upright_only)
            if face is not None and lot is not None and is_upright:
                known = pieces.get((lot.kind, placed.side, face.turns[placed.turn]))
            if known is None:
                raise HandError(f"{placed.tile} as it lies is not in the hand", f"tiles[{i}]")
            if placed.y < 0:
                raise HandError(f"{placed.tile} lies below the ground", f"tiles[{i}]")
            if (placed.x - start, placed.y) in found:
                raise HandError("two tiles lie in one cell", f"tiles[{i}]")
            found[placed.x - start, placed.y] = known
        return found

    def _check_tiles(self, layout: Layout) -> None:
        """Refuse what the hand does not hold, or not so often."""
        if layout.tileset != self._hand.tileset:
            raise HandError("the castle is of another box than the hand", "tileset")
        seen: set[str] = set()
        drawn = {name for lot in self._stock.lots if lot.is_drawn for name in lot.names}
        for i, placed in enumerate(layout.tiles):
            if placed.tile in seen:
                raise HandError(f"{placed.tile} lies in the castle twice", f"tiles[{i}]")
            seen.add(placed.tile)
        if len(seen & drawn) > self._stock.most_drawn:
            tiles = some(len(seen & drawn), "tile", "tiles")
            message = (
                f"the castle has {tiles} besides gate and wild, but the hand allows "
                f"{self._stock.most_drawn}"
            )
            raise HandError(message, "tiles")
