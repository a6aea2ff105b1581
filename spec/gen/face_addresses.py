"""Tables of the predefined handles of an ABI whose handles are addresses of data symbols: Open MPI's."""
from face_abi import BUILT_IN_SIZE, HANDLES, NOTE

KINDS = {**HANDLES, "File": ("other_handles_file",)}
NO_TYPE = 1 << 32  # with Fortran's number: in no handle of ours


def objects(face):
    """(kind, name, symbol, Fortran's number, Penstock's number) of every predefined object; names may share a symbol."""
    for kind, groups in KINDS.items():
        for name, (symbol, fortran), ours in face.pairs(*groups):
            yield kind, name, symbol, fortran, ours
    for name, (symbol, fortran, ours) in face.table["datatypes_beyond"].items():
        yield "Datatype", name, symbol, fortran, ours


def by_symbol(face):
    """{symbol: (kind, Fortran's number, Penstock's number)}, each once."""
    found = {}
    for kind, name, symbol, fortran, ours in objects(face):
        if found.setdefault(symbol, (kind, fortran, ours)) != (kind, fortran, ours):
            raise ValueError(f"{name}: {symbol} is another object already")
    return found


def representatives(face):
    """{Penstock's number: the symbol that programs get for it}. The names of the ABI's own header come first."""
    found = {}
    for symbol, (_, _, ours) in by_symbol(face).items():
        if ours:
            found.setdefault(ours, symbol)
    return found


def tables(face):
    """The tables from Fortran's numbers of a kind to Penstock's, and back."""
    parts = []
    back = [-1] * BUILT_IN_SIZE
    for kind in KINDS:
        rows = {fortran: ours for k, fortran, ours in by_symbol(face).values() if k == kind}
        listed = ", ".join(f"{rows.get(i, 0):#x}" for i in range(max(rows) + 1))
        parts.append(f"inline constexpr std::array<short, {max(rows) + 1}> k{kind}Integers = {{{listed}}};\n")
    for ours, symbol in representatives(face).items():
        back[ours] = by_symbol(face)[symbol][1]
    parts.append(f"inline constexpr std::array<signed char, {BUILT_IN_SIZE}> kFortran = {{{', '.join(map(str, back))}}};\n")
    return "".join(parts)


def definitions(face):
    """The data symbols, and the address of each by our number."""
    parts = [NOTE, f"// The predefined objects of the {face.title} ABI. The first word is our handle; programs copy it with the rest.\n"
             f"#include \"faces/{face.name}/objects.hpp\"\n\n"
             "#define PREDEFINED(name, bytes, number)                                      \\\n"
             "  extern \"C\" {                                                               \\\n"
             "  extern const Object<bytes> name;                                           \\\n"
             "  constinit const Object<bytes> name = {number, {}}; \\\n"
             "  }\n\n"
             f"namespace penstock::faces::{face.name} {{\n\n"]
    for symbol, (kind, fortran, ours) in by_symbol(face).items():
        number = ours or NO_TYPE | fortran
        parts.append(f"PREDEFINED({symbol}, {face.table['object_bytes'][kind]}, {number:#x})\n")
    parts.append(f"\nconst std::array<const void*, {BUILT_IN_SIZE}> kAddresses = {{\n")
    known = representatives(face)
    addresses = [f"&{known[i]}" if i in known else "nullptr" for i in range(BUILT_IN_SIZE)]
    parts += ["    " + ", ".join(addresses[i:i + 16]) + ",\n" for i in range(0, BUILT_IN_SIZE, 16)]
    parts.append("};\n\n// What programs give as the two functions of a key.\nextern \"C\" {\n\n")
    for name, what in face.table["attribute_functions"].items():
        parts.append({"copy": f"int {name}(void*, int, void*, void* value, void* copied, int* flag) noexcept {{ return copy(value, copied, flag); }}\n",
                      "copy nothing": f"int {name}(void*, int, void*, void*, void*, int* flag) noexcept {{ return copy_nothing(flag); }}\n",
                      "delete": f"int {name}(void*, int, void*, void*) noexcept {{ return MPI_SUCCESS; }}\n"}[what])
    return "".join(parts) + f"\n}}  // extern \"C\"\n\n}}  // namespace penstock::faces::{face.name}\n"
