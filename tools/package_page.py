"""The README as package pages show it: far from its repository."""

import re


def with_absolute_links(markdown: str, home: str, tag: str) -> str:
    """Links and pictures within the repository, as they are found from elsewhere."""
    pictures = home.replace("https://github.com/", "https://raw.githubusercontent.com/")
    text = re.sub(r"(!\[[^]]*\])\((?!https?:)([^)]+)\)", rf"\1({pictures}/{tag}/\2)", markdown)
    return re.sub(r"(\])\((?!https?:|#)([^)]+)\)", rf"\1({home}/blob/{tag}/\2)", text)
