"""Writes a header of the MPICH ABI, with which tests are compiled: what programs of that ABI were compiled against."""
import face_calls
from header import ENUMS, FN_ALIASES, HANDLES, spelled, wrapped

HEAD = """\
/* The C interface of the MPICH ABI, as tests see it: what programs were compiled against. */
#ifndef PENSTOCK_TESTS_MPICH_MPI_H
#define PENSTOCK_TESTS_MPICH_MPI_H

#ifdef __cplusplus
extern "C" {
#endif

typedef long MPI_Aint;
typedef int MPI_Fint;
typedef long long MPI_Count;
typedef long long MPI_Offset;

typedef struct MPI_Status {
  int count_lo;
  int count_hi_and_cancelled;
  int MPI_SOURCE;
  int MPI_TAG;
  int MPI_ERROR;
} MPI_Status;

"""
DATA = """
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


def handle_types():
    lines = [f"typedef int MPI_{name};\n" for name in HANDLES if not name.startswith("T_") and name != "File"]
    lines.append("typedef struct ADIOI_FileD *MPI_File;\n")
    return "".join(lines + [f"typedef struct MPIR_{name}_s *MPI_{name};\n" for name in HANDLES if name.startswith("T_")])


def written(value, c_type):
    return f"(({c_type}){value})" if value < 0 and "*" in c_type else spelled(value, c_type)


def constants(face, enums):
    out = []
    for group, listed in face.table["constants"].items():
        c_type = face.abi.constants[group]["type"]
        if (c_type in ENUMS) != enums:
            continue
        if enums:
            rows = ", ".join(f"{name} = {value}" for name, value in listed.items())
            out.append(wrapped(f"typedef enum {c_type} {{ {rows} }} {c_type};"))
        else:
            out += [f"#define {name} {written(value, c_type)}\n" for name, value in listed.items()]
    return "".join(out)


def callbacks(face):
    out = [wrapped(f"typedef {function.result} (MPI_{name})({function.declared_params(large)});")
           for function in face.abi.callbacks for name, large in function.forms()]
    return "".join(out + [f"typedef MPI_{name}_errhandler_function MPI_{name}_errhandler_fn;\n" for name in FN_ALIASES])


def header(face, note):
    return "".join([comment(note), HEAD, handle_types(), constants(face, True), callbacks(face), constants(face, False), DATA,
                    '#include "mpich_prototypes.inc"\n', TAIL])


def prototypes(face, note):
    """After a real mpi.h of this ABI they are declarations of the same functions, or errors."""
    out = [comment(note), "/* The functions of the MPICH ABI. */\n"]
    for prefix in ("MPI_", "PMPI_"):
        for function in face.abi.functions:
            for name, large in face_calls.forms(face, function):
                result = f"{function.result}{'' if function.result.endswith('*') else ' '}"
                out.append(wrapped(f"{result}{prefix}{name}({function.declared_params(large)});"))
        for name in FORTRAN:
            out.append(f"MPI_Fint ({prefix}{name}_c2f)(MPI_{name});\nMPI_{name} ({prefix}{name}_f2c)(MPI_Fint);\n")
        out.append(f"MPI_Fint ({prefix}Type_c2f)(MPI_Datatype);\nMPI_Datatype ({prefix}Type_f2c)(MPI_Fint);\n")
        out.append(f"int {prefix}Status_c2f(const MPI_Status *, MPI_Fint *);\nint {prefix}Status_f2c(const MPI_Fint *, MPI_Status *);\n")
    return "".join(out)


def pins(face, note):
    """Each constant, as a program that includes that library's mpi.h sees it."""
    rows = []
    for listed in face.table["constants"].values():
        for name, value in listed.items():
            rows.append(f"PIN({name}, {value:#x})\n" if value > 1 << 16 else f"PIN({name}, {value})\n")
    return comment(note) + "/* The constants of spec/abi/mpich.yaml. */\n" + "".join(rows)
