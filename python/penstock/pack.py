"""How fast datatypes are packed, unpacked and sent: the text of what scripts/gpu measures (penstock-pack/1)."""
from penstock.figures import size_name

# Inside one GPU, and to the neighbour: into the same type, and into and out of one block.
COLUMNS = ("pack", "unpack", "same to same", "to contiguous", "from contiguous")
# The probe of bench/gpu/limits.py that a column is held against: the side with blocks is the one that moves.
LIMIT_OF = {"pack": "pack", "unpack": "unpack", "to contiguous": "push pack", "from contiguous": "pull unpack"}


def limits_of(document):
    """{block: {probe: GB/s}}; block None: without gaps."""
    return {row["block"]: row["GB/s"] for row in document.get("limits", {}).get("rows", [])}


def bytes_of(name):
    """Reads a block's name, "64K"; None of none."""
    if not name:
        return None
    return int(name[:-1]) * {"K": 1 << 10, "M": 1 << 20}[name[-1]] if name[-1] in "KM" else int(name)


def report(document):
    """GB/s, and the part of a copy without gaps that it is; then what the GPU allows, and single messages."""
    rates = document["rates"]
    whole = rates[0]["values"]
    lines = [f"{'GB/s':<12}{'block':>9}" + "".join(f"{column:>18}" for column in COLUMNS)]
    for row in rates:
        cells = ""
        for column in COLUMNS:
            value, limit = row["values"].get(column), whole.get(column)
            part = f" ({value / limit:4.0%})" if value and limit else ""
            cells += f"{f'{value / 1000:.1f}{part}' if value else '-':>18}"
        block = bytes_of(row["block"])
        lines.append(f"{row['datatype']:<12}{size_name(block) if block else '':>9}{cells}")
    limits = limits_of(document)
    if limits:
        names = list(next(reversed(limits.values())))
        lines += ["", "What the GPU allows, by kernels made for one block each:",
                  f"{'GB/s':<12}{'block':>9}" + "".join(f"{name:>14}" for name in names)]
        for block, found in limits.items():
            cells = (f"{found[name]:>14.1f}" if name in found else f"{'-':>14}" for name in names)
            lines.append(f"{'':<12}{size_name(block) if block else 'no gaps':>9}" + "".join(cells))
    for row in document["latency"]:
        told = ", ".join(f"{size_name(int(size))} {figure:.1f} us" for size, figure in row["us"].items())
        lines.append(f"a message of {row['datatype']}, blocks of {row['block']} B: {told}")
    return "\n".join(lines)
