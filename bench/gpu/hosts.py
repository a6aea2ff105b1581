"""The part `hosts` of scripts/gpu: what messages of GPU memory between hosts reach of the network that host memory has.

The hosts are simulated (PENSTOCK_SIMULATED_HOSTS), the network is real: UCX over TCP."""
import json
import statistics

TCP = "tcp"
NETWORKS = ((TCP, {"UCX_TLS": "tcp,self"}),)
PLAIN = "host:host"
PAIRS = (PLAIN, "device:device", "device:host", "host:device")
CASES = "latency,bw"
SIZES, SECONDS, ROUNDS, WINDOW = "8,8K,64K,256K,1M,4M,16M", "0.05", 5, "8"
SIZES_OF_REHEARSAL, SECONDS_OF_REHEARSAL = "8,64K,1M", "0.01"
# Each row has a setting, its values, and the benchmarks that run with each value over TCP.
SWEEPS = tuple(("PENSTOCK_NET_CHUNK", ("512K", "1M", "2M"), pair, "bw", "4M,16M") for pair in PAIRS[1:]) + (
    ("PENSTOCK_NET_STREAM", ("1M", "4M", "16M", "64M"), PLAIN, "bw", "4M,16M"),)
SHARE = 0.9  # of the network's bandwidth, from LEAST on
LEAST = 4 << 20


def bench(run, variables, pair, cases, sizes, seconds):
    """Returns {case: {bytes: figure}}; if the benchmark failed it is empty, and the run has a failure."""
    target = run.extras / "hosts-one.json"
    environment = dict(run.environment, PENSTOCK_SIMULATED_HOSTS="2", PENSTOCK_NET="always", **variables)
    job = [run.binary / "mpiexec", "-n", "2", run.binary / "penstock-bench", cases, "--memory", pair, "--sizes", sizes,
           "--seconds", seconds, "--window", WINDOW, "--apart", "--json", target]
    code, text, _ = run.call(f"hosts {pair} {variables}", job, 120, environment)
    if code != 0 or not target.exists():
        print(f"hosts {pair} {variables}\n{text}")
        run.failed.append(f"hosts {pair} ({code})")
        return {}
    document = json.loads(target.read_text())
    target.unlink()
    return {case["case"]: {row["bytes"]: row["value"] for row in case["rows"]} for case in document["cases"]}


def measure(run, ucx, rehearsal):
    """Measures every network and pair, in turns. Returns rows {network, pair, case, bytes, values} and
    {setting, pair, value, bytes, values}."""
    sizes, seconds, rounds = (SIZES_OF_REHEARSAL, SECONDS_OF_REHEARSAL, 1) if rehearsal else (SIZES, SECONDS, ROUNDS)
    found, swept = {}, {}
    for _ in range(rounds):
        for network, variables in NETWORKS:
            for pair in PAIRS:
                for case, figures in bench(run, dict(variables, **ucx), pair, CASES, sizes, seconds).items():
                    for size, value in figures.items():
                        found.setdefault((network, pair, case, size), []).append(value)
        for setting, choices, pair, case, size in () if rehearsal else SWEEPS:
            for choice in choices:
                figures = bench(run, dict(NETWORKS[0][1], **ucx, **{setting: choice}), pair, case, size, seconds)
                for bytes_, value in figures.get(case, {}).items():
                    swept.setdefault((setting, pair, choice, bytes_), []).append(value)
    return {"schema": "penstock-hosts/2", "command": "scripts/gpu run --only hosts", "rounds": rounds,
            "rows": [dict(zip(("network", "pair", "case", "bytes"), key), values=values) for key, values in found.items()],
            "swept": [dict(zip(("setting", "pair", "value", "bytes"), key), values=values) for key, values in swept.items()]}


def report_swept(results):
    for setting, choices, pair, case, _ in SWEEPS:
        rows = {(row["value"], row["bytes"]): statistics.median(row["values"]) for row in results["swept"] if row["setting"] == setting and row["pair"] == pair}
        for size in sorted({key[1] for key in rows}):
            told = ", ".join(f"{choice} {rows[choice, size]:.1f}" for choice in choices if (choice, size) in rows)
            print(f"{TCP}, {pair}, {case} of {size} B by {setting}: {told}")


def report(results):
    """Prints the figures and, of the bandwidths, the share of what host memory has. Returns the shares that are too small."""
    middle = {(row["network"], row["pair"], row["case"], row["bytes"]): statistics.median(row["values"]) for row in results["rows"]}
    small = []
    for network, _ in NETWORKS:
        for case, unit in (("latency", "us"), ("bw", "MB/s")):
            print(f"{network}, {case} ({unit})\n{'bytes':>10}" + "".join(f"{pair:>24}" for pair in PAIRS))
            for size in sorted({key[3] for key in middle if key[0] == network and key[2] == case}):
                plain = middle.get((network, PLAIN, case, size))
                line = f"{size:>10}"
                for pair in PAIRS:
                    value = middle.get((network, pair, case, size))
                    share = value / plain if value and plain and case == "bw" else None
                    line += f"{value or float('nan'):>15.1f} {f'({share:.2f})' if share and pair != PLAIN else '':>8}"
                    if share and pair != PLAIN and size >= LEAST and share < SHARE:
                        small.append(f"{network} {pair} {size} B {share:.2f}")
                print(line)
    report_swept(results)
    print(f"under {SHARE:.0%} of the network from {LEAST} B on: {', '.join(small) or 'none'}")
    return small
