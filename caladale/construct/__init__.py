"""Castles built quickly, with no promise that they are the best.

`incremental_board` lays tile after tile and knows at every moment which placements are legal and
what they score; `beam_search` builds with it. Imports the referee, and no solver.
"""
