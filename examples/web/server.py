"""Routes and sockets: the only file that knows Starlette."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from masko_sdk import wire
from masko_sdk.catalogues import LANGUAGES, export
from masko_sdk.errors import ArgumentError

from . import cards
from .house import House, Refused
from .live import Line, LiveTable

_LOG = logging.getLogger(__name__)
_STATIC = Path(__file__).parent / "static"
_HEADERS = {
    # Everything comes from this server, and nothing in the page is inline: a name that holds markup stays text.
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",  # the address of a table lets its reader in
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
_GOING_AWAY, _REFUSED = 1001, 4400


def make_app(house: House, origins: Sequence[str] = ()) -> Starlette:
    """The application; `origins` are further ones that pages may come from, beside the server's own."""

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        tasks = [asyncio.create_task(house.keep()), asyncio.create_task(house.tidy())]
        for task in tasks:
            task.add_done_callback(_tell_failure)
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            house.close()

    app = Starlette(
        routes=[
            Route("/", _page),
            Route("/t/{code}", _page),
            Route("/tables", _open, methods=["POST"]),
            Route("/tables/{code}", _about),
            Route("/words/{language}.json", _words),
            Route("/cards/{language}/{game}/{face}.svg", _card),
            Route("/theme.css", _theme),
            WebSocketRoute("/socket/{code}", _socket),
            Mount("/static", StaticFiles(directory=_STATIC)),
        ],
        middleware=[Middleware(_SecureHeaders)],
        lifespan=lifespan,
    )
    app.state.house = house
    app.state.origins = frozenset(origins)
    return app


def _tell_failure(task: asyncio.Task[None]) -> None:
    """A task that was to run for ever has failed: nobody waits for it, so it is told at once."""
    if not task.cancelled() and task.exception() is not None:
        _LOG.error("Tables are kept no more", exc_info=task.exception())


class _SecureHeaders:
    """Puts the security headers on every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._headers = [(name.encode(), text.encode()) for name, text in _HEADERS.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = list(message.get("headers", []))
                known = {name for name, _ in headers}
                if b"cache-control" not in known:
                    headers.append((b"cache-control", b"no-cache"))
                message["headers"] = headers + self._headers
            await send(message)

        await self._app(scope, receive, send_with_headers if scope["type"] == "http" else send)


# Pages and data.


async def _page(_: Request) -> Response:
    return FileResponse(_STATIC / "index.html")


async def _words(request: Request) -> Response:
    language = request.path_params["language"]
    if language not in LANGUAGES:
        return JSONResponse({"error": "no_language"}, 404)
    return JSONResponse(export(language))


async def _card(request: Request) -> Response:
    drawn = cards.picture(**request.path_params)
    if drawn is None:
        return JSONResponse({"error": "no_card"}, 404)
    headers = {"cache-control": "public, max-age=86400"}
    return Response(drawn, media_type="image/svg+xml", headers=headers)


async def _theme(_: Request) -> Response:
    return Response(cards.style(), media_type="text/css")


async def _open(request: Request) -> Response:
    house: House = request.app.state.house
    try:
        _check_origin(request)
        code = house.open(await _body(request, house.limits.body_bytes), _address(request))
    except Refused as refused:
        return JSONResponse({"error": refused.reason, "message": str(refused)}, refused.status)
    return JSONResponse({"code": code}, 201)


async def _about(request: Request) -> Response:
    """What the page must know of a table beside what the table says itself."""
    try:
        live = request.app.state.house.find(request.path_params["code"])
    except Refused as refused:
        return JSONResponse({"error": refused.reason}, refused.status)
    if live is None:
        return JSONResponse({"error": "no_table"}, 404)
    settings = live.table.settings
    return JSONResponse({"take_back": settings.take_back, "turn_ms": settings.turn_ms})


async def _body(request: Request, most: int) -> dict[str, Any]:
    """The JSON object of a request, read only as far as it is allowed to be long."""
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        raise Refused("not_json", 415)
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > most:
            raise Refused("too_long", 413)
    try:
        form = wire.parse(body, max_bytes=most)
    except ArgumentError as error:
        raise Refused("bad_json", 400, str(error)) from None
    if not isinstance(form, dict):
        raise Refused("bad_json", 400)
    return form


def _address(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client is not None else ""


def _check_origin(connection: HTTPConnection) -> None:
    """A page of another site must not act in a visitor's name; a program that is no browser sends no origin."""
    origin = connection.headers.get("origin")
    if origin is None or origin in connection.app.state.origins:
        return
    try:
        place = urlsplit(origin).netloc
    except ValueError:  # such as an address that opens a bracket
        place = ""
    if not place or place != connection.headers.get("host"):
        raise Refused("bad_origin", 403)


# Sockets.


async def _socket(socket: WebSocket) -> None:
    house: House = socket.app.state.house
    address = _address(socket)
    try:
        _check_origin(socket)
        await socket.accept()
        live, line = house.enter(socket.path_params["code"], address)
    except Refused as refused:
        await socket.close(_REFUSED, refused.reason)  # before it is accepted: HTTP 403
        return
    try:
        await _talk(socket, live, line)
    finally:
        house.leave(live, line, address)


async def _talk(socket: WebSocket, live: LiveTable, line: Line) -> None:
    """Until one side goes: what comes in to the table, what it says out."""
    tasks = {
        asyncio.create_task(_listen(socket, live, line)),
        asyncio.create_task(_speak(socket, line)),
        asyncio.create_task(line.is_full.wait()),
    }
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
    for task in done:
        with contextlib.suppress(WebSocketDisconnect):  # it went while something was being sent
            task.result()
    if line.is_full.is_set():
        with contextlib.suppress(RuntimeError):  # it may be gone already
            await socket.close(_GOING_AWAY, "too slow")


async def _listen(socket: WebSocket, live: LiveTable, line: Line) -> None:
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        live.receive(line, message.get("text") or message.get("bytes") or "")


async def _speak(socket: WebSocket, line: Line) -> None:
    while True:
        await socket.send_text(await line.waiting.get())
