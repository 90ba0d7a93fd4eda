"""Castles as constraints: what the searches state to CP-SAT, and what counting alone can tell.

Reading order: `stock` (the tiles), `points`, `limits`; `plain` with `logic`, `plain_support` and
`plain_cuts` (every castle as it is, small hands only); then the *border* models, which look at the
sides between cells: `window`, `blanks`, `border_grid`, `border_support`, `border`. `relaxation` and
`parity` count without placing; `arguments` lists every shortcut that needs a reading or a kind of
tile.

Imports values and the engine, and never the referee: what is stated here is stated a second time,
and tests in tests/solve compare.

- What a tile scores: `points`; models/test_points.py.
- What may hang and bridge (F1 to F3): `hanging`; models/test_restatements.py.
- What is held up (F): as constraints in `plain_support` (hand/test_against_brute_force.py) and
  `border_support` (models/test_border_support.py), and of a castle that lies there in `foundation`
  (models/test_restatements.py).
- Where a tile may lie and what fits (B, C, E, T1, T2): `plain` and `border_grid`; the same.
- One castle (D), and holes: `plain_cuts`, `border`, `holes`; the same.
- What the box and the game allow (T3, T4): `limits`; hand/test_against_brute_force.py.
"""
