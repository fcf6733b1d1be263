"""Finished games: shown again move by move, and checked end to end."""

from .replay import ReplayStep, replay_steps
from .verify import Verdict, verify_record

__all__ = ["ReplayStep", "Verdict", "replay_steps", "verify_record"]
