from . import exact as exact
