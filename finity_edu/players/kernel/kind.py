"""How a move is one number; the numbers ascend in the canonical order of moves.

========  ==========================================================================================
move      number
========  ==========================================================================================
place     ``4·slot + code − 1`` (codes as in `finity_edu.rules.board`: b forward, b back, w forward, w back)
reverse   the same + `REVERSE`; remove: + `REMOVE`
ring      ``RING + 3·station + size``
blocker   ``BLOCKER + 72·source + target``; remove a blocker: ``UNBLOCK + slot``
post      ``MOVE_POST + station``; teleport: ``TELEPORT + station``; pass: `PASS`
========  ==========================================================================================
"""

from finity_edu.players.kernel.at import MAX_SLOTS, MAX_STATIONS

REVERSE = 4 * MAX_SLOTS
REMOVE = 2 * REVERSE
RING = 3 * REVERSE
BLOCKER = RING + 3 * MAX_STATIONS
UNBLOCK = BLOCKER + MAX_SLOTS * MAX_SLOTS
MOVE_POST = UNBLOCK + MAX_SLOTS
TELEPORT = MOVE_POST + MAX_STATIONS
PASS = TELEPORT + MAX_STATIONS
MOVES = PASS + 1
MOST_MOVES = 1024
"""Room for a list of moves, with some to spare for copying whole rows."""
