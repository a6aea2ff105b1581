"""Writes the thin faces: C names over the runtime's entries."""
from entries import NOTE, result_of
from header import wrapped

# The dummy face of the tests gives these functions other names.
DUMMY = ("Initialized", "Comm_rank", "Comm_size", "Get_version", "Close_port")


def handle_comm(function):
    """The communicator whose handler is called for a missing body."""
    for param in function.params:
        if param.kind.name == "comm" and param.direction == "in" and not param.is_array:
            return param.name
    return "MPI_COMM_NULL"


def call_arguments(function, flags, large):
    out = []
    for param in function.params:
        if param.large_only and not large:
            out.append("nullptr" if param.direction != "in" or param.is_array else "0")
        else:
            out.append(param.name)
    if flags.get("form"):
        out.append(f"api::Form::{'kLarge' if large else 'kSmall'}")
    return ", ".join(out)


def definition(abi, function, prefix, large):
    """The function under PREFIX; the parameters of a missing body are left unused."""
    name = prefix + function.name + ("_c" if large else "")
    head = wrapped(f"{result_of(function)}{name}({function.declared_params(large)}) {{").rstrip("\n")
    flags = abi.flags(function)
    if flags is not None:
        call = wrapped(f"  return api::{function.name}({call_arguments(function, flags, large)});")
        return f"{head}\n{call}}}\n"
    if function.result != "int":
        raise ValueError(f"MPI_{function.name} gives no error code, so it needs a body")
    comm = handle_comm(function)
    return f"{head}\n  return api::unsupported(api::Function::k{function.name}, {comm});\n}}\n"


def preamble(about, name):
    return (NOTE + about + """
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "api/face/stamp.hpp"
#include "api/gen/entry.hpp"

namespace api = penstock::api;

""" + f'[[gnu::constructor]] static void check_runtime() {{ api::check_stamp("{name}", api::kStamp); }}\n\n')


ALIAS = '#define WEAK_ALIAS(name) [[gnu::weak, gnu::alias("P" #name)]] decltype(P##name) name\n\n'


def mpi_abi(abi):
    parts = [preamble("// libmpi_abi.so.1: every MPI_ and PMPI_ name of the standard ABI, and those beyond it. A tool replaces the weak MPI_ names.",
                      "libmpi_abi.so.1"), ALIAS, 'extern "C" {\n\n']
    for function in abi.functions:
        for name, large in function.forms():
            parts.append(definition(abi, function, "PMPI_", large) + f"WEAK_ALIAS(MPI_{name});\n\n")
    for function in abi.extensions:
        parts += [definition(abi, function, "MPIX_", large) + "\n" for _, large in function.forms()]
    return "".join(parts) + '}  // extern "C"\n'


def dummy(abi):
    parts = [preamble("// A second face for the tests: a few functions of the same description under names of its own.",
                      "the dummy face"), 'extern "C" {\n\n']
    parts += [definition(abi, function, "DUMMY_", False) + "\n" for function in abi.functions if function.name in DUMMY]
    return "".join(parts) + '}  // extern "C"\n'
