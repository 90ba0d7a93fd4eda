"""The games as states: who may do what, and what comes of it.

Reading order: `setup` and `deal`, `move`, `seat` (what one player owns), then a module for each
game, and `record`, which writes and reads whole games. Imports the referee and the notation.
"""
