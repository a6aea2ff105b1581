#!/usr/bin/env python3
"""Makes tools/mpiexec/gen/known.inc and help.inc from spec/mpiexec.yaml.

usage: mpiexec.py [--out DIR]    DIR stands for the project's root; the default is the project itself
"""
import sys
import textwrap

import abi
from output import write

HEAD = "// Made by spec/gen/mpiexec.py from spec/mpiexec.yaml. Do not edit.\n"
FIELDS = {"name", "group", "also", "value", "program", "repeat", "pair", "list", "short", "meaning", "more"}
COLUMNS, INDENT = 100, 30


def bare(name):
    return name.lstrip("-")


def known_rows(row):
    """(name, values, use, text) of every spelling of an option."""
    own = dict.fromkeys(bare(name) for name in [row["name"], *row.get("also", [])])
    if "pair" in row:
        own.pop(bare(row["pair"]), None)
    rows = [(name, int("value" in row), "kKeep", row["name"]) for name in own]
    rows += [(bare(row["pair"]), 2, "kPair", row["name"])] if "pair" in row else []
    rows += [(bare(row["list"]), 1, "kList", row["name"])] if "list" in row else []
    return rows + [(bare(name), int("{}" in text), "kFull", f"{row['name']} {text}") for name, text in row.get("short", {}).items()]


def others(data):
    for key, use in (("ignored", "kIgnore"), ("refused", "kRefuse")):
        for row in data[key]:
            yield from ((bare(name), row["values"], use, row["why"]) for name in row["names"])


def all_known(data):
    return [known for row in data["options"] for known in known_rows(row)] + list(others(data))


def load():
    data = abi.load("mpiexec.yaml")
    groups = [group["name"] for group in data["groups"]]
    for row in data["options"]:
        if unknown := set(row) - FIELDS:
            sys.exit(f"spec/mpiexec.yaml: {row['name']}: unknown fields {sorted(unknown)}")
        if row["group"] not in groups:
            sys.exit(f"spec/mpiexec.yaml: {row['name']}: {row['group']} is none of the groups")
    names = [name for name, *_ in all_known(data)]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        sys.exit(f"spec/mpiexec.yaml: stands twice: {', '.join(twice)}")
    return data


def known_inc(data):
    rows = "".join(f'Known{{"{name}", {values}, Use::{use}, "{text}"}},\n' for name, values, use, text in all_known(data))
    return HEAD + "// clang-format off\n" + rows


# ---- --help ----
def wrapped(text, indent=0):
    return textwrap.fill(text, COLUMNS, initial_indent=" " * indent, subsequent_indent=" " * indent, break_on_hyphens=False,
                         break_long_words=False) + "\n"


def option_lines(row):
    names = [row["name"]] + [name for name in row.get("also", []) if len(bare(name)) == 1]
    also = [name for name in row.get("also", []) if name not in names]
    also += [f"{row['pair']} NAME VALUE"] if "pair" in row else []
    also += [f"{row['list']} NAME,NAME"] if "list" in row else []
    also += [name + (" N" if "{}" in text else "") for name, text in row.get("short", {}).items()]
    head = "  " + ", ".join(names) + (f" {row['value']}" if "value" in row else "") + (" ..." if row.get("repeat") else "")
    text = row["meaning"] + (f" Also {', '.join(also)}." if also else "")
    body = wrapped(text, INDENT)
    return head + "\n" + body if len(head) > INDENT - 2 else head.ljust(INDENT) + body[INDENT:]


def group_lines(data, group):
    if group["name"] != "compatibility":
        return "".join(option_lines(row) for row in data["options"] if row["group"] == group["name"])
    text = wrapped(data["compatibility"], 4)
    for key, said in (("ignored", "Accepted, with a line that says why they change nothing:"),
                      ("refused", "Refused, with a line that says what to write instead:")):
        text += wrapped(said + " " + ", ".join(name for row in data[key] for name in row["names"]) + ".", 4)
    return text


def help_text(data):
    text = ("Usage: mpiexec [options] program [arguments] [: [options] program [arguments]]...\n"
            "Runs a program as the ranks of one MPI job.\n")
    for group in data["groups"]:
        text += f"\n{group['title']}:\n" + group_lines(data, group)
    width = max(len(line) for line, _ in data["examples"] if len(line) < 42)
    text += "\nExamples:\n"
    for line, said in data["examples"]:
        text += f"  {line:<{width}} {said}\n" if len(line) <= width else f"  {line}\n{'':{width + 3}}{said}\n"
    return text + "\n" + wrapped(data["order"]) + wrapped("Exit status: " + data["exit_status"])


def help_inc(data):
    text = help_text(data)
    if ')"' in text:
        sys.exit("spec/mpiexec.yaml: the help cannot hold )\"")
    return HEAD + 'R"(' + text + ')"\n'


def outputs():
    data = load()
    return [("tools/mpiexec/gen/known.inc", known_inc(data)), ("tools/mpiexec/gen/help.inc", help_inc(data))]


if __name__ == "__main__":
    write(__doc__, outputs)
