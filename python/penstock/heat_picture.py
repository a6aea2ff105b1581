"""Draws ratios of many cases as a map of colours: a panel for each number of ranks, a line a case, a column a size."""
import math
import textwrap

from matplotlib import colors, pyplot

from penstock import heat
from penstock.pictures import LINES, STYLE, TEXT_WIDTH, save, short_size

WIDEST = 16.0  # inches beside each other; else the panels stand one below the other
CELL, LINE = 0.52, 0.27
FAR = 4.0      # ratios beyond it, and below one part of it, have the outermost colours
COLOURS = "RdBu"  # red: behind, blue: ahead; told apart by the colour-blind


def draw_panel(axis, panel, norm, named):
    sizes, cases = heat.sizes_of(panel), list(panel["cases"])
    grid = [[panel["cases"][case].get(size, math.nan) for size in sizes] for case in cases]
    map_of = pyplot.get_cmap(COLOURS).with_extremes(bad="#eeeeee")
    image = axis.imshow(grid, aspect="auto", cmap=map_of, norm=norm)
    for y, line in enumerate(grid):
        for x, ratio in enumerate(line):
            if not math.isnan(ratio):
                far = abs(math.log(ratio)) > 0.7 * math.log(FAR)
                axis.text(x, y, heat.cell(ratio), ha="center", va="center", fontsize=7.5, color="white" if far else "#222222")
    axis.set_xticks(range(len(sizes)), [short_size(size) if size else "-" for size in sizes], rotation=35, ha="right",
                    rotation_mode="anchor", fontsize=8)
    axis.set_yticks(range(len(cases)), cases if named else [""] * len(cases), fontsize=8.5)
    axis.tick_params(length=0)
    axis.grid(visible=False)
    axis.spines[:].set_visible(False)
    axis.set_title(panel["title"], fontsize=9.5, loc="left")
    return image


def picture(found, peers, about, path):
    """One PNG of heat.panels(). `peers`: words of the title."""
    columns = [len(heat.sizes_of(panel)) for panel in found]
    lines = [len(panel["cases"]) for panel in found]
    beside = sum(columns) * CELL + 1.8 * len(found) <= WIDEST
    with pyplot.rc_context(STYLE):
        if beside:
            size = (max(8.0, sum(columns) * CELL + 1.8 * len(found)), max(lines) * LINE + 2)
            figure, axes = pyplot.subplots(1, len(found), figsize=size, squeeze=False, layout="constrained", width_ratios=columns)
        else:
            size = (max(columns) * CELL + 2.6, sum(lines) * LINE + 1.1 * len(found) + 1)
            figure, axes = pyplot.subplots(len(found), 1, figsize=size, squeeze=False, layout="constrained", height_ratios=lines)
        norm = colors.LogNorm(1 / FAR, FAR)
        lines_of = [list(panel["cases"]) for panel in found]
        for i, (axis, panel) in enumerate(zip(axes.flat, found)):
            image = draw_panel(axis, panel, norm, not (beside and i > 0 and lines_of[i] == lines_of[i - 1]))
        bar = figure.colorbar(image, ax=axes, shrink=0.8, pad=0.01, extend="both")
        bar.set_ticks([0.25, 0.5, 1, 2, 4], labels=["1/4", "1/2", "1", "2", "4"])
        bar.ax.minorticks_off()
        bar.outline.set_visible(False)
        told = textwrap.wrap(about, TEXT_WIDTH, max_lines=LINES, placeholder=" ...")
        figure.suptitle(f"Penstock against {peers} at each size (above 1: Penstock is better)\n" + "\n" * len(told), x=0.01,
                        ha="left", fontsize=11, fontweight="bold")
        figure.text(0.01, 1 - 0.36 / size[1], "\n".join(told), fontsize=8.5, color="#555555", va="top")
        save(figure, path)
