"""The options of our programs, as their own --help tells them: that is made from the tables that parse the command line."""
import dataclasses
import itertools
import os
import re
import subprocess

ASK_SECONDS = 60
NAME = re.compile(r"--?[A-Za-z][\w-]*")
ALSO = re.compile(r"\(also ([^)]*)\)|\bAlso (-[^.]*)\.")  # penstock's form; mpiexec's


@dataclasses.dataclass
class Option:
    """One option: all its names, whether a value follows, the words that the value may be (empty: anything), what it does."""

    names: list
    takes_value: bool
    choices: list
    meaning: str


def help_of(*command):
    """Returns the text of `command` --help in lines that are not wrapped."""
    done = subprocess.run([*map(str, command), "--help"], capture_output=True, text=True, timeout=ASK_SECONDS, check=False,
                          env={**os.environ, "COLUMNS": "1000"})
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, command))} --help: exit status {done.returncode}: {done.stderr.strip()}")
    return done.stdout


def rows(text):
    """(names and value, meaning) of each option: a line that begins with two blanks and a dash; the meaning may go on below it."""
    lines = text.splitlines()
    for number, line in enumerate(lines):
        if not re.match(r"  -{1,2}[A-Za-z]", line):
            continue
        left, _, meaning = line[2:].partition("  ")
        below = itertools.takewhile(lambda other: other.startswith("      "), lines[number + 1:])
        yield left, " ".join(part.strip() for part in (meaning, *below)).strip()


def choices_of(value):
    braces = re.search(r"\{([^}]*)\}", value)
    words = re.split(r",", braces[1]) if braces else value.split("|") if "|" in value else []
    return [word.strip() for word in words if re.fullmatch(r"[\w.-]+", word.strip()) and not word.strip().isupper()]


def options_of(text):
    found = []
    for left, meaning in rows(text):
        left = re.sub(r"\s*(Needs|Excludes):.*", "", left)
        names = []
        rest = left
        while match := re.match(r"[\s,]*(--?[A-Za-z][\w-]*)", rest):
            names.append(match[1])
            rest = rest[match.end():]
        # argparse repeats the value behind each name: "-o FILE, --out FILE".
        names += [name for name in NAME.findall(rest) if re.search(rf"[,\s]{re.escape(name)}\b", rest)]
        also = ALSO.search(meaning)
        names += [name for name in NAME.findall(also[1] or also[2]) if name not in names] if also else []
        value = NAME.sub("", rest).strip(" ,")
        found.append(Option(list(dict.fromkeys(names)), bool(value), choices_of(value), ALSO.sub("", meaning).strip()))
    return found


def commands_of(text):
    """(name, what it does) of `penstock --help`."""
    return re.findall(r"^  ([a-z]+) +(\S.*)$", text.split("\n\n")[1], re.MULTILINE)
