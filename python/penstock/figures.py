"""Medians, ratios, geometric means and the verdict of a comparison. Pure functions: no process, no file."""
import math
import statistics

OURS = "penstock"
SHOWN = {OURS: "Penstock", "nccl": "NCCL", "nvshmem": "NVSHMEM", "shmemx": "OpenSHMEM on streams", "mpich": "MPICH", "openmpi": "Open MPI",
         "staged": "copies by hand",
         "classic": "MPICH's algorithms"}   # libraries, in titles and text
SIZE_SHARE = 0.8   # of the gate: what no single size may fall under
MEASURES = ("value", "p99")            # of a row: reported as the median over the rounds
BESIDE = ("in_call_us", "turn_us", "fairness")     # the same, of the cases that have them


def size_name(size):
    for unit, name in ((1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")):
        if size >= unit and size % unit == 0:
            return f"{size // unit} {name}"
    return f"{size} B"


def number(value):
    """Four figures, never an exponent."""
    if value is None:
        return "-"
    if value == 0 or not math.isfinite(value):
        return f"{value:g}"
    return f"{value:.{max(0, 3 - math.floor(math.log10(abs(value))))}f}"


def ratio_text(value):
    return f"{value:.2f}" if value >= 0.1 else f"{value:.2g}"


def ratio(ours, theirs, better):
    """Above 1 we are better. None where a figure is missing or not positive."""
    if not ours or not theirs or ours <= 0 or theirs <= 0:
        return None
    return theirs / ours if better == "lower" else ours / theirs


def geometric_mean(values):
    """None for no values."""
    values = list(values)
    return math.exp(sum(map(math.log, values)) / len(values)) if values else None


# Counts the data that cross the link of one of n ranks, in bytes of the case, as nccl-tests define it (doc/PERFORMANCE.md there). The benchmark's
# bytes are those of the whole vector for reductions and broadcasts, else of one rank's part.
ON_THE_BUS = {"allreduce": lambda n: 2 * (n - 1) / n, "reduce_scatter": lambda n: (n - 1) / n, "reduce_scatter_block": lambda n: (n - 1) / n,
              "bcast": lambda n: 1, "reduce": lambda n: 1, "allgather": lambda n: n - 1, "alltoall": lambda n: n - 1,
              "gather": lambda n: n - 1, "scatter": lambda n: n - 1}


def bus_bandwidth(case, ranks, size, us):
    """GB/s, comparable with the link's rate whatever the number of ranks."""
    return ON_THE_BUS[case](ranks) * size / us / 1000


def medians(measure, runs):
    """Summarises one figure over the rounds of each library that gives it."""
    return {name: statistics.median(one[measure] for one in rows)
            for name, rows in runs.items() if rows and all(measure in one for one in rows)}


def summarize_row(size, runs, better):
    """One size. `runs`: library -> rows of its rounds. The ratio is that to the best of the peers."""
    row = {"bytes": size, "rounds": {name: [one["value"] for one in rows] for name, rows in runs.items()}}
    for measure in MEASURES:
        row["values" if measure == "value" else measure] = medians(measure, runs)
    row |= {measure: found for measure in BESIDE if (found := medians(measure, runs))}
    values = row["values"]
    row["ratios"] = {name: found for name in values if name != OURS
                     if (found := ratio(values.get(OURS), values[name], better)) is not None}
    row["best"] = min(row["ratios"], key=row["ratios"].get, default=None)
    row["ratio"] = row["ratios"].get(row["best"])
    return row


def summarize_case(case):
    """Fills in what follows from the rows: the geometric means and the worst size."""
    rated = [row for row in case["rows"] if row["ratio"] is not None]
    case["geomean"] = geometric_mean(row["ratio"] for row in rated)
    peers = sorted({name for row in rated for name in row["ratios"]})
    case["geomeans"] = {name: geometric_mean(row["ratios"][name] for row in rated if name in row["ratios"]) for name in peers}
    worst = min(rated, key=lambda row: row["ratio"], default=None)
    case["worst"] = worst and {"bytes": worst["bytes"], "ratio": worst["ratio"], "peer": worst["best"]}
    return case


def case_failures(case, limit):
    """Why one case does not reach the gate; nothing if it does."""
    name, failures = case["case"], []
    if OURS in case["notes"]:
        failures.append(f"{name}: {OURS}: {case['notes'][OURS]}")
    if case["geomean"] is not None and case["geomean"] < limit:
        failures.append(f"{name}: geometric mean {case['geomean']:.3g} is under {limit:g}")
    for row in case["rows"]:
        if OURS not in row["values"]:
            failures.append(f"{name}: {OURS} has no figure for {size_name(row['bytes'])}")
        elif row["ratio"] is not None and row["ratio"] < SIZE_SHARE * limit:
            size = size_name(row["bytes"])
            failures.append(f"{name}: {size}: {row['ratio']:.3g} of {row['best']} is under {SIZE_SHARE * limit:g}")
    return failures


def sizes_to_confirm(case, limit):
    """The sizes to measure again before the verdict: those under their limit, or all where the mean is under its own."""
    if case["geomean"] is None:
        return []
    if case["geomean"] < limit:
        return [row["bytes"] for row in case["rows"]]
    return [row["bytes"] for row in case["rows"] if row["ratio"] is not None and row["ratio"] < SIZE_SHARE * limit]


def verdict(result, limit, allow_missing):
    """The gate of a whole comparison: {"limit", "size_limit", "passed", "failures"}."""
    failures = []
    for library in result["libraries"]:
        if library["state"] == "missing" and not allow_missing:
            failures.append(f"{library['name']} is missing (--allow-missing lets that pass)")
    for case in result["cases"]:
        failures += case_failures(case, limit)
        if case["geomean"] is None and OURS not in case["notes"] and not allow_missing:
            failures.append(f"{case['case']}: no peer has a figure (--allow-missing lets that pass)")
    return {"limit": limit, "size_limit": SIZE_SHARE * limit, "passed": not failures, "failures": failures}
