"""This module is now `anden.bulk`."""

raise ImportError("anden.dataset is now anden.bulk, and its Settings are DatasetSettings")
