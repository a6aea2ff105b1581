"""Writes tests/abi/gen/: a call of every function that has no body."""
from entries import NOTE


def benign(param, large):
    """A harmless argument; the call must be refused before it uses the argument."""
    if param.kind.name == "comm" and param.direction == "in" and not param.is_array:
        return "MPI_COMM_WORLD"
    type_, suffix = param.type_and_suffix(large)
    if type_.endswith("*") or suffix:
        return "0"
    return f"({type_})0"


def bodyless(abi):
    rows = []
    for function in abi.functions:
        if abi.flags(function) is not None:
            continue
        for name, large in function.forms():
            arguments = ", ".join(benign(param, large) for param in function.params if large or not param.large_only)
            rows.append(f'BODYLESS("MPI_{function.name}", MPI_{name}({arguments}))\n')
    return (NOTE.replace("//", "/*").replace("\n", " */\n")
            + "/* Each call of a function without a body, to be answered with MPI_ERR_UNSUPPORTED_OPERATION. */\n" + "".join(rows))
