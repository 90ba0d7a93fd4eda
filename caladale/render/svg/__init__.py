"""The castle as an SVG picture, and from that as a PNG image.

Reading order: `picture` (the whole drawing), `grid` (where columns and rows are), `artwork` (how a
tile is painted: `walls`, `roofs`, `silhouette`), `landscape`, `marks`. `markup`, `palette` and
`sheet` are what all of them write with. Imports the referee and the notation.
"""
