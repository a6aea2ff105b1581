#!/usr/bin/env python3
"""Looks for refused words and for comments without a subject; scripts/lint runs it.

  scripts/check_words.py [--top DIR]     exit status 1 if there is any finding
  scripts/check_words.py --openings      also lists all comments that are counted

scripts/words.yaml has the words, the openings of comments and the commit from which on subjects and bodies of commits are looked at.
Names, comments, pages and data are searched; CHANGELOG.md and measurements (docs/performance), which tell of the past, are not.
"""
import argparse
import io
import pathlib
import re
import subprocess
import sys
import tokenize

import yaml

TOP = pathlib.Path(__file__).resolve().parent.parent
DATA = TOP / "scripts/words.yaml"
CXX = (".c", ".cc", ".cpp", ".h", ".hpp", ".inc", ".cu", ".cuh")
PROSE = (".md", ".yaml", ".yml", ".cmake", ".txt", ".toml", ".rst")
NOT_SEARCHED = re.compile(r"(?<!^spec)/gen/|^include/mpi\.h$|^CHANGELOG\.md$|^docs/performance/|^scripts/(words\.yaml|pins/)|^tests/house/check_words_test")
NOISE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.S)
SUBJECT = 72
AREA = re.compile(r"[a-zA-Z0-9_.+/*-]+( [a-z]+)?(, [a-zA-Z0-9_.+/*-]+( [a-z]+)?)*: \S")


def load(data=DATA):
    return yaml.safe_load(data.read_text(encoding="utf-8"))


def pattern_of(word):
    """Finds a word in prose, and as a part of a name in any of the usual spellings."""
    if " " in word:
        return rf"\b{word}\b".replace(" ", r"\s+")
    title = word[0].upper() + word[1:]
    return rf"(?<![A-Za-z]){word}(?![a-z])|(?<![A-Z]){title}(?![a-z])|(?<![A-Za-z]){word.upper()}(?![A-Za-z])"


class Refused:
    """The refused words as one pattern for all text and one for names alone."""

    def __init__(self, rows):
        # Most files have none of the words: a search for their letters takes less time than the patterns.
        self.letters = sorted({word.split()[0].lower() for row in rows for word in row["words"]})
        self.say = {word.lower(): row["say"] for row in rows for word in row["words"]}
        self.anywhere = self.compile(rows, lambda row: not row.get("names"))
        self.names = self.compile(rows, lambda row: row.get("names"))

    @staticmethod
    def compile(rows, wanted):
        words = [word for row in rows if wanted(row) for word in row["words"]]
        return re.compile("|".join(map(pattern_of, words)) or r"(?!)")

    def look(self, text, cxx=False):
        """Returns (line, word, the field's term) of each finding."""
        lower = text.lower()
        if not any(letters in lower for letters in self.letters):
            return
        texts = [(self.anywhere, text)]
        if cxx:
            texts.append((self.names, NOISE.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)))
        for pattern, looked_at in texts:
            for match in pattern.finditer(looked_at):
                word = " ".join(match.group().split())
                yield looked_at.count("\n", 0, match.start()) + 1, word, self.say[word.lower()]


def git(top, *words):
    done = subprocess.run(["git", *words], cwd=top, capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else None


def is_script(path):
    """Programs of ours without an ending."""
    with open(path, "rb") as file:
        return file.read(2) == b"#!"


def files_of(top):
    """Returns the names of all files that people write and read."""
    names = git(top, "ls-files", "--cached", "--others", "--exclude-standard")
    for name in sorted(set((names or "").splitlines())):
        path = top / name
        if NOT_SEARCHED.search(name) or not path.is_file() or path.is_symlink():
            continue
        if path.suffix in (*CXX, *PROSE, ".py", ".sh") or (not path.suffix and is_script(path)):
            yield name


def comments_of_lines(text, mark):
    """Returns (line, text) of the first line of each comment that has lines of its own, and of each comment behind code."""
    before = False
    for number, line in enumerate(text.splitlines(), 1):
        body = line.strip()
        whole = body.startswith(mark)
        if whole and not before:
            yield number, body[len(mark):].lstrip("/!# ")
        elif not whole and f" {mark} " in line:
            yield number, line.rsplit(f" {mark} ", 1)[1]
        before = whole


def comments_of_python(text):
    """Returns (line, text) of comments, and of strings that stand alone, which are descriptions."""
    before, beginning = 0, True
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            whole = token.line[:token.start[1]].strip() == ""
            if not (whole and before == token.start[0] - 1):
                yield token.start[0], token.string.lstrip("#! ")
            before = token.start[0] if whole else 0
        elif token.type == tokenize.STRING and beginning:
            yield token.start[0], token.string.lstrip("rb").strip("\"' \n")
        if token.type not in (tokenize.COMMENT, tokenize.NL):
            beginning = token.type in (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)


def comments_of(name, text):
    if pathlib.PurePath(name).suffix in CXX:
        return comments_of_lines(text, "//")
    if name.endswith(".py") or text.startswith(("#!/usr/bin/python3", "#!/usr/bin/env python3")):
        return comments_of_python(text)
    if name.endswith(".sh") or text.startswith("#!"):
        return comments_of_lines(text, "#")
    return []


def openings(top, words):
    """Returns (file, line, comment) of each comment that begins with one of these words."""
    pattern = re.compile(rf"(?:{'|'.join(words)})\b".replace(" ", r"\s+"))
    for name in files_of(top):
        text = (top / name).read_text(encoding="utf-8", errors="replace")
        for number, comment in comments_of(name, text):
            if pattern.match(comment):
                yield name, number, comment.splitlines()[0]


def count_openings(top):
    return sum(1 for _ in openings(top, load()["openings"]))


def check_files(top, refused):
    for name in files_of(top):
        text = (top / name).read_text(encoding="utf-8", errors="replace")
        for number, word, say in [*refused.look(pathlib.PurePath(name).name), *refused.look(text, name.endswith(CXX))]:
            yield f"{name}:{number}: refused word '{word}'; the field says: {say}"


def wrong_with(subject, body, refused):
    if len(subject) > SUBJECT:
        yield f"its subject has {len(subject)} characters; at most {SUBJECT} are allowed"
    if not AREA.match(subject):
        yield "its subject is not 'area: imperative'"
    for _, word, say in refused.look(subject):
        yield f"its subject has the refused word '{word}'; the field says: {say}"
    if not body.strip():
        yield "it has no body that says why"


def check_commits(top, after, refused):
    """Findings in the commits after that one; None where the history does not reach back to it, as in a shallow clone."""
    if git(top, "merge-base", "--is-ancestor", after, "HEAD") is None:
        return None
    text = git(top, "log", "--no-merges", "--format=%h%x1f%s%x1f%b%x1e", f"{after}..HEAD") or ""
    found = []
    for entry in filter(str.strip, text.split("\x1e")):
        commit, subject, body = entry.strip("\n").split("\x1f")
        found += [f"commit {commit} ({subject[:50]}): {wrong}" for wrong in wrong_with(subject, body, refused)]
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--openings", action="store_true")
    parser.add_argument("--top", type=pathlib.Path, default=TOP, metavar="DIR")
    options = parser.parse_args()
    top, data = options.top.resolve(), load(options.top / "scripts/words.yaml")
    refused = Refused(data["refused"])
    found = list(check_files(top, refused))
    commits = check_commits(top, data["commits_after"], refused)
    found += commits or []
    begun, allowed = list(openings(top, data["openings"])), data["comments_with_openings"]
    if options.openings:
        print(*(f"{name}:{number}: {comment}" for name, number, comment in begun), sep="\n")
    if len(begun) > allowed:
        found.append(f"{len(begun)} comments begin with {', '.join(data['openings'])}; scripts/words.yaml allows {allowed}: give those that "
                     "you added a subject and a verb (scripts/check_words.py --openings lists all)")
    print(*found, sep="\n", end="\n" if found else "")
    if commits is None:
        print(f"[words] commits: not looked at, {data['commits_after']} is not in this history")
    lower = f"; lower the {allowed} in scripts/words.yaml" if len(begun) < allowed else ""
    print(f"[words] {len(refused.say)} refused words, {len(begun)} comments without a subject{lower}, {len(found)} findings")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
