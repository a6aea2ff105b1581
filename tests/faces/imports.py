#!/usr/bin/env python3
"""Nothing that programs of other MPIs import is missing: reads every program and library that scripts/peers clients-mpich, clients-openmpi
and mpi4py-wheel fetched, and looks for the names of MPI that it imports in our libraries of that ABI.

usage: imports.py ABI BUILD_DIR

A name that is absent on purpose stands with its reason in spec/abi/ABI.yaml; what a program can do without (a weak symbol) may be
absent. Libraries of that MPI itself are not clients.
"""
import fnmatch
import pathlib
import re
import subprocess
import sys

import yaml

TOP = pathlib.Path(__file__).resolve().parents[2]
NAMES = {"mpich": r"P?MPIX?_|MPII_|MPIR_", "openmpi": r"P?MPIX?_|OMPI_C_|ompi_|p?mpi_[a-z0-9_]+_$|_ZN3MPI"}
# This pattern matches that MPI's own libraries and tools, which use its internals.
ITS_OWN = re.compile(r"^(lib(mpi|mpich|open-|mca_|ompi|oshmem|opa|psm|fabric|infinipath)|mca_|ompi_|orte|opal_|mpi(exec|run|ch|vars)|"
                     r"hydra_|oshmem|parkill|shmem)|\.la$")


def symbols(path, *options):
    done = subprocess.run(["nm", "-D", *options, path], capture_output=True, text=True, check=False)
    for line in done.stdout.splitlines():
        *_, letter, name = line.split()
        yield letter, name.split("@")[0]


def files_of(abi):
    """Yields programs and libraries, and reports the folders that were not fetched."""
    missing = []
    for folder, pattern in ((TOP / f".local/clients-{abi}/root", "*"), (TOP / ".local/mpi4py-wheel", f"*.{abi}.*.so")):
        if not folder.exists():
            missing.append(folder)
            continue
        for path in sorted(folder.rglob(pattern)):
            if path.is_file() and not path.is_symlink() and not ITS_OWN.match(path.name) and path.open("rb").read(4) == b"\x7fELF":
                yield path
    if len(missing) == 2:
        sys.exit(f"nothing was fetched: run scripts/peers clients-{abi}")


def fortran_names(abi):
    """Yields the names that Debian's Fortran library of that MPI exports in gfortran's form, if ours has to have them too."""
    for library in (TOP / f".local/clients-{abi}/own").glob("libmpi_mpifh.so.40"):
        for letter, name in symbols(library, "--defined-only"):
            if letter in "TW" and re.match(r"mpi_([a-z0-9]+_)+$", name):
                yield name


def main():
    abi, build = sys.argv[1], pathlib.Path(sys.argv[2])
    table = yaml.safe_load((TOP / f"spec/abi/{abi}.yaml").read_text())
    absent = [*table["absent"], *table.get("fortran", {}).get("absent", {})]
    ours = {name for library in sorted((build / "lib" / abi).glob("lib*.so.*")) for _, name in symbols(library, "--defined-only")}
    read, wanted, wrong = 0, set(), []
    names = set(fortran_names(abi))
    missing = sorted(name for name in names - ours if not any(fnmatch.fnmatchcase(name, word) for word in absent))
    if missing:
        wrong.append(f"of {len(names)} names of Fortran there are not {', '.join(missing)}")
    if abi == "openmpi" and len(names) < 400:
        wrong.append(f"only {len(names)} names of Fortran were found to compare with")
    for path in files_of(abi):
        imported = {name for letter, name in symbols(path, "--undefined-only") if letter == "U" and re.match(NAMES[abi], name)}
        defined = {name for _, name in symbols(path, "--defined-only")}
        read += bool(imported)
        wanted |= imported
        lacking = sorted(name for name in imported - defined - ours if not any(fnmatch.fnmatchcase(name, word) for word in absent))
        if lacking:
            wrong.append(f"{path.name} imports {', '.join(lacking)}")
    print(f"{abi}: {read} programs and libraries import {len(wanted)} names")
    for line in wrong:
        print(line)
    if read < 2 or len(wanted) < 50:
        sys.exit("too few programs or names: is the pattern still right?")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
