"""CP-SAT as every search uses it, and the loop that all searches share.

Reading order: `terms` (what a person grants a search), `cp_sat`, `budget` (how much work a step may
do, and how it is stopped), `state` (incumbent, news and end of a search), `driver` (the loop),
`refereeing` (no castle is an answer without the referee). Imports the referee and the notation, and
knows no search.
"""
