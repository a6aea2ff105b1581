"""The pages of the programs: mpiexec's from spec/mpiexec.yaml, those of the others from their --help."""
import pathlib
import re
import subprocess

import mpiexec
from reference.page import Code, Page, Paragraph, See, Terms

WRAPPERS = {"mpicc": ("compiles and links C programs against Penstock", []),
            "mpicxx": ("compiles and links C++ programs against Penstock", ["mpic++"]),
             "oshcc": ("compiles and links C programs of OpenSHMEM against Penstock", []),
             "oshcxx": ("compiles and links C++ programs of OpenSHMEM against Penstock", ["oshc++", "oshCC"]),
             "mpifort": ("stands for a compiler of Fortran programs, which there is none of", ["mpif90", "mpif77"])}
HEADING = re.compile(r"^([A-Z][\w ,/-]*|options|positional arguments):(?: (.*))?$")
ROW = re.compile(r"^ {2,4}(\S.*?)(?: {2,}(\S.*))?$")


def sentence(text):
    """The text with a full stop at its end."""
    text = text[:1].upper() + text[1:]
    return text if text.endswith(".") else text + "."


# ---- mpiexec ----
def names_of(row):
    names = [row["name"], *row.get("also", [])]
    names += [f"{row['pair']} NAME VALUE"] if "pair" in row else []
    names += [f"{row['list']} NAME,NAME"] if "list" in row else []
    return names


def option_rows(row):
    value = f" {row['value']}" if "value" in row else ""
    plain = dict.fromkeys(names_of(row)[:1 + len(row.get("also", []))])
    others = names_of(row)[len(plain):]
    term = ", ".join(plain) + value + "".join(f", {name}" for name in others)
    text = row["meaning"] + (" It may be given several times." if row.get("repeat") else "") + (f" {row['more']}" if "more" in row else "")
    yield term, "", text
    for name, meaning in row.get("short", {}).items():
        argument = " N" if "{}" in meaning else ""
        yield name + argument, "", f"The same as {row['name']} {meaning.replace('{}', 'N')}."


def compatibility(data):
    blocks = [Paragraph(data["compatibility"])]
    for key, said in (("ignored", "These are accepted and change nothing; a line says why:"),
                      ("refused", "These are refused; a line says what to write instead:")):
        rows = [(", ".join(row["names"]) + " VALUE" * row["values"], "", row["why"][:1].upper() + row["why"][1:] + ".") for row in data[key]]
        blocks += [Paragraph(said), Terms(("option", "", "why"), rows)]
    return blocks


def mpiexec_page():
    data = mpiexec.load()
    page = Page("mpiexec", 1, "runs a program as the ranks of one MPI job", "commands", ["mpirun", "oshrun"])
    page.add("Synopsis", Code("mpiexec [options] program [arguments]\n        [: [options] program [arguments]]..."))
    page.add("Description", Paragraph("mpiexec, which is mpirun and oshrun too, starts the ranks of a job, passes their output on, and ends them all when one "
                                      "of them fails. " + data["order"]))
    for group in data["groups"]:
        rows = [line for row in data["options"] if row["group"] == group["name"] for line in option_rows(row)]
        page.add(group["title"], *(compatibility(data) if group["name"] == "compatibility" else [Terms(("option", "", "meaning"), rows)]))
    page.add("Programs of another MPI", Paragraph(data["libraries"]))
    page.add("Exit status", Paragraph(data["exit_status"]))
    page.add("Examples", Terms(("command", "", "what it does"), [(line, "", sentence(said)) for line, said in data["examples"]]))
    page.add("See also", See([("penstock", 1), ("penstock-tunables", 7), ("mpicc", 1)]))
    return page


# ---- the --help of a program ----
def help_of(command):
    done = subprocess.run([*map(str, command), "--help"], capture_output=True, text=True, timeout=60)
    if done.returncode != 0 or not done.stdout.strip():
        raise ValueError(f"{' '.join(map(str, command))} --help: exit status {done.returncode}: {done.stderr.strip() or 'it says nothing'}")
    return done.stdout


def split_help(text):
    """(heading or "", lines) of each part. A heading stands at the beginning of a line and ends with a colon. Text may follow
    "Usage:" and other headings on the same line."""
    parts = [("", [])]
    for line in text.splitlines():
        found = HEADING.match(line)
        if found and (found[2] is None or found[1] in ("Usage", "Exit status")):
            parts.append((found[1], [found[2]] if found[2] else []))
        elif line.lower().startswith("usage:"):
            parts.append(("Usage", [line[6:].strip()]))
        else:
            parts[-1][1].append(line)
    return [(heading, lines) for heading, lines in parts if heading or any(line.strip() for line in lines)]


def readable(term):
    """A term without the types that CLI11 prints behind it."""
    term = re.sub(r" Needs: .*", "", term)
    term = re.sub(r"(?:UINT|INT|FLOAT)(?::\w+ in \[(\S+) - (\S+)\])", r"N (\1 to \2)", term)
    term = re.sub(r"(?:UINT|INT|FLOAT)(?::\w+)?", "N", term)
    term = re.sub(r"TEXT:\{([^}]*)\}", lambda found: found[1].replace(",", "|"), term)
    term = re.sub(r" \[b, kb[^\]]*\]", "", term)
    term = re.sub(r"\{([\w,]*)\}", lambda found: found[1].replace(",", "|"), term)
    return re.sub(r"^(-\w),(--)", r"\1, \2", term)


def rows_of(lines):
    """The rows of a list of options or commands: two columns, the second of which may begin on the next line."""
    rows = []
    for line in lines:
        found = ROW.match(line)
        if found:
            rows.append([readable(found[1]), found[2] or ""])
        elif rows and line.strip():
            rows[-1][1] = f"{rows[-1][1]} {line.strip()}".strip()
    return rows


def paragraphs(lines):
    text = "\n".join(lines).strip("\n")
    for part in re.split(r"\n\s*\n", text) if text.strip() else []:
        if dashes_apart(part.splitlines()):
            yield list_of_options(part.splitlines())
            continue
        indented = all(line.startswith(" ") for line in part.splitlines())
        yield Code("\n".join(line[2:] if line.startswith("  ") else line for line in part.splitlines())) if indented else \
            Paragraph(sentence(" ".join(part.split())))


def dashes_apart(lines):
    """Says whether a part is a list of options."""
    return any(re.match(r"^ {2,4}-", line) for line in lines)


def list_of_options(lines):
    return Terms(("option", "", "meaning"), [(term, "", sentence(text)) for term, text in rows_of(lines)])


def blocks_of(heading, lines):
    if heading.lower().startswith("positional") or (dashes_apart(lines) and heading not in ("", "Examples")):
        return [list_of_options(lines)]
    return list(paragraphs(lines))


def is_examples(block):
    return isinstance(block, Code) and block.text.startswith(("penstock ", "mpiexec "))


def page_of(name, summary, text, others):
    page = Page(name, 1, summary, "commands")
    usages = []
    text = re.sub(rf"^{name.replace('-', ' ')}: ", "", text, flags=re.MULTILINE)
    for heading, lines in split_help(text):
        if heading == "Usage":
            first = next((i for i, line in enumerate(lines) if not line.strip()), len(lines))
            usages.append("\n        ".join(line.strip() for line in lines[:first]))
            heading, lines = "", lines[first:]
        blocks = blocks_of(heading, lines)
        page.add((heading or "Description").capitalize(), *[block for block in blocks if not is_examples(block)])
        page.add("Examples", *[block for block in blocks if is_examples(block)])
    page.parts.insert(0, ("Synopsis", [Code("\n".join(reversed(usages)))]))
    page.parts = sorted(merged(page.parts), key=lambda part: part[0] == "Examples")
    page.add("See also", See(others))
    return page


def merged(parts):
    """Merges parts with the same heading, in the order of the first."""
    out = {}
    for heading, blocks in parts:
        if blocks:
            out.setdefault(heading, []).extend(blocks)
    return list(out.items())


def subcommands(text):
    lines = next((lines for heading, lines in split_help(text) if heading.startswith("Commands")), None)
    lines = lines if lines is not None else text.split("Commands", 1)[1].splitlines()[1:]
    return [(name, said) for name, said in re.findall(r"^  (\w[\w-]*) +(\S.*)$", "\n".join(lines), re.MULTILINE) if name != "penstock"]


def is_there(program, name):
    """Returns True if the program that serves a command was built: a build without benchmarks has the others."""
    status = subprocess.run([program, name, "--help"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=60).returncode
    if status == 127:
        print(f"no page of penstock {name}: what it starts was not built")
    return status != 127


def penstock_pages(program):
    listed = [(name, said) for name, said in subcommands(help_of([program])) if is_there(program, name)]
    page = Page("penstock", 1, "measures a machine, explains what the library does on it, and finds what is wrong", "commands")
    page.add("Synopsis", Code("penstock COMMAND [OPTION...]\npenstock COMMAND --help\npenstock --version"))
    page.add("Commands", Terms(("command", "", "what it does"), [(f"penstock-{name}", "", sentence(said)) for name, said in listed]))
    page.add("Exit status", Paragraph("0 if all went well, 1 if it did not, 2 if the command line is wrong. `penstock doctor` says with 1 that "
                                      "something is broken."))
    page.add("See also", See([(f"penstock-{name}", 1) for name, _ in listed] + [("penstock-tunables", 7), ("mpiexec", 1)]))
    yield page
    for name, said in listed:
        yield page_of(f"penstock-{name}", said.rstrip("."), help_of([program, name]), [("penstock", 1), ("penstock-tunables", 7)])


def wrapper_page(program, summary):
    others = [("oshrun" if program.name.startswith("osh") else "mpiexec", 1), ("penstock", 1)]
    if program.name == "mpifort":  # it says what is the matter, whatever it is asked
        page = Page(program.name, 1, summary, "commands")
        page.add("Synopsis", Code(f"{program.name} ..."))
        said = subprocess.run([program], capture_output=True, text=True, timeout=60).stderr
        page.add("Description", Paragraph(sentence(re.sub(r"^mpifort: | [\d.]+(?= has)", "", said.strip()))))
        page.add("See also", See([("mpicc", 1), ("mpicxx", 1)]))
        return page
    # The compiler's name depends on the machine that built it: the page names none.
    return page_of(program.name, summary, re.sub(r"( compiler) \([^)]*\)", r"\1", help_of([program])), others)


def wrapper_pages(programs):
    for name, (summary, aliases) in WRAPPERS.items():
        if (programs / name).exists():
            page = wrapper_page(programs / name, summary)
            page.aliases = [alias for alias in aliases if (programs / alias).exists()]
            yield page


def pages(programs):
    """Returns the pages of all programs in a folder, or of mpiexec alone without one."""
    out = [mpiexec_page()]
    if programs is not None:
        programs = pathlib.Path(programs)
        if (programs / "penstock").exists():
            out += penstock_pages(programs / "penstock")
        out += wrapper_pages(programs)
    return out
