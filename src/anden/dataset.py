"""What stood here is `anden.bulk` now."""

raise ImportError("anden.dataset is anden.bulk now, and its Settings are DatasetSettings")
