"""Programs that make files of this repository. None of them is needed to play."""
