"""The message catalogue of the package: every text that a user sees, in English, German and Spanish."""

from boardkit.messages import Catalogue

CATALOGUE = Catalogue("amakta")
message = CATALOGUE.message
text = CATALOGUE.text
