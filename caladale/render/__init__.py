"""Drawings of a castle: for the terminal (`text`), as a picture (`svg`), as a page (`html`).

Reading order: `scene` (a layout made ready to be drawn), `text`, then the packages. Imports the
referee and the notation.
"""
