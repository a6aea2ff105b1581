#!/usr/bin/env python3
"""Makes src/accel/gen/driver_entries.inc from spec/cuda_driver.yaml.

usage: cuda_driver.py [--out DIR]    DIR stands for the project's root; the default is the project itself
"""
import re
import sys

import yaml

from output import ROOT, write

NEWEST = 12000
HEAD = """// Made by spec/gen/cuda_driver.py from spec/cuda_driver.yaml. Do not edit.
// PENSTOCK_DRIVER_ENTRY(name, type, version, by, optional)
"""


def check(row, seen):
    unknown = set(row) - {"name", "version", "by", "optional", "note"}
    if unknown:
        raise ValueError(f"unknown fields {sorted(unknown)}")
    if not re.fullmatch(r"cu[A-Z]\w+", row["name"]) or row["name"] in seen:
        raise ValueError("no driver entry point, or listed twice")
    if not 2000 <= row["version"] <= NEWEST:
        raise ValueError(f"version must be between 2000 and {NEWEST}")
    if row["by"] not in ("runtime", "helper"):
        raise ValueError("by: runtime or helper")
    seen.add(row["name"])


def line(row):
    name, version = row["name"], row["version"]
    by = {"runtime": "kRuntime", "helper": "kHelper"}[row["by"]]
    optional = "true" if row.get("optional") else "false"
    return f"PENSTOCK_DRIVER_ENTRY({name}, PFN_{name}_v{version}, {version}, {by}, {optional})\n"


def outputs():
    rows = yaml.safe_load((ROOT / "spec/cuda_driver.yaml").read_text())["entry_points"]
    seen = set()
    for row in rows:
        try:
            check(row, seen)
        except (KeyError, ValueError) as error:
            sys.exit(f"spec/cuda_driver.yaml: {row.get('name', row)}: {error}")
    return [("src/accel/gen/driver_entries.inc", HEAD + "".join(line(row) for row in rows))]


if __name__ == "__main__":
    write(__doc__, outputs)
