"""Random positions for tests: played at random from the start, or strewn over a board."""

from __future__ import annotations

from collections import defaultdict
from random import Random

from finity_edu import Board, Layout, Position, load_rules
from finity_edu.rules.effects import Ban
from finity_edu.rules.pieces import SIZES, Move, PlaceArrow, PlaceRing, RemoveArrow
from finity_edu.rules.ruleset import Rules

RULE_SETS = ("bga", "english", "piglab", "express")


def played(seed: int, plies: int, players: int = 2, rules: str = "bga") -> Position:
    """A position after random legal moves; stops where the game ends."""
    random = Random(seed)
    chosen = load_rules(rules)
    position = Position.start(players, word=chosen.draw_word(random), rules=chosen)
    for _ in range(plies):
        moves = position.legal_moves()
        if not moves:
            break
        position = position.play(random.choice(moves))
    return position


def strewn(seed: int, players: int = 2, rules: str | Rules = "bga", board: Board | None = None) -> Position:
    """A valid position with pieces at random: denser and odder than play makes them."""
    random = Random(seed)
    chosen = load_rules(rules) if isinstance(rules, str) else rules
    board = board or Board.standard(players, chosen.seat_order)
    layout = Layout.empty(board)
    others = [name for name in board.names if name != board.end]
    random.shuffle(others)
    for seat in range(1, board.players + 1):
        layout = layout.with_post(seat, others[seat - 1])
    for slot in random.sample(range(len(board.slots)), random.randint(0, len(board.slots))):
        code = random.choice((1, 1, 2, 2, 3, 3, 4, 4, 5, 6))
        blockers_left = layout.slot_codes.count(code) < 2
        first = slot - slot % 3
        duplicate = code in layout.slot_codes[first : first + 3]
        clash = any(0 < layout.slot_codes[mate] < 5 for mate in board.corner_mates[slot])
        if (code > 4 and blockers_left) or (code < 5 and not duplicate and not clash):
            layout = layout.with_slot(slot, code)
    for station in others:
        for size in SIZES:
            if random.random() < 0.4:
                seat = random.randint(1, board.players)
                if layout.ring_count(seat, size) < chosen.ring_supply(size):
                    layout = layout.with_ring(station, size, seat)
    length = chosen.word_length if board.is_standard else random.randint(1, 8)
    word = "".join(random.choice("bw") for _ in range(length))
    turn = random.randint(1, board.players)
    clock, ply = random.randint(0, 9), random.randint(0, board.players)
    position = Position(chosen, word, turn, layout, None, clock, ply)
    return _with_ban(position, random)


def _with_ban(position: Position, random: Random) -> Position:
    empty = [s for s, code in enumerate(position.layout.slot_codes) if code == 0]
    if not empty or random.random() < 0.5:
        return position
    removed = RemoveArrow(position.board.arrow(random.choice(empty), random.randint(1, 4)))
    ban = Ban(removed, random.random() < 0.5)
    if removed.arrow.head == position.board.end or not ban.bites(position.rules):
        return position
    return Position(position.rules, position.word, position.turn, position.layout, ban, position.clock, position.ply)


def lively(moves: tuple[Move, ...], dice: Random) -> Move:
    """A random move; rings and arrows are likelier than by uniform choice, or hardly anything would happen."""
    kinds = defaultdict(list)
    for move in moves:
        kinds[type(move)].append(move)
    weights = [{PlaceRing: 6, PlaceArrow: 4}.get(kind, 1) for kind in kinds]
    return dice.choice(kinds[dice.choices(list(kinds), weights)[0]])
