"""Which command a line is. The words are in the locales; every language is always understood."""

from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache

from anden.boards.names import fold
from anden.locales import LANGUAGES, translate

# In the order of the help: what a turn can be, what can be asked, the rest.
COMMANDS = (
    "draw",
    "claim",
    "station",
    "keep",
    "pay",
    "withdraw",
    "pass",
    "claimable",
    "tickets",
    "hand",
    "row",
    "routes",
    "map",
    "why",
    "rule",
    "log",
    "players",
    "score",
    "table",
    "cities",
    "turn",
    "help",
    "save",
    "lang",
    "quit",
)
_MAX_VERB_WORDS = 4

# Which commands a word may be a misspelling of.
_SHORT_FORM = 2  # letters; such a form is like too many words
_LONGEST_WORD = 40
_LIKENESS = 0.7


class MisreadError(Exception):
    """A line that can't be followed: the text that says so, and its parameters."""

    def __init__(self, key: str, **params: object) -> None:
        super().__init__(key)
        self.key = key
        self.params = params


@dataclass(frozen=True)
class Command:
    name: str  # one of COMMANDS
    rest: str  # what follows the verb


def parse_command(line: str, language: str) -> Command:
    """The command; the player's language is tried first where two use the same word."""
    words = line.split()
    if not words:
        raise MisreadError("text.say_something", help=shown_word("help", language))
    if words[0] == "?":
        return Command("help", " ".join(words[1:]))
    if any(has_word("word.undo", " ".join(words[:n])) for n in range(1, _MAX_VERB_WORDS + 1)):
        raise MisreadError("text.no_undo")
    for find in (_exact, _abbreviated):
        for count in range(min(_MAX_VERB_WORDS, len(words)), 0, -1):
            names = find(fold(" ".join(words[:count])), language)
            if len(names) == 1:
                return Command(names[0], " ".join(words[count:]))
            if names:
                options = [shown_word(name, language) for name in names]
                raise MisreadError("text.ambiguous_command", word=words[0][:40], options=options)
    raise _unknown(words[0], language)


def has_word(key: str, text: str) -> bool:
    """Whether the text is one of the words under the key, in any language."""
    return any(fold(text) in _forms(key, language) for language in LANGUAGES)


def shown_word(command: str, language: str) -> str:
    """The word for a command that texts use."""
    return spellings(f"command.{command}", language)[0]


def spellings(key: str, language: str) -> list[str]:
    return [word.strip() for word in translate(language, key).split(",")]


@cache
def _forms(key: str, language: str) -> tuple[str, ...]:
    return tuple(fold(word) for word in spellings(key, language))


def _in_order(language: str) -> list[str]:
    return [language, *(other for other in LANGUAGES if other != language)]


def _exact(verb: str, language: str) -> list[str]:
    for tongue in _in_order(language):
        names = [name for name in COMMANDS if verb in _forms(f"command.{name}", tongue)]
        if names:
            return names
    return []


def _abbreviated(verb: str, language: str) -> list[str]:
    if len(verb) == 1:  # the words of help, in the language that is spoken
        return [name for name in COMMANDS if fold(shown_word(name, language)).startswith(verb)]
    for tongue in _in_order(language):
        names = [
            name
            for name in COMMANDS
            if any(form.startswith(verb) for form in _forms(f"command.{name}", tongue))
        ]
        if names:
            return names
    return []


def _unknown(word: str, language: str) -> MisreadError:
    by_form = {
        form: name
        for tongue in reversed(_in_order(language))
        for name in COMMANDS
        for form in _forms(f"command.{name}", tongue)
        if len(form) > _SHORT_FORM
    }
    near = get_close_matches(fold(word)[:_LONGEST_WORD], by_form, n=1, cutoff=_LIKENESS)
    help_word = shown_word("help", language)
    if not near:
        return MisreadError("text.unknown_command", word=word[:40], help=help_word)
    command = shown_word(by_form[near[0]], language)
    return MisreadError(
        "text.unknown_command_near", word=word[:40], command=command, help=help_word
    )
