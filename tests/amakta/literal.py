"""The rules a second time, written down from the rulebook as literally as possible, for comparison only.

Nothing of the package's rules is used here: a move is put together from partial moves, every candidate is
spelled out and tried, and arrows are found by looking *inwards* from a field.  A position is plain data as in
``State.to_dict``; slow on purpose.
"""

from itertools import product

STEPS = ((2, 0), (1, -1), (-1, -1), (-2, 0), (-1, 1), (1, 1))
ARROWS = {"0": "", "1": "B", "2": "G", "3": "R", "4": "BB", "5": "BG", "6": "BR", "7": "GG", "8": "GR", "9": "RR"}
COLOUR_AT = {1: "B", 2: "G", 3: "R"}
OTHER = {"W": "B", "B": "W"}


def ways_to_lie(code):
    """All codes of a stone: turned and mirrored in every way."""
    turned = {code[k:] + code[:k] for k in range(6)}
    return turned | {c[::-1][k:] + c[::-1][:k] for c in turned for k in range(6)}


class Position:
    """Board as a set of fields, bases by player, stones and inventories as dictionaries."""

    def __init__(self, fields, bases, stones, inventories):
        self.fields, self.bases, self.stones, self.inventories = fields, bases, stones, inventories

    @classmethod
    def of(cls, state):
        data = state.to_dict()
        bases = {p: state.board.base(p) for p in "WB"}
        stones = {tuple(map(int, f.split(","))): (s["o"], s["orig"], s["owner"], s["circle"])
                  for f, s in data["board"].items()}
        return cls(state.board.fields, bases, stones, data["inv"])

    def copy(self):
        return Position(self.fields, self.bases, dict(self.stones), {p: dict(i) for p, i in self.inventories.items()})

    def real_arrows(self, player, f):
        """Arrows of stones and bases, looking from the field outwards: only the nearest stone can point here."""
        number = 1 if self.bases[player] == f else 0
        for d, (dx, dy) in enumerate(STEPS):
            for n in (1, 2, 3):
                g = f[0] + n * dx, f[1] + n * dy
                if g in self.stones:
                    code, _, owner, _ = self.stones[g]
                    if owner == player:
                        number += ARROWS[code[(d + 3) % 6]].count(COLOUR_AT[n])
                    break
                if g not in self.fields:
                    break
        return number

    def arrows(self, player, f):
        number = self.real_arrows(player, f)
        if f in self.stones:
            _, _, owner, circle = self.stones[f]
            if circle and self.real_arrows(OTHER[owner], f) >= 1:
                number += (circle == "V" and player == owner) or (circle == "G" and player != owner)
        return number

    def controls(self, player, f):
        return self.arrows(player, f) > self.arrows(OTHER[player], f)

    def is_free(self, f):
        owner = self.stones[f][2]
        nothing_points = self.arrows("W", f) == self.arrows("B", f) == 0
        return nothing_points or self.controls(owner, f)

    def won(self):
        return any(self.stones[self.bases[OTHER[p]]][2] == p for p in "WB" if self.bases[OTHER[p]] in self.stones)

    def frozen(self):
        return frozenset(self.stones.items()), *(frozenset(self.inventories[p].items()) for p in "WB")


IN_TRANSIT = "in transit"


def allowed(before, now, me, action):
    """One partial move: who controls what is judged before the whole move, what lies where is judged now."""
    kind, f, *rest = action
    if kind in ("rotate", "take"):
        return f in now.stones and now.stones[f][2] == me and (f not in before.stones or (
            before.is_free(f) if before.stones[f][2] == me else before.controls(me, f)))
    if kind == "place":
        return f in now.fields and f not in now.stones and before.controls(me, f) and stone_in_hand(now, me, rest[0])
    _, colour, owner, _ = now.stones.get(f, (None,) * 4)
    mine_to_take = owner == OTHER[me] and before.controls(me, f)
    return mine_to_take and (colour == owner if kind == "expropriate" else colour != owner)


def stone_in_hand(now, me, code):
    held = [k for k in now.inventories[me] if k != IN_TRANSIT and code in ways_to_lie(k)]
    passing = now.inventories[me].get(IN_TRANSIT)
    return bool(held) or (passing is not None and code in ways_to_lie(passing[0]))


def done(now, me, action, transit_first=False):
    """The position after one partial move."""
    kind, f, *rest = action
    after = now.copy()
    if kind == "rotate":
        after.stones[f] = (rest[0], *now.stones[f][1:])
    elif kind == "take":
        after.inventories[me][IN_TRANSIT] = after.stones.pop(f)
    elif kind == "place":
        passing = after.inventories[me].get(IN_TRANSIT)
        if transit_first and passing is not None and rest[0] in ways_to_lie(passing[0]):
            after.stones[f] = (rest[0], *after.inventories[me].pop(IN_TRANSIT)[1:])
        else:
            shape = next(k for k in after.inventories[me] if k != IN_TRANSIT and rest[0] in ways_to_lie(k))
            after.stones[f] = rest[0], me, me, after.inventories[me].pop(shape)
    elif kind == "expropriate":
        code, colour, _, _ = after.stones[f]
        after.stones[f] = code, colour, me, ""
    else:
        del after.stones[f]
    return after


def end_of_turn(now, me):
    """A stone of one's own on its way goes into the inventory; an expropriated one leaves the game."""
    after = now.copy()
    passing = after.inventories[me].pop(IN_TRANSIT, None)
    if passing is not None and passing[1] == me:
        after.inventories[me][max(ways_to_lie(passing[0]))] = passing[3]
    return after


def all_moves(state):
    """Every legal move text with the position it leads to, found by trying everything that can be spelled."""
    me, before = state.turn, Position.of(state)
    if before.won():
        return {}
    codes = sorted({c for s in before.stones.values() for c in ways_to_lie(s[0])}
                   | {c for i in before.inventories.values() for k in i for c in ways_to_lie(k)})
    found = {"pass": before.frozen()}

    def attempt(text, *actions, same_stone=False):
        now = before
        for number, action in enumerate(actions):
            if not allowed(before, now, me, action):
                return
            now = done(now, me, action, transit_first=same_stone)
            if now.won() and number + 1 < len(actions):
                return  # the game ended with the first part
        result = end_of_turn(now, me).frozen()
        if result != before.frozen():  # doing nothing is called pass
            found[text] = result

    for f in sorted(before.fields):
        here = "{},{}".format(*f)
        for kind in ("take", "expropriate", "release"):
            attempt(f"{kind} {here}", (kind, f))
        attempt(f"remove {here}", ("expropriate", f), ("take", f))
        lying = before.stones.get(f, ("",))[0]
        for code in codes:
            if code in ways_to_lie(lying):
                attempt(f"rotate {here} {code}", ("rotate", f, code))
                if code != lying:
                    attempt(f"appropriate {here} {code}", ("expropriate", f), ("rotate", f, code))
            attempt(f"place {here} {code}", ("place", f, code))
            attempt(f"detach {here} {code}", ("release", f), ("place", f, code))
            if any(code in ways_to_lie(k) for k in before.inventories[me]):
                attempt(f"replace {here} {code}", ("take", f), ("place", f, code))
    for f, g in product(sorted(before.stones), sorted(before.fields)):
        if f != g:
            for code in ways_to_lie(before.stones[f][0]):
                text = "relocate {},{} {},{} {}".format(*f, *g, code)
                attempt(text, ("take", f), ("place", g, code), same_stone=True)
    return found
