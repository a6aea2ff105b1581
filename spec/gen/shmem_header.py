"""Writes include/shmem.h and include/pshmem.h."""

HEAD = """\
/* The C interface of OpenSHMEM 1.6. Made by spec/gen/shmem.py from spec/shmem.yaml. Do not edit. */
/* clang-format off */
#ifndef SHMEM_H_INCLUDED
#define SHMEM_H_INCLUDED

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#include <complex>
typedef std::complex<double> penstock_shmem_complexd;
typedef std::complex<float> penstock_shmem_complexf;
#define PENSTOCK_SHMEM_NORETURN [[noreturn]]
extern "C" {
#else
typedef double _Complex penstock_shmem_complexd;
typedef float _Complex penstock_shmem_complexf;
#define PENSTOCK_SHMEM_NORETURN __attribute__((__noreturn__))
#endif

typedef struct penstock_shmem_team *shmem_team_t;
typedef struct penstock_shmem_ctx *shmem_ctx_t;
typedef struct shmem_team_config_t { int num_contexts; } shmem_team_config_t;
typedef struct shmem_ctx_session_config_t { size_t total_ops; } shmem_ctx_session_config_t;

"""
PROFILING_HEAD = """\
/* The pshmem_ names of OpenSHMEM 1.6, for tools that have routines of their own in place of shmem_ ones. Made by
   spec/gen/shmem.py from spec/shmem.yaml. Do not edit. */
/* clang-format off */
#ifndef PSHMEM_H_INCLUDED
#define PSHMEM_H_INCLUDED

#include <shmem.h>

#ifdef __cplusplus
extern "C" {
#endif

"""
PROFILING_TAIL = """
#ifdef __cplusplus
}
#endif

#endif /* PSHMEM_H_INCLUDED */
"""
# Names and values; the second table has names with an old spelling, which has an underscore in front.
CONSTANTS = {
    "SHMEM_TEAM_INVALID": "((shmem_team_t)0)", "SHMEM_TEAM_WORLD": "((shmem_team_t)1)", "SHMEM_TEAM_SHARED": "((shmem_team_t)2)",
    "SHMEM_CTX_INVALID": "((shmem_ctx_t)0)", "SHMEM_CTX_DEFAULT": "((shmem_ctx_t)1)",
    "SHMEM_THREAD_SINGLE": "0", "SHMEM_THREAD_FUNNELED": "1", "SHMEM_THREAD_SERIALIZED": "2", "SHMEM_THREAD_MULTIPLE": "3",
    "SHMEM_TEAM_NUM_CONTEXTS": "1L",
    "SHMEM_CTX_SERIALIZED": "1L", "SHMEM_CTX_PRIVATE": "2L", "SHMEM_CTX_NOSTORE": "4L",
    "SHMEM_CTX_SESSION_TOTAL_OPS": "1L", "SHMEM_CTX_SESSION_BATCH": "1L",
    "SHMEM_SIGNAL_SET": "0", "SHMEM_SIGNAL_ADD": "1",
    "SHMEM_MALLOC_ATOMICS_REMOTE": "1L", "SHMEM_MALLOC_SIGNAL_REMOTE": "2L",
    "SHMEM_CMP_EQ": "0", "SHMEM_CMP_NE": "1", "SHMEM_CMP_GT": "2", "SHMEM_CMP_LE": "3", "SHMEM_CMP_LT": "4", "SHMEM_CMP_GE": "5",
    "SHMEM_SYNC_VALUE": "0L", "SHMEM_SYNC_SIZE": "1", "SHMEM_BCAST_SYNC_SIZE": "1", "SHMEM_REDUCE_SYNC_SIZE": "1",
    "SHMEM_BARRIER_SYNC_SIZE": "1", "SHMEM_COLLECT_SYNC_SIZE": "1", "SHMEM_ALLTOALL_SYNC_SIZE": "1", "SHMEM_ALLTOALLS_SYNC_SIZE": "1",
    "SHMEM_REDUCE_MIN_WRKDATA_SIZE": "1",
    "SHMEM_MAJOR_VERSION": "1", "SHMEM_MINOR_VERSION": "6", "SHMEM_MAX_NAME_LEN": "64", "SHMEM_VENDOR_STRING": '"Penstock"',
}
WITHOUT_OLD = ("SHMEM_TEAM", "SHMEM_CTX", "SHMEM_THREAD", "SHMEM_SIGNAL", "SHMEM_MALLOC", "SHMEM_SYNC_SIZE", "SHMEM_ALLTOALL")
SELECT = """
/* ---- C11: the routine by the type of its first pointer ---- */
#if !defined(__cplusplus) && defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
/* Named by the compiler's complaint where a pointer's type has no such routine. */
struct penstock_shmem_no_such_type;
static inline void penstock_shmem_no_type(struct penstock_shmem_no_such_type *wrong) { (void)wrong; }
#define PENSTOCK_SHMEM_FIRST(first, ...) first
#define PENSTOCK_SHMEM_SECOND(first, second, ...) second
"""
TAIL = """#endif

#endif /* SHMEM_H_INCLUDED */
"""


def wrapped(text, end="", width=124):
    """Breaks a line at commas; `end` stands at each break."""
    lines = []
    while len(text) > width:
        cut = text.rfind(", ", 0, width) + 1
        lines.append(text[:cut] + end)
        text = "    " + text[cut + 1:]
    return "\n".join(lines + [text]) + "\n"


def constants():
    out = ["/* ---- handles and constants ---- */\n"]
    for name, value in CONSTANTS.items():
        out.append(f"#define {name:<32} {value}\n")
    for name in CONSTANTS:
        if not name.startswith(WITHOUT_OLD):
            out.append(f"#define {'_' + name:<32} {name}\n")
    return "".join(out)


def prototypes(routines):
    out, group = [], ""
    for routine in routines:
        if routine.group != group:
            group = routine.group
            out.append(f"\n/* ---- {group} ---- */\n")
        mark = "PENSTOCK_SHMEM_NORETURN " if routine.noreturn else ""
        out.append(wrapped(f"{mark}{routine.declaration()};" + (" /* deprecated */" if routine.deprecated else "")))
    return "".join(out)


def profiling(spec):
    out = [PROFILING_HEAD]
    for routine in spec.routines:
        mark = "PENSTOCK_SHMEM_NORETURN " if routine.noreturn else ""
        if routine.twin:
            out.append(wrapped(f"{mark}{routine.declaration(routine.twin)};"))
    return "".join(out) + PROFILING_TAIL


def choices(spec, routines):
    """Associations of _Generic: each C type once, with and without const where the pointer is one to const."""
    out, seen = [], set()
    for routine in routines:
        kind = spec.types[routine.type]
        if (kind.get("same") or routine.type) in seen:
            continue
        seen.add(kind.get("same") or routine.type)
        pointer = next(argument for argument, _ in routine.arguments if argument.endswith("*"))
        for spelling in [f"{kind['c']} *"] + ([f"const {kind['c']} *"] if pointer.startswith("const") else []):
            out.append(f"{spelling}: {routine.name}")
    return ", ".join(out)


def generic(spec, name, routines):
    plain = [routine for routine in routines if not routine.ctx]
    with_ctx = [routine for routine in routines if routine.ctx]
    first, second = "PENSTOCK_SHMEM_FIRST(__VA_ARGS__, 0)", "PENSTOCK_SHMEM_SECOND(__VA_ARGS__, 0, 0)"
    if plain[0].arguments[0][0] == "shmem_team_t":
        return f"#define {name}(...) _Generic({second}, {choices(spec, plain)})(__VA_ARGS__)"
    if not with_ctx:
        return f"#define {name}(...) _Generic({first}, {choices(spec, plain)})(__VA_ARGS__)"
    inner = f"_Generic({second}, {choices(spec, with_ctx)}, default: penstock_shmem_no_type)"
    return f"#define {name}(...) _Generic({first}, shmem_ctx_t: {inner}, {choices(spec, plain)})(__VA_ARGS__)"


def generics(spec):
    named = {}
    for routine in spec.routines:
        if routine.generic:
            named.setdefault(routine.generic, []).append(routine)
    out = [SELECT] + [wrapped(generic(spec, name, routines), " \\") for name, routines in named.items()]
    first = "PENSTOCK_SHMEM_FIRST(__VA_ARGS__, 0)"
    for name in ("signal_add", "signal_set"):
        out.append(f"#define shmem_{name}(...) _Generic({first}, shmem_ctx_t: shmem_ctx_{name}, default: shmem_{name})(__VA_ARGS__)\n")
    out.append(f"#define shmem_sync(...) _Generic({first}, shmem_team_t: shmem_team_sync, default: shmem_sync)(__VA_ARGS__)\n")
    return "".join(out), len(named) + 3


def header(spec):
    text, _ = generics(spec)
    return (HEAD + constants() + prototypes(spec.routines) + "\n#ifdef __cplusplus\n}\n#endif\n" + text + TAIL)
