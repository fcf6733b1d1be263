"""Settings from the environment: `ANDEN_` and the setting's name, as in `ANDEN_MAX_BODY`."""

import ipaddress
import math
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

from anden.locales.errors import TranslatedError

from .settings import ServerSettings

PREFIX = "ANDEN_"
FALSE, TRUE = ("0", "false", "no", "off"), ("1", "true", "yes", "on")

# What is not called like its setting.
_NAMES = {"database": "ANDEN_DATABASE_URL"}

_NETWORKS = ("metrics_from", "trusted_proxies")

# What the command checks itself before it is a setting.
_BY_COMMAND = ("bots",)


class SettingError(TranslatedError):
    """A variable that can't be read, and what it should be."""


def variable_of(setting: str) -> str:
    """The environment variable of a setting."""
    return _NAMES.get(setting, f"{PREFIX}{setting.upper()}")


def settings_from(environment: Mapping[str, str], **given: Any) -> ServerSettings:
    """What is given, then what stands in the environment, then the defaults.

    SettingError names a variable that can't be read.
    """
    types, found = get_type_hints(ServerSettings), {}
    for setting in fields(ServerSettings):
        variable = variable_of(setting.name)
        if setting.name not in _BY_COMMAND and variable in environment:
            found[setting.name] = _read(variable, environment[variable], types[setting.name])
    for name in _NETWORKS:
        _check_networks(variable_of(name), found.get(name, ()))
    return ServerSettings(**found | given)


def _read(variable: str, text: str, kind: Any) -> Any:
    if get_origin(kind) is Literal:
        return _one_of(variable, text, get_args(kind))
    if kind is bool:
        return _one_of(variable, text, FALSE + TRUE) in TRUE
    if kind is int or kind is float:
        return _read_number(variable, text, kind)
    if kind is Path:
        return Path(text).expanduser().absolute()
    if kind is str:
        return text
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if get_args(kind)[0] is float:
        return tuple(_read_number(variable, part, float) for part in parts)
    return tuple(parts)


def _check_networks(variable: str, networks: tuple[str, ...]) -> None:
    for network in networks:
        try:
            ipaddress.ip_network(network, strict=False)
        except ValueError:
            raise SettingError("server.setting_network", variable=variable, given=network) from None


def _one_of(variable: str, text: str, choices: tuple[str, ...]) -> str:
    word = text.strip().casefold()
    if word not in choices:
        told = ", ".join(choices)
        raise SettingError("server.setting_choice", variable=variable, given=text, choices=told)
    return word


def _read_number(variable: str, text: str, kind: type[int] | type[float]) -> int | float:
    try:
        number = kind(text)
    except ValueError:
        number = -1
    if not 0 <= number < math.inf:
        key = "server.setting_whole" if kind is int else "server.setting_number"
        raise SettingError(key, variable=variable, given=text)
    return number
