"""Keys and codes: what counts as one, and what does not."""

import pytest

from anden.server.identity import COOKIE, device_key, hashed, is_key, new_code, new_key, tidy_code

KEY = "A" * 20 + "b-_9" * 5


def test_new_keys_are_keys_and_differ() -> None:
    keys = {new_key() for _ in range(20)}
    assert len(keys) == 20
    assert all(is_key(key) for key in keys)


@pytest.mark.parametrize("size", [32, 33, 127, 128])
def test_keys_have_from_32_to_128_characters(size: int) -> None:
    assert is_key("k" * size)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "k" * 31,
        "k" * 129,
        KEY + "\n",
        KEY + " ",
        KEY + "!",
        KEY + "; Path=/",
        " " + KEY,
        KEY + "é",
        KEY[:10] + "." + KEY[10:],
    ],
)
def test_key_with_junk_before_behind_or_in_it_is_none(text: str) -> None:
    assert not is_key(text)
    assert device_key({COOKIE: text}, None) is None


def test_key_comes_from_the_header_or_else_from_the_cookie() -> None:
    assert device_key({}, f"Bearer {KEY}") == KEY
    assert device_key({}, f"bearer  {KEY} ") == KEY
    assert device_key({COOKIE: KEY}, None) == KEY
    assert device_key({COOKIE: KEY}, "Basic abc") == KEY
    assert device_key({COOKIE: "x" * 40}, f"Bearer {KEY}") == KEY
    assert device_key({COOKIE: KEY}, f"Bearer {KEY} junk") is None
    assert device_key({}, KEY) is None
    assert device_key({}, None) is None


def test_codes_are_read_however_they_are_typed() -> None:
    code = new_code()
    assert len(code) == 8
    assert tidy_code(f" {code[:4].lower()}-{code[4:]}\n") == code
    assert tidy_code("o0i1l!") == ""


def test_hash_of_a_secret_does_not_tell_it() -> None:
    assert hashed(KEY) == hashed(KEY) != hashed(KEY + "x")
    assert KEY not in hashed(KEY)
