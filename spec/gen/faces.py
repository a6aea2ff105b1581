#!/usr/bin/env python3
"""Makes the face of the MPICH ABI, src/faces/mpich/gen/ and tests/faces/gen/, from spec/ and spec/abi/.

usage: faces.py [--out DIR]    DIR stands for the project's root; the default is the project itself
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import abi as description  # noqa: E402
import face_calls  # noqa: E402
import face_header  # noqa: E402
import output  # noqa: E402
from entries import NOTE  # noqa: E402

NOTE = NOTE.replace("generate.py", "faces.py")
BUILT_IN_SIZE = 0x404  # numbers of built-in handles of the standard ABI, and of the library's own datatypes
# Kind of handle: its groups of constants, and how many rows a half of its table has.
KINDS = {
    "Comm": (("reserved_communicators",), 16), "Errhandler": (("error_specifiers",), 16), "Group": (("group_handles",), 16),
    "Info": (("env_inq_info_key",), 16), "Message": (("msg_handles",), 16), "Op": (("collective_ops",), 16),
    "Request": (("other_handles_request",), 16), "Session": (("other_handles_session",), 16),
    "Win": (("other_handles_win",), 16),
    "Datatype": (("predefined_datatypes", "opt_datatypes_fortran", "reduction_func_datatypes_c",
                  "reduction_func_datatypes_fortran"), 256),
}
FIRST_PAIR, PAIRS = 0x8C000000, 5


class Face:
    """One ABI beside the standard's, as spec/abi/NAME.yaml has it."""

    def __init__(self, abi, name):
        self.abi = abi
        self.table = description.load(f"abi/{name}.yaml")
        self.arguments = description.load("abi/arguments.yaml")
        self.hand = set(self.table["hand"])
        self.without_translation = set(self.table["without_translation"])
        self.always_large = set(self.table["prototypes"]["always_large"])
        self.check()

    def check(self):
        names = {function.name: function for function in self.abi.functions}
        listed = self.hand | self.without_translation | self.always_large | set(self.arguments["arguments"])
        if unknown := sorted(listed - set(names)):
            raise ValueError(f"spec/abi: no such function: {', '.join(unknown)}")
        for name, rows in self.arguments["arguments"].items():
            if unknown := set(rows) - {param.name for param in names[name].params}:
                raise ValueError(f"spec/abi/arguments.yaml: {name} has no parameter {', '.join(sorted(unknown))}")
        for group, values in self.table["constants"].items():
            if unknown := set(values) - set(self.abi.constants[group]["values"]):
                raise ValueError(f"spec/abi: {group} has no {', '.join(sorted(unknown))}")

    def pairs(self, *groups):
        """(name, their value, our value) of all constants of the groups."""
        for group in groups:
            ours = self.abi.constants[group]["values"]
            for name, theirs in self.table["constants"].get(group, {}).items():
                value = ours[name]
                yield name, theirs, value[0] if isinstance(value, list) else value

    def handles(self, kind):
        """The same of all built-in handles of a kind."""
        yield from self.pairs(*KINDS[kind][0])
        if kind == "Datatype":
            yield from ((name, *values) for name, values in self.table["datatypes_beyond_the_standard"].items())

    def value(self, wanted):
        """(their value, our value) of one constant."""
        for group in self.table["constants"]:
            for name, theirs, ours in self.pairs(group):
                if name == wanted:
                    return theirs, ours
        raise KeyError(wanted)


def signed(value):
    return value - (1 << 32) if value >= 1 << 31 else value


def handle_table(face, kind):
    _, half = KINDS[kind]
    rows = [None] * (2 * half)
    for name, theirs, ours in face.handles(kind):
        if FIRST_PAIR <= theirs < FIRST_PAIR + PAIRS:
            continue
        if theirs >= 1 << 31:
            raise ValueError(f"{name}: {theirs:#x} looks like a handle of ours")
        row = (theirs >> 30) * half + (theirs & (half - 1))
        if rows[row] not in (None, (theirs, ours)):
            raise ValueError(f"{name}: the row of {theirs:#x} is taken")
        rows[row] = (theirs, ours)
    written = ", ".join("{}" if row is None else f"{{{row[0]:#x}, {row[1]:#x}}}" for row in rows)
    return f"inline constexpr std::array<Known, {2 * half}> k{kind}s = {{{{{written}}}}};\n"


def pair_table(face):
    pairs = {theirs - FIRST_PAIR: ours for _, theirs, ours in face.handles("Datatype")
             if FIRST_PAIR <= theirs < FIRST_PAIR + PAIRS}
    listed = ", ".join(f"{pairs[i]:#x}" for i in range(PAIRS))
    return (f"inline constexpr unsigned kFirstPair = {FIRST_PAIR:#x};\n"
            f"inline constexpr std::array<int, {PAIRS}> kPairs = {{{listed}}};\n")


def built_in_table(face):
    """Their number of each built-in handle of ours; 0 where there is none."""
    numbers = [0] * BUILT_IN_SIZE
    for kind in KINDS:
        for name, theirs, ours in face.handles(kind):
            if numbers[ours] not in (0, signed(theirs)):
                raise ValueError(f"{name}: {ours:#x} is taken")
            numbers[ours] = signed(theirs)
    return f"inline constexpr std::array<int, {BUILT_IN_SIZE}> kBuiltIn = {{{', '.join(map(str, numbers))}}};\n"


def known_list(name, rows):
    listed = ", ".join(f"{{{theirs}, {ours}}}" for _, theirs, ours in rows)
    return f"inline constexpr Known {name}[] = {{{listed}}};\n"


def known(name, values):
    return f"inline constexpr Known {name} = {{{values[0]}, {values[1]}}};\n"


def tables(face):
    parts = [NOTE, "// The constants of the MPICH ABI and what they are in the standard's.\n#pragma once\n\n#include <array>\n"
             "#include <cstdint>\n\n#include \"faces/mpich/types.hpp\"\n\nnamespace penstock::faces::mpich {\n\n"]
    parts += [handle_table(face, kind) for kind in KINDS]
    parts += [pair_table(face), built_in_table(face)]
    parts += [known(f"k{word}", face.value(name)) for word, name in (
        ("AnyTag", "MPI_ANY_TAG"), ("AnySource", "MPI_ANY_SOURCE"), ("ProcNull", "MPI_PROC_NULL"), ("Root", "MPI_ROOT"))]
    parts += [f"inline constexpr std::intptr_t k{word} = {face.value(name)[0]};\n" for word, name in (
        ("InPlace", "MPI_IN_PLACE"), ("BufferAutomatic", "MPI_BUFFER_AUTOMATIC"), ("StatusIgnore", "MPI_STATUS_IGNORE"))]
    parts += [f"inline constexpr std::uintptr_t kOur{word} = {face.abi.constants[group]['values'][name]};\n"
              for word, group, name in (
                  ("Unweighted", "empty_ignore_input_constants_int", "MPI_UNWEIGHTED"),
                  ("WeightsEmpty", "empty_ignore_input_constants_int", "MPI_WEIGHTS_EMPTY"),
                  ("PvarAllHandles", "tool_info_iface_handles_t_pvar_handle", "MPI_T_PVAR_ALL_HANDLES"))]
    parts += [f"inline constexpr int k{word} = {face.table['constants']['max_str_size_constants'][name]};\n" for word, name in (
        ("MaxProcessorName", "MPI_MAX_PROCESSOR_NAME"), ("MaxInfoKey", "MPI_MAX_INFO_KEY"))]
    parts.append(f"inline constexpr long long kDisplacementCurrent = {face.value('MPI_DISPLACEMENT_CURRENT')[0]};\n")
    parts.append(known_list("kErrorClasses", [row for row in face.pairs("error_classes") if row[0] != "MPI_ERR_LASTCODE"]))
    parts.append(known_list("kKeyvals", face.pairs("env_inq_and_attr_keys")))
    parts.append(known_list("kWindowFlavors", face.pairs("window_create_flavors")))
    parts.append(known_list("kWindowModels", face.pairs("window_models")))
    return "".join(parts) + "\n}  // namespace penstock::faces::mpich\n"


def conversion(face, name, row):
    """A function for each direction. What a program may not pass becomes a value that no constant has."""
    pairs = list(face.pairs(row["group"]))
    heads = [f"[[nodiscard]] inline int {name}_{way}(int value) noexcept {{\n" for way in ("in", "out")]
    if row.get("bits"):
        bodies = ["".join(["  int out = 0;\n"] + [f"  if ((value & {here}) != 0) out |= {there};  // {constant}\n"
                                                  for constant, here, there in way] + ["  return out;\n"])
                  for way in (pairs, [(n, ours, theirs) for n, theirs, ours in pairs])]
        known_bits = sum(theirs for _, theirs, _ in pairs)
        bodies[0] = f"  if ((value & ~{known_bits}) != 0) return INT_MIN;\n" + bodies[0]
        bodies = ["  if (value == 0) return 0;\n" + body for body in bodies]
    else:
        bodies = []
        for way, otherwise in ((pairs, face_calls.otherwise_in(name)), ([(n, o, t) for n, t, o in pairs], "value")):
            cases = "".join(f"    case {here}: return {there};  // {constant}\n" for constant, here, there in way)
            bodies.append(f"  switch (value) {{\n{cases}    default: return {otherwise};\n  }}\n")
    return "".join(f"{head}{body}}}\n\n" for head, body in zip(heads, bodies))


def values(face):
    functions = "".join(conversion(face, name, row) for name, row in face.arguments["conversions"].items())
    return (NOTE + "// Numbers that stand for something, from the MPICH ABI (_in) and to it (_out).\n#pragma once\n\n#include <climits>\n\n"
            "namespace penstock::faces::mpich {\n\n// What is no constant there: MPI_UNDEFINED, or a number that no call takes.\n"
            "[[nodiscard]] inline int unknown(int value) noexcept { return value == -32766 ? value : INT_MIN; }\n\n"
            f"{functions}}}  // namespace penstock::faces::mpich\n")


def outputs():
    face = Face(description.Abi(), "mpich")
    yield "src/faces/mpich/gen/tables.hpp", tables(face)
    yield "src/faces/mpich/gen/values.hpp", values(face)
    yield "src/faces/mpich/gen/calls.hpp", NOTE + face_calls.declarations(face)
    yield "src/faces/mpich/gen/calls.cpp", NOTE + face_calls.definitions(face)
    yield "tests/faces/gen/mpich_pins.inc", face_header.pins(face, NOTE)
    yield "tests/faces/gen/mpich_mpi.h", face_header.header(face, NOTE)
    yield "tests/faces/gen/mpich_prototypes.inc", face_header.prototypes(face, NOTE)


if __name__ == "__main__":
    output.write(__doc__, outputs)
