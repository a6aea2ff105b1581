"""A comparison as text."""
from penstock.figures import OURS, number, ratio_text, size_name

BETTER = {"lower": "lower is better", "higher": "higher is better"}
RATIO_WIDTH = 18


def heading(case, result):
    options = result["options"]
    memory = ":".join(dict.fromkeys(options["memory"]))
    unit = f", {case['unit']} ({BETTER[case['better']]})" if case["unit"] else ""
    return f"# {case['case']}{unit}; {options['ranks']} ranks, {memory} memory, median of {result['rounds']} rounds"


def case_table(case, result, names):
    """One table: a line a size, a column a library, the ratio to the best of the peers."""
    titles = {name: result["names"].get(name, name) for name in names}
    widths = {name: max(12, len(titles[name]) + 2) for name in names}
    lines = [heading(case, result)]
    if case["rows"]:
        lines.append(f"{'# Size':<10}" + "".join(f"{titles[name]:>{widths[name]}}" for name in names) + f"{'ratio':>{RATIO_WIDTH}}")
    for row in case["rows"]:
        against = "-" if row["ratio"] is None else f"{ratio_text(row['ratio'])} {titles[row['best']]}"
        again = f"  measured again, {ratio_text(row['before'])} before" if row.get("before") else ""
        lines.append(f"{row['bytes']:<10}" + "".join(f"{number(row['values'].get(name)):>{widths[name]}}" for name in names) +
                     f"{against:>{RATIO_WIDTH}}{again}")
    for name, why in case["notes"].items():
        lines.append(f"# {titles.get(name, name)}: {why}")
    if case["geomean"] is not None:
        each = ", ".join(f"{titles[name]} {ratio_text(mean)}" for name, mean in case["geomeans"].items())
        lines.append(f"# geometric mean {ratio_text(case['geomean'])} ({each}); worst {worst(case, titles)}")
    return "\n".join(lines)


def worst(case, titles):
    found = case["worst"]
    return f"{ratio_text(found['ratio'])} at {size_name(found['bytes'])} ({titles.get(found['peer'], found['peer'])})"


def report(result):
    """Everything but the last line."""
    lines = [f"# {library['name']}: {library['state']}: {library['why']}" if library["state"] != "measured" else
             f"# {library['name']}: {library['library']}" for library in result["libraries"]]
    names = [library["name"] for library in result["libraries"] if library["state"] == "measured"]
    blocks = ["\n".join(lines)] + [case_table(case, result, names) for case in result["cases"]]
    if result["gate"] and result["gate"]["failures"]:
        blocks.append("\n".join(f"gate: {text}" for text in result["gate"]["failures"]))
    return "\n\n".join(blocks)


def summary(result, several=False):
    """The last line (with the ranks, where there are several): each case's geometric mean and worst size, and the verdict."""
    parts = []
    for case in result["cases"]:
        if case["geomean"] is None:
            parts.append(f"{case['case']} no ratio")
        else:
            parts.append(f"{case['case']} {ratio_text(case['geomean'])} (worst {worst(case, result['names'])})")
    lost = [f"{library['name']} {library['state']}" for library in result["libraries"] if library["state"] != "measured"]
    ranks = f"{result['options']['ranks']} ranks: " if several else ""
    text = f"{ranks}{OURS} against the best peer: " + ", ".join(parts) + (f"; {', '.join(lost)}" if lost else "")
    if result["gate"]:
        text += f"; gate {result['gate']['limit']:g} " + ("passed" if result["gate"]["passed"] else "FAILED")
    return text
