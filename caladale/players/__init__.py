"""Computer players: what a move is worth, whole tournaments, and advice to a person.

Reading order: `policies` (how a player chooses), `tile_value` and `hand_balance` (what they look
at), `tournament`; for Solo 1 `value_function`, `lookahead`, `solo1_adviser`; `advisers` finds the
adviser of a game. Imports the games and `caladale.construct`.
"""
