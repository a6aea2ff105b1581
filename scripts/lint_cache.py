#!/usr/bin/env python3
"""Which sources clang-tidy has found clean as they are: for each on standard input a key, or '-', and its name.

  scripts/lint_cache.py BUILD_DIR CLANG_TIDY < names

A key stands for all that clang-tidy reads: the source, what it includes (by what ninja noted when it built that tree), the checks, the
compile command, and clang-tidy itself. scripts/lint keeps a file of that name below .local/lint-clean where clang-tidy found nothing,
and leaves out what has one. A source that was not built as it is now has no key, since what it includes is not known.
"""
import argparse
import functools
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

TOP = pathlib.Path(__file__).resolve().parent.parent
ENTRY = re.compile(r"^(\S+): #deps \d+, deps mtime (\d+) \((VALID|STALE)\)")


@functools.lru_cache(maxsize=None)
def content_of(path):
    """Returns the text that stands for a file: its content or, for files of the system, its size and time."""
    status = os.stat(path)
    if not path.startswith(f"{TOP}/"):
        return f"{path} {status.st_size} {status.st_mtime_ns}"
    return f"{path.removeprefix(f'{TOP}/')} {hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest()}"


def entries_of(text, build):
    """Yields (output, nanoseconds when ninja recorded it, the files) of each valid entry of `ninja -t deps`."""
    name, noted, files = None, 0, []
    for line in [*text.splitlines(), "end: #deps 0, deps mtime 0 (STALE)"]:
        begins = ENTRY.match(line)
        if begins:
            if name:
                yield name, noted, files
            name, noted, files = (begins[1] if begins[3] == "VALID" else None), int(begins[2]), []
        elif line.startswith(" "):
            files.append(os.path.normpath(os.path.join(build, line.strip())))


def is_fresh(noted, files):
    try:
        return all(os.stat(path).st_mtime_ns <= noted for path in files)
    except OSError:
        return False


def keys_of(build, text, commands, common):
    """Returns {source: key}; if a source is built twice, its key stands for both."""
    entries = list(entries_of(text, build))
    # ninja records only the precompiled form of precompiled headers.
    shared = sorted({path for name, _, files in entries if "cmake_pch" in name for path in files if path.startswith(f"{TOP}/")})
    parts = {}
    for _, noted, files in entries:
        for source in (path for path in files if path.endswith(".cpp") and path.startswith(f"{TOP}/")):
            name = source.removeprefix(f"{TOP}/")
            if name in commands and name not in parts or parts.get(name):
                fresh = is_fresh(noted, files) and (not shared or all(map(os.path.exists, shared)))
                parts[name] = [*parts.get(name, []), *sorted(map(content_of, {*files, *shared}))] if fresh else None
    return {name: hashlib.sha256("\n".join([common, *commands[name], *part]).encode()).hexdigest() for name, part in parts.items() if part}


def commands_of(build):
    """Returns {source: compile commands}; they do not depend on where the repository lies."""
    found = {}
    for one in json.loads((build / "compile_commands.json").read_text(encoding="utf-8")):
        found.setdefault(one["file"].removeprefix(f"{TOP}/"), []).append(one["command"].replace(str(TOP), "."))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path, metavar="BUILD_DIR")
    parser.add_argument("tidy", type=pathlib.Path, metavar="CLANG_TIDY")
    args = parser.parse_args()
    build = args.build.resolve()
    done = subprocess.run(["ninja", "-C", str(build), "-t", "deps"], capture_output=True, text=True, check=False)
    common = "\n".join(map(content_of, (str(args.tidy.resolve()), str(TOP / ".clang-tidy"), str(TOP / "scripts/lint"))))
    keys = keys_of(str(build), done.stdout, commands_of(build), common)
    for name in sys.stdin.read().splitlines():
        print(keys.get(name, "-"), name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
