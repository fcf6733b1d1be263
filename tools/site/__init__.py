"""The documentation site: `python -m tools.site` builds it, in English and Spanish."""
