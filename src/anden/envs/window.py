"""A window that shows the last picture; where there is no screen, there is none."""

from typing import Any

from .raster import Picture

_windows: dict[str, "Window"] = {}


class Window:
    """Tk's: it is redrawn when a picture comes, and closing it stops nothing."""

    def __init__(self, tkinter: Any, title: str) -> None:
        self._tkinter = tkinter
        self._root = tkinter.Tk()
        self._root.title(title)
        self._label = tkinter.Label(self._root)
        self._label.pack()
        self._photo: Any = None  # Tk shows it only as long as somebody holds it

    def show(self, picture: Picture) -> None:
        height, width = picture.shape[:2]
        header = f"P6 {width} {height} 255 ".encode()
        self._photo = self._tkinter.PhotoImage(data=header + picture.tobytes(), format="PPM")
        self._label.configure(image=self._photo)
        self._root.update()


def show_in_window(picture: Picture, title: str = "Andén") -> bool:
    """Shows the picture; False where that can't be done, or the window has been closed."""
    try:
        import tkinter
    except ImportError:  # Pythons without it
        return False
    try:
        if title not in _windows:
            _windows[title] = Window(tkinter, title)
        _windows[title].show(picture)
    except tkinter.TclError:  # no screen, or no longer a window
        return False
    return True
