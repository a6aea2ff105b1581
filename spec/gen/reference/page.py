"""A page of the reference, before it is roff or Markdown."""
import dataclasses
import re


@dataclasses.dataclass
class Paragraph:
    text: str


@dataclasses.dataclass
class Code:
    text: str  # shown as it is


@dataclasses.dataclass
class Terms:
    """A list of terms with descriptions: (term, qualifier or "", text). `columns` names the three in a table; without a
    name for the second no row has a qualifier."""
    columns: tuple
    rows: list


@dataclasses.dataclass
class See:
    """Other pages: (name, section of the manual)."""
    pages: list


@dataclasses.dataclass
class Page:
    name: str
    section: int  # of the manual: 1 programs, 3 functions, 5 files, 7 overviews
    summary: str  # one line, without a full stop
    folder: str = ""  # of the Markdown page, below the reference
    aliases: list = dataclasses.field(default_factory=list)  # further names by which the manual finds the page
    links: list = dataclasses.field(default_factory=list)  # the same for names that the page does not list as its own
    title: str = ""  # of the Markdown page, where that is not its name
    parts: list = dataclasses.field(default_factory=list)  # (heading, [blocks])

    def add(self, heading, *blocks):
        self.parts.append((heading, list(blocks)))


# Names that stand out in a text: functions and constants of MPI and OpenSHMEM, variables, long options, and short ones behind a blank.
NAMES = re.compile(r"(?<![\w/])((?:MPIX?|PMPI)_\w+|p?shmemx?_\w+|(?:SHMEMX?|SMA)_[A-Z0-9_]*[A-Z0-9]|PENSTOCK_[A-Z0-9_]*[A-Z0-9](?:=\w+)?"
                   r"|MPIEXEC_TIMEOUT|CUDA_VISIBLE_DEVICES"
                   r"|--[a-z][a-z-]*\w|(?<= )-[a-zA-Z](?!\w))")


def lowered(sentence):
    """A sentence as the rest of a line: without its capital and its full stop."""
    text = sentence.rstrip(".")
    return text if text[:2].isupper() else text[:1].lower() + text[1:]
