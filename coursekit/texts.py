"""The texts of the course kit."""

from boardkit.messages import Catalogue

CATALOGUE = Catalogue("coursekit")
message = CATALOGUE.message
text = CATALOGUE.text
