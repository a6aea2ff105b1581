#!/usr/bin/env python3
"""Holds the names of the face of the MPICH ABI against MPICH's own library.

usage: names.py BUILD_DIR    the face is BUILD_DIR/lib/mpich/libmpi.so.12, the other one that of scripts/peers mpich

Each name of MPICH's is there, as a function or as data of the same size, or is named under `absent` in spec/abi/mpich.yaml;
nothing is named there that is not in MPICH's library or is in ours. Exit 77 (a reported skip) without scripts/peers mpich.
"""
import fnmatch
import pathlib
import subprocess
import sys

import yaml

TOP = pathlib.Path(__file__).resolve().parents[3]
REAL = TOP / ".local/peers/mpich/lib/libmpi.so.12"
PREFIXES = ("MPI", "PMPI", "QMPI")


def symbols(library):
    """{name: 0 for a function, else the size of the data}"""
    out = {}
    for line in subprocess.run(["nm", "-DS", "--defined-only", library], check=True, capture_output=True, text=True).stdout.splitlines():
        *place, letter, name = line.split()
        name = name.split("@")[0]
        if name.startswith(PREFIXES):
            out[name] = 0 if letter in "TWi" else int(place[1], 16)
    return out


def complaints(ours, real, absent):
    out, used = [], set()
    for name, size in real.items():
        patterns = [pattern for pattern in absent if fnmatch.fnmatchcase(name, pattern)]
        if name in ours:
            if ours[name] != size:
                out.append(f"{name}: {ours[name]} bytes here, {size} in MPICH (0: a function)")
            continue
        used.update(patterns)
        if not patterns:
            out.append(f"{name} is missing")
    out += [f"spec/abi/mpich.yaml: nothing absent is like {pattern}" for pattern in absent if pattern not in used]
    return out


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    face = pathlib.Path(sys.argv[1]) / "lib/mpich/libmpi.so.12"
    if not REAL.exists():
        print(f"skipped: no {REAL}; scripts/peers mpich fetches it")
        return 77
    ours, real = symbols(face), symbols(REAL)
    absent = yaml.safe_load((TOP / "spec/abi/mpich.yaml").read_text())["absent"]
    wrong = complaints(ours, real, absent)
    for line in wrong:
        print(line)
    there = len(set(ours) & set(real))
    print(f"{there} of {len(real)} names of MPICH's libmpi.so.12 are in ours, {len(real) - there} are named as absent")
    return 1 if wrong or there < 1000 else 0


if __name__ == "__main__":
    sys.exit(main())
