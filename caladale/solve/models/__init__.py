"""Castles as constraints: what the searches state to CP-SAT, and what counting alone can tell.

Reading order: `stock` (the tiles), `limits`, `plain` with `plain_cuts` (every castle as it is,
small hands only), then the *border* models, which look at the sides between cells: `window`,
`blanks`, `border_grid`, `border_support`, `border`. `relaxation` and `parity` count without
placing; `arguments` lists every shortcut that needs a reading or a kind of tile. Imports values and
the engine, and never the referee: what is stated here is stated a second time, and tests compare.
"""
