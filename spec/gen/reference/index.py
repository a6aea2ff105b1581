"""The pages that lead to the others, and the tables of constants and errors."""

TITLES = {"point_to_point": "Messages", "attributes_before_2": "Attributes before MPI-2", "info": "Info objects",
          "topologies": "Topologies and neighbourhoods", "windows": "One-sided communication", "tools": "The tool interface"}
INTRODUCTION = """# Reference

Made by `scripts/reference` from `spec/` and from what the programs say of themselves. Where an installation has manual pages, `man MPI_Send`, `man shmem_put`,
`man mpiexec` and `man penstock-tunables` show the same.

- [Variables of Penstock](tunables.md)
- [Constants](constants.md), [error classes](errors.md)
"""


def title_of(chapter):
    return TITLES.get(chapter, chapter.replace("_", " ").capitalize())


def table_of_functions(functions, abi, pages, prefix="MPI_"):
    out = "| function | what it does |\n|---|---|\n"
    for function in functions:
        page = pages[prefix + function.name]
        name = f"[`{page.name}`]({page.folder}/{page.name}.md)" + (" (`_c`)" if function.has_twin else "")
        out += f"| {name} | {page.summary[:1].upper() + page.summary[1:]}{'' if abi.flags(function) is not None else ' **(no body)**'} |\n"
    return out


def index(abi, functions, routines, commands, files):
    """`functions`, `routines` (of OpenSHMEM), `commands`, `files`: their pages."""
    pages = {page.name: page for page in functions}
    text = INTRODUCTION + "".join(f"- [`{page.name}`]({page.name}.md): {page.summary}\n" for page in files)
    text += "\n## Programs\n\n| program | what it does |\n|---|---|\n"
    text += "".join(f"| [`{page.name}`]({page.folder}/{page.name}.md){''.join(f', `{alias}`' for alias in page.aliases)} | {page.summary} |\n"
                    for page in commands)
    text += ("\n## Functions of MPI\n\n`(_c)`: there is a form for large counts, with that ending, on the same page. **(no body)**: the function "
             "can be linked, and raises `MPI_ERR_UNSUPPORTED_OPERATION`.\n")
    for chapter in dict.fromkeys(function.chapter for function in abi.functions):
        listed = [function for function in abi.functions if function.chapter == chapter]
        text += f"\n### {title_of(chapter)}\n\n{table_of_functions(listed, abi, pages)}"
    text += f"\n### Beyond the standard\n\n{table_of_functions(abi.extensions, abi, pages, 'MPIX_')}"
    text += "\n## Routines of OpenSHMEM\n\nA page for each routine, with all its types and forms.\n\n| routine | what it does |\n|---|---|\n"
    text += "".join(f"| [`{page.name}`]({page.folder}/{page.name}.md) | {page.summary[:1].upper() + page.summary[1:]} |\n" for page in routines)
    return "index.md", text


def constants(abi):
    text = "# Constants\n\nNames, types and values in the standard ABI.\n"
    titles = {}
    for group in abi.constants.values():
        titles.setdefault(group["title"], []).append(group)
    for title, groups in titles.items():
        text += f"\n## {title[:1].upper() + title[1:]}\n\n| name | type | value |\n|---|---|---|\n"
        for group in groups:
            for name, value in group["values"].items():
                value = value[0] if isinstance(value, list) else value
                text += f"| `{name}` | `{group['type']}` | {value} |\n"
    return "constants.md", text


def errors(abi):
    text = ("# Error classes\n\nWhat `MPI_Error_string` says of each class. Of an error that happened it gives a sentence that names the call, the "
            "cause and the remedy.\n\n| class | value | text |\n|---|---|---|\n")
    for name, value in abi.constants["error_classes"]["values"].items():
        text += f"| `{name}` | {value} | {abi.error_texts[name]} |\n"
    return "errors.md", text


def pages(abi, functions, routines, commands, files):
    yield index(abi, functions, routines, commands, files)
    yield constants(abi)
    yield errors(abi)
