#!/usr/bin/env python3
"""Makes src/base/gen/mvapich_table.inc and docs/users/mvapich.md from spec/mvapich.yaml.

usage: mvapich.py [--out DIR]    DIR stands for the project's root; the default is the project itself
"""
import re
import sys

import yaml

from output import ROOT, write

FIELDS = {"name", "also", "did", "effect", "ours", "instead"}
EFFECTS = {"same": "the same: its value is taken", "other": "near it, another meaning: warned of, not taken",
           "none": "none needed: ignored", "launcher": "the launcher's"}
PAGE_HEAD = """# Variables of the MVAPICH2 documents

<!-- Made by spec/gen/mvapich.py from spec/mvapich.yaml. Do not edit. -->
A job that sets these variables still works. `PENSTOCK_LOG=info` prints at start-up the meaning of each one that is set, and
`penstock info --tunables` lists Penstock's variables with these names. `MVP_...` counts as `MV2_...`. If Penstock's variable is
set as well, it takes precedence.

| variable | effect in MVAPICH2 | in Penstock | instead |
|---|---|---|---|
"""


def check(row, tunables, seen):
    unknown, missing = set(row) - FIELDS, {"name", "did", "effect", "instead"} - set(row)
    if unknown or missing:
        raise ValueError(f"unknown fields {sorted(unknown)}, missing fields {sorted(missing)}")
    if row["effect"] not in EFFECTS:
        raise ValueError(f"effect is one of {', '.join(EFFECTS)}")
    if (row["effect"] in ("same", "other")) != ("ours" in row) or row.get("ours", "PENSTOCK_CUDA") not in tunables:
        raise ValueError("same and other name a tunable as ours, the others none")
    for name in names(row):
        if not re.fullmatch(r"MV2_[A-Z0-9_]+", name) or name in seen:
            raise ValueError(f"{name} is no MV2_... name, or appears twice")
        seen.add(name)


def names(row):
    return [row["name"], *row.get("also", [])]


def load():
    tunables = {row["name"]: row.get("alias") for row in yaml.safe_load((ROOT / "spec/tunables.yaml").read_text())["tunables"]}
    rows, seen = yaml.safe_load((ROOT / "spec/mvapich.yaml").read_text())["variables"], set()
    for row in rows:
        try:
            check(row, tunables, seen)
        except (ValueError, TypeError) as error:
            sys.exit(f"spec/mvapich.yaml: {row.get('name', row)}: {error}")
    same = {row["name"]: row["ours"] for row in rows if row["effect"] == "same"}
    for ours, alias in tunables.items():
        if alias and same.get(alias) != ours:
            sys.exit(f"spec/tunables.yaml: {ours} has the alias {alias}, of which spec/mvapich.yaml has no row with effect: same")
    return rows


def table(rows):
    lines = ["// Made by spec/gen/mvapich.py from spec/mvapich.yaml. Do not edit.\n// name, ours, effect, did, instead\n"]
    for row in rows:
        for name in names(row):
            cells = ", ".join('"' + text.replace('"', '\\"') + '"' for text in (name, row.get("ours", "")))
            texts = ", ".join('"' + row[key].replace('"', '\\"') + '"' for key in ("did", "instead"))
            lines.append(f"PENSTOCK_OLD_VARIABLE({cells}, k{row['effect'].capitalize()}, {texts})\n")
    return "".join(lines)


def page(rows):
    text = PAGE_HEAD
    for row in rows:
        shown = " ".join(f"`{name}`" for name in names(row))
        ours = f"`{row['ours']}`: {EFFECTS[row['effect']]}" if "ours" in row else EFFECTS[row["effect"]]
        text += f"| {shown} | {row['did']} | {ours} | {row['instead']} |\n"
    return text


def outputs():
    rows = load()
    return [("src/base/gen/mvapich_table.inc", table(rows)), ("docs/users/mvapich.md", page(rows))]


if __name__ == "__main__":
    write(__doc__, outputs)
