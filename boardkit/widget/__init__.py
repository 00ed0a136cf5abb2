"""Shared ground of the game widgets: Python renders and decides, the page shows and reports.

A widget is a subclass of :class:`~boardkit.widget.base.GameWidget`:

* :meth:`~boardkit.widget.base.GameWidget.render_parts` returns markup for each of its parts (made with
  :func:`boardkit.svg.el`, so everything is escaped);
* a method marked with :func:`~boardkit.widget.actions.action` answers each ``data-do="name"`` in that markup, in the
  widget or in its mode of now (:mod:`boardkit.widget.modes`, :mod:`boardkit.widget.modal`);
* after every answer the parts are drawn again; the page keeps its nodes and raises ``data-tick`` on its root.

What markup can say is described at the head of ``kit.js``. Helpers for buttons, menus and places of a board stand
in :mod:`boardkit.widget.markup`. Nothing is bundled or loaded from elsewhere: the ES module is the concatenation
of the files in this folder.
"""

from boardkit.widget.base import GameWidget

__all__ = ["GameWidget"]
