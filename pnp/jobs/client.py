"""What a client wants, in the words of the back ends that write for it."""

from pnp.game.laser import Client, Format
from pnp.scene.bed import BedLook, Step, StepLook


def look_for(client: Client, file_format: Format) -> BedLook:
    """Return how a client's files of one format tell of steps."""
    looks = {
        Step(name): StepLook(style.color, style.layer or 0, style.filled)
        for name, style in client.steps.items()
        if style.is_in(file_format)
    }
    looks.setdefault(Step.FRAME, looks[Step.OUTER])  # the last of the cuts, wherever it is told
    return BedLook(looks, client.stroke)
