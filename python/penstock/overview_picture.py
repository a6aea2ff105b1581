"""Draws several comparisons beside each other: panels of ratios, and bus bandwidths of collectives."""
import textwrap

from matplotlib import pyplot

from penstock.figures import OURS, SHOWN, bus_bandwidth
from penstock.pictures import COLOURS, STYLE, draw_ratios, label_sizes, places, save, style_of

PANEL = (6.2, 4.3)   # inches
SMALL = (3.1, 2.5)
LEAST = 64 << 10     # bytes: bandwidth says little of less
TEXT = 92            # characters of a caption below a panel's title


def caption(axis, title, about, width):
    lines = textwrap.wrap(about, width, max_lines=3, placeholder=" ...")
    axis.set_title(title, loc="left", fontweight="bold", fontsize=10.5, pad=7 + 10.5 * len(lines))
    axis.annotate("\n".join(lines), (0, 1), xytext=(0, 4), xycoords="axes fraction", textcoords="offset points", fontsize=7.5,
                  color="#555555")


def ratio_panels(title, panels, path):
    """One PNG. `panels`: (title, about, axis label, {case: {bytes: ratio}}), two in a row."""
    with pyplot.rc_context(STYLE):
        rows = (len(panels) + 1) // 2
        figure, axes = pyplot.subplots(rows, 2, figsize=(2 * PANEL[0], rows * PANEL[1]), layout="constrained", squeeze=False)
        for axis, (name, about, label, cases) in zip(axes.flat, panels):
            sizes = sorted({size for ratios in cases.values() for size in ratios})
            where = places(sizes)
            draw_ratios(axis, [(case, ratios, style_of(i)) for i, (case, ratios) in enumerate(cases.items())], where)
            label_sizes(axis, sizes, where, 13)
            axis.set_ylabel(label)
            axis.legend(fontsize=7.5, ncols=2 if len(cases) > 4 else 1, loc="best")
            caption(axis, name, about, TEXT)
        figure.suptitle(title, x=0.01, ha="left", fontsize=12, fontweight="bold")
        save(figure, path)


def bandwidth_panels(title, about, ranks, cases, path):
    """One PNG of small panels, a collective each: bus bandwidth of every library. `cases`: name -> rows of penstock-compare/1."""
    with pyplot.rc_context(STYLE | {"font.size": 8.5}):
        figure, axes = pyplot.subplots(2, (len(cases) + 1) // 2, figsize=(SMALL[0] * ((len(cases) + 1) // 2), 2 * SMALL[1] + 0.9),
                                       layout="constrained", squeeze=False, sharey=True)
        for axis, (case, known) in zip(axes.flat, cases.items()):
            rows = [row for row in known if row["bytes"] >= LEAST]
            sizes = sorted(row["bytes"] for row in rows)
            where = places(sizes)
            for i, name in enumerate(sorted(rows[0]["values"], key=lambda one: one != OURS)):
                axis.plot([where[row["bytes"]] for row in rows], [bus_bandwidth(case, ranks, row["bytes"], row["values"][name])
                          for row in rows], label=SHOWN.get(name, name), **style_of(i))
            label_sizes(axis, sizes, where, 7)
            axis.set_title(case, loc="left", fontsize=9.5)
            axis.set_xlabel("")
        axes.flat[0].set_ylim(bottom=0)
        for line in axes:
            line[0].set_ylabel("bus bandwidth (GB/s)")
        axes.flat[0].legend(fontsize=8)
        figure.supxlabel("bytes: of the whole vector (reductions, bcast), else of one rank's part", fontsize=8.5)
        told = "\n".join(textwrap.wrap(about, 130, max_lines=3, placeholder=" ..."))
        figure.suptitle(f"{title}\n" + "\n" * told.count("\n"), x=0.01, ha="left", fontsize=11, fontweight="bold")
        figure.text(0.01, 0.955, told, fontsize=8, color=COLOURS[6], alpha=0.7, va="top")
        save(figure, path)
