from .boards import (
    count_paths as count_paths,
    reach as reach,
    wins as wins,
    witness as witness,
)
from .chances import (
    chance_to_win as chance_to_win,
    favoured as favoured,
    tower_chance as tower_chance,
    towers as towers,
    winning_towers as winning_towers,
)
from .completion import Plan as Plan, ring_purchases as ring_purchases, to_win as to_win
from .cuts import cut as cut
from .seats import SeatView as SeatView, seat_view as seat_view
