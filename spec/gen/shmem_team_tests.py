"""The routines that the programs of tests/shmem walk through: one line TEST_FAMILY(routine, C type, bytes of an element) each. A
program defines what TEST_FAMILY does; a family that it does not know does not compile."""
import re

from shmem_routines import PROTOTYPE

FORMS = {"context": lambda routine: routine.ctx,
         "collective": lambda routine: routine.group == "Collectives",
         "reduce": lambda routine: routine.group == "Reductions and scans"}


def line(spec, routine):
    stem = PROTOTYPE.match(routine.family).groups()[2].replace("{T}_", "")
    if routine.type:
        return f"TEST_{stem}({routine.name}, {spec.types[routine.type]['c']}, {spec.types[routine.type]['size']})\n"
    size = re.search(r"_b(\d+)$", routine.body)
    return f"TEST_{stem}({routine.name}, void, {size.group(1) if size else 0})\n"


def team_tests(spec):
    for name, is_in in FORMS.items():
        lines = [line(spec, routine) for routine in spec.routines if is_in(routine)]
        text = "/* Made by spec/gen/shmem.py from spec/shmem.yaml. Do not edit. */\n"
        yield f"tests/shmem/gen/{name}.inc", text + f"#define ROUTINES {len(lines)}\n" + "".join(lines)
