"""A game at the terminal: the table as text, actions as typed, and what happened in words."""
