"""An ABI beside the standard's, read from spec/abi/NAME.yaml."""
import abi as description
from entries import NOTE
from header import ENUMS

NOTE = NOTE.replace("generate.py", "faces.py")
BUILT_IN_SIZE = 0x404  # numbers of built-in handles of the standard ABI, and of the library's own datatypes
# The groups of constants of each kind of handle.
HANDLES = {
    "Comm": ("reserved_communicators",), "Errhandler": ("error_specifiers",), "Group": ("group_handles",),
    "Info": ("env_inq_info_key",), "Message": ("msg_handles",), "Op": ("collective_ops",),
    "Request": ("other_handles_request",), "Session": ("other_handles_session",), "Win": ("other_handles_win",),
    "Datatype": ("predefined_datatypes", "opt_datatypes_fortran", "reduction_func_datatypes_c",
                 "reduction_func_datatypes_fortran"),
}


class Face:
    def __init__(self, abi, name, title, library):
        """`title` is the name of the ABI in texts; `library` is its file."""
        self.abi, self.name, self.title, self.library = abi, name, title, library
        self.table = description.load(f"abi/{name}.yaml")
        self.arguments = description.load("abi/arguments.yaml")
        self.hand = set(self.table["hand"])
        self.without_translation = set(self.table["without_translation"])
        self.always_large = set(self.table["prototypes"]["always_large"])
        self.extensions = [function for function in abi.extensions if function.chapter != "device"] if self.table.get("extensions") else []
        self.check()

    def check(self):
        names = {function.name: function for function in self.abi.functions}
        listed = self.hand | self.without_translation | self.always_large | set(self.arguments["arguments"])
        if unknown := sorted(listed - set(names)):
            raise ValueError(f"spec/abi: no such function: {', '.join(unknown)}")
        for name, rows in self.arguments["arguments"].items():
            if unknown := set(rows) - {param.name for param in names[name].params}:
                raise ValueError(f"spec/abi/arguments.yaml: {name} has no parameter {', '.join(sorted(unknown))}")
        for group, values in self.table["constants"].items():
            if unknown := set(values) - set(self.abi.constants[group]["values"]):
                raise ValueError(f"spec/abi: {group} has no {', '.join(sorted(unknown))}")

    def ours(self, group, name):
        value = self.abi.constants[group]["values"][name]
        return value[0] if isinstance(value, list) else value

    def pairs(self, *groups):
        """(name, the ABI's value, Penstock's value) of all constants of the groups."""
        for group in groups:
            for name, theirs in self.table["constants"].get(group, {}).items():
                yield name, theirs, self.ours(group, name)

    def has(self, wanted):
        return any(wanted in values for values in self.table["constants"].values())

    def value(self, wanted):
        """(the ABI's value, Penstock's value) of one constant; a constant that the ABI lacks has Penstock's value."""
        for group in self.table["constants"]:
            for name, theirs, ours in self.pairs(group):
                if name == wanted:
                    return theirs, ours
        for group, row in self.abi.constants.items():
            if wanted in row["values"]:
                return self.ours(group, wanted), self.ours(group, wanted)
        raise KeyError(wanted)

    def groups(self):
        """The groups with constants of the ABI, and the enumerations, of which the ABI may have none."""
        enums = [group for group, row in self.abi.constants.items() if row["type"] in ENUMS and
                 group not in self.table["constants"]]
        return [*self.table["constants"], *enums]

    def has_conversion(self, name):
        return self.arguments["conversions"][name]["group"] in self.table["constants"]

    @property
    def files_are_handles(self):
        """Says whether files are built like all other handles; they are pointers of the library's otherwise."""
        return "object_bytes" in self.table
