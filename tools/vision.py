"""How different two parts of a picture look, to eyes of every kind."""

from io import BytesIO
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image

Pixels: TypeAlias = NDArray[np.float64]  # (n, 3): red, green, blue from 0 to 1

# Machado, Oliveira and Fernandes (2009), severity 1, on linear light; grey is luminance alone.
SIGHTS: dict[str, NDArray[np.float64]] = {
    "full": np.eye(3),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "tritanopia": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
    "grey": np.tile([0.2126, 0.7152, 0.0722], (3, 1)),
}

_TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
_WHITE = np.array([0.9505, 1.0, 1.089])


def picture(png: bytes) -> NDArray[np.float64]:
    """A screenshot: rows, columns, and their colours."""
    with Image.open(BytesIO(png)) as image:
        return np.asarray(image.convert("RGB"), dtype=np.float64) / 255


def seen(pixels: Pixels, sight: str) -> Pixels:
    """Pixels as that kind of eye sees them, in linear light."""
    light = np.where(pixels <= 0.04045, pixels / 12.92, ((pixels + 0.055) / 1.055) ** 2.4)
    return np.clip(light @ SIGHTS[sight].T, 0, 1)


def shown(pixels: Pixels, sight: str) -> Pixels:
    """Pixels for a screen that show everybody what that kind of eye sees."""
    light = seen(pixels, sight)
    return np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)


def lab(light: Pixels) -> Pixels:
    """CIE L*a*b*, in which equal steps look about equally large."""
    ratio = light @ _TO_XYZ.T / _WHITE
    f = np.where(ratio > 0.008856, np.cbrt(ratio), 7.787 * ratio + 16 / 116)
    lightness = 116 * f[:, 1] - 16
    return np.stack([lightness, 500 * (f[:, 0] - f[:, 1]), 200 * (f[:, 1] - f[:, 2])], axis=1)


def difference(one: Pixels, other: Pixels, sight: str) -> float:
    """How far apart two patches of the same shape look, point by point, in steps of L*a*b*."""
    steps = lab(seen(one, sight)) - lab(seen(other, sight))
    return float(np.linalg.norm(steps, axis=1).mean())
