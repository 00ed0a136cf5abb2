"""German and Spanish are set as Duden and the Real Academia have it: quotes, ellipses, numbers, capitals."""

import re

import pytest

from tests.test_vocabulary import texts_in

CODE = re.compile(
    r"`[^`]*`|\$[^$\n]*\$|<[^>\n]*>|https?:\S+|\[[^\]\n]*\]"  # code, formulas, tags, addresses, a tag of a game
    r"|\b\w+\([^()\n]*\)|\w+=\"[^\"\n]*\"|--[\w-]+ \"[^\"\n]*\""  # calls, arguments
    r"|\"[\w ]*=[^\n\"]*\"|pip install \"[^\"\n]*\"|\{\{.*\}\}"
)
ASCII_QUOTES = r"""(?<![\w=])["'][A-Za-zÄÖÜäöüßÁÉÍÓÚáéíóúñ][\w ,-]*[.!?]?["'](?![\w=])"""
COMMON = {
    "quotes of the language": ASCII_QUOTES,
    "no repr in a sentence": r"(?<![=`])\{\w+!r\}",
    "a narrow space between thousands": r"(?<![\d.,\w/])\d{1,3}\.\d{3}(?![\d.])",
    "no space within four digits": r"(?<![\d\w\u202f ,.])\d[\u202f\u00a0]\d{3}(?![\d\u202f\u00a0])",
}
RULES = {
    "de": COMMON | {
        "„…“": r"„[^“„\n]*[\"”»]|[«»‹›]|“[^„\n]*”",
        "a capital after a colon before a sentence": r": (?:es|man|du|wir) (?!gibt\b.*\?)\w+",
    },
    "es": COMMON | {
        "«…»": r"[„“”]",
        "no blank before an ellipsis": r"(?<=[\wáéíóúñ»}₀-₉]) …",
        "full stop after the quotation": r"(?<=\w)\.»(?! [A-ZÁÉÍÓÚ])",
        "a small letter after a colon": r"(?<![\*\d]): (?:Una?|El|L[ao]s?|No|S[ie]|E[ns]|Con|Para|Falta|Hay|[ST]u)\b",
        "typeset variables": r"\b(?:la|las|cada|propia|como|omite|repetir|xyz con|entre x e|entre u y) y\b(?!=)"
                             r"|\b(?:pero|lo que|por|de) y\b(?=[.;:)]| (?:no|pierde|gana|juega|mueve|tiene)\b)"
                             r"|, [yeo][.;:)]|\b[xuv] y y\b",
    },
}


def faults(lang):
    """What is not set right: (file, what)."""
    for where, text in texts_in(lang):
        bare = CODE.sub("", text.replace('\\"', '"'))
        for rule, wrong in RULES[lang].items():
            for match in re.finditer(wrong, bare):
                yield where, f"{rule}: {bare[max(0, match.start() - 30):match.end() + 30]!r}"


@pytest.mark.parametrize("lang", RULES)
def test_texts_are_set_as_the_language_has_it(lang):
    assert list(faults(lang)) == []
