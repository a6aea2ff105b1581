"""The part `stencil` of scripts/gpu: Stencil2D with halos by hand, pipelined and as datatypes, under a minute on two GPUs."""
import json

# The shapes and precisions; `documents` are those of MVAPICH's, whose columns or rows are longest. 512K rows:
# a column of doubles has 4 MiB.
PLAN = (("8Kx8K", "float,double"), ("documents", "float,double"), ("512Kx128", "double"))
ROUNDS, ITERATIONS = "3", "100"
CELLS_OF_REHEARSAL, ROUNDS_OF_REHEARSAL, ITERATIONS_OF_REHEARSAL = "40x30", "1", "3"


def measure(run, ranks, rehearsal):
    """Runs every row of PLAN with `run` (the Run of scripts/gpu). Returns their documents."""
    documents = []
    target = run.extras / "stencil-one.json"
    rounds, iterations = (ROUNDS_OF_REHEARSAL, ITERATIONS_OF_REHEARSAL) if rehearsal else (ROUNDS, ITERATIONS)
    for cells, types in PLAN[:1] if rehearsal else PLAN:
        command = [run.binary / "penstock", "stencil", "--ranks", str(ranks), "--cells", CELLS_OF_REHEARSAL if rehearsal else cells,
                   "--types", types, "--rounds", rounds, "--iterations", iterations, "--timeout", "120", "--json", target]
        code, text, seconds = run.call(f"stencil {cells}", command, 300)
        print(f"{text}({seconds:.0f} s)")
        if code != 0:
            run.failed.append(f"stencil {cells} ({code})")
        if target.exists():
            documents.append(json.loads(target.read_text()))
            target.unlink()
    return documents


def report(documents):
    """Prints the table of docs/performance.md."""
    runs = [one for document in documents for one in document["runs"]]
    if not runs:
        return
    names = [row["version"] for row in runs[0]["versions"]]
    print("| grid, cells a rank, type | " + " | ".join(f"{name}, us" for name in names) + " | update, us | ratio to "
          + ", ".join(runs[0]["ratios"]) + " | of halos alone |")
    print("|---|" + "---|" * (len(names) + 3))
    for one in runs:
        medians = {row["version"]: row["median"] for row in one["versions"]}
        totals = " | ".join(f"{medians[name]['total']:.0f}" for name in names)
        update = medians[names[-1]]["compute"]
        ratios, halos = (", ".join(f"{found[key]:.2f}" if found[key] else "-" for found in one["ratios"].values())
                         for key in ("total", "halo"))
        print(f"| {one['grid']}, {one['cells']}, {one['type']} | {totals} | {update:.0f} | {ratios} | {halos} |")
    print()
