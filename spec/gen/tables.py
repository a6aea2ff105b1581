#!/usr/bin/env python3
"""Makes src/base/gen/tuning_tables.inc from spec/tables/*.conf: the built-in tuning tables.

usage: tables.py [--out DIR]    DIR stands for the project's root; the default is the project itself
"""
import sys

from output import ROOT, write

HEAD = "// Made by spec/gen/tables.py from spec/tables. Do not edit.\n"
MARK = "table"


def rows(path):
    """The table as the library reads it; comments are for readers of spec/tables."""
    kept = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        line = line.split(" #")[0].rstrip()
        if line.startswith("#"):
            line = ""
        if f"){MARK}\"" in line or not line.isprintable():
            sys.exit(f"{path.relative_to(ROOT)}:{number}: a character that a table cannot hold")
        kept.append(line)
    if f"name {path.stem}" not in kept:
        sys.exit(f"{path.relative_to(ROOT)}: has no row 'name {path.stem}', the name of its file")
    return "\n".join(kept)  # empty lines stay: messages name lines of the file


def outputs():
    tables = sorted((ROOT / "spec/tables").glob("*.conf"))
    text = "".join(f'PENSTOCK_TABLE("{path.stem}", R"{MARK}({rows(path)}\n){MARK}")\n' for path in tables)
    return [("src/base/gen/tuning_tables.inc", HEAD + text)]


if __name__ == "__main__":
    write(__doc__, outputs)
