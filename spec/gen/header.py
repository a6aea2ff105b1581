"""Writes include/mpi.h."""
HEAD = """\
/* The C interface of MPI-5.0 in its standard ABI. Made by spec/gen/generate.py from spec/. Do not edit. */
/* clang-format off */
#ifndef MPI_H_INCLUDED
#define MPI_H_INCLUDED

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- types ---- */
typedef intptr_t MPI_Aint;
typedef int64_t MPI_Offset;
typedef int64_t MPI_Count;

typedef struct MPI_Status {
  int MPI_SOURCE;
  int MPI_TAG;
  int MPI_ERROR;
  int MPI_internal[5];
} MPI_Status;

"""
HANDLES = ("Comm Datatype Errhandler File Group Info Message Op Request Session Win "
           "T_enum T_cvar_handle T_pvar_handle T_pvar_session T_event_registration T_event_instance").split()
ENUMS = {"MPI_T_cb_safety", "MPI_T_source_order"}
FN_ALIASES = ("Comm", "File", "Session", "Win")
NO_BODY = " /* no body */"
# These comments take no line of their own, so that the preprocessed header does not change with a body.
FUNCTIONS = '\n/* ---- functions; one marked "no body" can be linked, and raises MPI_ERR_UNSUPPORTED_OPERATION ---- */\n'
TAIL = """
#ifdef __cplusplus
}
#endif

#endif /* MPI_H_INCLUDED */
"""


def spelled(value, c_type):
    if c_type == "int":
        return f"({value})" if value < 0 else str(value)
    if c_type == "MPI_Offset":
        return f"((MPI_Offset){value})"
    return f"(({c_type}){value:#x})"


def wrapped(text, width=120):
    """Breaks a declaration at commas."""
    lines = []
    while len(text) > width:
        cut = text.rfind(", ", 0, width) + 1
        lines.append(text[:cut])
        text = "    " + text[cut + 1:]
    return "\n".join(lines + [text]) + "\n"


def constant_groups(abi):
    out, last = [], ""
    for group in abi.constants.values():
        if group["title"] != last:
            last = group["title"]
            out.append(f"\n/* ---- {last} ---- */\n")
        if group["type"] in ENUMS:
            body = ",\n".join(f"  {name} = {value:#x}" for name, value in group["values"].items())
            out.append(f"typedef enum {group['type']} {{\n{body}\n}} {group['type']};\n")
            continue
        for name, value in group["values"].items():
            value, language = value if isinstance(value, list) else (value, "")
            line = f"#define {name:<32} {spelled(value, group['type'])}"
            out.append(f"{line:<72} /* {language} */\n" if language else line + "\n")
    return "".join(out)


def split_enums(abi):
    """Enumerations go before the callbacks that use them."""
    enums = {k: v for k, v in abi.constants.items() if v["type"] in ENUMS}
    rest = {k: v for k, v in abi.constants.items() if v["type"] not in ENUMS}
    return enums, rest


def callbacks(abi):
    out = ["\n/* ---- functions that programs hand to us ---- */\n"]
    for function in abi.callbacks:
        for name, large in function.forms():
            out.append(wrapped(f"typedef {function.result} (MPI_{name})({function.declared_params(large)});"))
    for name in FN_ALIASES:
        out.append(f"typedef MPI_{name}_errhandler_function MPI_{name}_errhandler_fn;\n")
    return "".join(out)


def prototypes(abi, prefix):
    out, chapter = [], ""
    for function in abi.functions:
        if function.chapter != chapter:
            chapter = function.chapter
            out.append(f"\n/* {chapter.replace('_', ' ')} */\n")
        note = f" /* deprecated in MPI-{function.deprecated} */" if function.deprecated and prefix == "MPI_" else ""
        bodiless = NO_BODY if abi.flags(function) is None and prefix == "MPI_" else ""
        for _, large in function.forms():
            out.append(wrapped(function.prototype(prefix, large) + ";" + note).rstrip("\n") + bodiless + "\n")
    return "".join(out)


class _View:
    def __init__(self, constants):
        self.constants = constants


def emit(abi):
    enums, rest = split_enums(abi)
    handles = "".join(f"typedef struct MPI_ABI_{n} *MPI_{n};\n" for n in HANDLES)
    return "".join([HEAD, handles, constant_groups(_View(enums)), callbacks(abi), constant_groups(_View(rest)),
                    FUNCTIONS, prototypes(abi, "MPI_"),
                    "\n/* ---- the same under the names that tools call ---- */\n", prototypes(abi, "PMPI_"), TAIL])


STREAM_TYPES = """\
typedef int MPIX_Stream;
#define MPIX_STREAM_NULL ((MPIX_Stream)0x3c000000)
"""

EXTENSIONS = """\
/* Communication in the order of a CUDA stream, by names of MPICH. Made by spec/gen/generate.py from spec/. Do not edit. */
/* clang-format off */
#ifndef PENSTOCK_MPIX_STREAM_H
#define PENSTOCK_MPIX_STREAM_H

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

""" + STREAM_TYPES + "\n"


DEVICE = """\
/* What kernels are told of windows and of partitioned requests. Made by spec/gen/generate.py from spec/. Do not edit. */
/* clang-format off */
#ifndef PENSTOCK_MPIX_DEVICE_H
#define PENSTOCK_MPIX_DEVICE_H

#include <mpi.h>
#include <penstock_device.h>

#ifdef __cplusplus
extern "C" {
#endif

"""


def extension_prototypes(abi, device):
    return "".join(wrapped(function.prototype("MPIX_", large) + ";") for function in abi.extensions
                   if (function.chapter == "device") == device for _, large in function.forms())


def emit_extensions(abi):
    return EXTENSIONS + extension_prototypes(abi, False) + "\n#ifdef __cplusplus\n}\n#endif\n\n#endif /* PENSTOCK_MPIX_STREAM_H */\n"


def emit_device(abi):
    return DEVICE + extension_prototypes(abi, True) + "\n#ifdef __cplusplus\n}\n#endif\n\n#endif /* PENSTOCK_MPIX_DEVICE_H */\n"
