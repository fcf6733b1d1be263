"""What can go wrong with environments; the message says what to do."""

from anden.locales.errors import TranslatedError


class EnvError(ValueError):
    """Arguments or actions an environment can't serve."""


class CudaError(TranslatedError, RuntimeError):
    """No GPU, or something missing to use it; the CPU still works."""
