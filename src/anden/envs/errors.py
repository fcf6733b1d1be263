"""What can go wrong with environments; the message says what to do."""


class EnvError(ValueError):
    """Arguments or actions an environment can't serve."""


class CudaError(RuntimeError):
    """No GPU, or something missing to use it; the CPU still works."""
