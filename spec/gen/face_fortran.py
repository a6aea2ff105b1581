"""Writes the Fortran names of the Open MPI ABI (mpif.h, the modules mpi and mpi_f08) over its C functions. A Fortran program passes
addresses of everything, integers for handles, and the lengths of its texts behind all else."""
from face_abi import NOTE
from header import wrapped

HANDLES = {"comm": "Comm", "datatype": "Type", "errhandler": "Errhandler", "file": "File", "group": "Group", "info": "Info",
           "message": "Message", "op": "Op", "request": "Request", "session": "Session", "win": "Win"}
# The type behind an address of this kind, if it is not an integer of 4 bytes.
LONG = {"aint": "MPI_Aint", "bytes": "MPI_Aint", "offset": "MPI_Offset", "bigcount": "MPI_Count"}
# Indices start from 1 in Fortran.
PLACES = {"Waitany": "index", "Testany": "index", "Request_get_status_any": "index"}
SOME_PLACES = ("Waitsome", "Testsome", "Request_get_status_some")
DETACHING = ("Buffer_detach", "Comm_detach_buffer", "Session_detach_buffer")
CANNOT = {"function", "attribute", "state", "strings", "stringss", "logical"}


def is_translated(face, function):
    if function.name in face.without_translation or function.varargs:
        return False
    if "eighbor_alltoallw" in function.name:  # handles whose number is not known here
        return False
    return not any(param.kind.name in CANNOT for param in function.params)


def parameters(function):
    """(the parameters that Fortran has, their declarations with the lengths of texts)"""
    params = [param for param in function.params if not param.large_only and param.kind.name not in ("argc", "argv")]
    out = []
    for param in params:
        kind = param.kind.name
        if kind in ("buffer", "address"):
            out.append(f"void* {param.name}")
        elif kind == "string":
            out.append(f"char* {param.name}")
        elif kind == "status":
            out.append(f"int* {param.name}")
        else:
            out.append(f"{LONG.get(kind, 'int')}* {param.name}")
    if function.result == "int":
        out.append("int* ierror")
    return params, out + [f"std::size_t {param.name}_bytes" for param in params if param.kind.name == "string"]


def handle(function, param):
    name, word = param.name, HANDLES[param.kind.name]
    if param.is_array:
        length = param.lengths[0]
        length = "members_of(*comm)" if length == "*" else f"*{length}"
        way = {"in": "In", "inout": "InOut", "out": "Out"}[param.direction]
        return f"{word}s{way}({length}, {name})"
    return {"in": f"{word}_f2c(*{name})", "out": f"{word}Out({name})", "inout": f"{word}InOut({name})"}[param.direction]


def argument(function, param):
    name, kind = param.name, param.kind.name
    if kind in HANDLES:
        return handle(function, param)
    if kind == "status":
        length = f"*{function.params[0].name}" if param.is_array else "1"
        return f"Statuses({length}, {name})"
    if kind == "buffer":
        return f"sent({name})"
    if kind == "address":
        return "Discarded()" if function.name in DETACHING else name
    if kind == "string":
        return f"Text({name}, {name}_bytes)" if param.direction == "in" else f"TextOut({name}, {name}_bytes)"
    if kind == "int" and name.endswith("weights"):
        return f"weighed({name})"
    if function.name.startswith("Group_range_"):
        return f"reinterpret_cast<int(*)[3]>({name})" if name == "ranges" else value_or_address(param)
    if PLACES.get(function.name) == name:
        return f"Place({name})"
    if function.name in SOME_PLACES and name == "array_of_indices":
        return f"Places(outcount, {name})"
    return value_or_address(param)


def value_or_address(param):
    return param.name if param.is_array or param.direction != "in" else f"*{param.name}"


def call(function):
    arguments = []
    for param in function.params:
        if not param.large_only:
            arguments.append("nullptr" if param.kind.name in ("argc", "argv") else argument(function, param))
    return f"{function.name}({', '.join(arguments)})"


def definition(face, function):
    lower = function.name.lower()
    params, declared = parameters(function)
    result = "void" if function.result == "int" else function.result
    head = wrapped(f"{result} pmpi_{lower}_({', '.join(declared)}) noexcept {{").rstrip("\n")
    if not is_translated(face, function):
        body = f"  give(ierror, code_out(api::unsupported(api::Function::k{function.name}, MPI_COMM_NULL)));\n"
    elif function.result == "int":
        body = wrapped(f"  give(ierror, {call(function)});")
    else:
        body = wrapped(f"  return {call(function)};")
    return f"{head}\n{body}}}\nFORTRAN_NAMES({lower});\n\n"


def is_there(function):
    """Says whether Fortran has the function: it has no tool interface, no conversion of handles."""
    return not function.name.startswith(("T_", "Abi_")) and not function.name.endswith(("_toint", "_fromint", "_create_env"))


def definitions(face):
    parts = [NOTE, f"// The functions of the {face.title} ABI under their Fortran names.\n#pragma GCC diagnostic ignored \"-Wunused-parameter\"\n"
             '#include "api/gen/entry.hpp"\n#include "faces/openmpi/fortran/arguments.hpp"\n\n'
             "namespace api = penstock::api;\n\nnamespace penstock::faces::openmpi::fortran {\n\nextern \"C\" {\n\n"]
    hand = set(face.table["fortran"]["hand"])
    parts += [definition(face, function) for function in face.abi.functions if is_there(function) and function.name not in hand]
    return "".join(parts) + '}  // extern "C"\n\n}  // namespace penstock::faces::openmpi::fortran\n'


def constants(face):
    """(name, number in Fortran) of every handle."""
    for values in face.table["constants"].values():
        for name, value in values.items():
            if isinstance(value, list) and len(value) == 2:
                yield name.lower(), value[1]
    for name, (_, number, _) in face.table["datatypes_beyond"].items():
        if name.startswith("MPI_"):
            yield name.lower(), number


def module(face):
    """Handles that the module mpi_f08 has as constants, which are data for compilers."""
    lines = [NOTE, "// Constants of the module mpi_f08 of the Open MPI ABI, as gfortran names them.\n\nextern \"C\" {\n\n"]
    lines += [f"extern const int {name}_f08 asm(\"__mpi_f08_types_MOD_{name}\");\nconst int {name}_f08 = {number};\n"
              for name, number in constants(face)]
    return "".join(lines) + "\n}  // extern \"C\"\n"
