"""Runs a server until it is stopped."""

import signal
import socket
from collections.abc import Callable
from types import FrameType
from typing import NamedTuple

from pnp.base.errors import UsageError, reason
from pnp.web.frame import Face
from pnp.web.server.terms import ServedGames, Terms, library_of

_GRACE = 2  # seconds in which answers under way may be sent
_ENDING = ("SIGINT", "SIGTERM", "SIGHUP")


class Serving(NamedTuple):
    """What to serve, to whom, and under which names."""

    shown: ServedGames
    face: Face
    terms: Terms
    hosts: tuple[str, ...]


def listen(address: str, port: int) -> socket.socket:
    """Return a socket bound to a port, or to any free one if the port is 0.

    Raises:
        UsageError: If the port is taken, or the address does not belong to this computer.
    """
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    try:
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):  # Windows, where another program could share it
            found.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((address, port))
        found.listen(128)
    except (OSError, OverflowError) as error:
        found.close()
        why = reason(error) if isinstance(error, OSError) else str(error)
        raise UsageError(
            f"--port: {port} at {address} cannot be used: {why}; choose another, or --port 0 "
            "for a free one"
        ) from None
    return found


def run(serving: Serving, listening: socket.socket, ready: Callable[[], None]) -> None:
    """Serve until Ctrl-C or a signal; ``ready`` is called once the server takes requests.

    Raises:
        UsageError: If the folder contains no games.
    """
    import uvicorn

    from pnp.web.server.app import Application
    from pnp.web.server.desk import DeskFeed
    from pnp.web.server.guard import Guard
    from pnp.web.server.pool import Pool

    shown, face, terms, hosts = serving
    library = library_of(shown)
    if len(library.own) > 1:  # a desk is for one game
        face = "serve"
    guard = Guard(face, hosts)
    desk = Pool(shown._replace(built_in=False), terms.of_desk()) if len(library.own) == 1 else None
    feed = DeskFeed(library.folder(library.own[0]), desk, guard) if desk else None
    app = Application(library, Pool(shown, terms), terms, face, guard, desk)
    config = uvicorn.Config(
        app.starlette(*(feed.routes if feed else ())),
        http="h11",
        ws="none",
        loop="asyncio",
        lifespan="on",
        log_config=None,
        log_level="critical",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        limit_concurrency=terms.connections,
        timeout_keep_alive=terms.patience,
        timeout_graceful_shutdown=_GRACE,
    )

    class Server(uvicorn.Server):
        """A server that ends the streams of a desk before it waits for open connections."""

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            if feed is not None:
                feed.close()
            await super().shutdown(sockets)

    server = Server(config)

    def end(number: int, frame: FrameType | None) -> None:
        server.should_exit = True

    names = [getattr(signal, name) for name in _ENDING if hasattr(signal, name)]
    before = {name: signal.signal(name, end) for name in names}
    ready()
    try:
        server.run([listening])
    finally:
        for name, handler in before.items():
            signal.signal(name, handler)
