"""Writes the thin faces: C names over the runtime's entries."""
from entries import NOTE, result_of
from header import wrapped

# The functions that the dummy face of the tests gives other names.
DUMMY = ("Initialized", "Comm_rank", "Comm_size", "Get_version", "Win_create")


def handle_comm(function):
    """The communicator whose handler hears of a missing body."""
    for param in function.params:
        if param.kind.name == "comm" and param.direction == "in" and not param.is_array:
            return param.name
    return "MPI_COMM_NULL"


def call_arguments(function, large):
    out = []
    for param in function.params:
        if param.large_only and not large:
            out.append("nullptr" if param.direction != "in" or param.is_array else "0")
        else:
            out.append(param.name)
    return ", ".join(out)


def definition(abi, function, prefix, large):
    """The function under PREFIX; the parameters of a missing body are left unused."""
    name = prefix + function.name + ("_c" if large else "")
    head = wrapped(f"{result_of(function)}{name}({function.declared_params(large)}) {{").rstrip("\n")
    if abi.flags(function) is not None:
        return f"{head}\n  return api::{function.name}({call_arguments(function, large)});\n}}\n"
    if function.result != "int":
        raise ValueError(f"MPI_{function.name} gives no error code, so it needs a body")
    comm = handle_comm(function)
    return f"{head}\n  return api::unsupported(api::Function::k{function.name}, {comm});\n}}\n"


def mpi_abi(abi):
    parts = [NOTE + "// libmpi_abi.so.1: every MPI_ and PMPI_ name of the standard ABI. A tool replaces the weak MPI_ names.\n"
             '#pragma GCC diagnostic ignored "-Wunused-parameter"\n#include "api/face/stamp.hpp"\n#include "api/gen/entry.hpp"\n\nnamespace api = penstock::api;\n\n'
             '[[gnu::constructor]] static void check_runtime() { api::check_stamp("libmpi_abi.so.1", api::kStamp); }\n\n'
             'extern "C" {\n\n']
    for function in abi.functions:
        for name, large in function.forms():
            parts.append(definition(abi, function, "PMPI_", large))
            parts.append(f'[[gnu::weak, gnu::alias("PMPI_{name}")]] decltype(PMPI_{name}) MPI_{name};\n\n')
    return "".join(parts) + '}  // extern "C"\n'


def dummy(abi):
    parts = [NOTE + "// A second face for the tests: a few functions of the same description under names of its own.\n"
             '#pragma GCC diagnostic ignored "-Wunused-parameter"\n#include "api/face/stamp.hpp"\n#include "api/gen/entry.hpp"\n\nnamespace api = penstock::api;\n\n'
             '[[gnu::constructor]] static void check_runtime() { api::check_stamp("the dummy face", api::kStamp); }\n\n'
             'extern "C" {\n\n']
    parts += [definition(abi, function, "DUMMY_", False) + "\n" for function in abi.functions if function.name in DUMMY]
    return "".join(parts) + '}  // extern "C"\n'
