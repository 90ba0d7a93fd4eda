"""A castle that is being laid: a document with undo, what is left of the box, where a tile may go.

No terminal and no window is known here: a screen, or a page in a browser, shows a `Workbench` and
calls its methods.

Reading order: `document`, `tray`, `workbench`. Imports the referee.
"""
