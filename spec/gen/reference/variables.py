"""The pages of the variables, in parts by level, and of the files that hold some."""
from reference.page import Code, Page, Paragraph, See, Terms

LEVELS = {1: ("Level 1: for users", "What users of an installed library set."),
          2: ("Level 2: for tuning", "What someone changes who measures a machine; `penstock tune` chooses many of these."),
          3: ("Level 3: for development", "For tests, and for work on the library itself.")}
SET = {None: "", "alike": "All ranks must have the same.", "running": "A tool may set it while MPI runs.", "never": ""}
KINDS = {"bool": "0 or 1", "text": "text", "cost": "latency and rate"}


def values(row):
    kind, limits = row["type"], [str(x) for x in row.get("limits", [])]
    if kind == "choice":
        return " or ".join([", ".join(limits[:-1]), limits[-1]] if len(limits) > 1 else limits)
    if kind in KINDS:
        return KINDS[kind]
    unit = f" {row['unit']}" if "unit" in row else ""
    return f"{limits[0]} to {limits[1]}{unit}"


def text(row):
    names = [row[key] for key in ("alias", "formerly") if key in row]
    said = [row["meaning"], SET[row.get("set")], f"Also called {', '.join(names)}." if names else ""]
    return " ".join(part for part in said if part)


def entry(row):
    return row["name"], f"{values(row)}; default {str(row['default']) or 'empty'}", text(row)


def rows(data, level, group=None):
    return [entry(row) for row in data["tunables"] if row["level"] == level and group in (None, row["group"])]


def tables(data, level):
    """One list for users, else one for each group that has rows of the level."""
    if level == 1:
        return [Terms(("variable", "values", "meaning"), rows(data, level))]
    out = []
    for group in data["groups"]:
        if listed := rows(data, level, group["name"]):
            out += [Paragraph(group["meaning"]), Terms(("variable", "values", "meaning"), listed)]
    return out


SETTINGS_FILE = "PENSTOCK_CONF"  # the variable that names one; without it there are none
FOLDERS = (("the environment", "The job's own."),
           ("$XDG_CONFIG_HOME/penstock/penstock.conf, or ~/.config/penstock/penstock.conf; then ~/.penstock.conf", "Yours."),
           ("etc/penstock.conf of the installation", "The installation's, found from where the library lies."),
           ("/etc/penstock.conf", "The machine's."))


def tunables_page(data, has_file):
    out = Page("penstock-tunables", 7, "the variables that Penstock reads", title="Variables of Penstock")
    also = " Lines of a settings file set them as well (penstock.conf); the environment comes first." if has_file else ""
    out.add("Description", Paragraph(
        "Penstock reads these variables of the environment when a process begins to use MPI. `mpiexec -x NAME=VALUE` sets one in every rank."
        f"{also} Sizes take the suffixes K, M and G (powers of 1024). A value that makes no sense ends the call with an error that names its "
        "limits; a misspelt name is warned of, with the nearest one. `penstock info --tunables` shows the values in force and where each came "
        "from, and with `--level 1` those for users alone."))
    for level, (title, said) in LEVELS.items():
        out.add(title, Paragraph(said), *tables(data, level))
    out.add("See also", See([("penstock-info", 1), ("penstock-tune", 1), ("mpiexec", 1), ("MPI_T_cvar_get_info", 3)]
                            + ([("penstock.conf", 5)] if has_file else [])))
    return out


def settings_page():
    out = Page("penstock.conf", 5, "settings of a machine, an installation or a user")
    out.add("Description", Paragraph("Each variable that penstock-tunables(7) lists can stand in a file as well. A line is NAME = VALUE; the prefix "
                                     "PENSTOCK_ may be left out. A comment begins with # at the beginning of a line or behind a blank."))
    out.add("Files", Paragraph("The strongest first:"), Terms(("file", "", "whose"), [(name, "", whose) for name, whose in FOLDERS]),
            Paragraph("PENSTOCK_CONF=FILE puts another file in the place of yours; PENSTOCK_CONF=none does without any. Each rank reads the files "
                      "of its own host."))
    out.add("Errors", Paragraph("A name that is no tunable is ignored, with a warning that names the nearest one. A line that is no setting, a value "
                                "outside its limits, or a name twice in one file makes MPI_Init fail; its sentence names file and line. A file that "
                                "cannot be read is ignored, with a warning; where PENSTOCK_CONF names it, MPI_Init fails."))
    out.add("Examples", Code("# /etc/penstock.conf\nNET_DEVICES = eth0,eth1      # the prefix may be left out\nPENSTOCK_SPIN_US = 200"))
    out.add("See also", See([("penstock-tunables", 7), ("penstock-info", 1), ("penstock-doctor", 1)]))
    return out


def pages(data):
    has_file = any(row["name"] == SETTINGS_FILE for row in data["tunables"])
    return [tunables_page(data, has_file)] + ([settings_page()] if has_file else [])
