"""The HTTP side: one file per subject."""

from fastapi import APIRouter

from . import (
    account,
    boards,
    finished,
    games,
    joining,
    notices,
    puzzles,
    ratings,
    reviews,
    seats,
    service,
    tokens,
    vacation,
)

router = APIRouter(prefix="/api")
for subject in (
    account,
    boards,
    finished,
    games,
    joining,
    notices,
    puzzles,
    ratings,
    reviews,
    seats,
    service,
    tokens,
    vacation,
):
    router.include_router(subject.router)
