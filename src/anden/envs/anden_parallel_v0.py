"""This module is now a function of `anden.envs.anden_v0`."""

raise ImportError("anden.envs.anden_parallel_v0 is now anden.envs.anden_v0.parallel_env")
