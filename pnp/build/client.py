"""What a client wants, in the words of the back ends that write for it."""

from pnp.model.laser import Client
from pnp.scene.bed import BedLook, Step, StepLook


def look_for(client: Client) -> BedLook:
    """Return how files for a client tell of steps."""
    looks = {
        Step(name): StepLook(style.color, style.layer or 0, style.filled)
        for name, style in client.steps.items()
    }
    return BedLook(looks, client.stroke)
