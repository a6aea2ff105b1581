"""Draws what `penstock stencil` wrote: a stack for each version, its parts what an iteration is spent on."""
from matplotlib import pyplot

from penstock import figures
from penstock.pictures import COLOURS, STYLE, heading, save

PARTS = {"compute": "update", "ns_copies": "copies, north-south", "ns_messages": "messages, north-south",
         "ew_copies": "copies, east-west", "ew_messages": "messages, east-west"}
COLOUR_OF = dict(zip(PARTS, ("#bbbbbb", COLOURS[4], COLOURS[1], COLOURS[5], COLOURS[0])))
INCHES_A_GROUP = 1.9


def draw_run(axis, run, left):
    """The stacks of one grid and precision, from `left` on. Returns the places of their middles."""
    spots = []
    for index, row in enumerate(run["versions"]):
        spots.append(left + index)
        bottom = 0
        for part, name in PARTS.items():
            axis.bar(spots[-1], row["median"][part], bottom=bottom, width=0.8, color=COLOUR_OF[part], label=name)
            bottom += row["median"][part]
        found = run["ratios"].get(row["version"], {}).get("total")
        axis.text(spots[-1], bottom, f"{figures.ratio_text(found)} x" if found else "", ha="center", va="bottom", fontsize=8)
    return spots


def picture(runs, about, path):
    """One PNG of all runs."""
    with pyplot.rc_context(STYLE):
        figure, axis = pyplot.subplots(figsize=(max(8, 1.5 + INCHES_A_GROUP * len(runs)), 5.4), layout="constrained")
        left, ticks, names = 0, [], []
        for run in runs:
            spots = draw_run(axis, run, left)
            ticks += spots
            names += [row["version"] for row in run["versions"]]
            axis.annotate(f"{run['grid']}, {run['type']}\n{run['cells']} cells", (sum(spots) / len(spots), 0),
                          xytext=(0, -52), textcoords="offset points", ha="center", va="top", fontsize=9, annotation_clip=False)
            left = spots[-1] + 2
        axis.set_xticks(ticks, names, rotation=35, ha="right", rotation_mode="anchor", fontsize=8)
        axis.tick_params(axis="x", pad=2)
        axis.set_xlabel(" \n \n ")  # room for the names of the groups
        axis.grid(axis="x", visible=False)
        axis.set_axisbelow(True)
        axis.margins(y=0.1)
        axis.set_ylabel("an iteration (us)")
        lines, labels = axis.get_legend_handles_labels()
        shown = dict(zip(labels, lines))
        figure.legend(shown.values(), shown.keys(), loc="outside lower center", ncols=5, fontsize=9)
        heading(axis, "Stencil2D (lower is better); numbers: times as long as datatype", about)
        save(figure, path)
