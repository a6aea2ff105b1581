"""Writes a header of a face's ABI, with which tests are compiled as programs of that ABI were."""
import face_addresses
import face_calls
from header import ENUMS, FN_ALIASES, HANDLES, STREAM_TYPES, spelled, wrapped

HEAD = """\
/* The C interface of the {title} ABI, as tests see it: what programs were compiled against. */
#ifndef PENSTOCK_TESTS_{guard}_MPI_H
#define PENSTOCK_TESTS_{guard}_MPI_H

#ifdef __cplusplus
extern "C" {{
#endif

typedef long MPI_Aint;
typedef int MPI_Fint;
typedef long long MPI_Count;
typedef long long MPI_Offset;

typedef struct MPI_Status {{
{status}}} MPI_Status;

"""
STATUS = {
    "mpich": "  int count_lo;\n  int count_hi_and_cancelled;\n  int MPI_SOURCE;\n  int MPI_TAG;\n  int MPI_ERROR;\n",
    "openmpi": "  int MPI_SOURCE;\n  int MPI_TAG;\n  int MPI_ERROR;\n  int _cancelled;\n  unsigned long _ucount;\n",
}
MPICH_DATA = """
/* ---- data ---- */
extern int *const MPI_UNWEIGHTED;
extern int *const MPI_WEIGHTS_EMPTY;
extern const MPI_T_pvar_handle MPI_T_PVAR_ALL_HANDLES;
extern MPI_Fint *MPI_F_STATUS_IGNORE;
extern MPI_Fint *MPI_F_STATUSES_IGNORE;
int MPIR_Dup_fn(MPI_Comm, int, void *, void *, void *, int *);
#define MPI_COMM_DUP_FN ((MPI_Comm_copy_attr_function *)MPIR_Dup_fn)
#define MPI_TYPE_DUP_FN ((MPI_Type_copy_attr_function *)MPIR_Dup_fn)
#define MPI_WIN_DUP_FN ((MPI_Win_copy_attr_function *)MPIR_Dup_fn)

"""
TAIL = """
#ifdef __cplusplus
}
#endif

#endif
"""
FORTRAN = ("Comm", "Errhandler", "File", "Group", "Info", "Message", "Op", "Request", "Session", "Win")


def comment(note):
    return note.replace("//", "/*").replace("\n", " */\n")


def handle_types(face):
    tools = [f"typedef struct MPIR_{name}_s *MPI_{name};\n" for name in HANDLES if name.startswith("T_")]
    kinds = [name for name in HANDLES if not name.startswith("T_")]
    if face.files_are_handles:
        return "".join([f"typedef struct ompi_{name.lower()}_t *MPI_{name};\n" for name in kinds] + tools)
    lines = [f"typedef int MPI_{name};\n" for name in kinds if name != "File"] + ["typedef struct ADIOI_FileD *MPI_File;\n"]
    return "".join(lines + tools)


def written(value, c_type):
    if isinstance(value, list):
        return f"(({c_type})(void *)&{value[0]})"
    return f"(({c_type}){value})" if value < 0 and "*" in c_type else spelled(value, c_type)


def rows_of(face, group):
    """(name, value) of a group; an enumeration that the ABI lacks has the standard's values."""
    listed = face.table["constants"].get(group, {})
    if not listed and face.abi.constants[group]["type"] in ENUMS:
        return face.abi.constants[group]["values"].items()
    return listed.items()


def constants(face, enums):
    out = []
    for group in face.groups():
        c_type = face.abi.constants[group]["type"]
        if (c_type in ENUMS) != enums:
            continue
        if enums:
            rows = ", ".join(f"{name} = {value}" for name, value in rows_of(face, group))
            out.append(wrapped(f"typedef enum {c_type} {{ {rows} }} {c_type};"))
        else:
            out += [f"#define {name} {written(value, c_type)}\n" for name, value in rows_of(face, group)]
    return "".join(out)


def callbacks(face):
    out = [wrapped(f"typedef {function.result} (MPI_{name})({function.declared_params(large)});")
           for function in face.abi.callbacks for name, large in function.forms()]
    return "".join(out + [f"typedef MPI_{name}_errhandler_function MPI_{name}_errhandler_fn;\n" for name in FN_ALIASES])


def objects(face):
    """The data of an ABI of addresses, its attribute functions, and the standard's additions."""
    out = ["\n/* ---- data ---- */\n"]
    out += [f"extern struct ompi_predefined_object_t {symbol};\n" for symbol in face_addresses.by_symbol(face)]
    for symbol in face.table["attribute_functions"]:
        kind = {"COMM": "Comm_", "TYPE": "Type_", "WIN": "Win_"}.get(symbol.split("_")[3])
        what = "Delete" if "DELETE" in symbol else "Copy"
        name = f"MPI_{kind}{what.lower()}_attr_function" if kind else f"MPI_{what}_function"
        out.append(f"extern {name} {symbol};\n#define {symbol.removeprefix('OMPI_C_')} {symbol}\n")
    out.append("\n/* ---- what that ABI has not, as the library takes it ---- */\n")
    for group, row in face.abi.constants.items():
        if row["type"] in ENUMS:
            continue
        for name in row["values"]:
            if not face.has(name) and f"OMPI_C_{name}" not in face.table["attribute_functions"]:
                out.append(f"#define {name} {substitute(face, group, name)}\n")
    return "".join(out) + "\n"


def substitute(face, group, name):
    ours, c_type = face.ours(group, name), face.abi.constants[group]["type"]
    if name in face.table["error_classes_in_place_of"]:
        return face.table["error_classes_in_place_of"][name]
    if name in face.table["datatypes_beyond"]:
        return written(face.table["datatypes_beyond"][name], c_type)
    return spelled(ours << 1 | 1 if c_type == "MPI_Datatype" else ours, c_type)


def header(face, note):
    head = HEAD.format(title=face.title, guard=face.name.upper(), status=STATUS[face.name])
    return "".join([comment(note), head, handle_types(face), constants(face, True), callbacks(face), constants(face, False),
                    objects(face) if face.files_are_handles else MPICH_DATA,
                    STREAM_TYPES + "\n" if face.extensions else "", f'#include "{face.name}_prototypes.inc"\n', TAIL])


def prototypes(face, note):
    """The prototypes; after a real mpi.h of this ABI they declare the same functions, or are errors."""
    out = [comment(note), f"/* The functions of the {face.title} ABI. */\n"]
    for prefix in ("MPI_", "PMPI_"):
        for function in face.abi.functions:
            for name, large in face_calls.forms(face, function):
                result = f"{function.result}{'' if function.result.endswith('*') else ' '}"
                out.append(wrapped(f"{result}{prefix}{name}({function.declared_params(large)});"))
        for name in FORTRAN:
            out.append(f"MPI_Fint ({prefix}{name}_c2f)(MPI_{name});\nMPI_{name} ({prefix}{name}_f2c)(MPI_Fint);\n")
        out.append(f"MPI_Fint ({prefix}Type_c2f)(MPI_Datatype);\nMPI_Datatype ({prefix}Type_f2c)(MPI_Fint);\n")
        out += [wrapped(function.prototype(prefix.replace("_", "X_"), large) + ";") for function, _, large in face_calls.extension_names(face)]
        out.append(f"int {prefix}Status_c2f(const MPI_Status *, MPI_Fint *);\nint {prefix}Status_f2c(const MPI_Fint *, MPI_Status *);\n")
    return "".join(out)


def pins(face, note):
    """Each constant, as a program that includes that library's mpi.h sees it."""
    rows = []
    for listed in face.table["constants"].values():
        for name, value in listed.items():
            if isinstance(value, list):
                rows.append(f"OBJECT({name}, {value[0]}, {value[1]})\n")
            else:
                rows.append(f"PIN({name}, {value:#x})\n" if value > 1 << 16 else f"PIN({name}, {value})\n")
    if face.extensions:
        rows.append("PIN(MPIX_STREAM_NULL, 0x3c000000)\n")
    return comment(note) + f"/* The constants of spec/abi/{face.name}.yaml. */\n" + "".join(rows)
