"""Writes docs/users/functions.md: the list of functions with and without a body."""

HEAD = """# Functions of MPI-5.0 with and without a body

`scripts/generate` makes this page from `spec/`, and `scripts/check_symbols` compares it with the libraries. A function with a
large-count form (`_c`) counts twice. A program can link all of them. A function without a body raises
`MPI_ERR_UNSUPPORTED_OPERATION` and does nothing else.

"""


def counted(functions):
    return sum(len(function.forms()) for function in functions)


def names(functions):
    return " ".join(f"`MPI_{function.name}`" + (" (`_c`)" if function.has_twin else "") for function in functions)


def page(abi):
    chapters = {}
    for function in abi.functions:
        chapters.setdefault(function.chapter, []).append(function)
    there = [function for function in abi.functions if abi.flags(function) is not None]
    text = HEAD + f"**{counted(there)} of {counted(abi.functions)} have bodies.**\n\n| about | have bodies | of |\n|---|---|---|\n"
    for chapter, functions in chapters.items():
        have = [function for function in functions if abi.flags(function) is not None]
        text += f"| {chapter.replace('_', ' ')} | {counted(have)} | {counted(functions)} |\n"
    for title, wanted in (("Without a body", False), ("With a body", True)):
        text += f"\n## {title}\n\n| about | functions |\n|---|---|\n"
        for chapter, functions in chapters.items():
            listed = [function for function in functions if (abi.flags(function) is not None) == wanted]
            if listed:
                text += f"| {chapter.replace('_', ' ')} | {names(listed)} |\n"
    return text
