"""The pages of docs/ as tests see them: their code blocks, with the marks that say what becomes of each."""
import dataclasses
import pathlib
import re

TOP = pathlib.Path(__file__).resolve().parents[2]
DOCS = TOP / "docs"
USERS = DOCS / "users"
OPTIONS = {"figures", "standin", "mpi4py"}
MARK = re.compile(r"^<!-- (run|norun|file)(?:: *(.*?))? -->$")
FENCE = re.compile(r"^( *)```(\w*)")
# These are the commands that users type: a line that begins like this is a command, also behind variables.
COMMAND = re.compile(r'^(?:[A-Z][A-Z0-9_]*=(?:"[^"]*"|\S*) +)*'
                     r"(?:mpiexec|mpirun|penstock|mpicc|mpicxx|srun|sbatch|prterun|docker|apptainer|nvcc|pip) +\S")


@dataclasses.dataclass
class Block:
    page: pathlib.Path
    line: int  # the line of the fence, from 1
    language: str
    mark: str | None  # run, norun, file
    words: str  # the text behind the mark
    lines: list
    indented: bool = False

    @property
    def where(self):
        return f"{self.page.relative_to(TOP)}:{self.line}"

    @property
    def options(self):
        return set(re.sub(r"status \d+", "", self.words).replace(",", " ").split())

    @property
    def status(self):
        found = re.search(r"status (\d+)", self.words)
        return int(found.group(1)) if found else 0

    def commands(self):
        """Returns [(command, [lines of its output])]: a command begins with "$ " and goes on behind a backslash or "> "."""
        found = []
        for line in self.lines:
            if line.startswith("$ "):
                found.append((line[2:], []))
            elif found and not found[-1][1] and (found[-1][0].endswith("\\") or line.startswith("> ")):
                found[-1] = (found[-1][0] + "\n" + line.removeprefix("> "), [])
            elif found:
                found[-1][1].append(line)
        return found


def blocks(page):
    """Returns fenced blocks, and those that four spaces make."""
    lines, found, at = page.read_text(encoding="utf-8").splitlines(), [], 0
    while at < len(lines):
        fence = FENCE.match(lines[at])
        if fence:
            end = next(i for i in range(at + 1, len(lines)) if lines[i].strip() == "```")
            mark = MARK.match(lines[at - 1].strip()) if at else None
            found.append(Block(page, at + 1, fence.group(2), mark and mark.group(1), (mark and mark.group(2)) or "",
                               [line[len(fence.group(1)):] for line in lines[at + 1:end]]))
            at = end
        elif lines[at].startswith("    ") and lines[at].strip():
            found.append(Block(page, at + 1, "", None, "", [lines[at].strip()], indented=True))
        at += 1
    return found


def pages(folder=USERS):
    return sorted(folder.rglob("*.md"))
