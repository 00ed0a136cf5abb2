"""All texts exist in all languages, with the same placeholders, and the code asks for texts that exist."""

import ast
import re
import subprocess
import sys
from functools import cache
from string import Formatter

import pytest

from boardkit.messages import LANGUAGES, Catalogue, using_language
from tests.texts import OTHERS, PACKAGES, ROOT, entries, said_by_code, texts

OTHER = pytest.mark.parametrize("lang", OTHERS)
PACKAGE = pytest.mark.parametrize("package", PACKAGES)


def fields(text):
    """Placeholders as they stand there, each as often as it does; a translation quotes in its own way what is {x!r}."""
    return sorted(name for _, name, _, _ in Formatter().parse(text) if name is not None)


def placeholders(text):
    return {name.split(".")[0].split("[")[0] for name in fields(text)}


@OTHER
@PACKAGE
def test_every_text_is_translated_as_it_reads_now_and_no_translation_is_left_over(package, lang):
    english, other = entries(package), entries(package, lang)
    known = {(e.context, e.text, e.plural) for e in other}
    wanted = {(e.context, e.text, e.plural) for e in english}
    contexts = {e.context for e in other if e.context}
    problems = [f"{context or text!r} is {'stale: its English text has changed' if context in contexts else 'missing'}"
                for context, text, plural in wanted - known]
    problems += [f"{context or text!r} is left over" for context, text, plural in known - wanted
                 if context not in {e.context for e in english if e.context}]
    problems += [f"{e.context or e.text!r} is not translated" for e in other if e.fuzzy or not all(e.forms)]
    assert sorted(problems) == []


@PACKAGE
def test_an_id_stands_in_a_template_once_and_no_text_is_its_own_id(package):
    ids = [e.context for e in entries(package) if e.context]
    assert [id for id in ids if ids.count(id) > 1] == []
    assert [e.context for e in entries(package) if e.context == e.text] == []


@OTHER
@PACKAGE
def test_a_translation_has_the_placeholders_of_its_text_in_every_form(package, lang):
    differ = {e.context: form for e in entries(package, lang) if e.context for n, form in enumerate(e.forms)
              if fields(form) != fields(e.plural if n and e.plural else e.text)}
    assert differ == {}


@PACKAGE
def test_the_catalogue_says_what_the_files_say(package):
    catalogue = Catalogue(package)
    for lang in LANGUAGES:
        with using_language(lang):
            for e in (e for e in entries(package, lang) if e.context):
                values = dict.fromkeys(placeholders(e.text) | placeholders(e.plural), 1)
                text = e.text if lang == "en" else e.forms[0]
                said = text.format(**values).replace("100%", "100%" if lang == "en" else "100\N{NO-BREAK SPACE}%")
                assert catalogue.text(e.context, **values) == said
            assert {catalogue.translated(text): other for text, other in said_by_code(package, lang).items()
                    if catalogue.translated(text) != other} == {}


@cache
def modules():
    """The syntax trees of all modules by name."""
    return {".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"):
            (path.relative_to(ROOT), ast.parse(path.read_text(encoding="utf-8")))
            for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))}


@cache
def nodes(module):
    """What a module consists of: assignments, imports, calls."""
    return [node for node in ast.walk(modules()[module][1]) if isinstance(node, ast.Assign | ast.ImportFrom | ast.Call)]


def catalogue_in(node, known):
    """The catalogue (package, section, method) that an expression is, if it is one: Catalogue(…), or its method."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Catalogue":
        words = [word.value for word in node.args if isinstance(word, ast.Constant)]
        return (words[0], "".join(f"{section}." for section in words[1:]), None) if words else None
    if isinstance(node, ast.Attribute) and node.attr in ("text", "message"):
        found = catalogue_in(node.value, known)
        return found and (*found[:2], node.attr)
    return known.get(node.id) if isinstance(node, ast.Name) else None


@cache
def own_catalogues(module):
    """The names in a module that are catalogues or their methods."""
    names = {}
    for node in nodes(module):
        if isinstance(node, ast.Assign) and (found := catalogue_in(node.value, names)):
            names |= {target.id: found for target in node.targets if isinstance(target, ast.Name)}
    return names


def catalogues(module):
    """The same with those that it imports."""
    imports = [node for node in nodes(module) if isinstance(node, ast.ImportFrom) and node.module in modules()]
    names = {name.asname or name.name: own_catalogues(node.module).get(name.name) for node in imports
             for name in node.names}
    return names | own_catalogues(module)


def requests(package):
    """The texts that the code of a package asks for: place, catalogue, id (or its beginning), values."""
    for module in (name for name in modules() if name.partition(".")[0] == package):
        path, _ = modules()[module]
        known = catalogues(module)
        for node in (node for node in nodes(module) if isinstance(node, ast.Call) and node.args):
            catalogue, section, method = catalogue_in(node.func, known) or ("", "", None)
            if method is None:
                continue
            first, place = node.args[0], f"{path}:{node.lineno}"
            if isinstance(first, ast.Constant):
                open_ended = any(keyword.arg is None for keyword in node.keywords)
                values = None if open_ended else {keyword.arg for keyword in node.keywords} - {"lang"}
                yield place, catalogue, section + first.value, values
            elif isinstance(first, ast.JoinedStr) and isinstance(first.values[0], ast.Constant):
                yield place, catalogue, f"{section}{first.values[0].value}…", None


@cache
def wanted(package):
    """The values that every text wants."""
    return {e.context: placeholders(e.text) | placeholders(e.plural) for e in entries(package) if e.context}


@PACKAGE
def test_the_code_asks_only_for_texts_that_exist_and_gives_every_placeholder_a_value(package):
    problems, count = [], 0
    for place, catalogue, id, values in requests(package):
        count += 1
        known = wanted(catalogue)
        if id.endswith("…"):
            if not any(one.startswith(id[:-1]) for one in known):
                problems.append(f"{place}: no text of {catalogue} begins with {id}")
        elif id not in known:
            problems.append(f"{place}: {catalogue} has no text {id}")
        elif values is not None and known[id] != values:
            problems.append(f"{place}: {id} wants {known[id]}, is given {values}")
    assert problems == []
    assert count > 0


def pieces_of_ids():
    """What ids are made of in the code: words, and f-strings with their open places."""
    words, forms = set(), set()
    for _, tree in modules().values():
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                words |= {node.value, node.value.strip("_.")}
            if isinstance(node, ast.FunctionDef):  # what registers itself goes by the name of its function
                words.add(node.name)
            if isinstance(node, ast.JoinedStr):
                parts = [part.value if isinstance(part, ast.Constant) else None for part in node.values]
                if re.fullmatch(r"[\w.-]{2,}", "".join(part or "" for part in parts)):
                    forms.add("".join("(.+)" if part is None else re.escape(part) for part in parts))
            if found := catalogue_in(node, {}):
                forms |= {re.escape(found[1]) + "(.+)"} - {"(.+)"}
    for template in (path for package in PACKAGES for path in (ROOT / package).rglob("*.html")):
        for id, open_ended in re.findall(r'say\("([^"]+)"( ~)?', template.read_text(encoding="utf-8")):
            (forms if open_ended else words).add(re.escape(id) + "(.+)" if open_ended else id)
    return words, [re.compile(form) for form in forms]


@pytest.mark.slow
def test_every_text_is_asked_for():
    words, forms = pieces_of_ids()

    def asked(id, depth=0):
        whole = id in words or id.isdigit() or ("_" in id and all(asked(part, depth) for part in id.split("_")))
        return whole or (depth < 3 and any(all(asked(part, depth + 1) for part in found.groups())
                                           for form in forms if (found := form.fullmatch(id))))

    assert [(package, id) for package in PACKAGES for id in texts(package) if not asked(id)] == []
    assert not asked("widget.nonsense")


def test_importing_the_packages_changes_nothing_for_the_gettext_of_others():
    program = f"""if True:
        import builtins, gettext, os
        before = gettext.textdomain(), dict(os.environ), set(dir(builtins)), vars(gettext).copy()
        import {', '.join(PACKAGES)}, boardkit.console, click, click.core
        boardkit.console.Group("toy").main(["--lang", "de", "--help"], standalone_mode=False)
        after = gettext.textdomain(), dict(os.environ), set(dir(builtins)), vars(gettext).copy()
        assert before == after
        assert click.core._ is gettext.gettext and gettext.gettext("Usage:") == "Usage:"
    """
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Aufruf:" in done.stdout
