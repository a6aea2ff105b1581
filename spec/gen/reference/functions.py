"""The pages of the functions."""
import re

import abi as description
from reference.page import Code, Page, Paragraph, See, Terms, lowered

CHAPTERS = ("point_to_point", "collectives", "topologies", "datatypes", "processes", "windows", "files", "tools", "streams")
DIRECTIONS = {"in": "in", "out": "out", "inout": "in and out"}
FIELDS = {"section", "completion", "forms", "gpu", "in_place", "errors", "notes", "see", "functions", "threads"}
NO_BODY = ("This function has no body in this version of Penstock. Programs that call it link and start; the call does nothing and raises "
           "MPI_ERR_UNSUPPORTED_OPERATION. What follows says what the standard has it for.")


class Entry:
    """A function, its family, and its form of the family's function: "", nonblocking, persistent or enqueued."""

    def __init__(self, family, base, form, meaning):
        self.family, self.base, self.form, self.meaning = family, base, form, meaning


def entries_of(family):
    for name, meaning in family["functions"].items():
        yield name, Entry(family, name, "", meaning)
        if family.get("forms"):
            yield "I" + name[0].lower() + name[1:], Entry(family, name, "nonblocking", meaning)
            yield name + "_init", Entry(family, name, "persistent", meaning)


class Descriptions:
    """spec/reference as data, checked against the functions."""

    def __init__(self, abi):
        self.texts = description.load("reference/texts.yaml")
        self.arguments = description.load("reference/arguments.yaml")
        self.entries, self.used, self.complaints = {}, set(), []
        for chapter in CHAPTERS:
            for family in description.load(f"reference/{chapter}.yaml"):
                self.take(family)
        for name in (name for name in abi.enqueued if name in self.entries):
            self.entries[f"{name}_enqueue"] = Entry(self.entries[name].family, name, "enqueued", self.entries[name].meaning)
        self.beyond = {function.name for function in abi.extensions}
        names = {function.name for function in abi.functions + abi.extensions}
        self.complaints += [f"{name}: not described" for name in sorted(names - set(self.entries))]
        self.complaints += [f"{name}: described, and no function" for name in sorted(set(self.entries) - names)]
        for function in abi.functions + abi.extensions:
            if function.name in self.entries:
                self.complaints += [f"{function.name}: the argument {param.name} is not described" for param in function.params
                                    if not self.argument(function, param)]
        self.complaints += [f"arguments.yaml: nothing has {key}" for key in sorted(set(self.arguments) - self.used)]

    def take(self, family):
        where = f"the family of {next(iter(family['functions']))}"
        if unknown := set(family) - FIELDS:
            self.complaints.append(f"{where}: unknown fields {sorted(unknown)}")
        for key, table in (("completion", "completion"), ("gpu", "gpu"), ("in_place", "in_place"), ("threads", "threads")):
            if key in family and family[key] not in self.texts[table]:
                self.complaints.append(f"{where}: texts.yaml has no {key} {family[key]}")
        self.complaints += [f"{where}: texts.yaml has no error {name}" for name in family.get("errors", []) if name not in self.texts["errors"]]
        for name, entry in entries_of(family):
            if name in self.entries:
                self.complaints.append(f"{name}: described twice")
            self.entries[name] = entry

    def name_of(self, name):
        return f"MPIX_{name}" if name in self.beyond else f"MPI_{name}"

    def argument(self, function, param):
        mark = {"in": "", "out": ">", "inout": "&"}[param.direction]
        entry = self.entries[function.name]
        for key in (f"{function.name}.{param.name}", f"{entry.base}.{param.name}", f"{param.name}{mark}({param.kind.name})" if mark else "",
                    f"{param.name}{mark}" if mark else "", f"{param.name}({param.kind.name})", param.name):
            if key in self.arguments:
                self.used.add(key)
                return self.arguments[key]
        return ""


# ---- errors ----
HANDLES = ("comm", "datatype", "op", "group", "errhandler", "info", "session", "request", "message", "keyval", "win", "file")


def kind_of_error(function, param):
    """Returns the cause of an error of this argument: a key of by_kind, or "" for none."""
    kind = param.kind.name
    if param.as_is or function.name.startswith(("Status_set", "Status_get")) and kind != "status" and param.direction == "in":
        return ""
    if param.direction == "out" or (param.direction == "inout" and kind not in HANDLES):
        return "" if param.is_array or param.kind.null_ok or param.large_only else "result"
    if kind == "rank" and param.name == "root":
        return "root"
    kinds = [other.kind.name for other in function.params]
    if kind == "datatype" and "buffer" in kinds:
        return "reduced" if "op" in kinds else "committed"
    if kind == "rank" and function.chapter == "datatypes":
        return ""  # a number, not a process
    if kind == "count" and param.is_array and function.chapter == "datatypes":
        return ""  # type_arguments
    return kind


def kind_errors(function, by_kind):
    """(class, cause) of the errors of arguments, as the generated entry points and the bodies check them."""
    found = {}
    for param in function.params:
        kind = kind_of_error(function, param)
        if kind in by_kind:
            found.setdefault(kind, []).append(f"an entry of {param.name}" if param.is_array else param.name)
    for kind, names in found.items():
        when = by_kind[kind]["when"].format(" or ".join(names))
        yield by_kind[kind]["class"], when if not names[0].startswith("an ") else when[0].upper() + when[1:]


ENQUEUED = ("no_stream_here", "stream_captured", "stream_failure")


def family_errors(function, entry, texts):
    for name in [*entry.family.get("errors", []), *(ENQUEUED if entry.form == "enqueued" else ())]:
        error = texts["errors"][name]
        if "only" in error and not re.search(error["only"], function.name):
            continue
        if name == "op" and not any(param.kind.name == "op" for param in function.params):
            continue
        yield error["class"], error["when"]


def errors(function, entry, flags, texts):
    if function.chapter == "tools":
        listed = [] if function.name == "T_init_thread" else [(texts["t_not_running"]["class"], texts["t_not_running"]["when"])]
        listed += family_errors(function, entry, texts)
    elif flags.get("hand"):
        listed = []
    else:
        listed = [] if flags.get("any_time") or flags.get("early") else [(texts["not_running"]["class"], texts["not_running"]["when"])]
        listed += list(kind_errors(function, texts["by_kind"])) + list(family_errors(function, entry, texts))
    merged = {}
    for name, when in listed:
        merged.setdefault(name, []).append(when)
    return [(name, "", " ".join(dict.fromkeys(when))) for name, when in merged.items()]


# ---- the page ----
def wrapped(prototype, width=73):
    """A declaration on several lines, broken at commas; what follows the first begins below the first parameter."""
    indent = " " * min(prototype.index("(") + 1, 24)
    lines, line = [], ""
    for part in prototype.split(", "):
        if line and len(line) + len(part) + 3 > width:
            lines.append(line + ",")
            line = indent + part
        else:
            line = f"{line}, {part}" if line else part
    return "\n".join(lines + [line]) + "\n"


def synopsis(function, callbacks, beyond):
    out = "#include <mpix.h>\n\n" if beyond else "#include <mpi.h>\n\n"
    out += "".join(wrapped(function.prototype("MPIX_" if beyond else "MPI_", large) + ";") for _, large in function.forms())
    for param in function.params:
        for large in (False, True) if param.function_large else (False,) if param.function else ():
            callback = callbacks[param.function]
            name = callback.name + ("_c" if large else "")
            out += "\n" + wrapped(f"typedef {callback.result} (MPI_{name})({callback.declared_params(large)});")
    return Code(out)


def meaning_of(entry, texts):
    return texts["forms"][entry.form].format(base="MPI_" + entry.base, meaning=entry.meaning) if entry.form else entry.meaning


def notes(function, entry, texts, name):
    out = [entry.meaning if not entry.form else meaning_of(entry, texts)]
    if entry.family.get("in_place"):
        out.append(texts["in_place"][entry.family["in_place"]])
    out += entry.family.get("notes", [])
    if function.has_twin:
        out.append(texts["large"].format(name=name))
    if function.deprecated:
        out.append(f"Deprecated since MPI-{function.deprecated}.")
    return [Paragraph(text) for text in out]


def completion(entry):
    family = entry.family["completion"]
    return f"collective_{entry.form}" if entry.form else family


def section_of(function, entry, texts):
    if entry.form == "enqueued":
        return "docs/users/streams.md of Penstock"
    sections = texts["forms"]["sections"].get(function.chapter)
    return sections[entry.form == "persistent"] if entry.form else entry.family["section"]


def related(function, entry, told):
    entries = told.entries
    forms = [name for name, other in entries.items() if other.base == entry.base and other.family is entry.family]
    kin = [name for name, other in entries.items() if other.family is entry.family and other.form == entry.form]
    kin = kin if len(kin) <= 8 else []
    after = {"nonblocking": ["Wait", "Test"], "persistent": ["Start", "Wait"], "enqueued": ["Stream_comm_create"]}.get(entry.form, [])
    listed = dict.fromkeys(forms + kin + after + entry.family.get("see", []))
    return [(told.name_of(name), 3) for name in listed if name != function.name]


def threads(entry, flags, texts):
    text = texts["threads"][entry.family.get("threads", "usual")]
    early = any(flags.get(key) for key in ("any_time", "early", "hand"))
    return text + (" " + texts["any_time"] if early and entry.family.get("threads", "usual") == "usual" else "")


def gpu(function, entry, texts):
    buffers = [param.name for param in function.params if param.kind.name == "buffer"]
    if not entry.family.get("gpu") or not buffers:
        return []
    if entry.form == "enqueued":
        return [Paragraph(texts["gpu"]["enqueued"].format(" and ".join(buffers)))]
    told = Paragraph(texts["gpu"][entry.family["gpu"]].format(" and ".join(buffers)))
    return [told] if entry.family["gpu"] in ("window", "enqueued") else [told, Paragraph(texts["check_gpu"])]


def page(function, abi, told, callbacks):
    entry, flags, texts = told.entries[function.name], abi.flags(function), told.texts
    own, beyond = told.name_of(function.name), function.name in told.beyond
    out = Page(own, 3, lowered(entry.meaning if not entry.form else meaning_of(entry, texts).split(". ")[0]), "functions",
               [f"{own}_c" for _, large in function.forms() if large])
    out.add("Synopsis", synopsis(function, callbacks, beyond))
    if flags is None:
        out.add("No body", Paragraph(NO_BODY))
    out.add("Description", *notes(function, entry, texts, own))
    if function.params:
        out.add("Arguments", Terms(("argument", "direction", "meaning"),
                                   [(param.name, DIRECTIONS[param.direction] + (", root only" if param.root_only else "")
                                     + (", with _c only" if param.large_only else ""), told.argument(function, param)) for param in function.params]))
    if flags is not None:
        out.add("Completion", Paragraph(texts["completion"][completion(entry)]))
        if blocks := gpu(function, entry, texts):
            out.add("GPU buffers", *blocks)
        out.add("Threads", Paragraph(threads(entry, flags, texts)))
    rows = errors(function, entry, flags, texts) if flags is not None else [(texts["unsupported"]["class"], "", texts["unsupported"]["when"])]
    said = [Terms(("class", "", "when"), rows)] if rows else [Paragraph("None.")]
    out.add("Errors", *said, *([Paragraph(texts["errors_are"])] if rows and function.chapter != "tools" else []))
    out.add("See also", See(related(function, entry, told)))
    source = section_of(function, entry, texts)
    out.add("Source", Paragraph(f"{source}." if beyond else f"MPI-5.0, section {source}."))
    return out


def pages(abi):
    told = Descriptions(abi)
    callbacks = {callback.name: callback for callback in abi.callbacks}
    if told.complaints:
        return [], told.complaints
    return [page(function, abi, told, callbacks) for function in abi.functions + abi.extensions], []
