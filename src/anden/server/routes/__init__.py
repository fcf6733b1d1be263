"""The HTTP side: one file per subject."""

from fastapi import APIRouter

from . import boards, finished, games, joining, seats, service

router = APIRouter(prefix="/api")
for subject in (boards, finished, games, joining, seats, service):
    router.include_router(subject.router)
