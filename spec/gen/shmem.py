#!/usr/bin/env python3
"""Makes the interface of OpenSHMEM from spec/shmem.yaml: include/shmem.h, the names that share each body in src/api/shmem/gen, the
table docs/users/openshmem-routines.md, and tests/shmem/gen."""
import shmem_tests
from output import write
from shmem_header import generics, header
from shmem_routines import Spec

PAGE = """# Which routines of OpenSHMEM 1.6 there are

Made by `scripts/generate` from `spec/shmem.yaml`. All can be linked. One without a body prints its name and the remedy, and ends the
job. [The guide](openshmem.md) tells how to use them.

"""


def names_of(spec, file):
    """The lines that give the bodies of one source their names."""
    out = ["// Made by spec/gen/shmem.py from spec/shmem.yaml. Do not edit.\n"]
    for routine in spec.routines:
        if routine.file != file or not routine.there:
            continue
        twin = f"PENSTOCK_SHMEM_TWIN({routine.twin}, {routine.name}, {routine.body})" if routine.twin else \
            f"PENSTOCK_SHMEM_NAME({routine.name}, {routine.body})"
        out.append(twin + "\n")
    return "".join(out)


def missing(spec):
    out = ["// Made by spec/gen/shmem.py from spec/shmem.yaml. Do not edit.\n"]
    out += [f"PENSTOCK_SHMEM_MISSING({routine.twin or routine.name}, {routine.name})\n" for routine in spec.routines if not routine.there]
    return "".join(out)


def page(spec):
    groups, there = {}, [routine for routine in spec.routines if routine.there]
    for routine in spec.routines:
        groups.setdefault(routine.group, {}).setdefault(routine.family, []).append(routine)
    text = PAGE + f"**{len(there)} of {len(spec.routines)} have bodies; C11 selects {generics(spec)[1]} names by type.**\n\n"
    text += "| about | routines | functions | with a body |\n|---|---|---|---|\n"
    for group, families in groups.items():
        functions = [routine for family in families.values() for routine in family]
        have = sum(routine.there for routine in functions)
        text += f"| {group} | {len(families)} | {len(functions)} | {have} |\n"
    for group, families in groups.items():
        text += f"\n## {group}\n\n| routine | functions | body |\n|---|---|---|\n"
        for family, functions in families.items():
            first = functions[0]
            name = first.name.replace(f"_{first.type}_", "_TYPE_") if first.type else first.name
            notes = " (deprecated)" if first.deprecated else ""
            have = sum(routine.there for routine in functions)
            told = "yes" if have == len(functions) else "no" if have == 0 else f"{have}: not the forms with a context"
            text += f"| `{name}`{notes} | {len(functions)} | {told} |\n"
    return text


def outputs():
    spec = Spec()
    yield "include/shmem.h", header(spec)
    for file in sorted({routine.file for routine in spec.routines}):
        yield f"src/api/shmem/gen/{file}.inc", names_of(spec, file)
    yield "src/api/shmem/gen/missing.inc", missing(spec)
    yield "docs/users/openshmem-routines.md", page(spec)
    yield from shmem_tests.outputs(spec)


if __name__ == "__main__":
    write(__doc__, outputs)
