"""The fewest changes that make a castle legal.

Reading order: `search`, `change_count` (what a change costs, as constraints), `reach` and `field`
(which cells are searched), `fallback` (answers that need no search).
"""
