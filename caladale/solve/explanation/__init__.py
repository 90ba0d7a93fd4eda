"""Why a hand makes no perfect castle, in sentences that are each proved.

A *perfect* castle uses every tile in hand, closes every edge and leaves the wild in the box. What
forbids it is told only where counting proves it, by as few sorts of constraint as do: a sentence
with numbers where one is known, a general one where only the whole count
(`caladale.solve.models.relaxation`) sees it, and the plain admission that there is no short reason
where the search alone does.

To read in this order:

- `sentences`: what can be said, as data with words; `lists` names themes and tiles in them.
- `castles`: the complete castles of some tiles, as counting sees them.
- `whole`: why not all tiles are in one complete castle.
- `account`: what is told of a hand and of the castle that was found.

It may import whatever `caladale.solve` may; nothing of `caladale.solve` imports it.
"""

from __future__ import annotations

from caladale.solve.explanation.account import explain

__all__ = ["explain"]
