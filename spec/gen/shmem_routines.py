"""Reads spec/shmem.yaml: the routines of OpenSHMEM, one object for each C function."""
import dataclasses
import re

import yaml

from output import ROOT

SIZES = (8, 16, 32, 64, 128)
# The form in which a value is passed to the bodies of a key; bodies of other keys take no value.
OF_KEY = {"i1": "std::uint8_t", "i2": "std::uint16_t", "i4": "std::uint32_t", "i8": "std::uint64_t", "f4": "float", "f8": "double",
          "f16": "long double"}
PROTOTYPE = re.compile(r"^(=?)(.*?)([\w{}]+)\((.*)\)$")


@dataclasses.dataclass
class Routine:
    """One C function. `body` is the symbol whose code it shares, without its prefix; `family` the row it comes from."""
    name: str
    result: str
    arguments: list  # [C type, name]
    body: str
    file: str
    group: str
    family: str
    type: str = ""   # of the spec's types; "" for none
    deprecated: bool = False
    noreturn: bool = False
    generic: str = ""  # the name that C11 selects it by
    ctx: bool = False

    @property
    def twin(self):
        """The name that a tool calls, if there is one."""
        return "p" + self.name if self.name.startswith("shmem_") else ""

    def declaration(self, name=None):
        arguments = ", ".join(f"{kind}{'' if kind.endswith('*') else ' '}{word}" if word else kind for kind, word in self.arguments)
        gap = "" if self.result.endswith("*") else " "
        return f"{self.result}{gap}{name or self.name}({arguments or 'void'})"


def split_arguments(text):
    out = []
    for part in [] if text == "void" else text.split(", "):
        if part == "...":
            out.append(["...", ""])
            continue
        kind, word = re.match(r"^(.*?)(\w+)$", part).groups()
        out.append([kind.strip(), word])
    return out


class Spec:
    prefix = "shmem_"

    def __init__(self):
        self.data = yaml.safe_load((ROOT / "spec/shmem.yaml").read_text())
        self.types, self.sets = self.data["types"], self.data["sets"]
        self.routines = [routine for group in self.data["groups"] for row in group["routines"] for routine in self.of_row(group, row)]

    def key(self, by, name):
        """Returns the word after which a body of that type is called."""
        kind = self.types[name]
        if by == "bytes":
            return f"b{kind['size']}"
        if by == "class":
            return f"{'f' if kind['as'] == 'f' else 'i'}{kind['size']}"
        return f"{kind['as']}{kind['size']}"

    def context_bodies(self):
        """(result, name, name without its key, arguments) of each body that a form with a context is made from: it takes the same, `pe` last."""
        for group in self.data["groups"]:
            for row in group["routines"]:
                _, result, stem, arguments = PROTOTYPE.match(row["is"]).groups()
                short, told = stem.replace("{T}_", ""), split_arguments(arguments)
                if not row.get("ctx") or not told or told[-1][1] != "pe":
                    continue
                keys = dict.fromkeys(self.key(row["by"], name) for name in self.sets[row["types"]]) if "types" in row else [""]
                for key in keys:
                    kinds = [[re.sub(r"\bT\b", OF_KEY.get(key, "void"), kind), word] for kind, word in told]
                    of = re.sub(r"\bT\b", OF_KEY.get(key, "void"), result.strip())
                    yield of, f"{short}_{key}" if key else short, short, kinds

    def of_row(self, group, row):
        whole, result, stem, arguments = PROTOTYPE.match(row["is"]).groups()
        result, arguments = result.strip(), split_arguments(arguments)
        short = stem.replace("{T}_", "")
        base = {"file": row.get("file", group["file"]), "group": group["group"], "deprecated": bool(row.get("deprecated")), "family": row["is"],
                "noreturn": row.get("noreturn", False)}
        for ctx in (False, True) if row.get("ctx") else (False,):
            front = [["shmem_ctx_t", "ctx"]] if ctx else []
            prefix, mark = ("ctx_" if ctx else ""), {**base, "ctx": ctx}
            if ctx:
                mark["file"] = "context"
            if "types" not in row:
                name = stem if whole else self.prefix + prefix + stem
                yield Routine(name, result, front + arguments, row.get("body") or prefix + short, **mark)
                continue
            yield from self.typed(row, result, short, front, arguments, prefix, mark)
            yield from self.untyped(row, result, short, front, arguments, prefix, mark)

    def typed(self, row, result, short, front, arguments, prefix, mark):
        def make(name, type_name, more):
            c = self.types[type_name]["c"]
            told = [[re.sub(r"\bT\b", c, kind), word] for kind, word in arguments]
            body = f"{prefix}{row.get('body', short)}_{self.key(row['by'], type_name)}"
            return Routine(name, re.sub(r"\bT\b", c, result), front + told, body, type=type_name, **{**mark, **more})

        for name in self.sets[row["types"]]:
            yield make(f"{self.prefix}{prefix}{name}_{short}", name, {"generic": f"shmem_{short}" if row.get("generic") else ""})
        for name in row.get("more", {}).get("deprecated", []):
            yield make(f"shmem_{name}_{short}", name, {"deprecated": True, "generic": f"shmem_{short}" if row.get("generic") else ""})
        if not prefix:
            for old, names in row.get("old", {}).items():
                for name in names:
                    yield make(f"shmem_{name}_{old}", name, {"deprecated": True, "generic": f"shmem_{old}"})

    def untyped(self, row, result, short, front, arguments, prefix, mark):
        told = front + [[re.sub(r"\bT\b", "void", kind), word] for kind, word in arguments]
        first, _, rest = short.partition("_")
        rest = "_" + rest if rest else ""
        for form in row.get("forms", []):
            for size in SIZES if form == "S" else (8,):
                name = f"{self.prefix}{prefix}{first}{size if form == 'S' else 'mem'}{rest}"
                yield Routine(name, result, told, f"{prefix}{row.get('body', short)}_b{size // 8}", **mark)
