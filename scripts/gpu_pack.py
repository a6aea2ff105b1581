"""The part `pack` of scripts/gpu: how fast the GPU packs blocks of each size, beside what its memory and the link allow."""
import json

BLOCKS = ("4", "8", "16", "64", "256", "1K", "4K", "16K", "64K", "256K", "1M")
PAYLOAD, SECONDS = "64M", "0.1"
PAYLOAD_OF_REHEARSAL, SECONDS_OF_REHEARSAL = "1M", "0.002"
DATATYPES = ("vector", "indexed", "struct")
# Without a datatype: what a copy inside the GPU and one to its neighbour reach, the limits of all others.
PACK_CASES, LINK_CASE = "pack,unpack", "bw"


def options(rehearsal):
    """Of penstock-bench, for every run."""
    sizes, seconds = (PAYLOAD_OF_REHEARSAL, SECONDS_OF_REHEARSAL) if rehearsal else (PAYLOAD, SECONDS)
    return ["--memory", "device", "--sizes", sizes, "--seconds", seconds]


def measure(run, rehearsal):
    """Every datatype and block by `run` (the Run of scripts/gpu). Returns rows of MB/s by case."""
    rows = [one_run(run, rehearsal, "contiguous", None)]
    rows += [one_run(run, rehearsal, datatype, block) for datatype in DATATYPES for block in BLOCKS]
    return [row for row in rows if row is not None]


def one_run(run, rehearsal, datatype, block):
    """A row, or None (and a failure of the run) where the benchmark failed."""
    name = f"pack {datatype} {block or ''}".strip()
    target = run.extras / "pack-one.json"
    blocks = ["--datatype", datatype, *(["--block", block] if block else [])]
    job = [run.binary / "mpiexec", "-n", "2", run.binary / "penstock-bench", f"{PACK_CASES},{LINK_CASE}", *blocks,
           *options(rehearsal), "--json", target]
    code, text, _ = run.call(name, job, 60)
    if code != 0 or not target.exists():
        print(f"{name}\n{text}")
        run.failed.append(f"{name} ({code})")
        return None
    document = json.loads(target.read_text())
    target.unlink()
    figures = {case["name"]: case["rows"][0]["value"] for case in document["cases"] if case["rows"]}
    return {"datatype": datatype, "block": block, "values": figures}


def report(rows):
    """Prints GB/s, and the part of the limit that it is: of copies inside the GPU, and over the link."""
    limits = rows[0]["values"] if rows and rows[0]["datatype"] == "contiguous" else {}
    cases = (*PACK_CASES.split(","), LINK_CASE)
    print(f"{'GB/s':<12}{'block':>6}" + "".join(f"{case:>18}" for case in cases))
    for row in rows:
        cells = ""
        for case in cases:
            value, limit = row["values"].get(case), limits.get(case)
            part = f" ({value / limit:4.0%})" if value and limit else ""
            cells += f"{f'{value / 1000:.1f}{part}' if value else '-':>18}"
        print(f"{row['datatype']:<12}{row['block'] or '':>6}{cells}")
