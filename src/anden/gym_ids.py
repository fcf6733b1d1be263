"""The ids that `gymnasium.make` and `gymnasium.make_vec` know once `anden` has been imported."""

from gymnasium.envs.registration import register, registry

from anden.boards import builtin_boards

SINGLE = "anden.envs.gym_env:SingleSeatEnv"
MANY = "anden.envs.vector_env:SelfPlayVectorEnv"


def register_envs() -> None:
    """`anden/London-v0`, one seat against bots, and `anden/LondonSelfPlay-v0`, many games at once,
    and the like for each board.
    """
    for board in builtin_boards():
        name, options = f"anden/{board.capitalize()}", {"board": board}
        if f"{name}-v0" not in registry:
            register(f"{name}-v0", entry_point=SINGLE, kwargs=options)
            register(f"{name}SelfPlay-v0", vector_entry_point=MANY, kwargs=options)
