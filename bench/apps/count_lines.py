#!/usr/bin/env python3
"""Counts the halo exchanges' lines, for the program to print.

usage: count_lines.py OUT NAME=FILE...    writes a row of lines.inc for each version

Lines of code are those that are neither empty, comment, include nor namespace, and do not only take times (watch_). MPI and GPU
calls are the places in the source where one is made.
"""
import pathlib
import re
import sys

NOISE = re.compile(r'//[^\n]*|/\*.*?\*/', re.S)
NOT_COUNTED = re.compile(r"\s*($|#\s*(include|pragma)\b|(\}\s*)?namespace\b|watch_\.\w+\([^)]*\);$)")
END_OF_NAMESPACE = re.compile(r"^\}\s*//\s*namespace\b[^\n]*$", re.M)


def count(text):
    """Returns (lines, MPI calls, GPU calls) of a source."""
    code = NOISE.sub("", END_OF_NAMESPACE.sub("", text))
    lines = [line for line in code.splitlines() if not NOT_COUNTED.match(line)]
    return len(lines), len(re.findall(r"\bMPI_[A-Z][a-z]\w+\(", code)), len(re.findall(r"\bpenstock_gpu_\w+\(", code))


def main(out, *sources):
    rows = [f'{{"{name}", {", ".join(map(str, count(pathlib.Path(file).read_text(encoding="utf-8"))))}}},\n'
            for name, _, file in (source.partition("=") for source in sources)]
    pathlib.Path(out).write_text("".join(rows), encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
