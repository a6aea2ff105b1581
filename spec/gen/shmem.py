#!/usr/bin/env python3
"""Makes the interface of OpenSHMEM from spec/shmem.yaml and spec/shmemx.yaml: include/shmem.h, include/pshmem.h, the names that share each
body in src/api/shmem/gen, the
table docs/users/openshmem-routines.md, and tests/shmem/gen."""
import shmem_extensions
import shmem_tests
from output import write
from shmem_header import generics, header, profiling
from shmem_routines import Spec

PAGE = """# The routines of OpenSHMEM 1.6

`scripts/generate` makes this page from `spec/shmem.yaml`, which has all routines of OpenSHMEM 1.6, and from `spec/shmemx.yaml`,
which has the additions of `shmemx.h`. [The guide](openshmem.md) explains how to use them.

"""


def names_of(spec, file):
    """The lines that give the bodies of one source their names."""
    out = ["// Made by spec/gen/shmem.py from spec/shmem.yaml. Do not edit.\n"]
    for routine in spec.routines:
        if routine.file != file:
            continue
        twin = f"PENSTOCK_SHMEM_TWIN({routine.twin}, {routine.name}, {routine.body})" if routine.twin else \
            f"PENSTOCK_SHMEM_NAME({routine.name}, {routine.body})"
        out.append(twin + "\n")
    return "".join(out)


def context_bodies(spec):
    """Forms with a context do what those without do, with the PE's number among all."""
    out = ["// Made by spec/gen/shmem.py from spec/shmem.yaml. Do not edit.\n// clang-format off\n"]
    for result, name, short, arguments in spec.context_bodies():
        told = ", ".join(f"{kind}{'' if kind.endswith('*') else ' '}{word}" for kind, word in arguments)
        words = ", ".join(word for _, word in arguments[:-1])
        out.append(f"extern \"C\" __attribute__((visibility(\"hidden\"))) {result} penstock_{name}({told});\n"
                   f"PENSTOCK_SHMEM_BODY {result} penstock_ctx_{name}(ContextHandle ctx, {told}) {{\n"
                   f"  return penstock_{name}({words}, number_among_all(\"shmem_ctx_{short}\", ctx, pe));\n}}\n")
    return "".join(out)


def page(spec, extensions):
    groups = {}
    for routine in spec.routines + extensions.routines:
        groups.setdefault(routine.group, {}).setdefault(routine.family, []).append(routine)
    text = PAGE + f"**{len(spec.routines)} functions; C11 selects {generics(spec)[1]} names by type. {len(extensions.routines)} more on streams.**\n\n"
    text += "| about | routines | functions |\n|---|---|---|\n"
    for group, families in groups.items():
        text += f"| {group} | {len(families)} | {sum(len(functions) for functions in families.values())} |\n"
    for group, families in groups.items():
        text += f"\n## {group}\n\n| routine | functions |\n|---|---|\n"
        for functions in families.values():
            first = functions[0]
            name = first.name.replace(f"_{first.type}_", "_TYPE_") if first.type else first.name
            notes = " (deprecated)" if first.deprecated else ""
            text += f"| `{name}`{notes} | {len(functions)} |\n"
    return text


def outputs():
    spec = Spec()
    extensions = shmem_extensions.Extensions(spec)
    yield "include/shmem.h", header(spec)
    yield "include/pshmem.h", profiling(spec)
    for file in sorted({routine.file for routine in spec.routines}):
        yield f"src/api/shmem/gen/{file}.inc", names_of(spec, file)
    yield "src/api/shmem/gen/context_bodies.inc", context_bodies(spec)
    yield "docs/users/openshmem-routines.md", page(spec, extensions)
    yield from shmem_extensions.outputs(extensions)
    yield "src/api/shmem/gen/stream.inc", names_of(extensions, "stream")
    yield from shmem_tests.outputs(spec)


if __name__ == "__main__":
    write(__doc__, outputs)
