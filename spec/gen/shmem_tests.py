"""Writes tests/shmem/gen/: a row for each routine of OpenSHMEM, of which tests/shmem/routines makes a test.

A row is ROUTINE(kind, name, form, C type, bytes); the kind is a macro of tests/shmem/routines, called after the row of
spec/shmem.yaml that the routine comes from, and the form says what the routine works on: CTX a context, TEAM a team, ACTIVE_SET an active
set, PLAIN all PEs. The test runs over several of each."""
import re

from output import ROOT

NOTE = "/* Made by spec/gen/shmem_tests.py from spec/shmem.yaml. Do not edit. */\n"
TESTS = ROOT / "tests/shmem"
LISTS = {  # the file of rows, and what it takes of the groups of spec/shmem.yaml
    "moves": ("Put", "Get", "Signals"), "atomics": ("Atomics",), "waits": ("Waiting",), "collectives": ("Collectives", "Reductions and scans"),
}
# Shared kinds: the data of a non-blocking form are checked after shmem_quiet, like those of the blocking one.
SHARED = {"put_nbi": "PUT", "get_nbi": "GET", "put_signal_nbi": "PUT_SIGNAL"}
INTEGERS = {1: "uint8_t", 2: "uint16_t", 4: "uint32_t", 8: "uint64_t", 16: "word128"}


def stem_of(routine):
    """"atomic_add" of the row of shmem_int_atomic_add; an active set's are "set_broadcast" and so on."""
    if "{T}" in routine.family:
        return re.search(r"\{T\}_(\w+)\(", routine.family).group(1)
    of_set = re.match(r"(set_\w+)_b\d+$", routine.body)
    return of_set.group(1) if of_set else ""


def kind_of(stem):
    return SHARED.get(stem, stem.removeprefix("atomic_").upper())


def bytes_of(spec, routine):
    if routine.type:
        return spec.types[routine.type]["size"]
    return int(re.search(r"_b(\d+)$", routine.body).group(1))


def form_of(routine):
    if routine.ctx:
        return "CTX"
    if any(word == "PE_start" for _, word in routine.arguments):
        return "ACTIVE_SET"
    return "TEAM" if routine.arguments and routine.arguments[0][0] == "shmem_team_t" else "PLAIN"


def row(spec, routine, kind):
    size = bytes_of(spec, routine) if kind != "HAND" else 0
    c = spec.types[routine.type]["c"] if routine.type else INTEGERS.get(size, "void")
    return f"ROUTINE({kind}, {routine.name}, {form_of(routine)}, {c}, {size})\n"


def by_hand():
    """The routines that have a test of their own in tests/shmem/routines/by_hand.c."""
    return set(re.findall(r"^(?:[A-Z]+_)?TEST\((\w+)[,)]", (TESTS / "routines/by_hand.c").read_text(), re.MULTILINE))


def called():
    """The other tests of tests/shmem call these."""
    text = "".join(path.read_text() for path in sorted(TESTS.iterdir()) if path.suffix in (".c", ".py"))
    return set(re.findall(r"\b((?:p?shmem_|start_pes|_my_pe|_num_pes|sh)\w*)\(", text))


def outputs(spec):
    there = spec.routines
    hand, others = by_hand(), called()
    for name, groups in LISTS.items():
        rows = [row(spec, routine, kind_of(stem_of(routine))) for routine in there if routine.group in groups and stem_of(routine)]
        yield f"tests/shmem/gen/{name}.inc", NOTE + "".join(rows)
    untyped = [routine for routine in there if not stem_of(routine)]
    yield "tests/shmem/gen/by_hand.inc", NOTE + "".join(row(spec, routine, "HAND") for routine in untyped if routine.name in hand)
    elsewhere = [routine.name for routine in untyped if routine.name not in hand and routine.name in others]
    yield "tests/shmem/gen/elsewhere.inc", NOTE + "".join(f"ELSEWHERE({name})\n" for name in elsewhere)
    yield "tests/shmem/gen/there.inc", NOTE + "".join(f"THERE({routine.name}, {routine.twin or 'NULL'})\n" for routine in there)
