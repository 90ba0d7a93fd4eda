"""Values of the game: edges, tiles, the box, layouts and hands, and the readings of the rules.

Reading order: `edges`, `readings`, `tile_file`, `tiles`, `layout`, `hand`; `soundness` and
`short_repr` are what they check themselves and show themselves by. Values check what they are made
of, but know no rule of building: that is for `caladale.rules`. Imports `caladale._io`.
"""
