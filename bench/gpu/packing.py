"""The part `pack` of scripts/gpu: how fast the GPU packs blocks of each size, beside what its memory and the link allow."""
import json
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python"))
from penstock import pack  # noqa: E402  (after the path to it)

LIMITS = ROOT / "bench/gpu/limits.py"
BLOCKS = ("4", "8", "16", "32", "64", "128", "256", "1K", "4K", "64K", "1M")
PAYLOAD, SECONDS = "64M", "0.05"
PAYLOAD_OF_REHEARSAL, SECONDS_OF_REHEARSAL = "1M", "0.002"
DATATYPES = ("vector", "indexed", "struct")
# The rates without a datatype are the limits of all others: a copy inside the GPU, and a copy to its neighbour.
PLAIN = "contiguous"
# Each column has a name and a measurement, inside one GPU or to the neighbour: into the same type, into
# one block, or out of one block.
COLUMNS = {"pack": ("pack", "{0}"), "unpack": ("unpack", "{0}"), "same to same": ("bw", "{0}"),
           "to contiguous": ("bw", "{0}:" + PLAIN), "from contiguous": ("bw", PLAIN + ":{0}")}
# The documents show one message and its way back.
LATENCY_SIZES, LATENCY_BLOCK = "64K,512K,4M", "256"


def measure(run, rehearsal):
    """Measures every datatype and block with `run` (the Run of scripts/gpu). Returns a document penstock-pack/1: "rates" has
    rows of MB/s, "latency" has rows of us, and "limits" has what bench/gpu/limits.py measured (nothing on the stand-in)."""
    about = {}  # the benchmark describes the machine
    began = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    rates = [rates_of(run, about, rehearsal, PLAIN, None)]
    rates += [rates_of(run, about, rehearsal, datatype, block) for datatype in DATATYPES for block in BLOCKS]
    latency = []
    for datatype in ("contiguous", *DATATYPES):
        figures = bench(run, about, rehearsal, datatype, LATENCY_BLOCK, "latency", LATENCY_SIZES)
        latency.append({"datatype": datatype, "block": LATENCY_BLOCK, "us": figures.get("latency", {})})
    return {**about, "schema": "penstock-pack/1", "began": began, "command": "scripts/gpu run --only pack",
            "payload": PAYLOAD_OF_REHEARSAL if rehearsal else PAYLOAD, "rates": rates, "latency": latency,
            "limits": {} if rehearsal else limits(run)}


def limits(run):
    target = run.extras / "limits.json"
    code, text, _ = run.call("limits", [sys.executable, LIMITS, "--blocks", ",".join(BLOCKS), "--payload", PAYLOAD, "--json", target], 90)
    print(text)
    if code != 0:
        run.failed.append(f"limits ({code})")
    return json.loads(target.read_text()) if target.exists() else {}


def rates_of(run, about, rehearsal, datatype, block):
    """Returns a row of the table, with a rate for each column."""
    found = {}
    for kinds in dict.fromkeys(kinds for _, kinds in COLUMNS.values()):
        cases = [case for case, its_kinds in COLUMNS.values() if its_kinds == kinds]
        if datatype == PLAIN and kinds != "{0}":
            continue
        figures = bench(run, about, rehearsal, kinds.format(datatype), block, ",".join(cases),
                        PAYLOAD_OF_REHEARSAL if rehearsal else PAYLOAD)
        for column, (case, its_kinds) in COLUMNS.items():
            if its_kinds == kinds and figures.get(case):
                found[column] = next(iter(figures[case].values()))
    if datatype == PLAIN and "same to same" in found:
        found["to contiguous"] = found["from contiguous"] = found["same to same"]
    return {"datatype": datatype, "block": block, "values": found}


def bench(run, about, rehearsal, datatype, block, cases, sizes):
    """Returns {case: {bytes: figure}} and adds the machine to `about`. If the benchmark failed it is
    empty, and the run has a failure."""
    name = f"pack {datatype} {block or ''} {cases}"
    target = run.extras / "pack-one.json"
    seconds = SECONDS_OF_REHEARSAL if rehearsal else SECONDS
    job = [run.binary / "mpiexec", "-n", "2", run.binary / "penstock-bench", cases, "--datatype", datatype,
           *(["--block", block] if block else []), "--memory", "device", "--sizes", sizes, "--seconds", seconds, "--json", target]
    code, text, _ = run.call(name, job, 60)
    if code != 0 or not target.exists():
        print(f"{name}\n{text}")
        run.failed.append(f"{name} ({code})")
        return {}
    document = json.loads(target.read_text())
    target.unlink()
    about.update({key: document[key] for key in ("host", "cores", "where", "library")})
    return {case["case"]: {row["bytes"]: row["value"] for row in case["rows"]} for case in document["cases"]}


def tables(document):
    """Prints the tables of docs/performance.md."""
    whole, limits = document["rates"][0]["values"], pack.limits_of(document)
    print("| GB/s (of what is without gaps) | block | " + " | ".join(pack.COLUMNS) + " |")
    print("|---|---|" + "---|" * len(pack.COLUMNS))
    for row in document["rates"]:
        cells = [f"{row['values'][name] / 1000:.0f} ({row['values'][name] / whole[name]:.0%})" if name in row["values"] else "-"
                 for name in pack.COLUMNS]
        print(f"| {row['datatype']} | {row['block'] or ''} | " + " | ".join(cells) + " |")
    if limits:
        names = list(next(reversed(limits.values())))
        print("\n| a kernel for that block alone, GB/s | " + " | ".join(names) + " |")
        print("|---|" + "---|" * len(names))
        for block, found in limits.items():
            print(f"| {pack.size_name(block) if block else 'no gaps'} | "
                  + " | ".join(f"{found[name]:.0f}" if name in found else "-" for name in names) + " |")
    print()
    for row in document["latency"]:
        told = ", ".join(f"{figure:.1f} us at {pack.size_name(int(size))}" for size, figure in row["us"].items())
        print(f"{row['datatype']}, blocks of {row['block']} B: {told}")
    print()


def report(document):
    """Prints the text that penstock plot shows."""
    print(pack.report(document))
