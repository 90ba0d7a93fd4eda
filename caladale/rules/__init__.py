"""The referee: the rules of castle building, and what follows from them.

Reading order: `board` (what lies where), `checks` (a function for each rule), `support` (rules B
and F), `catalogue` (a record for each rule, with its words), `verdict`, `score_sheet`. On top of
these: `placements` (where a tile may go), `changes` (from one castle to another) and `dissolution`
(what the rulebook does with an illegal castle). Imports `caladale.core`, and never the solver.
"""
