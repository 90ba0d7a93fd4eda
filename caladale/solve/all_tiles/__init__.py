"""The all-tiles challenge: one complete castle of every tile in the box.

Reading order: `search`, `problem`, `outlook` (what counting says), `targets` (what each attempt is
for), `shape_model` and `theme_model` (an attempt in two halves), `shape_lns`, `readings_survey`.
"""
