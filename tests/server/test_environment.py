"""Every setting can be given in the environment, and what can't be read is said."""

from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from anden.server.environment import SettingError, settings_from, variable_of
from anden.server.settings import ServerSettings

GIVEN: dict[str, tuple[str, Any]] = {
    "int": ("12", 12),
    "float": ("2.5", 2.5),
    "bool": ("yes", True),
    "str": ("here", "here"),
    "Path": ("/srv/anden", Path("/srv/anden")),
    "tuple[str, ...]": ("192.0.2.1, ::1,", ("192.0.2.1", "::1")),
    "tuple[float, ...]": ("60, 0.5,", (60.0, 0.5)),
}


@pytest.mark.parametrize("setting", [field.name for field in fields(ServerSettings)])
def test_every_setting_can_be_given_in_the_environment(setting: str) -> None:
    kind = str(ServerSettings.__annotations__[setting])
    kind = getattr(ServerSettings.__annotations__[setting], "__name__", kind)
    if setting == "bots":
        pytest.skip("the command reads it: it has to load the bots")
    if "tuple" in str(ServerSettings.__annotations__[setting]):
        kind = str(ServerSettings.__annotations__[setting])
    text, value = GIVEN.get(kind, (None, None))
    if text is None:  # one of a few words
        text = value = ServerSettings.__annotations__[setting].__args__[1]
    settings = settings_from({variable_of(setting): text})
    assert getattr(settings, setting) == value
    others = {field.name for field in fields(ServerSettings)} - {setting}
    plain = ServerSettings()
    assert all(getattr(settings, other) == getattr(plain, other) for other in others)


@pytest.mark.parametrize(
    ("variable", "given", "told"),
    [
        ("ANDEN_MAX_BODY", "16k", "ANDEN_MAX_BODY is '16k' and has to be a whole number"),
        ("ANDEN_MAX_BODY", "-1", "whole number from 0 on"),
        ("ANDEN_PACE_SCALE", "nan", "has to be a number"),
        ("ANDEN_LOG_ADDRESSES", "maybe", "has to be one of: 0, false, no, off, 1, true, yes, on"),
        ("ANDEN_LOG_FORMAT", "xml", "has to be one of: plain, json"),
        ("ANDEN_NOTICE_RETRIES", "60,soon", "is 'soon' and has to be a number"),
        ("ANDEN_METRICS_FROM", "::1,home", "ANDEN_METRICS_FROM is 'home'"),
    ],
)
def test_a_setting_that_cannot_be_read_is_named(variable: str, given: str, told: str) -> None:
    with pytest.raises(SettingError) as error:
        settings_from({variable: given})
    assert told in error.value.told("en")
    assert variable in error.value.told("es")


def test_what_is_given_comes_first_and_no_home_is_needed_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As in a container, whose user may have none."""
    monkeypatch.setattr("anden.machine.folders.platformdirs.user_data_path", None)
    environment = {"ANDEN_DATA": "/data", "ANDEN_MAX_BODY": "7"}
    assert settings_from(environment).data == Path("/data")
    settings = settings_from(environment, data=Path("/games"))
    assert (settings.data, settings.max_body) == (Path("/games"), 7)
