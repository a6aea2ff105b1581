"""Comparisons of many cases as tables of ratios: a panel for each number of ranks, a line a case, a column a size."""
from penstock.figures import geometric_mean, ratio_text, size_name

MANY = 8  # cases that one picture of lines still shows


def panels(documents):
    """[{"title", "cases": {case: {bytes: ratio to the best peer}}}], of comparisons (penstock-compare/1) in their order."""
    found = {}
    for document in documents:
        options = document["options"]
        title = f"{options['ranks']} ranks, {':'.join(dict.fromkeys(options['memory']))} memory"
        cases = found.setdefault(title, {})
        for case in document["cases"]:
            ratios = {row["bytes"]: row["ratio"] for row in case["rows"] if row["ratio"] is not None}
            if ratios:
                cases.setdefault(case["case"], {}).update(ratios)
    return [{"title": title, "cases": cases} for title, cases in found.items() if cases]


def is_wanted(found):
    """Says whether lines in one picture would not do."""
    return any(len(panel["cases"]) > MANY for panel in found) or (len(found) > 1 and any(len(one["cases"]) > 1 for one in found))


def sizes_of(panel):
    """Returns the sizes of the columns. A case that has no size of its own, such as a barrier, stands in the first."""
    return sorted({size for ratios in panel["cases"].values() for size in ratios})


def cell(ratio):
    """Three figures at most, for a narrow column."""
    if ratio is None:
        return ""
    return ratio_text(ratio) if ratio < 9.95 else f"{ratio:.0f}"


def column(size):
    return size_name(size) if size else "-"


def markdown(found):
    """A table for each panel. Ratios above 1: Penstock is better; those below stand out."""
    blocks = []
    for panel in found:
        sizes = sizes_of(panel)
        lines = [f"**{panel['title']}**", "", "| | " + " | ".join(map(column, sizes)) + " | mean |", "|---|" + "---:|" * (len(sizes) + 1)]
        for case, ratios in panel["cases"].items():
            mean = geometric_mean(ratios.values())
            cells = [strong(ratios.get(size)) for size in sizes] + [strong(mean)]
            lines.append(f"| {case} | " + " | ".join(cells) + " |")
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks) + "\n"


def strong(ratio):
    return f"**{cell(ratio)}**" if ratio is not None and ratio < 1 else cell(ratio)
