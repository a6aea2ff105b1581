"""Writes src/api/gen/ and src/mpi_t/gen/: the list of functions, the bodies' declarations, and the runtime's exported entry
points."""
import hashlib

from header import wrapped

NOTE = "// Made by spec/gen/generate.py from spec/. Do not edit.\n// clang-format off\n"
CONDITIONAL_CHAPTERS = ("collectives", "topologies")


def implemented(abi):
    return [function for function in abi.functions if abi.flags(function) is not None] + abi.extensions


def generated(abi):
    return [function for function in implemented(abi) if not abi.flags(function).get("hand") and not is_tool(function)]


def is_tool(function):
    """Says whether a function is of the tool interface: its calls need no process, and give codes to no handler."""
    return function.chapter == "tools"


def is_of_files(function):
    """Says whether errors of the function go to the handler of MPI_FILE_NULL where they belong to no open file."""
    return function.name.startswith("File_") or function.name == "Register_datarep"


def tool_calls(abi):
    return [function for function in implemented(abi) if is_tool(function)]


# ---- types ----
def widened(param, prefix=""):
    """The C++ type of a parameter in the runtime entry if one entry serves both forms or all ABIs; None if the C type serves."""
    if param.function_large:
        return f"{prefix}EitherFunction<MPI_{param.function}, MPI_{param.function}_c>"
    if param.kind.name == "late_status":
        return prefix + "LateStatus"
    if not param.kind.large or param.large_only:
        return None
    if param.is_array:
        if param.direction != "in":
            raise ValueError(f"{param.name}: no view for an array of counts that a call hands back")
        return prefix + ("DisplacementArray" if param.kind.name == "displ" else "CountArray")
    if param.direction == "out":
        return prefix + "CountOut"
    if param.direction == "inout" and param.kind.c == "int":
        return prefix + "CountInOut"
    return None


def entry_param(param):
    special = widened(param)
    return f"{special} {param.name}" if special else param.declared(True)


def is_resolved(param):
    return bool(param.kind.handle) and param.direction == "in" and not param.is_array and not param.as_is


def is_conditional(function, param):
    """Says whether some calls do not look at this argument (in-place buffers, ranks that are not the root)."""
    if param.kind.name != "datatype" or function.chapter not in CONDITIONAL_CHAPTERS or not is_resolved(param):
        return False
    return is_rooted(function) or sum(p.kind.name == "datatype" and is_resolved(p) for p in function.params) > 1


def is_rooted(function):
    return any(param.name == "root" for param in function.params)


def buffer_of(function, param):
    """The buffer that a count or datatype describes: the nearest one in front of it."""
    last = None
    for other in function.params:
        if other.kind.name == "buffer":
            last = other
        if other is param:
            return last
    return None


def describes(function, param):
    """The conditional datatype that decides whether a count is checked, if there is one."""
    buffer = buffer_of(function, param)
    for other in function.params:
        if buffer is not None and is_conditional(function, other) and buffer_of(function, other) is buffer:
            return other
    return None


def body_param(function, param):
    if is_resolved(param):
        pointer = param.kind.none or is_conditional(function, param)
        return f"core::{param.kind.handle}{'*' if pointer else '&'} {param.name}"
    return entry_param(param)


def result_of(function):
    return function.result + ("" if function.result.endswith("*") else " ")


# ---- functions.hpp, functions.cpp ----
def functions_hpp(abi):
    values = "".join(f"  k{function.name},\n" for function in abi.functions + abi.extensions)
    return (NOTE + "// Every function of the interface; the large-count form goes by the name of the other.\n#pragma once\n\n"
            "#include <cstdint>\n#include <string_view>\n\nnamespace penstock::api {\n\n"
            f"enum class Function : std::uint16_t {{\n{values}}};\n\n"
            f"inline constexpr int kFunctionCount = {len(abi.functions) + len(abi.extensions)};\n\n"
            "// \"MPI_Send\"\n[[nodiscard]] std::string_view function_name(Function function) noexcept;\n\n"
            "// Whether it belongs to the tool interface, whose errors go to no handler.\n"
            "[[nodiscard]] bool is_tool_function(Function function) noexcept;\n\n"
            "// Of a predefined error class: its name, \"MPI_ERR_TAG\", and what MPI_Error_string says. Empty for other\n// values.\n"
            "[[nodiscard]] std::string_view error_class_name(int error_class) noexcept;\n"
            "[[nodiscard]] std::string_view error_class_text(int error_class) noexcept;\n\n"
            "}  // namespace penstock::api\n")


def functions_cpp(abi):
    names = "".join(f'    "MPI_{function.name}",\n' for function in abi.functions)
    names += "".join(f'    "MPIX_{function.name}",\n' for function in abi.extensions)
    classes = abi.constants["error_classes"]["values"]
    rows = "".join(f'    {{{value}, "{name}", "{abi.error_texts[name]}"}},\n' for name, value in classes.items())
    return (NOTE + '#include "api/gen/functions.hpp"\n\n#include <array>\n\nnamespace penstock::api {\nnamespace {\n\n'
            f"constexpr std::array<std::string_view, kFunctionCount> kNames = {{\n{names}}};\n\n"
            "struct Class {\n  int value;\n  std::string_view name;\n  std::string_view text;\n};\n\n"
            f"constexpr Class kClasses[] = {{\n{rows}}};\n\n"
            "const Class* find(int value) noexcept {\n  for (const Class& row : kClasses) {\n"
            "    if (row.value == value) return &row;\n  }\n  return nullptr;\n}\n\n}  // namespace\n\n"
            "std::string_view function_name(Function function) noexcept {\n"
            "  return kNames[static_cast<std::size_t>(function)];\n}\n\n"
            'bool is_tool_function(Function function) noexcept { return function_name(function).starts_with("MPI_T_"); }\n\n'
            "std::string_view error_class_name(int error_class) noexcept {\n  const Class* row = find(error_class);\n"
            "  return row != nullptr ? row->name : std::string_view();\n}\n\n"
            "std::string_view error_class_text(int error_class) noexcept {\n  const Class* row = find(error_class);\n"
            "  return row != nullptr ? row->text : std::string_view();\n}\n\n}  // namespace penstock::api\n")


# ---- bodies.hpp, entry.hpp ----
def body_declaration(function, flags):
    params = ", ".join(["Call& call"] + [body_param(function, param) for param in function.params] + form(flags, "Form "))
    return wrapped(f"[[nodiscard]] Status {function.name}({params});")


def bodies_hpp(abi):
    bodies = "".join(body_declaration(function, abi.flags(function)) for function in generated(abi))
    return (NOTE + "// What each implemented function does, once its arguments are checked and its handles resolved.\n"
            "// A datatype that comes as a pointer is null where this rank's call does not look at it.\n"
            "// src/api/README.md tells the rest.\n#pragma once\n\n"
            '#include "api/call.hpp"\n#include "api/types.hpp"\n#include "core/process/lookup.hpp"\n#include "mpix_device.h"\n#include "mpix_stream.h"\n\n'
            f"namespace penstock::api::body {{\n\n{bodies}\n}}  // namespace penstock::api::body\n")


def form(flags, prefix=""):
    """The last parameter of a body, which tells the form of the call; "" if the body does not need it."""
    return [prefix + "form"] if flags.get("form") else []


def entry_params(function, flags):
    return ", ".join([entry_param(param) for param in function.params] + form(flags, "Form "))


def entry_hpp(abi):
    lines = "".join(wrapped(f"PENSTOCK_EXPORT {result_of(function)}{function.name}({entry_params(function, abi.flags(function))}) "
                            "noexcept;")
                    for function in implemented(abi))
    stamp = hashlib.sha256((functions_hpp(abi) + lines).encode()).hexdigest()[:16]
    return (NOTE + "// What libpenstock.so exports to faces: one entry for both forms of each implemented function.\n"
            "#pragma once\n\n"
            '#include "api/call.hpp"\n#include "api/export.hpp"\n#include "api/types.hpp"\n#include "mpix_device.h"\n#include "mpix_stream.h"\n\n'
            "namespace penstock::api {\n\n"
            "// Made from the declarations below: a face and a runtime that differ in it do not fit.\n"
            f"inline constexpr std::uint64_t kStamp = 0x{stamp};\n\n{lines}\n}}  // namespace penstock::api\n")


# ---- entry.cpp ----
def checks(function, flags):
    """The statements in front of the body's call, and the body's arguments."""
    lines = [] if flags.get("any_time") else [f"PENSTOCK_TRY({'need_process' if flags.get('early') else 'check_running'}(call));"]
    if is_of_files(function):
        lines.append("call.raise_on(OfNoFile{});")
    if flags.get("at_once"):
        lines.append(f"if (call.locked() && {at_once(function, 'call.instance()')}) return Status::ok();")
    kinds = ("file",) if is_of_files(function) else ("comm", "session", "win")
    hearers = [param for param in function.params if param.kind.name in kinds and is_resolved(param)]
    ordered = hearers + [param for param in function.params if param not in hearers]
    for param in ordered:
        lines += check(function, param, param is (hearers[0] if hearers else None))
    return lines


def check(function, param, is_hearer):
    name = param.name
    if is_resolved(param):
        return resolve(function, param, is_hearer)
    if param.kind.at_least is not None and param.direction == "in" and not param.is_array:
        line = f'PENSTOCK_TRY(check_count({name}, "{name}"));'
        decider = describes(function, param)
        return [f"if ({significant(function, decider)}) {line}"] if decider else [line]
    pointer = (param.direction != "in" and not param.is_array and not param.kind.null_ok and not param.large_only
               and not param.as_is)
    string = param.kind.name == "string" and param.direction == "in" and not param.root_only
    if pointer or string:
        test = f"{name}.null()" if widened(param) else f"{name} == nullptr"
        return [f'PENSTOCK_TRY(check_pointer({test}, "{name}"));']
    return []


def significant(function, param):
    """The C++ condition under which this rank's call uses the datatype."""
    buffer = buffer_of(function, param)
    terms = [f"{buffer.name} != MPI_IN_PLACE"] if buffer else []
    if param.root_only:
        comm = next(p.name for p in function.params if p.kind.name == "comm")
        terms.append(f"core::is_root(*{comm}_object, root)")
    elif is_rooted(function):  # between groups: nothing on ranks beside the root, one side of the two at the root
        terms.append("root != MPI_PROC_NULL")
        if any(other.root_only and is_conditional(function, other) for other in function.params):
            terms.append("root != MPI_ROOT")
    return " && ".join(terms)


def resolve(function, param, is_hearer):
    name, kind = param.name, param.kind
    found = f"{name}_object"
    lines = [f"core::{kind.handle}* {found} = nullptr;"]
    act = [f"PENSTOCK_TRY(core::find_{kind.name}(call.instance(), {name}, &{found}));"]
    if idle := nothing_moves(function, param):
        act = [f"if (Status failed = core::find_datatype(call.instance(), {name}, &{found}); !failed.is_ok()) [[unlikely]] {{",
               f"  PENSTOCK_TRY(stand_in(call, {name}, {idle}, std::move(failed), &{found}));",
               "}"]
    if kind.name == "datatype" and buffer_of(function, param) is not None:
        act.append(f'PENSTOCK_TRY(check_committed(*{found}, "{name}"));')
    condition = significant(function, param) if is_conditional(function, param) else ""
    condition = f"{name} != {kind.none}" if kind.none else condition
    if condition:
        lines += [f"if ({condition}) {{"] + ["  " + line for line in act] + ["}"]
    else:
        lines += act
    if is_hearer:
        lines.append(f"call.raise_on({found});")
    return lines


def nothing_moves(function, param):
    """C++ condition: no element of the datatype's buffer moves, so that it may be null. Empty where that cannot be said of the
    arguments, or an operation is defined over the datatype."""
    buffer = buffer_of(function, param)
    if param.kind.name != "datatype" or buffer is None or any(p.kind.name == "op" for p in function.params):
        return ""
    own = [p for p in function.params if buffer_of(function, p) is buffer]
    counts = [p for p in own if p.kind.name in ("count", "elements") and p.direction == "in"]
    terms = [all_zero(function, p) if p.is_array else f"{p.name} == 0" for p in counts[:1]]
    peers = [f"{p.name} == MPI_PROC_NULL" for p in own if p.kind.name == "rank" and p.name != "root"]
    terms += [" && ".join(peers)] if len(peers) < 2 else [f"({' && '.join(peers)})"]
    messages = [p for p in own if p.kind.name == "message"]
    terms += [f"({p.name} != nullptr && *{p.name} == MPI_MESSAGE_NO_PROC)" for p in messages]
    return " || ".join(term for term in terms if term)


def all_zero(function, counts):
    """Returns the C expression that is true where an array with a count for each rank is all zero; "" where it has one for each neighbour."""
    if function.name.removeprefix("I").lower().startswith("neighbor"):
        return ""
    return f"core::are_zero(*comm_object, {counts.name})"


def argument(function, param):
    if not is_resolved(param):
        return param.name
    pointer = param.kind.none or is_conditional(function, param)
    return f"{'' if pointer else '*'}{param.name}_object"


def at_once(function, process):
    return f"at_once::{function.name}({', '.join([process] + [param.name for param in function.params])})"


def definition(function, flags):
    """A function with a fast path tries it first, without the frame of a call."""
    if not flags.get("at_once"):
        return framed(function, flags, f"int {function.name}")
    name = f"{function.name}_checked"
    given = ", ".join([param.name for param in function.params] + form(flags))
    head = wrapped(f"int {function.name}({entry_params(function, flags)}) noexcept {{").rstrip("\n")
    return (framed(function, flags, f"[[gnu::noinline]] static int {name}")
            + f"{head}\n  core::Instance* const alone = instance_of_one_thread();\n"
            + wrapped(f"  if (alone != nullptr && {at_once(function, '*alone')}) return MPI_SUCCESS;")
            + wrapped(f"  return {name}({given});") + "}\n\n")


def framed(function, flags, named):
    arguments = ", ".join(["call"] + [argument(function, param) for param in function.params] + form(flags))
    body = "".join(f"    {line}\n" for line in checks(function, flags))
    return (wrapped(f"{named}({entry_params(function, flags)}) noexcept {{").rstrip("\n")
            + f"\n  Call call(Function::k{function.name});\n  return guarded(call, [&]() -> Status {{\n{body}"
            + wrapped(f"    return body::{function.name}({arguments});") + "  });\n}\n\n")


def entry_cpp(abi):
    definitions = "".join(definition(function, abi.flags(function)) for function in generated(abi))
    definitions += "".join(tool_definition(function) for function in tool_calls(abi))
    return (NOTE + '#include "api/gen/entry.hpp"\n\n#include "api/at_once.hpp"\n#include "api/checks.hpp"\n#include "api/gen/bodies.hpp"\n'
            '#include "api/life.hpp"\n#include "api/tool_call.hpp"\n#include "mpi_t/gen/calls.hpp"\n\n'
            f"namespace penstock::api {{\n\n{definitions}}}  // namespace penstock::api\n")


# ---- the tool interface ----
def tool_name(function):
    return function.name.removeprefix("T_")


def tool_definition(function):
    """Only MPI_T_init_thread may be the first call."""
    frame = "tool_call_at_any_time" if function.name == "T_init_thread" else "tool_call"
    arguments = ", ".join(["caller"] + [param.name for param in function.params])
    head = wrapped(f"int {function.name}({entry_params(function, {})}) noexcept {{").rstrip("\n")
    return (f"{head}\n  return {frame}([&](mpi_t::Caller& caller) {{\n"
            + wrapped(f"    return mpi_t::{tool_name(function)}({arguments});") + "  });\n}\n\n")


def tool_calls_hpp(abi):
    calls = "".join(wrapped(f"[[nodiscard]] int {tool_name(function)}("
                            + ", ".join(["Caller& caller"] + [entry_param(param) for param in function.params]) + ");")
                    for function in tool_calls(abi))
    return (NOTE + "// What each function of the tool interface does: MPI_SUCCESS, or one of MPI_T_ERR_*.\n#pragma once\n\n"
            '#include "mpi.h"\n#include "mpi_t/interface.hpp"\n\n'
            f"namespace penstock::mpi_t {{\n\n{calls}\n}}  // namespace penstock::mpi_t\n")
