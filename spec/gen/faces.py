#!/usr/bin/env python3
"""Makes the faces of the ABIs of MPICH and Open MPI, src/faces/*/gen/ and tests/faces/gen/, from spec/ and spec/abi/.

usage: faces.py [--out DIR]    DIR stands for the project's root; the default is the project itself
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import abi as description  # noqa: E402
import face_addresses  # noqa: E402
import face_calls  # noqa: E402
import face_fortran  # noqa: E402
import face_header  # noqa: E402
import face_integers  # noqa: E402
import output  # noqa: E402
from face_abi import NOTE, Face  # noqa: E402

TEXT_SIZES = {"MaxProcessorName": "MPI_MAX_PROCESSOR_NAME", "MaxInfoKey": "MPI_MAX_INFO_KEY",
              "MaxLibraryVersion": "MPI_MAX_LIBRARY_VERSION_STRING"}
# An ABI with shorter strings than the standard also has these constants.
SHORTER_TEXT_SIZES = {"MaxObjectName": "MPI_MAX_OBJECT_NAME", "MaxErrorString": "MPI_MAX_ERROR_STRING"}


def known_list(name, rows):
    listed = ", ".join(f"{{{theirs}, {ours}}}" for _, theirs, ours in rows)
    return f"inline constexpr Known {name}[] = {{{listed}}};\n"


def known(name, values):
    return f"inline constexpr Known {name} = {{{values[0]}, {values[1]}}};\n"


def error_classes(face):
    """Rows that come first are found first: programs only receive classes that the ABI lacks."""
    rows = [row for row in face.pairs("error_classes") if row[0] != "MPI_ERR_LASTCODE"]
    return rows + [(name, face.value(there)[0], face.ours("error_classes", name))
                   for name, there in face.table.get("error_classes_in_place_of", {}).items()]


def sentinels(face):
    parts = [f"inline constexpr std::intptr_t k{word} = {face.value(name)[0]};\n" for word, name in (
        ("InPlace", "MPI_IN_PLACE"), ("BufferAutomatic", "MPI_BUFFER_AUTOMATIC"), ("StatusIgnore", "MPI_STATUS_IGNORE"))]
    for word, group, name in (("Unweighted", "empty_ignore_input_constants_int", "MPI_UNWEIGHTED"),
                              ("WeightsEmpty", "empty_ignore_input_constants_int", "MPI_WEIGHTS_EMPTY"),
                              ("PvarAllHandles", "tool_info_iface_handles_t_pvar_handle", "MPI_T_PVAR_ALL_HANDLES")):
        if face.has(name):
            parts.append(f"inline constexpr std::intptr_t k{word} = {face.value(name)[0]};\n")
        else:
            parts.append(f"inline constexpr std::uintptr_t kOur{word} = {face.ours(group, name)};\n")
    return "".join(parts)


def tables(face):
    parts = [NOTE, f"// The constants of the {face.title} ABI and what they are in the standard's.\n#pragma once\n\n#include <array>\n"
             f"#include <cstdint>\n\n#include \"faces/{face.name}/types.hpp\"\n\nnamespace penstock::faces::{face.name} {{\n\n"]
    parts.append(face_addresses.tables(face) if face.files_are_handles else face_integers.tables(face))
    parts += [known(f"k{word}", face.value(name)) for word, name in (
        ("AnyTag", "MPI_ANY_TAG"), ("AnySource", "MPI_ANY_SOURCE"), ("ProcNull", "MPI_PROC_NULL"), ("Root", "MPI_ROOT"))]
    parts.append(sentinels(face))
    sizes = {**TEXT_SIZES, **(SHORTER_TEXT_SIZES if "Error_string" in face.hand else {})}
    parts += [f"inline constexpr int k{word} = {face.value(name)[0]};\n" for word, name in sizes.items()]
    parts.append(f'inline constexpr char kLibrary[] = "{face.library}";\n')
    parts.append(f"inline constexpr long long kDisplacementCurrent = {face.value('MPI_DISPLACEMENT_CURRENT')[0]};\n")
    parts.append(f"inline constexpr int kLastCode = {face.value('MPI_ERR_LASTCODE')[0]};\n")
    parts.append(known_list("kErrorClasses", error_classes(face)))
    if beyond := face.table.get("error_classes_beyond"):
        rows = ", ".join(f'{{{value}, "{text}"}}' for value, text in beyond.values())
        parts.append(f"inline constexpr ErrorClass kErrorClassesBeyond[] = {{{rows}}};\n")
    parts.append(known_list("kKeyvals", face.pairs("env_inq_and_attr_keys")))
    parts.append(known_list("kWindowFlavors", face.pairs("window_create_flavors")))
    parts.append(known_list("kWindowModels", face.pairs("window_models")))
    return "".join(parts) + f"\n}}  // namespace penstock::faces::{face.name}\n"


def conversion(face, name, row):
    """A function for each direction. A value that a program must not pass becomes one that no constant has."""
    pairs = [pair for pair in face.pairs(row["group"]) if pair[0] in row.get("only", [pair[0]])]
    heads = [f"[[nodiscard]] inline int {name}_{way}(int value) noexcept {{\n" for way in ("in", "out")]
    if not face.has_conversion(name):  # the ABI has none of the constants: the standard's stand in
        bodies = ["  return value;\n"] * 2
    elif row.get("bits"):
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
    return (NOTE + f"// Numbers that stand for something, from the {face.title} ABI (_in) and to it (_out).\n#pragma once\n\n#include <climits>\n\n"
            f"namespace penstock::faces::{face.name} {{\n\n// What is no constant there: MPI_UNDEFINED, or a number that no call takes.\n"
            "[[nodiscard]] inline int unknown(int value) noexcept { return value == -32766 ? value : INT_MIN; }\n\n"
            f"{functions}}}  // namespace penstock::faces::{face.name}\n")


def outputs():
    abi = description.Abi()
    faces = (Face(abi, "mpich", "MPICH", "libmpi.so.12"), Face(abi, "openmpi", "Open MPI", "libmpi.so.40"))
    for name, text in (*face_calls.headers(faces, NOTE), *face_calls.sources(faces, NOTE)):
        yield f"src/faces/{name}", text
    for face in faces:
        gen = f"src/faces/{face.name}/gen"
        yield f"{gen}/tables.hpp", tables(face)
        yield f"{gen}/values.hpp", values(face)
        if face.files_are_handles:
            yield f"{gen}/objects.cpp", face_addresses.definitions(face)
        if "fortran" in face.table:
            yield f"{gen}/fortran.cpp", face_fortran.definitions(face)
            yield f"{gen}/module_f08.cpp", face_fortran.module(face)
        yield f"tests/faces/gen/{face.name}_pins.inc", face_header.pins(face, NOTE)
        yield f"tests/faces/gen/{face.name}_mpi.h", face_header.header(face, NOTE)
        yield f"tests/faces/gen/{face.name}_prototypes.inc", face_header.prototypes(face, NOTE)


if __name__ == "__main__":
    output.write(__doc__, outputs)
