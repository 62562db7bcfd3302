"""Pictures of a table: SVG for screens and notebooks, text for terminals.

Each is a function of a view, and of what is given beside it: nothing else is asked, and so nothing else can show.
The same arguments give the same bytes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal
from zlib import crc32

from masko_sdk._checks import check_choice
from masko_sdk.catalogues import Catalogue
from masko_sdk.games import GAMES
from masko_sdk.pictures._asked import asked_of
from masko_sdk.pictures._build import scene_of, stated_due
from masko_sdk.pictures._draw import draw
from masko_sdk.pictures._faces import FACES, MOJO_CARDS, MOOD_NUMBERS
from masko_sdk.pictures._lines import Drawing, Plain
from masko_sdk.pictures._markup import element, escaped, number
from masko_sdk.pictures._sheet import Sheet
from masko_sdk.pictures._spoken import spoken
from masko_sdk.pictures.theme import DARK, LIGHT, Paint, Theme
from masko_sdk.player import Observer, Player
from masko_sdk.view import View
from masko_sdk.words import Words

__all__ = [
    "DARK",
    "FACES",
    "LIGHT",
    "MOJO_CARDS",
    "MOOD_NUMBERS",
    "Paint",
    "Theme",
    "describe",
    "svg",
    "svg_of",
    "text",
    "text_of",
]

_LAYOUTS = {"wide": Sheet.wide, "phone": Sheet.phone}


def svg(
    view: View,
    *,
    memory: Mapping[Any, Any] | None = None,
    names: Sequence[str] | None = None,
    seat: int | None = None,
    language: str | Catalogue = "en",
    theme: Theme = LIGHT,
    layout: Literal["wide", "phone"] = "wide",
    due: Sequence[int] = (),
    legal: Sequence[Any] = (),
    prefix: str | None = None,
    secrets: bool = False,
) -> str:
    """A view as SVG.

    Args:
        view: what a seat, an onlooker or the referee sees, of any game.
        memory: what the seat remembers; in Masko, it is marked on the backs.
        names: the players by seat; None: they are numbered.
        seat: whose view it is; that one is drawn last and larger. None for onlookers.
        language: of the texts: one of `masko_sdk.words.LANGUAGES`, or a catalogue of one's own.
        theme: colours, fonts, sizes and faces.
        layout: ``"wide"`` or ``"phone"``: 960 or 360 units, unless the theme says otherwise.
        due: the seats that are waited for: `Game.to_act`.
        legal: what the seat may do: `Player.legal_actions`; the cards and piles that it names are ringed.
        prefix: what the ids of title and description begin with; None: a word of its own for each picture.
        secrets: a referee's view is refused without it, so that none is shown by mistake.

    Raises:
        ArgumentError: a language, layout, seat, or number of names outside of what is allowed; `legal` without `seat`;
            a referee's view without ``secrets=True``; or a view made by hand that holds what there is not.
        TypeError: an argument of a wrong type.
    """
    asked = asked_of(view, memory, names, seat, language, due, legal, secrets)
    if not isinstance(theme, Theme):
        raise TypeError(f"theme must be a Theme, not {type(theme).__name__}")
    if prefix is not None and not isinstance(prefix, str):
        raise TypeError(f"prefix must be a str, not {type(prefix).__name__}")
    check_choice("layout", layout, _LAYOUTS)
    scene = scene_of(asked)
    drawn = draw(_LAYOUTS[layout](theme, asked.card_name), scene)
    told = escaped(spoken(asked, scene))
    own = prefix or f"{asked.game}-{crc32((told + drawn.markup).encode()):08x}"
    size = f"{number(drawn.width)} {number(drawn.height)}"
    return element(
        "svg",
        element("title", escaped(scene.title), id=f"{own}-title"),
        element("desc", told, id=f"{own}-desc"),
        drawn.markup,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {size}",
        width=drawn.width,
        height=drawn.height,
        style="max-width:100%;height:auto",
        font_family=theme.font,
        role="img",
        aria_labelledby=f"{own}-title {own}-desc",
        lang=language if isinstance(language, str) else None,
        class_=f"masko-sdk {asked.game}",
        data_ply=scene.number,
    )


def svg_of(
    observer: Observer[Any, Any, Any],
    *,
    language: str | Catalogue = "en",
    theme: Theme = LIGHT,
    layout: Literal["wide", "phone"] = "wide",
    prefix: str | None = None,
    secrets: bool = False,
) -> str:
    """What `observer` (a player, an onlooker or the referee) sees now, as SVG: names, memory and legal actions too.

    Args and errors are those of `svg`; `secrets` is needed for the referee.
    """
    return svg(
        **_known(observer),
        legal=observer.legal_actions if isinstance(observer, Player) else (),
        language=language,
        theme=theme,
        layout=layout,
        prefix=prefix,
        secrets=secrets,
    )


def describe(
    view: View,
    *,
    memory: Mapping[Any, Any] | None = None,
    names: Sequence[str] | None = None,
    seat: int | None = None,
    language: str | Catalogue = "en",
    due: Sequence[int] = (),
    secrets: bool = False,
) -> str:
    """A view in sentences, one a line: what `svg` carries as its description.

    Args and errors are those of `svg`.
    """
    asked = asked_of(view, memory, names, seat, language, due, (), secrets)
    return spoken(asked, scene_of(asked))


def text(
    view: View,
    *,
    memory: Mapping[Any, Any] | None = None,
    names: Sequence[str] | None = None,
    seat: int | None = None,
    language: str | Catalogue = "en",
    due: Sequence[int] = (),
    columns: int = 80,
    secrets: bool = False,
) -> str:
    """A view as lines of text, for terminals: what ``masko play`` shows, without colours.

    Args and errors are those of `svg`; `columns` is how wide the lines may be, where grids stand beside each other.

    Raises:
        TypeError: `columns` that are no int; and as of `svg`.
    """
    if isinstance(columns, bool) or not isinstance(columns, int):
        raise TypeError(f"columns must be an int, not {type(columns).__name__}")
    asked = asked_of(view, memory, names, seat, language, due, (), secrets)
    rules = GAMES[asked.game].Rules()
    words = Words(rules, asked.words.names, language=language)
    drawing = Drawing(Plain(columns), words, rules)
    viewer = -1 if asked.seat is None else asked.seat
    return "\n".join(drawing.draw(view, asked.memory, viewer, asked.due or stated_due(view)))


def text_of(
    observer: Observer[Any, Any, Any],
    *,
    language: str | Catalogue = "en",
    columns: int = 80,
    secrets: bool = False,
) -> str:
    """What `observer` (a player, an onlooker or the referee) sees now, as lines of text.

    Args and errors are those of `text`; `secrets` is needed for the referee.
    """
    return text(**_known(observer), language=language, columns=columns, secrets=secrets)


def _known(observer: Observer[Any, Any, Any]) -> dict[str, Any]:
    """A view and what stands beside it at a table: all of it is for the observer to know."""
    if not isinstance(observer, Observer):
        raise TypeError(f"a Player or Spectator is needed, not {type(observer).__name__}")
    player = observer if isinstance(observer, Player) else None
    game = observer._game
    return {
        "view": observer.view,
        "memory": player.memory if player else None,
        "names": game._origin.names,
        "seat": player.seat if player else None,
        "due": game._core.due(),
    }
