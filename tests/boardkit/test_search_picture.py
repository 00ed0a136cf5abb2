"""The tree of a search by random games, as a picture."""

import re
from itertools import pairwise

from boardkit.search import monte_carlo
from boardkit.search_picture import search_picture
from tests.boardkit.toys import Nim


def test_a_tree_grows_by_one_position_a_game_and_each_shows_its_games_and_their_mean():
    for games in range(1, 8):
        tree = monte_carlo(Nim(5, 2), games, seed=5).tree
        markup = search_picture(tree).markup
        assert markup.count('rx="8"') == games + 1
        shown = re.findall(r">([^<>]+)</text>", markup)
        for move, node in tree.children.items():
            assert {str(move), str(node.visits), f"{node.mean():+.2f}"} <= set(shown)


def test_boxes_beside_one_another_do_not_touch_and_the_root_stands_above_its_moves():
    picture = search_picture(monte_carlo(Nim(9, 3), 30, seed=1).tree)
    boxes = [(float(x), float(y)) for x, y in re.findall(r'<rect x="([\d.]+)" y="([\d.]+)" width="76"', picture.markup)]
    assert len(boxes) == len(set(boxes)) > 20
    by_row = {}
    for x, y in boxes:
        by_row.setdefault(y, []).append(x)
    assert len(by_row[min(by_row)]) == 1
    for row in by_row.values():
        row.sort()
        assert all(right - left >= 76 for left, right in pairwise(row))


def test_a_tree_of_a_root_alone_is_drawn_too():
    picture = search_picture(monte_carlo(Nim(0), 1, seed=1).tree)
    assert picture.desc == "Games: 1; positions: 1. The moves at the root, with their games and mean results: –"
