"""The pages of OpenSHMEM's routines: one for each row of spec/shmem.yaml and spec/shmemx.yaml, by which all its functions are found."""
import re

import abi as description
import shmem_extensions
from output import ROOT
from reference.functions import wrapped
from reference.page import Code, Page, Paragraph, See, Terms, lowered
from shmem_routines import PROTOTYPE, Routine, Spec, split_arguments

FIELDS = {"chapter", "routines", "returns", "notes", "see"}
DECLARATION = re.compile(r"^([a-z][\w ]*?[ *]+)(shmemx_\w+)\(([^)]*)\);", re.MULTILINE)


def by_hand(spec):
    """The functions of shmemx.h that have no row."""
    known = {routine.name for routine in spec.routines}
    for result, name, arguments in DECLARATION.findall((ROOT / "include/shmemx.h").read_text()):
        if name not in known:
            told = split_arguments(re.sub(r"(\w)\* ", r"\1 *", arguments))
            yield Routine(name, result.strip().replace("void*", "void *"), told, "", "", "Memory of GPUs", name)


def key_of(routine):
    """Returns the name of its row in openshmem.yaml."""
    stem = re.search(r"([\w{}]+)(?:\(|$)", routine.family)[1].replace("{T}_", "")
    stem = "=" + stem if routine.family.startswith("=") else stem
    return "x_" + stem.removeprefix("shmemx_") if routine.name.startswith("shmemx_") else stem


def name_of(key):
    return key[1:] if key.startswith("=") else f"shmemx_{key[2:]}" if key.startswith("x_") else f"shmem_{key}"


class Descriptions:
    """openshmem.yaml, checked against the routines."""

    def __init__(self):
        self.spec = Spec()
        extensions = shmem_extensions.Extensions(self.spec)
        data = description.load("reference/openshmem.yaml")
        self.arguments, self.used, self.complaints = data["arguments"], set(), []
        self.routines, self.families = {}, {}
        for routine in [*self.spec.routines, *extensions.routines, *by_hand(extensions)]:
            self.routines.setdefault(key_of(routine), []).append(routine)
        for family in data["families"]:
            self.take(family)
        self.complaints += [f"{name_of(key)}: not described" for key in self.routines if key not in self.families]
        self.complaints += [f"{key}: described, and no routine of OpenSHMEM" for key in self.families if key not in self.routines]
        for key in self.families.keys() & self.routines.keys():
            self.look_at(key)
        self.complaints += [f"openshmem.yaml: nothing has the argument {key}" for key in sorted(set(self.arguments) - self.used)]

    def take(self, family):
        where = f"the family of {next(iter(family['routines']))}"
        if unknown := set(family) - FIELDS:
            self.complaints.append(f"{where}: unknown fields {sorted(unknown)}")
        self.complaints += [f"{where}: there is no routine {name}" for name in family.get("see", []) if name not in self.routines]
        for key in family["routines"]:
            if key in self.families:
                self.complaints.append(f"{key}: described twice")
            self.families[key] = family

    def look_at(self, key):
        self.complaints += [f"{name_of(key)}: the argument {word} is not described" for word in self.words(key) if not self.argument(key, word)]
        if bool(self.returned(key)) != any(routine.result != "void" for routine in self.routines[key]):
            self.complaints.append(f"{name_of(key)}: say what it returns, if it returns something")

    def words(self, key):
        return list(dict.fromkeys(word for routine in self.routines[key] for _, word in routine.arguments if word))

    def argument(self, key, word):
        for name in (f"{key}.{word}", word):
            if name in self.arguments:
                self.used.add(name)
                return self.arguments[name]
        return ""

    def returned(self, key):
        said = self.families[key].get("returns", "")
        if isinstance(said, str) and all(routine.result == "void" for routine in self.routines[key]):
            return ""
        return said if isinstance(said, str) else said.get(key, "")


def pattern(routine, name):
    """The declaration of a typed routine with TYPE in place of its type."""
    _, result, _, arguments = PROTOTYPE.match(routine.family).groups()
    front = [["shmem_ctx_t", "ctx"]] if routine.ctx else []
    arguments = [[re.sub(r"\bT\b", "TYPE", kind), word] for kind, word in split_arguments(arguments)]
    return Routine(name, re.sub(r"\bT\b", "TYPE", result.strip()), front + arguments, "", "", "", "").declaration()


def typed_of(routines, ctx, deprecated):
    return [routine for routine in routines if routine.type and routine.ctx == ctx and routine.deprecated == deprecated]


def deprecated_stems(routines):
    """{the name without its type: routines} of the deprecated routines that have a type."""
    out = {}
    for routine in typed_of(routines, False, True):
        out.setdefault(routine.name.replace(f"_{routine.type}_", "_TYPENAME_"), []).append(routine)
    return out


def declarations(routines):
    """(the title, the declarations) of a page."""
    chosen = {ctx: [routine for routine in routines if routine.generic and routine.ctx == ctx and not routine.deprecated] for ctx in (False, True)}
    generic = [pattern(some[0], some[0].generic) for some in chosen.values() if some]
    yield "C11, by the type of the first pointer", generic
    typed = [some[0] for some in (typed_of(routines, False, False), typed_of(routines, True, False)) if some]
    yield "", [pattern(routine, routine.name.replace(f"_{routine.type}_", "_TYPENAME_")) for routine in typed]
    yield "", [routine.declaration() for routine in routines if not routine.type and not routine.deprecated]
    old = [pattern(some[0], name) for name, some in deprecated_stems(routines).items()]
    yield "Deprecated", old + [routine.declaration() for routine in routines if not routine.type and routine.deprecated]


def synopsis(routines):
    header = "shmemx.h" if routines[0].name.startswith("shmemx_") else "shmem.h"
    out = f"#include <{header}>\n"
    for what, lines in declarations(routines):
        if lines:
            out += "\n" + (f"/* {what}: */\n" if what else "") + "".join(wrapped(line + ";") for line in lines)
    return Code(out)


def types(spec, routines):
    def listed(some):
        return ", ".join(f"{routine.type} ({spec.types[routine.type]['c']})" for routine in some).replace("penstock_shmem_complexd", "double complex") \
            .replace("penstock_shmem_complexf", "float complex") + "."

    blocks = []
    if current := typed_of(routines, False, False):
        blocks.append(Paragraph("TYPENAME (TYPE) is one of: " + listed(current)))
    blocks += [Paragraph(f"Of the deprecated {name}: " + listed(some)) for name, some in deprecated_stems(routines).items()]
    return blocks


def page(told, key):
    spec, family, routines = told.spec, told.families[key], told.routines[key]
    meaning, own = family["routines"][key], name_of(key)
    out = Page(own, 3, lowered(meaning), "openshmem")
    out.links = sorted({routine.name for routine in routines} - {own})
    out.add("Synopsis", synopsis(routines))
    if blocks := types(spec, routines):
        out.add("Types", *blocks)
    out.add("Description", Paragraph(meaning), *map(Paragraph, family.get("notes", [])))
    if words := told.words(key):
        out.add("Arguments", Terms(("argument", "", "meaning"), [(word, "", told.argument(key, word)) for word in words]))
    if said := told.returned(key):
        out.add("Return value", Paragraph(said))
    if all(routine.deprecated for routine in routines):
        out.add("Deprecated", Paragraph("The standard has other routines for this."))
    kin = [name for name in family["routines"] if name != key]
    out.add("See also", See([(name_of(name), 3) for name in dict.fromkeys([*kin, *family.get("see", [])])] + [("oshcc", 1), ("oshrun", 1)]))
    chapter = f"OpenSHMEM 1.6, {family['chapter']}." if "chapter" in family else "docs/users/openshmem.md of Penstock."
    out.add("Source", Paragraph(chapter))
    return out


def pages():
    told = Descriptions()
    return ([] if told.complaints else [page(told, key) for key in told.routines]), told.complaints
