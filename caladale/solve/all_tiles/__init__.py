"""The all-tiles challenge: one complete castle of every tile in the box.

Reading order: `search`, `problem`, `outlook` with `leaving_out` (what counting says), `targets` and
`window_rounds` (what each attempt is for), `attempts`, `shape_model` with `demands`, `shape_lns`
and `theme_model` (an attempt in two halves), `misfit`, `readings_survey`. Imports the engine and
the models.
"""
