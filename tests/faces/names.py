#!/usr/bin/env python3
"""Holds the names of a face against the library whose ABI it has.

usage: names.py ABI BUILD_DIR    the face is BUILD_DIR/lib/ABI/libmpi.so.N, the other one that of scripts/peers ABI

Each name of the other library's is there, as a function or as data of the same size, or is named under `absent` in
spec/abi/ABI.yaml; nothing is named there that is not in the other library or is in ours. PENSTOCK_FACE_PEER names another
library to compare with. Exit 77 (a reported skip) without a library to compare with.
"""
import fnmatch
import os
import pathlib
import re
import subprocess
import sys

import yaml

TOP = pathlib.Path(__file__).resolve().parents[2]
# {ABI: (the library's file, the names that are compared, their least number)}. Of Open MPI's own names programs
# import only the predefined objects.
ABIS = {
    "mpich": ("libmpi.so.12", r"P?MPI|QMPI", r"P?MPI|QMPI", 1000),
    "openmpi": ("libmpi.so.40", r"P?MPIX?_|OMPI_C_MPI_", r"MPI_F|mpi_fortran_|ompi_(mpi|request|message)_(?!.*_addr$)", 1000),
}


def symbols(abi, library):
    """Returns {name: 0 for a function, else the size of the data}."""
    _, functions, data, _ = ABIS[abi]
    out = {}
    for line in subprocess.run(["nm", "-DS", "--defined-only", library], check=True, capture_output=True, text=True).stdout.splitlines():
        *place, letter, name = line.split()
        name = name.split("@")[0]
        if letter in "TWi" and re.match(functions, name):
            out[name] = 0
        elif letter not in "TWi" and re.match(data, name):
            out[name] = int(place[1], 16)
    return out


def is_internal(abi, table, name, size):
    """Returns True for Open MPI's own data: it is no predefined object, and no program imports it."""
    return abi == "openmpi" and name.startswith("ompi_") and size not in table["object_bytes"].values()


def complaints(abi, ours, real, table):
    out, used = [], set()
    for name, size in real.items():
        patterns = [pattern for pattern in table["absent"] if fnmatch.fnmatchcase(name, pattern)]
        if name in ours:
            if ours[name] != size:
                out.append(f"{name}: {ours[name]} bytes here, {size} there (0: a function)")
            out += [f"spec/abi/{abi}.yaml: {pattern} is absent there, and {name} is here" for pattern in patterns]
            continue
        used.update(patterns)
        if not patterns:
            out.append(f"{name} is missing")
    return out + [f"spec/abi/{abi}.yaml: nothing absent is like {pattern}" for pattern in table["absent"] if pattern not in used]


def main():
    if len(sys.argv) != 3 or sys.argv[1] not in ABIS:
        sys.exit(__doc__)
    abi, build = sys.argv[1:]
    file, _, _, least = ABIS[abi]
    peer = pathlib.Path(os.environ.get("PENSTOCK_FACE_PEER", TOP / ".local/peers" / abi / "lib" / file))
    if not peer.exists():
        print(f"skipped: no {peer}; scripts/peers {abi} fetches it")
        return 77
    table = yaml.safe_load((TOP / f"spec/abi/{abi}.yaml").read_text())
    ours = symbols(abi, pathlib.Path(build) / "lib" / abi / file)
    real = {name: size for name, size in symbols(abi, peer).items() if not is_internal(abi, table, name, size)}
    wrong = complaints(abi, ours, real, table)
    for line in wrong:
        print(line)
    there = len(set(ours) & set(real))
    print(f"{there} of {len(real)} names of {peer} are in ours, {len(real) - there} are named as absent")
    return 1 if wrong or there < least else 0


if __name__ == "__main__":
    sys.exit(main())
