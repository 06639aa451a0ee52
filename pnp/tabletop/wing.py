"""What this wing adds: tables of Tabletop Simulator, as a format of builds."""

from pnp.make.wing import BuildFormat, Wing

WING = Wing(
    "tabletop", formats=(BuildFormat("tts", "Tabletop Simulator", "pnp.tabletop.job:Tabletop"),)
)
