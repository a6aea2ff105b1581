"""The part `windows` of scripts/gpu: one-sided operations on memory of GPUs beside messages, and beside copies through the host by hand.

Two ranks; where they share one GPU they do so under NVIDIA's Multi-Process Service, which is started for the measurement if it is there."""
import contextlib
import json
import os
import shutil
import statistics
import subprocess
import tempfile
import time

MESSAGE = "latency"
SMALL = "put_lat,get_lat,acc_lat,fop_lat,cas_lat"      # 8 bytes each
LARGE = "put_lat,get_lat,acc_lat"
LARGE_SIZES = "64K,4M"
WAYS = "put_lat,get_lat,acc_lat,fop_lat,cas_lat,put_bw,get_bw,acc_bw"
WAYS_SIZES = "8,64K,4M"
SECONDS, ROUNDS = "0.2", 5
MPS = "nvidia-cuda-mps-control"
MPS_SECONDS = 30


@contextlib.contextmanager
def shared_gpu(run, rehearsal):
    """Yields whether ranks share a GPU under the service. Its pipes lie in a folder of their own, so that no other one is touched."""
    if rehearsal or run.gpus() != 1:
        yield False
        return
    if shutil.which(MPS) is None:
        print(f"windows: two ranks share one GPU, and there is no {MPS}: without it each switch of the GPU takes much longer")
        yield False
        return
    with tempfile.TemporaryDirectory(prefix="penstock-mps-") as folder:
        run.environment.update(CUDA_MPS_PIPE_DIRECTORY=folder, CUDA_MPS_LOG_DIRECTORY=folder)
        try:
            subprocess.run([MPS, "-d"], env=run.environment, check=True, timeout=MPS_SECONDS)
            yield True
        finally:
            ended = subprocess.run([MPS], input="quit\n", text=True, env=run.environment, timeout=MPS_SECONDS, check=False)
            if ended.returncode != 0:
                run.failed.append(f"windows: {MPS} did not end ({ended.returncode})")
            for name in ("CUDA_MPS_PIPE_DIRECTORY", "CUDA_MPS_LOG_DIRECTORY"):
                run.environment.pop(name, None)


def provenance(run, shared):
    found = run.call("names of GPUs", ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"], 60)[1] if \
        shutil.which("nvidia-smi") else ""
    gpus = [line.split(", ") for line in found.splitlines() if ", " in line]
    told = f"{len(gpus)} {gpus[0][0].removeprefix('NVIDIA ')}, {os.cpu_count()} cores, driver {gpus[0][1]}" if gpus else "no GPU"
    return {"commit": run.manifest["commit"], "machine": told + (", two ranks under MPS" if shared else ""), "peers": []}


def bench(run, cases, sizes, seconds):
    """Returns one document of penstock-bench; if it fails, None, and the run has a failure."""
    target = run.extras / "windows-one.json"
    job = [run.binary / "mpiexec", "-n", "2", run.binary / "penstock-bench", cases, "--memory", "device", "--sizes", sizes,
           "--seconds", seconds, "--json", target]
    code, text, _ = run.call(f"windows {cases}", job, 120)
    if code != 0 or not target.exists():
        print(f"windows {cases}\n{text}")
        run.failed.append(f"windows {cases} ({code})")
        return None
    document = json.loads(target.read_text())
    target.unlink()
    return document


def ways(run, seconds, rounds):
    """Measures our way and copies by hand, in turns. Returns a document of penstock compare, or None."""
    target = run.extras / "windows-ways.json"
    command = [run.binary / "penstock", "compare", "--peers", "staged", "--memory", "device", "--cases", WAYS, "--sizes", WAYS_SIZES,
               "--seconds", seconds, "--rounds", str(rounds), "--limit", str(max(run.deadline - time.monotonic() - 10, 1)), "--json", target]
    code, text, _ = run.call("windows ways", command, 400)
    print(text)
    if code != 0 or not target.exists():
        run.failed.append(f"windows ways ({code})")
        return None
    document = json.loads(target.read_text())
    target.unlink()
    return document


def measure(run, rehearsal):
    """Returns (documents of penstock-bench, documents of penstock compare), each with its provenance."""
    seconds, rounds = ("0.01", 1) if rehearsal else (SECONDS, ROUNDS)
    with shared_gpu(run, rehearsal) as shared:
        told = provenance(run, shared)
        found = []
        for _ in range(rounds):
            found += [bench(run, f"{MESSAGE},{SMALL}", "8", seconds), bench(run, f"{MESSAGE},{LARGE}", LARGE_SIZES, seconds)]
        compared = [ways(run, seconds, rounds)]
    def mark(documents):
        return [dict(one, provenance=told) for one in documents if one is not None]
    return mark(found), mark(compared)


def report(documents):
    """Medians over the rounds, in us, and beside the message of that size."""
    values = {}
    for one in documents:
        for case in one["cases"]:
            for row in case.get("rows", []):
                # A row without a size has one element, of 8 bytes.
                values.setdefault((row["bytes"] or 8, case["case"]), []).append(row["value"])
    for size in sorted({size for size, _ in values}):
        message = statistics.median(values.get((size, MESSAGE), [float("nan")]))
        for (found, case), rounds in values.items():
            if found == size:
                middle = statistics.median(rounds)
                print(f"{size:>9} B {case:<10}{middle:>10.2f} us, {middle / message:.2f} of a message ({len(rounds)} rounds)")
