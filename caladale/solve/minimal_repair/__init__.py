"""The fewest changes that make a castle legal.

Reading order: `search`, `state` and `answer`, `change_count` (what a change costs, as constraints)
with `laid_tiles`, `reach` and `field` (which cells are searched), `fallback` (answers that need no
search). Imports the engine and the models.
"""
