"""A recorded game as an animation: an SVG, or a GIF where Pillow is installed."""

from collections.abc import Iterator, Sequence
from io import BytesIO

from anden.envs.raster import Picture, as_pixels
from anden.game import Game, Record, replay_steps
from anden.game.events import RouteClaimed, StationBuilt
from anden.game.pictures import REST, SECONDS, replay_svg

_COLOURS = 128


def svg_film(record: Record, names: Sequence[str], language: str) -> bytes:
    return replay_svg(record, names=names, language=language).encode()


def gif_film(record: Record) -> bytes:
    """One frame for everything that was built; the last one stays for a while."""
    from PIL import Image

    frames = [Image.fromarray(pixels) for pixels in _frames(record)]
    colours = frames[-1].quantize(_COLOURS, dither=Image.Dither.NONE)
    first, *others = (frame.quantize(palette=colours, dither=Image.Dither.NONE) for frame in frames)
    pauses = [round(1000 * SECONDS / len(frames))] * len(others) + [round(1000 * REST)]
    file = BytesIO()
    first.save(file, "gif", save_all=True, append_images=others, duration=pauses, loop=0)
    return file.getvalue()


def _frames(record: Record) -> Iterator[Picture]:
    yield as_pixels(Game.from_header(record).view(None))
    for step in replay_steps(record):
        if any(isinstance(event, RouteClaimed | StationBuilt) for event in step.events):
            yield as_pixels(step.game.view(None))
