"""Draws what `penstock startup` wrote: times and memory by the number of ranks."""
from matplotlib import pyplot

from penstock.pictures import COLOURS, STYLE, heading, save

MIB = 1 << 20
TIMES = {"start_ms": "start of the job", "init_ms": "MPI_Init, median rank", "end_ms": "MPI_Finalize, rank 0"}
MEMORY = {"pss_init": "after MPI_Init", "pss_traffic": "after messages to all"}


def draw(axis, rows, measures, scale):
    counts = [row["ranks"] for row in rows]
    for colour, (measure, name) in zip(COLOURS, measures.items()):
        for row in rows:
            axis.plot([row["ranks"]] * len(row["rounds"]), [one[measure] / scale for one in row["rounds"]], ".", color=colour, alpha=0.4)
        axis.plot(counts, [row["median"][measure] / scale for row in rows], "o-", color=colour, label=name)
    axis.set_xscale("log", base=2)
    axis.set_xticks(counts, [str(count) for count in counts])
    axis.set_xlabel("ranks")
    axis.legend(fontsize=9)


def picture(document, about, path):
    with pyplot.rc_context(STYLE):
        figure, (left, right) = pyplot.subplots(1, 2, figsize=(12, 5), layout="constrained")
        draw(left, document["rows"], TIMES, 1)
        left.set_yscale("log")
        left.set_ylabel("ms")
        heading(left, f"Start and end of a job, {document['cores']} processors", about)
        draw(right, document["rows"], MEMORY, MIB)
        right.set_ylim(bottom=0)
        right.set_ylabel("MiB of a rank (Pss)")
        heading(right, "Memory of a rank", about)
        save(figure, path)
