"""Predictions: chosen, committed, remembered; with a kernel as a widget, without one as a page."""

from __future__ import annotations

import importlib.util
import json
import re
from html.parser import HTMLParser
from importlib import resources
from pathlib import Path

import pytest

from boardkit.errors import UserError
from boardkit.messages import LANGUAGES
from boardkit.svg import Picture
from coursekit.practice.prediction import Prediction, predict
from tests.finity_edu.widget import bench, jupyter
from tests.needs import needed, needs

WHY = {"yes": "It looks as if you wanted every run to accept."}


def asked(folder: Path, id: str = "first", **more) -> Prediction:
    return predict(id, "Is bw accepted?", "no", choices=["yes", "no"], reveal="The run ends in A.", why=WHY,
                   picture=Picture(9, 9, desc="The run."), folder=folder, **more)


def shown(widget: Prediction) -> str:
    return widget.part_board + widget.part_status


def test_the_result_opens_with_the_commitment_and_not_before(tmp_path):
    widget = asked(tmp_path)
    for secret in ("The run ends in A.", "every run to accept", "The run."):
        assert secret not in shown(widget)
    widget.act("commit")
    assert not widget.committed, "nothing was chosen"
    widget.act("pick", n="0")
    assert "The run ends in A." not in shown(widget)
    widget.act("commit")
    assert widget.committed
    assert not widget.is_right
    for said in ("You said yes.", "The answer is no.", *WHY.values(), "The run ends in A."):
        assert said in shown(widget)


def test_after_the_commitment_the_verdict_comes_first_and_the_options_stay_with_their_signs(tmp_path):
    widget = asked(tmp_path)
    letters = re.findall(r'class="gk-letter"[^>]*>(.)<', widget.part_board)
    assert letters == ["A", "B"]
    assert widget.part_status.count("gk-primary") == 1
    widget.act("pick", n="0")
    widget.act("commit")
    said = ("Predicted", "Is bw accepted?", "✗ You said yes.", "gk-options", "<strong>It looks as if", "The run ends")
    order = list(map(widget.part_board.index, said))
    assert order == sorted(order)
    signs = re.findall(r"<span[^>]*gk-option ?([a-z-]*)[^>]*><b[^>]*>.</b>(\w+)", widget.part_board)
    assert signs == [("gk-no", "yes"), ("gk-yes", "no")]
    assert "gk-primary" not in shown(widget)


def test_a_show_of_hands_holds_its_bars_back_and_keeps_before_and_after_side_by_side(tmp_path):
    widget = asked(tmp_path)
    widget.act("hands")
    assert widget.large, "the whole room reads it"
    widget.act("counted", n="0", value="17")
    for _ in range(4):
        widget.act("count", n="1")
    assert "21 hands" in widget.part_status
    assert "17" not in widget.part_board, "nobody is led by the others"
    widget.act("bars")
    assert re.findall(r"<span>(\d+)</span>", widget.part_board) == ["17", "4"]
    widget.act("again")
    assert "gk-votes" not in widget.part_board
    widget.act("counted", n="1", value="20")
    widget.act("bars")
    assert re.findall(r"<span>(\d+ \w+)</span>", widget.part_board) == ["17 before", "0 after", "4 before", "20 after"]
    for wrong in ("many", "-3", "1.5", "12345"):
        widget.act("counted", n="0", value=wrong)
        assert "whole number" in shown(widget), wrong
    assert widget.hands.votes == [[17, 4], [0, 20]]
    assert widget.said is ..., "a vote is no prediction"
    widget.act("hands")
    widget.act("pick", n="1")
    widget.act("commit")
    widget.act("hands")
    assert "20 after" in widget.part_board
    assert "✓ You said no." in widget.part_board


def test_what_was_committed_stays_in_this_kernel_and_in_the_next(tmp_path):
    widget = asked(tmp_path)
    widget.act("pick", n="1")
    widget.act("commit")
    assert widget.is_right
    with pytest.raises(ValueError, match="no action 'pick'"):
        widget.act("pick", n="0")
    widget.act("typed", value="yes")
    again = asked(tmp_path)
    assert (again.committed, again.said) == (True, "no")
    assert "every run to accept" not in shown(again)
    assert not asked(tmp_path, "second").committed
    record = json.loads((tmp_path / "predictions.answers.json").read_text(encoding="utf-8"))
    assert [entry["question"] for entry in record["entries"]] == ["first"]


@pytest.mark.parametrize(("kind", "form", "right", "typed"), [
    ("number", {}, 3, "3"), ("word", {"alphabet": "ab"}, "ab", "ab"),
    ("set of words", {"alphabet": "ab"}, ["a", "b"], "b, a"),
])
def test_other_kinds_of_answers_are_predicted_with_their_own_input(tmp_path, kind, form, right, typed):
    widget = predict("one", "Which?", right, kind=kind, form=form, folder=tmp_path)
    widget.act("typed", value=typed)
    widget.act("commit")
    assert widget.is_right


def test_mistakes_of_the_author_are_named(tmp_path):
    with pytest.raises(UserError, match="'maybe', is not among"):
        predict("a", "?", "maybe", choices=["yes", "no"], folder=tmp_path)
    with pytest.raises(UserError, match=r"'a\.b' cannot be the id"):
        predict("a.b", "?", "yes", choices=["yes"], folder=tmp_path)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_prediction_speaks_every_language_as_a_widget_and_as_a_page(tmp_path, lang):
    widget = asked(tmp_path, lang=lang)
    button = {"en": "Commit", "de": "Festlegen", "es": "Confirmar"}[lang]
    assert button in widget.part_status
    assert button in widget.html
    assert f'lang="{lang}"' in widget.html


def test_a_page_without_scripts_still_has_everything_in_a_fold(tmp_path):
    html = predict("x", "1 < 2 & <b>?", "no", choices=["yes", "no"], reveal='"<i>"', folder=tmp_path).html
    assert "<b>" not in html
    assert "1 &lt; 2 &amp; &lt;b&gt;?" in html
    fold = re.search(r"<details>.*?</details>", html, re.DOTALL)
    assert fold
    assert "The answer is no." in fold[0]

    class Names(HTMLParser):
        fields = 0

        def handle_starttag(self, tag, attrs):
            self.fields += tag == "input"

    reader = Names()
    reader.feed(html)
    assert reader.fields == 2


def test_a_place_without_widgets_gets_the_page(tmp_path):
    data, _ = asked(tmp_path)._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in data
    assert data["text/html"].startswith("<section")
    assert data["text/plain"] == "Is bw accepted?"


@pytest.mark.browser
@needs("chromium")
@pytest.mark.parametrize("by", ["mouse", "keyboard"])
def test_a_page_without_a_kernel_commits_opens_and_remembers(browser, tmp_path, by):
    number = predict("other", "How many?", 3, kind="number", folder=tmp_path).html
    html = f"<!doctype html><html lang=en><title>t</title><body>{asked(tmp_path).html}{number}</body>"
    page = browser.new_context().new_page()
    # Not a file: of what those remember Chromium loses some on a busy machine.
    page.route("**/*", lambda route: route.fulfill(body=html, content_type="text/html; charset=utf-8"))
    page.goto("http://lecture.test/")
    first = page.locator("[data-prediction=first]")
    assert not first.locator("details").is_visible()
    if by == "mouse":
        first.get_by_label("yes").check()
        first.get_by_role("button").click()
    else:
        first.get_by_label("yes").focus()
        page.keyboard.press("Space")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
    text = first.inner_text()
    assert "✗ You said yes." in text
    assert "The answer is no." in text
    assert WHY["yes"] in text
    assert first.get_by_label("no").is_disabled()
    verdict, options = (first.locator(part).first.bounding_box()["y"] for part in (".said", ".option"))
    assert verdict < options
    assert first.locator(".option").evaluate_all("(all) => all.map((one) => one.dataset.sign)") == ["✗", "✓"]
    page.reload()
    assert "✗ You said yes." in page.locator("[data-prediction=first]").inner_text()
    other = page.locator("[data-prediction=other]")
    assert not other.locator("details").is_visible()
    other.get_by_role("textbox").fill(" 3 ")
    other.get_by_role("button").click()
    assert "✓ You said" in other.inner_text()
    page.evaluate("localStorage.clear()")
    page.reload()
    other.get_by_role("textbox").fill("$& $' $$")
    other.get_by_role("button").click()
    assert "You said $& $' $$." in other.inner_text()


@pytest.mark.browser
@needs("chromium")
def test_the_widget_commits_in_a_page_with_a_kernel_and_the_next_one_remembers(browser, tmp_path):
    page = browser.new_context().new_page()
    bench.show(page, asked(tmp_path), tmp_path)
    page.get_by_role("button", name="no", exact=True).click()
    assert "The run ends in A." not in page.locator(".gk-root").inner_text()
    page.get_by_role("button", name="Commit").focus()
    page.keyboard.press("Enter")
    page.get_by_text("The run ends in A.").wait_for()
    assert page.get_by_role("button", name="Commit").count() == 0
    page.wait_for_function("document.activeElement.matches('.gk-root')")  # whoever uses keys goes on from the result
    other = browser.new_context().new_page()
    bench.show(other, asked(tmp_path), tmp_path)
    assert "✓ You said no." in other.locator(".gk-root").inner_text()


@pytest.mark.browser
@needs("chromium")
def test_hands_are_counted_by_letters_and_typed_and_both_votes_are_seen(browser, tmp_path):
    page = browser.new_context(viewport={"width": 846, "height": 700}).new_page()
    widget = asked(tmp_path)
    bench.show(page, widget, tmp_path)

    def does(what):
        before = widget.tick
        what()
        page.wait_for_selector(f".gk-root[data-tick='{before + 1}']")

    does(page.get_by_role("button", name="Show of hands").click)
    for letter in "aab":
        does(lambda letter=letter: page.keyboard.press(letter))
    does(lambda: page.get_by_label("Hands for: no").fill("30") or page.keyboard.press("Enter"))
    assert widget.hands.votes == [[2, 30]]
    hidden = "(field) => getComputedStyle(field).webkitTextSecurity"
    assert page.get_by_label("Hands for: no").evaluate(hidden) == "disc", "held back while it is typed"
    assert page.get_by_label("Hands for: yes").input_value() == ""
    does(page.get_by_role("button", name="Vote again").click)
    does(lambda: page.get_by_label("Hands for: yes").fill("32") or page.keyboard.press("Enter"))
    does(page.get_by_role("button", name="Show the bars").click)
    wide = page.locator(".gk-share").evaluate_all("(all) => all.map((one) => parseFloat(one.style.width))")
    assert wide == [6, 100, 94, 0]
    root = page.locator(".gk-root").bounding_box()
    assert root["height"] < 599
    small = """() => [...document.querySelectorAll('.gk-card *')].filter((one) => one.children.length === 0
      && parseFloat(getComputedStyle(one).fontSize) < 17).map((one) => one.textContent)"""
    assert page.evaluate(small) == []


AXE = "axe.run('.gk-root', {resultTypes: ['violations']})"
ASKS = ('from coursekit import predict\npredict("first", "Is bw accepted?", "no", choices=["yes", "no"], '
        'reveal="The run ends in A.", why={"yes": "It looks as if you wanted every run to accept."})')


@pytest.mark.browser
@needs("chromium")
def test_a_prediction_is_committed_in_lab_and_stays_in_notebook_and_in_voila(browser, tmp_path):
    needed("voila")
    folder, server = tmp_path / "work", tmp_path / "server"
    for made in (folder, server):
        made.mkdir()
    notebook = jupyter.write_notebook(folder / "asks.ipynb", [ASKS])
    page = browser.new_context(viewport={"width": 1200, "height": 800}).new_page()
    page.set_default_timeout(60_000)
    lab, voila = jupyter.free_port(), jupyter.free_port()

    def looks(secret: bool) -> str:
        page.wait_for_selector(".gk-root[data-tick]")
        said = page.locator(".gk-root").inner_text()
        assert ("The run ends in A." in said) is not secret
        if importlib.util.find_spec("axe_playwright_python") is not None:
            page.evaluate(resources.files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8"))
            assert [(v["id"], [n["html"][:90] for n in v["nodes"]]) for v in page.evaluate(AXE)["violations"]] == []
        return said

    with jupyter.running(jupyter.lab_arguments(lab, folder), f"http://127.0.0.1:{lab}/api", server):
        page.goto(f"http://127.0.0.1:{lab}/lab/tree/asks.ipynb?reset")
        jupyter.run_all(page)
        looks(secret=True)
        page.locator(".gk-root [data-do='pick']", has_text="yes").click()
        page.wait_for_selector(".gk-root [data-do='pick'][aria-pressed='true']")
        looks(secret=True)
        page.locator(".gk-root [data-do='commit']").click()
        page.wait_for_selector(".gk-root :text('The run ends in A.')")
        assert "every run to accept" in looks(secret=False)
        page.goto(f"http://127.0.0.1:{lab}/notebooks/asks.ipynb")
        jupyter.run_all(page)
        assert "every run to accept" in looks(secret=False), "remembered by the next kernel, in Notebook 7"
    words = ["voila", str(notebook), "--no-browser", f"--port={voila}", "--Voila.ip=127.0.0.1"]
    with jupyter.running(words, f"http://127.0.0.1:{voila}/no-such-page", server):
        page.goto(f"http://127.0.0.1:{voila}/")
        assert "every run to accept" in looks(secret=False)
