"""Writes the calls of faces whose ABI is not the standard's: each converts its arguments in the list of one call of the runtime.

A call that has the same text in all faces is written once, into src/faces/common/gen, and compiled for each face in its namespace
(PENSTOCK_FACE). The others are written into the folder of their face."""
import re

import face as standard_face
from entries import result_of
from header import wrapped

HANDLES = ("comm", "datatype", "errhandler", "group", "info", "message", "op", "request", "session", "win")
TYPES = re.compile(r"\bMPI_(Comm|Datatype|Errhandler|File|Group|Info|Message|Op|Request|Session|Status|Win)\b(?!_)")
COLLECTIVE_CHAPTERS = ("collectives", "topologies")
# These arrays have the length of the communicator, or of its neighbours.
LENGTHS = {"sendtypes": ("members_of", "destinations_of"), "recvtypes": ("members_of", "sources_of")}
ATTACHING = re.compile("Buffer_attach|_attach_buffer")
DETACHING = re.compile("Buffer_detach|_detach_buffer")


def otherwise_in(name):
    """Returns the C expression for a number that is no constant of the group; block sizes of a distribution pass."""
    return "value" if name == "distribution_argument" else "unknown(value)"


def forms(face, function):
    """(C name without MPI_, True if the entry gets large counts, True if the prototype has them)."""
    if function.name in face.always_large:
        return [(function.name, True)]
    return function.forms()


def extension_names(face):
    """(function, C name without MPIX_, True for the large-count form) of the ABI's functions beyond the standard."""
    return [(function, name, large) for function in face.extensions for name, large in function.forms()]


def declared(function, large):
    return TYPES.sub(r"\1", function.declared_params(large))


def prototype(function, name, large):
    result = TYPES.sub(r"\1", result_of(function))
    return f"{result}{name}({declared(function, large)}) noexcept"


def is_written_here(face, function):
    return function.name not in face.hand


def weak(macro, prefix):
    return f"#define {macro}(name) decltype(name) weak_##name asm(\"{prefix}\" #name) __attribute__((weak, alias(\"P{prefix}\" #name)))\n"


def declarations(face):
    """{C name: its declaration} of all functions of a face; its symbol is the PMPI_ one."""
    found = {f"MPI_{name}": wrapped(f"{prototype(function, name, large)} asm(\"PMPI_{name}\");")
             for function in face.abi.functions for name, large in forms(face, function)}
    return found | {f"MPIX_{name}": wrapped(f"{prototype(function, name, large)} asm(\"PMPIX_{name}\");")
                    for function, name, large in extension_names(face)}


def shared(faces, texts_of):
    """(texts that are the same in all faces, [(face, texts that only this face has)]), each by name."""
    texts = [texts_of(face) for face in faces]
    same = {name: text for name, text in texts[0].items() if all(other.get(name) == text for other in texts)}
    return same, [(face, {name: text for name, text in found.items() if name not in same}) for face, found in zip(faces, texts)]


def in_namespace(namespace, texts):
    return f"namespace penstock::faces::{namespace} {{\n\n{''.join(texts.values()).rstrip()}\n\n}}  // namespace penstock::faces::{namespace}\n"


def headers(faces, note):
    """(path below src/faces, text) of the declarations."""
    same, rest = shared(faces, declarations)
    yield "common/gen/calls.hpp", (
        f"{note}// The functions that all faces have, under C++ names; each one's symbol is the PMPI_ one. WEAK_NAME gives it the MPI_ one,\n"
        "// beside its definition; WEAK_MPIX_NAME does so for PMPIX_ and MPIX_.\n#pragma once\n\n#include \"faces/common/types.hpp\"\n\n" +
        weak("WEAK_NAME", "MPI_") + weak("WEAK_MPIX_NAME", "MPIX_") + "\n" + in_namespace("PENSTOCK_FACE", same))
    for face, texts in rest:
        if texts:
            include = '#include "mpix_stream.h"\n' if face.extensions else ""
            yield f"{face.name}/gen/more_calls.hpp", (
                f"{note}// The functions that the {face.title} ABI has beyond the other faces, under C++ names.\n#pragma once\n\n"
                f"#include \"faces/{face.name}/types.hpp\"\n{include}\n" + in_namespace(face.name, texts))


def handle_argument(face, function, param):
    name, kind = param.name, param.kind.name
    theirs = TYPES.sub(r"\1", param.kind.c)
    if param.is_array:
        length = param.lengths[0]
        if length == "*":
            one, neighbour = LENGTHS[name]
            which = neighbour if "neighbor" in function.name.lower() else one
            comm = next(p.name for p in function.params if p.kind.name == "comm")
            buffer = ", sendbuf" if which == "members_of" and name == "sendtypes" else ""
            length = f"{which}(in({comm}){buffer})"
        shape = {"in": "HandlesIn", "inout": "HandlesInOut"}[param.direction]
        return f"{shape}<{theirs}>({length}, {name})"
    shape = {"in": "in", "out": "HandleOut", "inout": "HandleInOut"}[param.direction]
    if kind == "file" and not face.files_are_handles:
        return f"in({name})" if param.direction == "in" else f"FileOut({name})"
    return f"{shape}({name})"


def number_argument(param, inward, outward):
    if param.is_array:
        if param.lengths == ("*",):
            raise ValueError(f"{param.name}: no length is known")
        converter = f"NumbersIn<{inward}>" if param.direction == "in" else f"NumbersOut<{outward}>"
        return f"{converter}({param.lengths[0]}, {param.name})"
    if param.direction == "in":
        return f"{inward}({param.name})"
    both = f", {inward}" if param.direction == "inout" else ""
    return f"NumberOut<{outward}{both}>({param.name})"


def status_argument(function, param):
    if param.is_array:
        return f"StatusesOut({function.params[0].name}, {param.name})"
    return {"in": "StatusIn", "out": "StatusOut", "inout": "StatusInOut"}[param.direction] + f"({param.name})"


def buffer_argument(function, param):
    if function.chapter in COLLECTIVE_CHAPTERS:
        return f"in_place({param.name})"
    if param.direction == "inout" and ATTACHING.search(function.name):
        return f"attached({param.name})"
    return param.name


def argument(face, function, param):
    name, kind = param.name, param.kind.name
    conversion = face.arguments["arguments"].get(function.name, {}).get(name)
    if conversion:
        return number_argument(param, f"{conversion}_in", f"{conversion}_out")
    if kind in HANDLES or kind == "file":
        return handle_argument(face, function, param)
    if kind == "status":
        return status_argument(function, param)
    if kind == "late_status":
        return f"late_status({name})"
    if kind in ("rank", "tag") and (not param.is_array or function.name == "Group_translate_ranks"):
        return number_argument(param, f"{kind}_in", f"{kind}_out")
    if kind == "keyval":
        return number_argument(param, "keyval_in", "keyval_out")
    if kind in ("errorcode", "errorclass") and function.name != "Abort":  # there it is the job's exit status
        return number_argument(param, "code_in", "code_out")
    if kind == "buffer":
        return buffer_argument(function, param)
    if kind == "address" and DETACHING.search(function.name):
        return f"DetachedOut({name})"
    if kind == "int" and name.endswith("weights"):
        return f"weights_in({name})"
    if kind == "t_pvar" and param.direction == "in":
        return f"pvar_handle({name})"
    if kind == "t_safety":
        return f"static_cast<MPI_T_cb_safety>(safety_in({name}))"
    if kind == "t_order":
        return f"EnumerationOut<MPI_T_source_order, source_order_out>({name})"
    if function.name == "File_set_view" and kind == "offset":
        return f"{name} == kDisplacementCurrent ? MPI_DISPLACEMENT_CURRENT : {name}"
    if kind == "function" and not param.function.startswith("T_"):
        raise ValueError(f"MPI_{function.name}: {name} needs a trampoline; write it by hand (spec/abi/{face.name}.yaml)")
    return name


def call_arguments(face, function, flags, large):
    out = []
    for param in function.params:
        if param.large_only and not large:
            out.append("nullptr" if param.direction != "in" or param.is_array else "0")
        else:
            out.append(argument(face, function, param))
    if flags.get("form"):
        out.append(f"api::Form::{'kLarge' if large else 'kSmall'}")
    return ", ".join(out)


def definition(face, function, name, large, macro="WEAK_NAME"):
    head = wrapped(f"{prototype(function, name, large)} {{").rstrip("\n")
    flags = face.abi.flags(function)
    if flags is None or function.name in face.without_translation:
        comm = standard_face.handle_comm(function)
        comm = comm if comm == "MPI_COMM_NULL" else f"in({comm})"
        call = f"code_out(api::unsupported(api::Function::k{function.name}, {comm}))"
    else:
        call = f"api::{function.name}({call_arguments(face, function, flags, large)})"
        if function.result == "int":
            call = f"code_out({call})"
    return f"{head}\n" + wrapped(f"  return {call};") + f"}}\n{macro}({name});\n\n"


def definitions(face):
    """{C name: its definition} of the functions of a face that are not written by hand."""
    found = {f"MPI_{name}": definition(face, function, name, large)
             for function in face.abi.functions if is_written_here(face, function) for name, large in forms(face, function)}
    return found | {f"MPIX_{name}": definition(face, function, name, large, "WEAK_MPIX_NAME")
                    for function, name, large in extension_names(face)}


UNUSED = '#pragma GCC diagnostic ignored "-Wunused-parameter"\n'


def sources(faces, note):
    """(path below src/faces, text) of the definitions."""
    same, rest = shared(faces, definitions)
    yield "common/gen/calls.cpp", (
        f"{note}// The functions that all faces have, over the runtime's entries; compiled for each face.\n{UNUSED}"
        '#include "faces/common/gen/calls.hpp"\n\n#include "api/face/stamp.hpp"\n#include "api/gen/entry.hpp"\n'
        '#include "faces/common/convert.hpp"\n\nnamespace api = penstock::api;\n\n'
        "[[gnu::constructor]] static void check_runtime() { api::check_stamp(penstock::faces::PENSTOCK_FACE::kLibrary, api::kStamp); }\n\n" +
        in_namespace("PENSTOCK_FACE", same))
    for face, texts in rest:
        if texts:
            more = f'#include "faces/{face.name}/gen/more_calls.hpp"\n' if face.extensions else ""
            yield f"{face.name}/gen/more_calls.cpp", (
                f"{note}// The functions of the {face.title} ABI that other faces have not or convert in another way.\n{UNUSED}{more}"
                '#include "api/gen/entry.hpp"\n#include "faces/common/convert.hpp"\n#include "faces/common/gen/calls.hpp"\n\n'
                "namespace api = penstock::api;\n\n" + in_namespace(face.name, texts))
