"""An oracle that shares nothing with caladale: it checks every word of the solvers.

The referee and the exact solver here are written from the rules alone. They import nothing of
`caladale` or `benchmarks` and read only the text of a tile file, so a mistake in one house is not
repeated in the other. They are slow and plain on purpose: where `caladale` leaves something out,
counts, or moves a castle, the oracle does not.

To read in this order:

- `tiles`: the box as the text of a tile file tells it, under the readings of the printed edges.
- `referee`: every breach, completeness and the score sheet of a layout.
- `exact` with `castles.lp`: whether a hand has a castle as asked for.
- `draws`, with `grown` and `odd_boxes`: hands and boxes at random.
- `claims`: what is false in the answer of a solver.
- `explained` and `sentences`, with `counted`, `found`, `numbers` and `words`: what is false in the
  sentences of an explanation.

Layouts and hands are plain data, in the formats `caladale-layout/1` and `caladale-hand/1`.
"""
