#!/usr/bin/env python3
"""Makes src/base/gen/config_members.inc, tunables_table.inc and tunables_traits.inc from spec/tunables.yaml.

usage: tunables.py [--out DIR]    DIR stands for the project's root; the default is the project itself
"""
import re
import sys

import yaml

from output import ROOT, write

FIELDS = {"name", "member", "type", "level", "group", "set", "unit", "alias", "formerly", "default", "limits", "meaning"}
TYPES = {"bool": "bool", "int": "std::int64_t", "size": "std::uint64_t", "text": "std::string"}
SET = {None: "kStart", "running": "kRunning", "alike": "kStartAlike", "never": "kNever"}
LEVELS = (1, 2, 3)
MOST_FOR_USERS = 10
COST = re.compile(r"(\d+(?:\.\d+)?)us (\d+)MB/s")
COST_LIMITS = ["0us 1MB/s", "1000000us 100000000MB/s"]
SUFFIX = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
HEAD = "// Made by spec/gen/tunables.py from spec/tunables.yaml. Do not edit.\n"


def number(text):
    match = re.fullmatch(r"(-?\d+)([KMG]?)", str(text))
    if not match:
        raise ValueError(f"{text!r} is no number")
    return int(match[1]) * SUFFIX.get(match[2], 1)


def pascal(text):
    return "".join(part.capitalize() for part in re.split(r"[_-]", str(text)))


def check(row, seen):
    unknown = set(row) - FIELDS
    missing = {"name", "member", "type", "level", "group", "default", "meaning"} - set(row)
    if unknown or missing:
        raise ValueError(f"unknown fields {sorted(unknown)}, missing fields {sorted(missing)}")
    if not re.fullmatch(r"PENSTOCK_[A-Z0-9_]+", row["name"]) or not re.fullmatch(r"[a-z][a-z0-9_]*", row["member"]):
        raise ValueError("name must be PENSTOCK_UPPER_CASE and member snake_case")
    for unique in (row["name"], row["member"], row.get("alias"), row.get("formerly")):
        if unique and unique in seen:
            raise ValueError(f"{unique} appears twice")
        seen.add(unique)
    if row["level"] not in LEVELS:
        raise ValueError("the level is 1 (users), 2 (tuning) or 3 (development)")
    if row.get("set") not in SET:
        raise ValueError(f"set: {row['set']} is none of {sorted(filter(None, SET))}")
    kind, default, limits = row["type"], str(row["default"]), row.get("limits")
    if kind in ("int", "size"):
        low, high = (number(x) for x in limits)
        if not low <= number(default) <= high:
            raise ValueError(f"default {default} is outside {limits}")
        if kind == "int" and not -(1 << 31) <= low <= high < 1 << 31:
            raise ValueError("tools see it as an int: its limits must fit one")
    elif kind == "choice":
        if default not in [str(x) for x in limits]:
            raise ValueError(f"default {default} is not among {limits}")
    elif kind == "bool":
        if default not in ("0", "1"):
            raise ValueError("the default of a bool is 0 or 1, in quotes")
    elif kind == "cost":
        if not COST.fullmatch(default) or limits:
            raise ValueError(f"default {default} is no cost such as '8.8us 380000MB/s', or there are limits")
    elif kind != "text":
        raise ValueError(f"unknown type {kind}")


def load():
    data = yaml.safe_load((ROOT / "spec/tunables.yaml").read_text())
    seen = set()
    for row in data["tunables"]:
        try:
            check(row, seen)
            if row["group"] not in [group["name"] for group in data["groups"]]:
                raise ValueError(f"{row['group']} is none of the groups")
        except (ValueError, TypeError) as error:
            sys.exit(f"spec/tunables.yaml: {row.get('name', row)}: {error}")
    if len(first := [row["name"] for row in data["tunables"] if row["level"] == 1]) > MOST_FOR_USERS:
        sys.exit(f"spec/tunables.yaml: {len(first)} tunables have level 1, of which a user can know {MOST_FOR_USERS}: {', '.join(first)}")
    return data


def member(row):
    kind, name, default = row["type"], row["member"], str(row["default"])
    if kind == "choice":
        values = ", ".join("k" + pascal(value) for value in row["limits"])
        lines = f"enum class {pascal(name)} : std::uint8_t {{ {values} }};\n{pascal(name)} {name} = {pascal(name)}::k{pascal(default)};"
    elif kind == "bool":
        lines = f"bool {name} = {'true' if default == '1' else 'false'};"
    elif kind == "text":
        lines = f"std::string {name};" if default == "" else f'std::string {name} = "{default}";'
    elif kind == "cost":
        latency, rate = COST.fullmatch(default).groups()
        lines = f"Cost {name}{{{latency}, {rate}}};"
    else:
        lines = f"{TYPES[kind]} {name} = {number(default)};"
    return f"// {row['name']}: {row['meaning']}\n{lines}\n"


def limits_text(row):
    limits = COST_LIMITS if row["type"] == "cost" else [str(x) for x in row.get("limits", [])]
    return ("|" if row["type"] == "choice" else "..").join(limits)


def table_row(row):
    cells = [row["name"], row.get("alias", ""), row["type"], row.get("unit", ""), str(row["default"]), limits_text(row), row["meaning"]]
    text = ", ".join('"' + cell.replace('"', '\\"') + '"' for cell in cells)
    return f"PENSTOCK_TUNABLE({row['member']}, {text})\n"


def table(data):
    others = "".join(f'PENSTOCK_OTHER_NAME("{name}")\n' for name in data["other_names"])
    former = "".join(f'PENSTOCK_FORMER_NAME("{row["formerly"]}", "{row["name"]}")\n'
                     for row in data["tunables"] if "formerly" in row)
    return (HEAD + "#ifdef PENSTOCK_TUNABLE\n// member, name, alias, type, unit, default, limits, meaning\n"
            + "".join(table_row(row) for row in data["tunables"]) + "#endif\n\n#ifdef PENSTOCK_OTHER_NAME\n" + others
            + "#endif\n\n#ifdef PENSTOCK_FORMER_NAME\n// former, name\n" + former + "#endif\n")


def traits(data):
    groups = [group["name"] for group in data["groups"]]
    listed = "".join(f'PENSTOCK_TUNABLE_GROUP("{row["name"]}", "{row["meaning"]}")\n' for row in data["groups"])
    rows = "".join(f"PENSTOCK_TUNABLE_TRAITS({groups.index(row['group'])}, {row['level']}, {SET[row.get('set')]})\n" for row in data["tunables"])
    return (HEAD + "#ifdef PENSTOCK_TUNABLE_GROUP\n// name, meaning\n" + listed
            + "#endif\n\n#ifdef PENSTOCK_TUNABLE_TRAITS\n// number of the group, level, when it may be set; in the order of the table\n"
            + rows + "#endif\n")


def outputs():
    data = load()
    return [("src/base/gen/config_members.inc", HEAD + "\n" + "\n".join(member(row) for row in data["tunables"])),
            ("src/base/gen/tunables_table.inc", table(data)),
            ("src/base/gen/tunables_traits.inc", traits(data))]


if __name__ == "__main__":
    write(__doc__, outputs)
