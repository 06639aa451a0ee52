"""Run the server until it is asked to end."""

import socket
from collections.abc import Callable
from typing import NamedTuple

from pnp.base.errors import UsageError, reason
from pnp.web.library import Library


class Serving(NamedTuple):
    """Where and what to serve."""

    library: Library
    host: str
    port: int
    face: str = "serve"


def bound(host: str, port: int) -> socket.socket:
    """Return a socket that listens.

    Raises:
        UsageError: If the port is taken, or the address is none of this machine.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
        found.listen(128)
    except OSError as error:
        found.close()
        raise UsageError(
            f"--port: {port} cannot be used at {host}: {reason(error)}; write another, such as "
            f"--port {port + 1}, or --port 0 for any that is free"
        ) from None
    return found


def run(serving: Serving, listening: socket.socket, ready: Callable[[], None]) -> None:
    """Serve until Ctrl-C or a signal to end; ``ready`` is called once requests are answered."""
    import uvicorn

    from pnp.web.server.app import application
    from pnp.web.server.pool import Pool

    app = application(Pool(serving.library), "serve")
    config = uvicorn.Config(app, log_config=None, server_header=False, lifespan="off")
    ready()
    uvicorn.Server(config).run([listening])
