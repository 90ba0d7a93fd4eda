"""Games that are played line by line in the terminal.

Reading order: `console`, `listing`, `view`, `session`, then a module for each game. Imports the
games and the players.
"""
