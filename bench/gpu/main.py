#!/usr/bin/env python3
"""Tests, demo, benchmarks and comparisons on a machine with GPUs, in one command.

  scripts/gpu pack                      build here and pack what the GPU machine needs into .local/gpu
  scripts/gpu pack --match '^(mpi|stress)_'   only some tests: all of them are more than some ways to a machine carry
  scripts/gpu pack --with-peers         without tests, but with the MPICH and Open MPI that scripts/peers fetched
  scripts/gpu pack --with-ucx           UCX too, for the part hosts
  scripts/gpu pack --with-mpi4py        mpi4py too, for the part python: any Python from 3.10 on can use it
  scripts/gpu run --out DIR             tests, demo and benchmarks from .local/gpu on the machine with GPUs
  scripts/gpu run --only bench,compare  other parts
  scripts/gpu run --standin             the same run on the stand-in driver (a rehearsal; figures mean nothing)
  scripts/gpu report --out DIR          a run's figures as the tables of docs/performance.md

Parts: tests, demo; bench (penstock bench for each of --pairs); p2p (messages, with NCCL's send and receive, a rank for each
GPU); compare (collectives, likewise); windows (one-sided operations on GPU memory beside messages and beside copies by hand; two ranks, under MPS where
they share a GPU); hostcompare (with the packed MPICH and Open MPI, host memory); interference (what messages add
to the program's own GPU calls); hosts (messages between simulated hosts over UCX, GPU memory beside host memory); pack (datatypes packed
by the GPU, for blocks of 4 B to 1 MiB); stencil (Stencil2D with halos by
hand and as datatypes, a rank for each GPU, at least 2); python (GPU arrays of PyTorch, CuPy and Numba through the packed mpi4py);
sanitize (small collectives under compute-sanitizer, memcheck and racecheck; a rank for each GPU, at least 2); info, doctor, tune (the
commands' output). Without a pack, `run` builds first (scripts/build ci). `pack` copies the programs, libraries and the list of
tests of one build tree, stripped, keeping its layout, so that they run wherever they are unpacked; `run` then needs nothing but
python3 and the GPU driver. It writes to DIR at most fourteen files: log.txt (all output), tests.json,
{bench,p2p,compare,windows,windows-ways,hostcompare,interference,hosts,pack,stencil,sanitize}.json, summary.json, and extras.tar.gz with
the demo's pictures, the commands'
output and the tuning table. `penstock plot` draws the JSON of bench, p2p, compare, hostcompare and stencil.
It prints a short table and exits 1 if anything failed.
"""
import argparse
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tarfile
import time
from pathlib import Path

import bundle
import hosts
import interference
import packing
import sanitize
import stencil
import windows
from bundle import BUNDLE, ROOT, VARIABLE
from report import report

PARTS = ("tests", "demo", "bench", "p2p", "compare", "windows", "hostcompare", "interference", "hosts", "pack", "stencil", "python", "sanitize",
         "info", "doctor", "tune")
USUAL_PARTS = PARTS[:3]
STANDIN_LABEL = "standin"  # tests of the stand-in itself, or that inject faults through it
HERE_LABEL = "here"        # tests that need what only the build machine has (compilers, peers' wheels)
BENCH_CASES = "latency,bw,bibw"
# Collectives that receive a whole vector from each rank have no larger sizes, because their buffers are as many times larger.
GPU_MESSAGES = ("latency,bw,bibw,mbw_mr", "8,512,4K,16K,64K,256K,1M,4M,16M,64M,256M")
GPU_COMPARISONS = (("allreduce,reduce,bcast,reduce_scatter_block", "8,1K,16K,128K,1M,8M,64M,256M"),
                   ("allgather,alltoall,gather,scatter", "8,1K,16K,128K,1M,8M,64M"))
HOST_COMPARISON = ("latency,bw,mbw_mr,allreduce,bcast,alltoall", "8,128,1K,8K,64K,512K,4M")
SMALL = ("8,1K,16K", "0.002")  # sizes and seconds of a trial run on the stand-in
INFO_PAGES = ((), ("--topology",), ("--paths",), ("--coll",), ("--tunables",))


class Run:
    def __init__(self, args):
        self.args = args
        self.out = Path(args.out).resolve()
        self.out.mkdir(parents=True, exist_ok=True)
        self.log = open(self.out / "log.txt", "w")
        self.manifest = json.loads((BUNDLE / "manifest.json").read_text())
        self.environment = dict(os.environ)
        libraries = [str(BUNDLE / "build" / "lib")]
        if args.standin:
            libraries.append(str(BUNDLE / "build" / "fakecuda"))
            kernels = sorted((BUNDLE / "build" / "fakecuda").glob("*_fake_kernels.so"))
            self.environment["PENSTOCK_FAKECUDA_KERNELS"] = ":".join(map(str, kernels))
        if os.environ.get("LD_LIBRARY_PATH"):
            libraries.append(os.environ["LD_LIBRARY_PATH"])
        self.environment["LD_LIBRARY_PATH"] = ":".join(libraries)
        self.environment["PENSTOCK_PEERS"] = str(BUNDLE / "peers")
        self.binary = BUNDLE / "build" / "bin"
        self.extras = self.out / "extras"
        self.extras.mkdir(exist_ok=True)
        self.deadline = time.monotonic() + args.limit
        self.failed = []

    def expand(self, word):
        if os.path.basename(word) == "python3":
            return sys.executable
        return word.replace(VARIABLE + "/build", str(BUNDLE / "build")).replace(VARIABLE + "/source", str(ROOT))

    def call(self, name, command, timeout, environment=None, directory=None):
        """Runs one command to the end, its output to the log. Returns (exit code, output, seconds)."""
        begin = time.monotonic()
        left = self.deadline - begin
        if left < 1:
            return "no time left", "", 0.0
        process = subprocess.Popen(command, env=environment or self.environment, cwd=directory, text=True, errors="replace",
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
        try:
            text, _ = process.communicate(timeout=min(timeout, left))
            code = process.returncode
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            text, _ = process.communicate()
            code = "timeout"
        seconds = time.monotonic() - begin
        self.log.write(f"\n##### {name}: {' '.join(map(str, command))}\n{text}\n##### {name}: exit {code}, {seconds:.1f} s\n")
        self.log.flush()
        return code, text, seconds

    def tests(self):
        rows = []
        for test in self.manifest["tests"]:
            if not self.args.standin and STANDIN_LABEL in test["labels"] or HERE_LABEL in test["labels"]:
                rows.append({"name": test["name"], "result": "not for this machine", "labels": test["labels"]})
                continue
            if self.args.match and self.args.match not in test["name"]:
                continue
            environment = dict(self.environment)
            for row in test["environment"]:
                key, _, value = self.expand(row).partition("=")
                if self.args.standin or not (key.startswith("PENSTOCK_FAKECUDA") or "fakecuda" in value):
                    environment[key] = value
            code, text, seconds = self.call(test["name"], [self.expand(w) for w in test["command"]], float(test["timeout"]),
                                            environment, str(BUNDLE / "build"))
            if test["pass"] and code != "timeout":  # as ctest does: the output decides, not the exit code
                code = 0 if any(re.search(pattern, text) for pattern in test["pass"]) else "unexpected output"
            rows.append({"name": test["name"], "result": "passed" if code == 0 else f"failed ({code})", "seconds": round(seconds, 2)})
            if code != 0:
                self.failed.append(test["name"])
                print(f"FAILED {test['name']} ({code})\n" + "\n".join(text.splitlines()[-15:]))
        ran = [row for row in rows if "seconds" in row]
        passed = sum(row["result"] == "passed" for row in ran)
        (self.out / "tests.json").write_text(json.dumps(rows, indent=1))
        print(f"tests: {passed} passed, {len(ran) - passed} failed, {len(rows) - len(ran)} not for this machine")

    def demo(self):
        environment = dict(self.environment, PENSTOCK_REPORT="1")
        for memory in ("device", "managed", "host"):
            target = self.extras / f"demo-{memory}"
            target.mkdir(exist_ok=True)
            job = [self.binary / "mpiexec", "-n", "4", self.binary / "stencil2d"]
            code, text, _ = self.call(f"demo {memory}", [*job, "--memory", memory, "--output", target], 120, environment)
            print(text if memory == "device" else "\n".join(text.splitlines()[-12:]))
            if code != 0:
                self.failed.append(f"demo {memory}")

    def small(self, sizes, seconds):
        """Options of penstock-bench: as given, or those of a rehearsal."""
        sizes, seconds = SMALL if self.args.standin else (sizes, seconds)
        return ["--sizes", sizes, "--seconds", seconds]

    def bench(self):
        results = []
        for pair in self.args.pairs.split(","):
            target = self.extras / "bench-one.json"
            sizes = self.small("8,16,64,256,1K,4K,16K,64K,256K,1M,4M,16M,64M", "0.05")
            job = [self.binary / "mpiexec", "-n", "2", self.binary / "penstock-bench", BENCH_CASES]
            code, text, _ = self.call(f"bench {pair}", [*job, "--memory", pair, "--json", target, *sizes], 180)
            print(text)
            if code != 0:
                self.failed.append(f"bench {pair}")
            if target.exists():
                results.append(json.loads(target.read_text()))
                target.unlink()
        self.write("bench.json", results)

    def write(self, name, results):
        (self.out / name).write_text(json.dumps(results, indent=1) + "\n")

    def gpus(self):
        """Returns how many GPUs a rank of this machine sees."""
        program = ("import ctypes; d = ctypes.CDLL('libcuda.so.1'); n = ctypes.c_int(); "
                   "print(n.value if d.cuInit(0) == 0 and d.cuDeviceGetCount(ctypes.byref(n)) == 0 else 0)")
        _, text, _ = self.call("count of GPUs", [sys.executable, "-c", program], 60)
        return int(text.split()[-1]) if text.split() and text.split()[-1].isdigit() else 0

    def gpu_comparisons(self, name, plan):
        ranks = self.args.ranks or self.gpus()
        if ranks < 2:
            self.failed.append(name)
            return print(f"{name}: {ranks} GPUs here, it needs 2 or more")
        self.comparisons(name, plan, ["--peers", self.args.peers, "--memory", "device", "--ranks", str(ranks)])

    def p2p(self):
        self.gpu_comparisons("p2p", [GPU_MESSAGES])

    def compare(self):
        self.gpu_comparisons("compare", GPU_COMPARISONS)

    def windows(self):
        documents, compared = windows.measure(self, self.args.standin)
        windows.report(documents)
        self.write("windows.json", documents)
        self.write("windows-ways.json", compared)

    def hostcompare(self):
        self.comparisons("hostcompare", [HOST_COMPARISON], ["--peers", "mpich,openmpi", "--ranks", "2", "--bind", "core"])

    def hosts(self):
        library = BUNDLE / "ucx" / "libucp.so.0"
        if not library.exists():
            print(f"hosts: the pack has no {library}; the machine's UCX is used, if there is one (scripts/gpu pack --with-ucx)")
        results = hosts.measure(self, {"PENSTOCK_UCX_LIB": str(library)} if library.exists() else {}, self.args.standin)
        small = hosts.report(results)
        self.failed += [] if self.args.standin else [f"hosts {what}" for what in small]
        self.write("hosts.json", results)

    def interference(self):
        results = interference.measure(self, BUNDLE / "build", self.args.standin)
        interference.report(results)
        self.write("interference.json", results)

    def pack(self):
        rows = packing.measure(self, self.args.standin)
        packing.report(rows)
        self.write("pack.json", rows)

    def stencil(self):
        documents = stencil.measure(self, self.args.ranks or max(self.gpus(), 2), self.args.standin)
        self.write("stencil.json", documents)

    def sanitize(self):
        self.write("sanitize.json", sanitize.measure(self, self.args.ranks or max(self.gpus(), 2), self.args.standin))

    def python(self):
        """Tests GPU arrays of Python libraries. The stand-in has none: there the helper's memory takes their place."""
        if not (BUNDLE / "mpi4py").is_dir():
            self.failed.append("python")
            return print("python: mpi4py is not packed: scripts/gpu pack --with-mpi4py")
        environment = dict(self.environment, PYTHONPATH=f"{BUNDLE / 'mpi4py'}:{os.environ.get('PYTHONPATH', '')}",
                           PENSTOCK_TEST_GPU_HELPER=str(BUNDLE / "build" / "lib" / "libpenstock_gpu_python.so"))
        words = ["--standin", "--largest", "1100000"] if self.args.standin else []
        if self.args.match:
            words += ["--only", self.args.match]
        command = [sys.executable, ROOT / "tests" / "python_gpu" / "python_gpu_test.py", self.binary / "mpiexec", *words]
        code, text, _ = self.call("python", [*command, "--json", self.extras / "python.json"], self.args.limit, environment)
        print(text)
        if code != 0:
            self.failed.append(f"python ({code})")

    def comparisons(self, name, plan, words):
        """Runs one penstock compare for each row of the plan, with one document each; together they keep to the time left."""
        results = []
        for index, (cases, sizes) in enumerate(plan):
            target = self.extras / f"{name}-one.json"
            left = max(self.deadline - time.monotonic() - 10, 1)
            share = left * (0.7 if index + 1 < len(plan) else 0.9)
            command = [self.binary / "penstock", "compare", "--cases", cases, *words, *self.small(sizes, "0.05"), "--json", target]
            code, text, _ = self.call(name, [*command, "--rounds", "5", "--limit", f"{share:.0f}", "--timeout", "200"], left)
            print(text)
            if code != 0:
                self.failed.append(f"{name} ({code})")
            if target.exists():
                results.append(json.loads(target.read_text()))
                target.unlink()
        self.write(f"{name}.json", results)

    def tool(self, name, *words, may_fail=False):
        """Runs a command of `penstock`, shows its output and keeps it."""
        code, text, _ = self.call(name, [self.binary / "penstock", *words], 180)
        print(text)
        with open(self.extras / f"{name}.txt", "a") as file:
            file.write(f"$ penstock {' '.join(map(str, words))}\n{text}\n")
        if code != 0 and not (may_fail and code == 1):
            self.failed.append(f"{name} ({code})")

    def info(self):
        for page in INFO_PAGES:
            self.tool("info", "info", *page)

    def doctor(self):
        self.tool("doctor", "doctor", may_fail=True)  # it exists to report findings

    def tune(self):
        self.tool("tune", "tune", "--out", self.extras / "tuning-table", *(["--quick"] if self.args.standin else []))

    def pack_extras(self):
        if any(self.extras.iterdir()):
            with tarfile.open(self.out / "extras.tar.gz", "w:gz") as archive:
                archive.add(self.extras, "extras")
        shutil.rmtree(self.extras)

    def all(self):
        begin = time.time()
        gpus = self.call("nvidia-smi", ["sh", "-c", "nvidia-smi -L || true; nproc; uname -r"], 60)[1]
        print(gpus)
        for part in self.args.only.split(","):
            getattr(self, part)()
        self.pack_extras()
        summary = {"commit": self.manifest["commit"], "host": socket.gethostname(), "gpus": gpus.splitlines(),
                   "standin": self.args.standin, "began": time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(begin)),
                   "seconds": round(time.time() - begin), "failed": self.failed}
        self.write("summary.json", summary)
        print(f"scripts/gpu: commit {summary['commit']}, {summary['seconds']} s, failed: {', '.join(self.failed) or 'nothing'}")
        return 1 if self.failed else 0


def main():
    parser = argparse.ArgumentParser(prog="scripts/gpu", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(dest="verb", required=True)
    packing = verbs.add_parser("pack", help="build and pack")
    packing.add_argument("--build", default="build/ci", help="build tree (default: build/ci)")
    packing.add_argument("--with-peers", action="store_true", help="MPICH and Open MPI too, and no tests")
    packing.add_argument("--with-mpi4py", action="store_true", help="mpi4py too (built by scripts/peers where it is missing)")
    packing.add_argument("--with-ucx", action="store_true", help="the UCX of scripts/peers ucx too, for the part hosts")
    packing.add_argument("--match", default="", help="only tests whose name this regular expression finds, and their programs")
    packing.add_argument("--no-build", action="store_true", help="pack what the build tree holds now")
    running = verbs.add_parser("run", help="run from the pack")
    running.add_argument("--out", default=str(ROOT / "build" / "gpu"), help="where log and JSON go (default: build/gpu)")
    running.add_argument("--only", default=",".join(USUAL_PARTS),
                         help=f"parts of {','.join(PARTS)} (default: {','.join(USUAL_PARTS)})")
    running.add_argument("--match", default="", help="only tests (or pairs of the part python) whose name contains this")
    running.add_argument("--pairs", default="device:device,device:host,host:device,host:host,managed:managed",
                         help="memory of the two ranks, for the benchmark")
    running.add_argument("--peers", default="nccl", help="of the part compare: nccl, nvshmem (default: nccl)")
    running.add_argument("--ranks", type=int, default=0, help="of the parts compare and stencil (default: as many as GPUs)")
    running.add_argument("--limit", type=float, default=480, help="seconds for everything (default: 480)")
    running.add_argument("--standin", action="store_true", help="rehearse on the stand-in driver")
    reporting = verbs.add_parser("report", help="tables from a run's JSON")
    reporting.add_argument("--out", default=str(ROOT / "build" / "gpu"), help="where the run wrote (default: build/gpu)")
    args = parser.parse_args()
    if args.verb == "pack":
        return bundle.pack(args)
    if args.verb == "report":
        return report(Path(args.out))
    unknown = set(args.only.split(",")) - set(PARTS)
    if unknown:
        parser.error(f"--only knows {', '.join(PARTS)}, not {', '.join(sorted(unknown))}")
    if not (BUNDLE / "manifest.json").exists():
        subprocess.run([str(ROOT / "scripts" / "build"), "ci"], check=True)
        bundle.pack(argparse.Namespace(build="build/ci", no_build=True, match="", with_peers=False, with_mpi4py=False, with_ucx=False))
    return Run(args).all()


if __name__ == "__main__":
    sys.exit(main())
