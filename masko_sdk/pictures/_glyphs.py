"""The small drawings on cards, as paths: plain shapes of our own."""

from __future__ import annotations

from masko_sdk.pictures._markup import element, piece

__all__ = ["GLYPHS", "HALF_MASKS", "SHAPES", "TURN"]

# In squares of 24 units; strokes alone, but for the solid parts.
GLYPHS = {
    "ninja": piece("M12 1.5L14.6 9.4L22.5 12L14.6 14.6L12 22.5L9.4 14.6L1.5 12L9.4 9.4Z")
    + element("circle", cx=12, cy=12, r=1.8),
    "exchange": piece("M3 8.5H20L15.5 4M21 15.5H4L8.5 20"),
    "vision": piece("M1.5 12C5 6 8.5 4.5 12 4.5S19 6 22.5 12C19 18 15.5 19.5 12 19.5S5 18 1.5 12Z")
    + element("circle", cx=12, cy=12, r=3.6),
    "spy": element("circle", cx=10, cy=10, r=7.2)
    + piece("M15.4 15.4L22 22M6.4 10A3.8 3.8 0 0 1 10 6.2"),
    "reveal": piece("M7 10.5H17V22.5H7ZM12 1.5V6M4.5 3.5L7 7M19.5 3.5L17 7M12 13.5V19.5"),
    "draw_one": piece("M4 2.5H16V10M4 2.5V19.5H10M17 13V22M12.5 17.5H21.5"),
    "gather": piece("M20.5 9A9 9 0 0 0 4 8.2M3.5 15A9 9 0 0 0 20 15.8M4 3V8.5H9.5M20 21V15.5H14.5"),
}

TURN = "M20.6 7A10 10 0 1 0 22 12M22.2 1.8L20.8 7.2L15.4 6.2"

# Within a circle of radius 1 around 0, 0: disc, triangle, square, lozenge, heart.
SHAPES = (
    "M-.8 0A.8 .8 0 1 0 .8 0A.8 .8 0 1 0 -.8 0Z",
    "M0 -.95L.95 .75H-.95Z",
    "M-.72 -.72H.72V.72H-.72Z",
    "M0 -1L.86 0L0 1L-.86 0Z",
    "M0 .98C-.5 .62 -1 .2 -1 -.3C-1 -.95 -.25 -1.02 0 -.5C.25 -1.02 1 -.95 1 -.3C1 .2 .5 .62 0 .98Z",
)

# Outline, lines and solid parts, in squares of 24 units: half of a face that laughs, half of one that rages.
HALF_MASKS = (
    (
        "M20 1.5C10 1.5 3.5 5.5 3.5 12S10 22.5 20 22.5Z",
        "M8 9.8C9.3 6.6 13.2 6.6 14.5 9.8",
        "M8 13.3H20V20C14 20 9.4 17.8 8 13.3Z",
    ),
    (
        "M4 1.5C14 1.5 20.5 5.5 20.5 12S14 22.5 4 22.5Z",
        "M16.8 6.4L8.2 9.6M4 16.2C8.5 15.6 12.6 16.6 14.4 19",
        "M10.6 11.4L15.4 9.6A2.6 2.6 0 1 1 10.6 11.4Z",
    ),
)
