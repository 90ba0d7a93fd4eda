"""CP-SAT as every search uses it, and the loop that all searches share.

Reading order: `cp_sat`, `budget` (how much work, and how it is stopped), `terms` (what a person may
ask for). Knows no castle.
"""
