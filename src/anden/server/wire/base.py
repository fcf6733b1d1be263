"""What all descriptions have in common."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field


class Told(BaseModel):
    """Something the server says: exactly these fields."""

    model_config = ConfigDict(extra="forbid", strict=True)


SeatNumber = Annotated[int, Field(ge=0, le=15)]
Moment = Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")]
Cards = dict[str, int]  # by colour
