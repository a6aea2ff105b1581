"""The description of the ABI (spec/*.yaml) as Python objects. Grammar: spec/README.md."""
import dataclasses
import pathlib
import re

import yaml

SPEC = pathlib.Path(__file__).resolve().parents[1]
DIRECTIONS = {"": "in", ">": "out", "&": "inout"}


@dataclasses.dataclass(frozen=True)
class Kind:
    name: str
    c: str = ""
    large: str = ""
    inward: str = ""
    out: str = ""
    inout: str = ""
    array: str = ""
    handle: str = ""
    none: str = ""
    null_ok: bool = False
    at_least: int | None = None

    def spelled(self, direction):
        return {"in": self.inward, "out": self.out, "inout": self.inout}[direction]


@dataclasses.dataclass(frozen=True)
class Param:
    name: str
    kind: Kind
    direction: str
    lengths: tuple
    root_only: bool
    large_only: bool
    function: str  # type of a callback, without MPI_
    function_large: bool
    as_is: bool = False  # the body resolves the handle, or checks the pointer, itself

    @property
    def is_array(self):
        return bool(self.lengths)

    def has_large_form(self):
        return bool(self.kind.large) or self.function_large or self.large_only

    def type_and_suffix(self, large):
        """The C type in front of the name, and the text that follows the name."""
        if self.kind.name == "function":
            return f"MPI_{self.function}{'_c' if large and self.function_large else ''} *", ""
        base = self.kind.large if large and self.kind.large else self.kind.c
        if self.is_array:
            base = base or self.kind.array or self.kind.spelled(self.direction).removesuffix("[]")
            const = "const " if self.direction == "in" and self.kind.c else ""
            return const + base, "[]" + "".join(f"[{length}]" for length in self.lengths[1:])
        spelled = self.kind.spelled(self.direction)
        if spelled:
            return (spelled[:-2], "[]") if spelled.endswith("[]") else (spelled, "")
        return (base if self.direction == "in" else base + " *"), ""

    def declared(self, large):
        type_, suffix = self.type_and_suffix(large)
        return f"{type_}{'' if type_.endswith('*') else ' '}{self.name}{suffix}"


@dataclasses.dataclass(frozen=True)
class Function:
    name: str  # without MPI_
    chapter: str
    params: tuple
    result: str  # C type
    varargs: bool
    deprecated: str

    @property
    def has_twin(self):
        return any(param.has_large_form() for param in self.params)

    def forms(self):
        """(C name without MPI_, True for the large-count form) of each form."""
        return [(self.name, False)] + ([(self.name + "_c", True)] if self.has_twin else [])

    def declared_params(self, large):
        listed = [param.declared(large) for param in self.params if large or not param.large_only]
        if self.varargs:
            listed.append("...")
        return ", ".join(listed) or "void"

    def prototype(self, prefix, large):
        name = prefix + self.name + ("_c" if large else "")
        return f"{self.result}{'' if self.result.endswith('*') else ' '}{name}({self.declared_params(large)})"


class Loader(yaml.SafeLoader):
    """Refuses a table in which a key stands twice: YAML would drop the first row without a word."""

    def construct_mapping(self, node, deep=False):
        keys = [key.value for key, _ in node.value]
        if twice := sorted({key for key in keys if keys.count(key) > 1}):
            raise ValueError(f"{node.start_mark.name}: stands twice: {', '.join(twice)}")
        return super().construct_mapping(node, deep)


def load(name):
    with open(SPEC / name, encoding="utf-8") as table:
        return yaml.load(table, Loader)


def load_kinds():
    table = load("kinds.yaml")
    return {name: Kind(name=name, **{{"in": "inward"}.get(k, k): v for k, v in row.items()}) for name, row in table.items()}


def parse_param(text, kinds):
    large_only = text.endswith(" large")
    text = text.removesuffix(" large")
    match = re.fullmatch(r"(\w+)((?:\[[^\]]*\])*)(?: ([>&]?)(\w+)(?:\((\w+)(\+?)\))?(@root)?)?", text)
    if not match:
        raise ValueError(f"parameter {text!r}: want NAME[LENGTH] [>&]KIND")
    name, lengths, direction, kind, function, large, root = match.groups()
    kind = kind or name
    if kind not in kinds:
        raise ValueError(f"parameter {text!r}: no kind {kind!r} in spec/kinds.yaml")
    return Param(name, kinds[kind], DIRECTIONS[direction or ""], tuple(re.findall(r"\[([^\]]*)\]", lengths)), bool(root),
                 large_only, function or "", bool(large))


def parse_function(name, chapter, row, kinds, deprecated):
    row, _, result = row.partition("->")
    listed = [part.strip() for part in row.split(",") if part.strip()]
    varargs = "..." in listed
    params = tuple(parse_param(part, kinds) for part in listed if part != "...")
    result = result.strip()
    c_result = "int" if not result else "void" if result == "void" else kinds[result].c
    return Function(name, chapter, params, c_result, varargs, deprecated.get(name, ""))


class Abi:
    def __init__(self):
        kinds = load_kinds()
        table = load("functions.yaml")
        deprecated = table.pop("deprecated")
        self.callbacks = [parse_function(name, "callbacks", row, kinds, {}) for name, row in table.pop("callbacks").items()]
        self.functions = [parse_function(name, chapter, row or "", kinds, deprecated)
                          for chapter, rows in table.items() for name, row in rows.items()]
        self.constants = load("constants.yaml")
        self.error_texts = load("errors.yaml")
        self.implemented = load("implemented.yaml")
        names = {function.name for function in self.functions}
        if unknown := set(self.implemented) - names:
            raise ValueError(f"spec/implemented.yaml: no such function: {', '.join(sorted(unknown))}")
        self.functions = [self.with_params_as_is(function) for function in self.functions]
        self.extensions = self.load_extensions(kinds)

    def load_extensions(self, kinds):
        """The functions beyond the standard, MPIX_NAME; all have bodies."""
        table = load("extensions.yaml")
        self.enqueued = table["enqueued"]
        by_name = {function.name: function for function in self.functions}
        out = [parse_function(name, "streams", row, kinds, {}) for name, row in table["streams"].items()]
        out += [dataclasses.replace(by_name[name], name=f"{name}_enqueue") for name in table["enqueued"]]
        out += [parse_function(name, "device", row, kinds, {}) for name, row in table["device"].items()]
        self.implemented.update({function.name: {} for function in out})
        return out

    def with_params_as_is(self, function):
        wanted = (self.flags(function) or {}).get("as_is", [])
        if unknown := set(wanted) - {param.name for param in function.params}:
            raise ValueError(f"spec/implemented.yaml: {function.name} has no parameter {', '.join(sorted(unknown))}")
        params = tuple(dataclasses.replace(param, as_is=param.name in wanted) for param in function.params)
        return dataclasses.replace(function, params=params)

    def flags(self, function):
        """None for a function without a body, else its row of implemented.yaml."""
        return self.implemented.get(function.name)

    def exported_names(self):
        plain = [name for function in self.functions for name, _ in function.forms()]
        return [f"{prefix}{name}" for prefix in ("MPI_", "PMPI_") for name in plain]

    def c_constants(self):
        """(name, C type, value) of every constant, in the order of the table."""
        for group in self.constants.values():
            for name, value in group["values"].items():
                yield name, group["type"], value[0] if isinstance(value, list) else value
