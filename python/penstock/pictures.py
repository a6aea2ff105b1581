"""Draws cases with matplotlib. Colours are those of Okabe and Ito, told apart by the colour-blind too; markers differ as well."""
import math
import textwrap

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot, ticker  # noqa: E402  (the back end comes first)

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#8C8C00")
MARKERS = "os^Dv<>P"
UNITS = ((1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB"), (1, "B"))
STYLE = {"font.size": 10, "axes.titlesize": 11, "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True,
         "grid.color": "#dddddd", "grid.linewidth": 0.6, "axes.edgecolor": "#666666", "legend.frameon": False,
         "svg.fonttype": "none", "figure.facecolor": "white"}
NOUNS = {"us": "time (us)", "ms": "time (ms)", "s": "time (s)", "MB/s": "bandwidth (MB/s)", "messages/s": "rate (messages/s)",
         "operations/s": "rate (operations/s)", "locks/s": "rate (locks/s)", "bytes": "memory (bytes)"}
TICKS = 16      # on the axis of sizes at most
FEW = 4         # lines that leave room for a legend inside, and for bands
TEXT_WIDTH, LINES = 115, 3   # below a title


def short_size(size):
    for unit, name in UNITS:
        if size >= unit and size % unit == 0:
            return f"{size // unit} {name}"
    return f"{size:g} B"


def places(sizes):
    """Where sizes lie on the logarithmic axis. Nothing lies left of everything else."""
    smallest = min((size for size in sizes if size > 0), default=1)
    return {size: size if size > 0 else smallest / 2 for size in sizes}


def apart(sizes, where, most):
    """Chooses at most so many labels, the largest size among them, none closer than its share of the axis."""
    gap = math.log2(where[sizes[-1]] / where[sizes[0]]) / most
    shown = [sizes[-1]]
    for size in reversed(sizes):
        if math.log2(where[shown[0]] / where[size]) >= gap:
            shown.insert(0, size)
    return shown


def label_sizes(axis, sizes, where, most=TICKS):
    axis.set_xscale("log", base=2)
    shown = apart(sizes, where, most)
    axis.set_xticks([where[size] for size in shown], [short_size(size) for size in shown], rotation=35, ha="right",
                    rotation_mode="anchor")
    axis.xaxis.set_minor_locator(ticker.NullLocator())
    axis.set_xlabel("message size")


def plain_numbers(axis):
    """Ticks at 1, 2 and 5 where few decades are shown, as people write them."""
    low, high = axis.get_ylim()
    decades = math.log10(high / low) if low > 0 else 3
    axis.yaxis.set_major_locator(ticker.LogLocator(base=10, subs=(1, 2, 5) if decades < 3 else (1,), numticks=20))
    axis.yaxis.set_minor_locator(ticker.NullLocator())
    axis.yaxis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{value:,.0f}" if value >= 10 else f"{value:g}"))


def style_of(index):
    """Colour and marker; lines beyond the colours are dashed, then dotted."""
    return {"color": COLOURS[index % len(COLOURS)], "marker": MARKERS[index % len(MARKERS)], "markersize": 4.5, "linewidth": 1.6,
            "linestyle": ("-", "--", ":")[index // len(COLOURS) % 3]}


def legend(figure, axis, title=None):
    """Inside where lines are few; else below everything, in columns."""
    lines, labels = axis.get_legend_handles_labels()
    if len(lines) <= FEW:
        axis.legend(loc="best", title=title, title_fontsize=8, fontsize=9, alignment="left")
    else:
        columns = 2 if max(map(len, labels)) > 24 else 3
        figure.legend(lines, labels, loc="outside lower center", ncols=columns, fontsize=9, title=title, title_fontsize=8)


def draw_lines(figure, axis, case, where):
    banded = False
    for index, one in enumerate(case.series):
        sizes = sorted(one.values)
        axis.plot([where[size] for size in sizes], [one.values[size] for size in sizes], label=one.name, **style_of(index))
        both = [size for size in sizes if one.p99.get(size, 0) > 0]
        if both and len(case.series) <= FEW:
            banded = True
            axis.fill_between([where[size] for size in both], [one.values[size] for size in both], [one.p99[size] for size in both],
                              color=COLOURS[index % len(COLOURS)], alpha=0.10, linewidth=0)
    axis.set_yscale("log")
    axis.set_ylabel(NOUNS.get(case.unit, case.unit))
    plain_numbers(axis)
    legend(figure, axis, "median; the band reaches to the 99th percentile" if banded else None)


def draw_bars(axis, case):
    """A case of one size: barrier, start-up time, memory."""
    size = case.sizes()[0]
    for index, one in enumerate(case.series):
        bar = axis.barh(index, one.values.get(size, 0), color=COLOURS[index % len(COLOURS)], height=0.6)
        axis.bar_label(bar, fmt=lambda value: f" {value:,.4g}", fontsize=9)
    axis.set_yticks(range(len(case.series)), [one.name for one in case.series])
    axis.invert_yaxis()
    axis.margins(x=0.15)
    axis.grid(axis="y", visible=False)
    axis.set_xlabel(NOUNS.get(case.unit, case.unit) + (f", {short_size(size)}" if size else ""))


def draw_ratios(axis, lines, where):
    """`lines`: (label, bytes -> ratio, style). One is where both are equal."""
    for label, ratios, style in lines:
        sizes = sorted(ratios)
        axis.plot([where[size] for size in sizes], [ratios[size] for size in sizes], label=label, **style)
    axis.axhline(1, color="#444444", linewidth=1)
    axis.set_yscale("log", base=2)
    low, high = axis.get_ylim()
    low, high = min(low, 0.7), max(high, 1.5)
    axis.set_ylim(low, high)
    axis.yaxis.set_major_locator(ticker.LogLocator(base=2, subs=(1, 1.5) if high / low < 12 else (1,), numticks=12))
    axis.yaxis.set_minor_locator(ticker.NullLocator())
    axis.yaxis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{value:.3g}"))
    axis.axhspan(axis.get_ylim()[0], 1, color="#D55E00", alpha=0.06, linewidth=0)
    axis.set_ylabel("ratio\n(above 1: better)")


def draw_overlap(axis, lines, where):
    for label, values, style in lines:
        sizes = sorted(values)
        axis.plot([where[size] for size in sizes], [values[size] for size in sizes], label=label, **style)
    axis.set_ylim(0, 105)
    axis.set_ylabel("overlap (%)")


def heading(axis, title, about):
    """The title, and below it in at most LINES lines what the figures are of."""
    lines = textwrap.wrap(about, TEXT_WIDTH, max_lines=LINES, placeholder=" ...")
    axis.set_title(textwrap.shorten(title, 80, placeholder=" ..."), loc="left", fontweight="bold", pad=8 + 12 * len(lines))
    axis.annotate("\n".join(lines), (0, 1), xytext=(0, 5), xycoords="axes fraction", textcoords="offset points", fontsize=8.5,
                  color="#555555")


def title_of(case):
    better = {"lower": "lower is better", "higher": "higher is better"}.get(case.better, "")
    settings = sorted({one.setting for one in case.series})
    return f"{case.name} ({better})" + (f"; {settings[0]}" if len(settings) == 1 else "")


def room(lines):
    """Inches that the legend of so many lines takes below."""
    return 0 if len(lines) <= FEW else 0.3 + 0.11 * len(lines)


def case_picture(case, about, path):
    """One PNG: values, and below them ratios and overlap where there are any. Case without figures: nothing, returns False."""
    if not case.series:
        return False
    sizes, where = case.sizes(), places(case.sizes())
    ratios = [(one.name, one.ratios, style_of(i)) for i, one in enumerate(case.series) if one.ratios]
    overlap = [(one.name, one.overlap, style_of(i)) for i, one in enumerate(case.series) if one.overlap]
    with pyplot.rc_context(STYLE):
        if len(sizes) == 1:
            figure, axis = pyplot.subplots(figsize=(8, 1.6 + 0.45 * len(case.series)), layout="constrained")
            draw_bars(axis, case)
            heading(axis, title_of(case), about)
        else:
            below = [(draw_ratios, ratios)] * bool(ratios) + [(draw_overlap, overlap)] * bool(overlap)
            height = 4.6 + 2 * len(below) + room(case.series)
            figure, axes = pyplot.subplots(1 + len(below), 1, figsize=(8, height), sharex=True, squeeze=False,
                                           layout="constrained", height_ratios=[4.6] + [2] * len(below))
            axes = axes[:, 0]
            draw_lines(figure, axes[0], case, where)
            for axis, (draw, lines) in zip(axes[1:], below):
                draw(axis, lines, where)
            label_sizes(axes[-1], sizes, where)
            heading(axes[0], title_of(case), about)
        save(figure, path)
    return True


def ratio_picture(cases, peers, about, path):
    """All comparisons in one: a line a case. False where nothing was compared. `peers`: words of the title."""
    lines = []
    for case in cases:
        compared = [one for one in case.series if one.ratios and len(case.sizes()) > 1]
        for one in compared:
            lines.append((case.name if len(compared) == 1 else f"{case.name}, {one.setting}", one.ratios, style_of(len(lines))))
    if not lines:
        return False
    sizes = sorted({size for _, ratios, _ in lines for size in ratios})
    where = places(sizes)
    with pyplot.rc_context(STYLE):
        figure, axis = pyplot.subplots(figsize=(8, 4.6 + room(lines)), layout="constrained")
        draw_ratios(axis, lines, where)
        label_sizes(axis, sizes, where)
        legend(figure, axis)
        heading(axis, f"Penstock against {peers}", about)
        save(figure, path)
    return True


def save(figure, path):
    figure.savefig(path, dpi=130)
    pyplot.close(figure)
