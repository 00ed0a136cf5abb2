"""The pure geometry of the page, run by plain node."""

from __future__ import annotations

import json
import subprocess
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from finity_edu import Board
from finity_edu.draw.geometry import Geometry
from tests.needs import needs

pytestmark = needs("node")


def run(expression: str, tmp_path: Path, **values: Any) -> Any:
    """Evaluate an expression over the functions of the module."""
    module = resources.files("boardkit.widget").joinpath("geometry.js").read_text(encoding="utf-8")
    constants = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in values.items())
    file = tmp_path / "case.mjs"
    file.write_text(f"{module}\n{constants}console.log(JSON.stringify({expression}));", encoding="utf-8")
    done = subprocess.run(["node", str(file)], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def places(board: Board) -> list[dict[str, Any]]:
    geometry = Geometry(board, 72)
    stations = [{"id": name, "x": x, "y": y} for name, (x, y) in geometry.centres.items()]
    slots = [{"id": str(s), "x": geometry.slot(s).x, "y": geometry.slot(s).y} for s in board.slots]
    return stations + slots


def test_a_point_of_the_page_is_found_in_a_picture_that_is_scaled_and_centred(tmp_path: Path) -> None:
    rect, box = {"left": 10, "top": 20, "width": 200, "height": 300}, {"x": 0, "y": 0, "width": 100, "height": 100}
    point = run("toPicture(rect, box, 110, 170)", tmp_path, rect=rect, box=box)
    assert point == {"x": 50, "y": 50}


def test_the_nearest_place_within_the_limit(tmp_path: Path) -> None:
    found = run("[nearest(all, {x: 9, y: 0}), nearest(all, {x: 90, y: 0}, 20), nearest([], {x: 0, y: 0})]", tmp_path,
                all=[{"id": "a", "x": 0, "y": 0}, {"id": "b", "x": 10, "y": 0}])
    assert [place and place["id"] for place in found] == ["b", None, None]


def test_up_from_the_middle_leads_through_the_slot_to_the_north(tmp_path: Path) -> None:
    expression = """(() => {
      const at = (id) => all.find((place) => place.id === id);
      const up = ahead(all, at("C"), "ArrowUp");
      return [up.id, ahead(all, up, "ArrowUp").id, ahead(all, at("N"), "ArrowUp")];
    })()"""
    assert run(expression, tmp_path, all=places(Board.standard(2))) == ["C-N.m", "N", None]


@pytest.mark.parametrize("board", [Board.standard(2), Board.standard(4), Board.named("abcd"), Board.named("hexring")],
                         ids=str)
def test_arrow_keys_reach_every_place_from_every_place(board: Board, tmp_path: Path) -> None:
    expression = """(() => {
      const byId = new Map(all.map((p) => [p.id, p]));
      const lost = [];
      for (const start of all) {
        const seen = new Set([start.id]), queue = [start];
        for (const place of queue) for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]) {
          const next = ahead(all, place, key);
          if (next && !seen.has(next.id)) { seen.add(next.id); queue.push(byId.get(next.id)); }
        }
        if (seen.size < all.length) lost.push(start.id);
      }
      return lost;
    })()"""
    assert run(expression, tmp_path, all=places(board)) == []


def test_a_small_tremble_is_no_drag(tmp_path: Path) -> None:
    assert run("[isDrag({x: 0, y: 0}, {x: 3, y: 4}), isDrag({x: 0, y: 0}, {x: 30, y: 4})]", tmp_path) == [False, True]
