"""The tables of points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from castle_companions.crush.pieces import Character

_KNOCKED_BLOCKS = (0, 1, 2, 4, 7, 12, 20)
"""By the number of blocks that one attack knocked down; the last for as many and more."""
_LEVELS = (1, 3, 6, 10, 16)
"""For a block that stands upright, by its level from the base; the last for all above."""
LYING_BLOCK = 1
KNOCKED: Mapping[Character, int] = {Character.KING: 5, Character.GENERAL: 3}
SURVIVING: Mapping[Character, int] = {Character.KING: 7, Character.GENERAL: 5}
PRISONER = 5

JEWELS = (0, 2, 5, 10, 16)
"""By the number of jewels that are exchanged at once."""
CURSE_HIT = 3
CURSE_TRADE: Mapping[int, int] = {3: 5, 4: 7}
"""By the number of curses that are traded."""

HENRY_BLOCK = 2
_GEORGE = (0, 4, 10)
_GEORGE_OF_TWO = (0, 5, 12)
"""By the number of characters that the attack knocked down, in a game of two."""
BLUE_ROOF = 3
JOSEPH_WINDOW = 2
LOUIS_HIGHEST = 10
CHARLES_FIVE = 10
GREEN_BEHIND = (0, 2, 5, 9)
"""By the number of players who have more points."""
ROBERT_HOST_LOSES = 7
ROBERT_HOST_GAINS = 5
CRAIG_HIT_LOSES = 5
CRAIG_OTHERS_GAIN = 3


def knocked_blocks(number: int) -> int:
    """Points for so many blocks that one attack knocked down."""
    return _KNOCKED_BLOCKS[min(number, len(_KNOCKED_BLOCKS) - 1)]


def castle(upright: Sequence[int], lying: int) -> int:
    """Points for a castle.

    Args:
        upright: the numbers of blocks that stand upright, from level 1 upward.
        lying: the number of blocks that do not, at whatever level.
    """
    standing = sum(
        number * _LEVELS[min(level, len(_LEVELS) - 1)] for level, number in enumerate(upright)
    )
    return standing + lying * LYING_BLOCK


def george(characters: int, players: int) -> int:
    """Points that the Hammer gains for characters knocked down, in a game of so many players."""
    table = _GEORGE_OF_TWO if players == 2 else _GEORGE
    return table[min(characters, len(table) - 1)]
