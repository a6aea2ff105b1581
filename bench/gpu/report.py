"""The tables of docs/performance.md, from the JSON files of a run of scripts/gpu."""
import json

import packing
import stencil

REPORT_SIZES = [8, 1 << 10, 4 << 10, 64 << 10, 1 << 20, 4 << 20, 16 << 20, 64 << 20]


def size_name(size):
    for unit, name in ((1 << 20, "MiB"), (1 << 10, "KiB")):
        if size >= unit:
            return f"{size // unit} {name}"
    return f"{size} B"


def pair_of(document):
    return ":".join(document["options"]["memory"])


def report(out):
    """Prints the tables of what a run wrote to the folder `out`."""
    summary = json.loads((out / "summary.json").read_text())
    print(f"Commit {summary['commit']}, {summary['began']} UTC, {'; '.join(summary['gpus'])}\n")
    if (out / "bench.json").exists():
        report_bench(json.loads((out / "bench.json").read_text()))
    for name in ("p2p", "compare", "hostcompare"):
        if (out / f"{name}.json").exists():
            for document in json.loads((out / f"{name}.json").read_text()):
                report_comparison(document)
    if (out / "pack.json").exists():
        packing.tables(json.loads((out / "pack.json").read_text()))
    if (out / "stencil.json").exists():
        stencil.report(json.loads((out / "stencil.json").read_text()))
    return 0


def report_bench(documents):
    for test, unit, scale in (("latency", "us", 1.0), ("bw", "GB/s", 1e-3), ("bibw", "GB/s", 1e-3)):
        print(f"| {test}, {unit} | " + " | ".join(size_name(size) for size in REPORT_SIZES) + " |")
        print("|---|" + "---|" * len(REPORT_SIZES))
        for document in documents:
            rows = [row for case in document["cases"] if case["case"] == test for row in case.get("rows", [])]
            figures = {row["bytes"]: row["value"] for row in rows}
            cells = [f"{figures[size] * scale:.3g}" if size in figures else "-" for size in REPORT_SIZES]
            print(f"| {pair_of(document)} | " + " | ".join(cells) + " |")
        print()


def report_comparison(document):
    """Ratios to the best peer; above 1 we are better."""
    names = [library["name"] for library in document["libraries"][1:]]
    sizes = sorted({row["bytes"] for case in document["cases"] for row in case["rows"]})
    print(f"Ratio to the best of {', '.join(names)}; {document['options']['ranks']} ranks, {pair_of(document)}, "
          f"{document['rounds']} rounds\n")
    print("| case | mean | " + " | ".join(size_name(size) for size in sizes) + " |")
    print("|---|---|" + "---|" * len(sizes))
    for case in document["cases"]:
        ratios = {row["bytes"]: row["ratio"] for row in case["rows"]}
        cells = [f"{ratios[size]:.2f}" if ratios.get(size) is not None else "-" for size in sizes]
        mean = "-" if case["geomean"] is None else f"{case['geomean']:.2f}"
        print(f"| {case['case']} | {mean} | " + " | ".join(cells) + " |")
    print()
