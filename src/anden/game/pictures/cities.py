"""Cities and their names."""

from collections.abc import Iterator
from html import escape

from anden.boards import Layout

from .looks import Palette


def city_dots(layout: Layout, palette: Palette) -> Iterator[str]:
    radius = layout.city_radius
    for place in layout.cities:
        yield (
            f'<circle cx="{place.x}" cy="{place.y}" r="{radius - 1.2:.1f}" '
            f'fill="{palette["city"]}" stroke="{palette["city_line"]}" stroke-width="2.4"/>'
            f'<circle cx="{place.x}" cy="{place.y}" r="{radius * 0.38:.1f}" '
            f'fill="{palette["accent"]}"/>'
        )


def city_names(layout: Layout, palette: Palette, language: str) -> Iterator[str]:
    size = layout.label_size
    yield (
        f'<g font-size="{size}" font-weight="600" fill="{palette["ink"]}" '
        f'stroke="{palette["halo"]}" stroke-width="{size * 0.24:.1f}" stroke-linejoin="round" '
        'stroke-opacity=".85" paint-order="stroke">'
    )
    for place in layout.cities:
        label = place.label(language)
        for line, y in label.baselines(size):
            yield (
                f'<text x="{label.x}" y="{y:.1f}" text-anchor="{label.anchor}">'
                f"{escape(line)}</text>"
            )
    yield "</g>"
