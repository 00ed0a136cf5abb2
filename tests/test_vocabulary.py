"""One word for one thing: what people read and the public names use the words of CONTRIBUTING and no others."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from boardkit.po import translations

ROOT = Path(__file__).resolve().parent.parent
# What should be said, and what is said in its place by mistake.
WORDS = {
    "en": {
        "arrow": r"bridges?(?! (?:b|w)[A-Z])",  # but for the text form of a position
        "start state": r"initial states?|starting states?",
        "accepting state": r"(?:final|end|accept|terminal) states?",
        "opponent": r"enem(?:y|ies) players?|adversar(?:y|ies)",
        "player": r"bots?|AI players?",
        "teacher": r"trainers?",
        "position": r"board states?|game states?",
        "problem set": r"homework sets?|problem sheets?",
    },
    "de": {
        "Pfeil": r"Brücken?",
        "Startzustand": r"Anfangszust[aä]nd\w*|Initialzust[aä]nd\w*",
        "akzeptierender Zustand": r"End-? ?zust[aä]nd\w*|Finalzust[aä]nd\w*",
        "Station": r"Bahnhöfe?",
        "Lehrer": r"Trainer",
        "Potenzmengenkonstruktion": r"Teilmengen(?:konstruktion|automat)\w*",
        "DEA, NEA": r"(?-i:(?:ε-)?[DN]FAs?)(?!.* automata-lib)",  # but for what automata-lib calls so
        "perfekt": r"vollkommen(?:e[mnrs]?)?",
        "Figur": r"Marken?(?= auf (?:[A-D]|dem Brett|jede[rn]?)\b)",  # markers lie in the machine's boxes
        "Maschine": r"Automat(?:en)? (?=beginnt|gewinnt|hat (?:gewonnen|verloren)|wird trainiert|trainieren|üben)",
        "Engine, Rechner": r"(?:übersetzte|kompilierte|lesbare)n? Maschine|auf dieser Maschine",
        "Partie": r"Trainingsspiel\w*|Neues Spiel|Spiele (?=je|bis|gewonnen|gespielt)",
        "Aufgabe": r"Frageart\w*|Übungsfragen?",
        "Teilpfad, vollständiger Pfad": r"Teilwege?n?|vollständige[rnms]? Weg(?:es)?",
        "Pfosten": r"Posten",
        "Transitionssystem": r"Übergangssystem\w*",
        "Myhill-Nerode": r"Myhill–Nerode",
        "Symbol": r"(?<!am Anfang ein )Buchstaben?s?(?!,? (?:Ziffern|und Ziffern|oder einer Ziffer|von a))"
                  r"|Zeichen für Zeichen|(?:jede[sm]|benachbarte|(?:letzt|nächst)e[sn]?|gelesene|[npk]|\{n\}) Zeichen",
        "Gegner": r"Gegenspielers?",
        "einen Ring setzen": r"Ringe? (?:darauf |dorthin )?legen|legst? (?:einen |den )?Ring\w*",
        "trainieren": r"üben lassen|lass sie üben|geübte\w*",
        "Lernregel": r"Lerner[ns]?",
        "Leerzug": r"Züge?n? ohne Änderung",
        "Regelheft": r"Regelbuch\w*",
        "Lauf auf einem Wort": r"L[aä]uf\w* über (?:das|ein|n|seine|ihre)\b",
        "Spiegelung": r"umgekehrte[nr]? Sprache",
        "pumpen": r"aufpump\w*|aufgepumpt\w*",
        "Sieg": r"zum Gewinn|sofortige\w* Gewinn",
        "Startwert": r"gleicher Zahl|dieselbe Zahl",
        "installieren": r"eingerichtet|einrichten mit|richte \S+ ein",
        "Warenautomat": r"(?:Verkaufs|Getränke)automat\w*",
        "verlorenes Feld": r"Verlustfeld\w*",
        "unter Linux": r"auf Linux",
        "im Ziel, auf dem Start": r"(?:auf|über) Ziel|auf Start",
        "Repository": r"Repositori\w+",
        "kurz: schreib, leg": r"(?-i:(?:Schreib|Leg|Setz|Dreh|Zieh|Bau|Sag|Schick|Füll)e)"
                              r"|(?<=[,;:] )(?-i:(?:schreib|leg|setz|dreh|zieh|schick|füll)e)(?!,? es)",
        "lang: führe, suche": r"(?-i:Führ|Such|Prüf|Zähl|Wähl|Nenn|Merk|Folg|Klick (?:an|erst))(?! ')",
    },
    "es": {
        "flecha": r"puentes?",
        "estado de aceptación": r"estados? finale?s?|estados? terminale?s?",
        "estado inicial": r"estados? de (?:inicio|partida)",
        "AFD, AFN": r"(?-i:(?:ε-)?(?:[DN]FAs?|[DN]EA))(?!.* automata-lib)",
        "cuaderno": r"(?<!carpeta )notebooks?(?!/)",
        "sucesión": r"secuencias?",
        "rival": r"oponentes?|adversari[oa]s?|enemig[oa]s?",
        "maestra": r"profesor(?:a|as|es)?|entrenador(?:a|as|es)?",
        "invertir": r"gir(?:a|ar|an) (?:una|la|las|todas las) flechas?",
        "lema del bombeo, monoide de transiciones": r"lema de bombeo|monoide de transición",
        "orden, biblioteca": r"comandos?|librerías?",
        "recorrido con": r"recorridos? (?:completos? )?sobre",
        "símbolo": r"(?<!su )(?<!por una )letras?(?! grande|,? (?:y )?cifras| minúsculas?| de la a)",
        "una forma sin persona": r"\w+(?:áis|íais)|(?!diecis|veintis)\w+éis|vosotr[oa]s|vuestr[oa]s?"
                                r"|(?:jug|vot|acord|anot|busc)ad|poned",
        "presentar un autómata": r"se cuenta un autómata|contar autómatas de",
        "jugada ociosa": r"jugadas? sin cambios?",
        "encerrado": r"rodead[oa]s?(?! por)",
        "clausura-ε": r"clausuras? de ε",
        "recorrido de aceptación": r"ejecuci(?:ón|ones) de aceptación|recorridos? que acept\w+",
        "conjunto de reglas": r"reglamentos",
        "determiniza": r"haz determinista",
        "no es válido": r"no puede ser\.",
        "lupa": r"(?:la|una) lente",
        "que juega al azar": r"(?:rival|jugadora?|maestra) al azar",
        "es probable que alguien diga": r"cuenta con(?= «|:|,|  )",
        "error típico": r"dónde (?:se tuerce|falla):",
        "cambiar de bando": r"cambiar de lado",
        "se ejecuta": r"corren? (?:en|compilad\w+)\b",
        "de trazo discontinuo": r"puntead[oa]s?",
        "no existe, no se puede": r"no (?:conozco|sé)\b",
        "comprueba lo aprendido": r"compruébalo",
    },
}
QUOTED = re.compile(r"\{\w*\}|\*[^*\n]+\*|`[^`]+`|[\"“„«][^\"”“»\n]*[\"”“»]")
"""A placeholder, a rulebook's own word, a name, a text form."""


def whole(file):
    """A translators' file with each text in one line."""
    return file.read_text(encoding="utf-8").replace('"\n"', "")


def texts():
    """What people read: (where, language, text)."""
    for template in sorted(ROOT.glob("*/locale/*.pot")):
        for text in re.findall(r'^msgid(?:_plural)? "(.+)"$', whole(template), re.M):
            yield template.name, "en", text
    for file in sorted(ROOT.glob("*/locale/*/LC_MESSAGES/*.po")):
        for text in re.findall(r'^msgstr(?:\[\d\])? "(.+)"$', whole(file), re.M):
            yield f"{file.parts[-3]}/{file.name}", file.parts[-3], text
    for file in sorted([*ROOT.glob("notebooks/src/*.po"), *ROOT.glob("course/source/*.po"),
                        *ROOT.glob("delivery/book/texts/*.po")]):
        for text in translations(file.read_text(encoding="utf-8")).values():
            yield file.name, file.stem.rpartition(".")[2], text
    for file in sorted([*ROOT.glob("notebooks/src/*.py"), *ROOT.glob("course/source/*/*.py")]):
        yield file.name, "en", "\n".join(re.findall(r"^# (.*)$", file.read_text(encoding="utf-8"), re.M))
    for lang in ("de", "es"):
        for file in sorted([*ROOT.glob(f"docs/{lang}/*.md"), *ROOT.glob(f"course/{lang}/*.md")]):
            yield f"{lang}/{file.name}", lang, re.sub(r"(?ms)^```.*?^```|^    .*?$", "", file.read_text("utf-8"))
        for file in sorted(ROOT.glob(f"notebooks/*.{lang}.toml")):
            yield file.name, lang, "\n".join(re.findall(r'= .*?"+([^"]+)"', file.read_text(encoding="utf-8")))
    for file in (ROOT / "README.md", *sorted(ROOT.glob("docs/*.md")), *sorted(ROOT.glob("course/*.md"))):
        if file.name != "speed.md":  # names of jobs
            yield file.name, "en", re.sub(r"(?ms)^```.*?^```|^    .*?$", "", file.read_text(encoding="utf-8"))


@cache
def texts_in(lang):
    """The texts of a language: (where, text)."""
    return [(where, text) for where, language, text in texts() if language == lang]


def strays(lang, words):
    """Where a text says something else: (file, what)."""
    read = [(where, QUOTED.sub("", text)) for where, text in texts_in(lang)]
    assert len(read) > 1000
    for right, wrong in words.items():
        for where, text in read:
            for match in re.finditer(rf"\b(?:{wrong})(?!\w)", text, re.I):
                yield where, f"{match[0]} (say {right}): {text[max(0, match.start() - 40):match.end() + 20]!r}"


@pytest.mark.parametrize("lang", WORDS)
def test_texts_have_one_word_for_one_thing(lang):
    assert list(strays(lang, WORDS[lang])) == []


NAMES = {"start": r"initial(_states?)?", "player": r"bots?", "teacher": r"trainers?",
         "opponent": r"enem(y|ies)|adversar(y|ies)", "accepting": r"final_states?", "arrow": r"\w*[Bb]ridge\w*"}
FOREIGN = {"initial_state", "final_states"}
"""What automata-lib calls so."""


def public_names(tree):
    """Names of what a module offers, and of its parameters and methods."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_"):
            yield node.name
            if isinstance(node, ast.FunctionDef):
                yield from (arg.arg for arg in [*node.args.args, *node.args.kwonlyargs])


@pytest.mark.parametrize("package", ["boardkit", "automatakit", "coursekit", "finity_edu", "matchbox", "amakta"])
def test_public_names_have_one_word_for_one_thing(package):
    found = [f"{file.relative_to(ROOT)}: {name} (say {right})" for file in sorted((ROOT / package).rglob("*.py"))
             for name in sorted(set(public_names(ast.parse(file.read_text(encoding="utf-8")))) - FOREIGN)
             for right, wrong in NAMES.items() if re.fullmatch(wrong, name)]
    assert found == []


def test_the_list_of_words_in_contributing_is_the_one_that_is_tested():
    words = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").split("### Words")[1].split("\n### ")[0]
    listed = set(re.findall(r"^\| ([\w ]+?) \|", words, re.M))
    assert set(WORDS["en"]) <= listed
