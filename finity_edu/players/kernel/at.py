"""What stands where: in a packed position, in the tables of a game, in the work space of a search."""

from types import SimpleNamespace

from finity_edu.rules.options import ENGINE

MAX_PLAYERS, MAX_STATIONS, MAX_PAIRS, MAX_SLOTS, MAX_WORD = 4, 13, 24, 72, 60

# --- in a position --------------------------------------------------------------------------------------------
PAIR = 0  # for each pair of stations its three slots, three bits each: 0, an arrow's code, or 5 for a blocker
CLASH = 25  # for each pair a bit for each slot that an arrow beside the same corner obstructs
SUCC = 50  # δ: for each colour (16 apart) and station the mask of the heads
RING = 82  # for each seat and size the mask of the stations with such a ring
POST = 94  # for each seat the station of its post, or −1
BLOCKER = 98  # for each seat the slots of its two blockers, or −1
ARROWS = 106  # number of black and of white arrows on the board
TURN, CLOCK, PLY, BAN, RESULT, SWEPT = range(108, 114)
REACH = 114  # for each seat the mask of the stations that it reaches; the end is in it iff it has a full path
DEPART = 118  # for each seat and colour: stations that its partial paths may leave by that colour (a superset)
KEPT = 126  # for each seat the mask of the stations on which its rings stay
STATE_SIZE = 132

TIE, DEADLOCK = 5, 6
"""Values of the result beside 0 (the game goes on) and 1 to 4 (that seat has won)."""

# --- in the tables: values of the board and the rules ---------------------------------------------------------
PAIRS, STATIONS, END, PLAYERS = range(4)
RULE = SimpleNamespace(**{name: place for place, name in enumerate(ENGINE, 4)})

# --- then what follows from where the stations lie ------------------------------------------------------------
TAIL = 4 + len(ENGINE)  # first station of each pair
HEAD = TAIL + MAX_PAIRS  # second station of each pair
MATE = HEAD + MAX_PAIRS  # pair and bit of each of the two slots beside the same corner
FILLS = MATE + 4 * MAX_SLOTS  # for each station and pair the slots at the station
# And those where an arrow would obstruct a slot at the station
OBSTRUCTS = FILLS + MAX_STATIONS * MAX_PAIRS
AROUND = OBSTRUCTS + MAX_STATIONS * MAX_PAIRS  # neighbours of each station
# The pair of two neighbours (16 · one + the other), or −1
PAIR_OF = AROUND + MAX_STATIONS
# Stations from which the end is at most 0, 1, 2, … steps away
NEAR = PAIR_OF + 16 * MAX_STATIONS

# --- ready lists of moves within one pair, and their lengths --------------------------------------------------
EMPTY = NEAR + MAX_WORD + 1  # by the nine bits of a pair: its empty slots
PRESENT = EMPTY + 512  # and the arrow codes that lie in it
PLACE_NUMBER = PRESENT + 512
REVERSE_NUMBER = PLACE_NUMBER + 128
REMOVE_NUMBER = REVERSE_NUMBER + 512
TARGET_NUMBER = REMOVE_NUMBER + 2048
PLACE = TARGET_NUMBER + 8  # by open slots and codes that are not available
REVERSE = PLACE + 12 * 128  # by the nine bits of a pair
# By these, and whether arrows to the first and to the second station may go
REMOVE = REVERSE + 4 * 512
TARGET = REMOVE + 4 * 2048  # by the empty slots

# --- and the word: its length, and 1 for each white symbol ----------------------------------------------------
LENGTH = TARGET + 4 * 8
WORD = LENGTH + 1
TABLES_SIZE = WORD + MAX_WORD

# --- in the work space of searches for paths and plans --------------------------------------------------------
EPOCH = 0
TODO = 8
LEFT = TODO + 64
AHEAD = LEFT + 64
MEMO = AHEAD + 64 * 16
MEMO_SIZE = 1024
# For each symbol and station how many partial plans are kept (see `cost`)
LABELS = MEMO + 2 * MEMO_SIZE
PRICE = LABELS + 64 * 16  # moves that each of them costs
SPENT = PRICE + 64 * 16 * 8  # rings that it has spent
PARENT = SPENT + 64 * 16 * 8  # station and place of the plan that it continues
OWN = PARENT + 64 * 16 * 8  # own rings on each station
ROOM = OWN + 16  # own rings that a station could hold in all
# For each colour and station the heads to which an arrow could be laid or turned
CAN = ROOM + 16
PATH = CAN + 32  # stations of the plan that was found
# What `evaluate` finds for each seat: moves to win, then the worth of its plan
COSTS = PATH + 64
VALUES = COSTS + 8  # what a position is worth to each seat by itself
# What is added to every interest of the present node, so that older ones count as none
MARKS = VALUES + 4
INTEREST = MARKS + 1  # for each move how much it has to do with the plans
WORK_SIZE = INTEREST + 8192

# --- in the notes on the moves at the root, as lists by the number of the move in the list -----------------------
# See `root`; the depths 0 and 1 are its first two stages
COUNT, SAFE, DEPTH, MOST, NEXT, DONE, EXACTLY = range(7)
MOVE = 16  # the numbers of the legal moves, in random order
VALUE = MOVE + 1024
GAIN = VALUE + 1024  # what is added to a value because the move brings its player on
ORDER = GAIN + 1024  # places of all moves, the best first
RANKED = ORDER + 1024  # places of those that are searched, the best first
FRESH = RANKED + 1024  # values of the present iteration, in the order of RANKED
EXACT = FRESH + 1024  # the best of them, as many as are wanted exactly
SEEN = EXACT + 1024  # the depth to which a move was searched last
NOTES_SIZE = SEEN + 1024

# --- in a frame: how far a search has come in one position ---------------------------------------------------------
# How many moves it looks ahead, and between which values it matters
DEEP, ALPHA, BETA = range(3)
# Moves (−1: not looked at), how many were tried, whether the last one less deeply
NUMBER, TRIED, LESS = range(3, 6)
BEST = 6  # the best value found; for more than two players one for each seat
FRAME_SIZE = 10

# --- in the control of a search -----------------------------------------------------------------------------------
# The flag; positions seen, and how many may be (0: any number)
STOP, NODES, LIMIT = range(3)
STEPS = 3  # steps until the next pause; below 0 there is none
DOWN = 4  # the ply at which the search stands; 0 before the next move of the root
CONTROL_SIZE = 5
