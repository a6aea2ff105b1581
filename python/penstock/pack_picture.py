"""Draws how fast datatypes are packed and sent by block size, beside what the GPU allows."""
from matplotlib import pyplot

from penstock import pack
from penstock.figures import size_name
from penstock.pictures import COLOURS, STYLE, heading, save

PANELS = (("inside one GPU", ("pack", "unpack")), ("to the next GPU", ("same to same", "to contiguous", "from contiguous")))
DASHES = {"pack": "-", "unpack": "--", "same to same": "-", "to contiguous": "--", "from contiguous": ":"}
LIMIT_COLOUR = "#999999"


def draw_panel(axis, document, columns):
    limits = pack.limits_of(document)
    datatypes = dict.fromkeys(row["datatype"] for row in document["rates"] if row["block"])
    blocks = list(dict.fromkeys(row["block"] for row in document["rates"] if row["block"]))
    places = {block: place for place, block in enumerate(blocks)}
    for column in columns:
        probe = pack.LIMIT_OF.get(column)
        found = [(places[block], limits[pack.bytes_of(block)][probe]) for block in blocks
                 if probe in limits.get(pack.bytes_of(block), {})]
        if found:
            axis.plot(*zip(*found), DASHES[column], color=LIMIT_COLOUR, linewidth=4, alpha=0.5, label=f"a kernel for that block alone, {column}")
        for colour, datatype in zip(COLOURS, datatypes):
            points = [(places[row["block"]], row["values"][column] / 1000) for row in document["rates"]
                      if row["datatype"] == datatype and row["values"].get(column)]
            axis.plot(*zip(*points), DASHES[column], color=colour, marker="o", markersize=3, label=f"{datatype}, {column}")
        whole = document["rates"][0]["values"].get(column)
        if whole and column == columns[0]:
            axis.axhline(whole / 1000, color="black", linewidth=0.8, label="without gaps")
    axis.set_xticks(range(len(blocks)), [size_name(pack.bytes_of(block)) for block in blocks], rotation=45, ha="right")
    axis.set_xlabel("block; gaps as long")
    axis.set_ylim(bottom=0)


def picture(document, about, path):
    """One PNG: a panel inside a GPU, one across the link."""
    with pyplot.rc_context(STYLE):
        figure, axes = pyplot.subplots(1, len(PANELS), figsize=(12, 6.4), layout="constrained")
        for axis, (title, columns) in zip(axes, PANELS):
            draw_panel(axis, document, columns)
            axis.set_ylabel(f"GB/s {title}")
            axis.legend(fontsize=7, loc="lower right", handlelength=4)
        heading(axes[0], f"Datatypes, {document['payload']} of payload (higher is better)", about)
        save(figure, path)
