#!/usr/bin/env python3
"""PyTorch, CuPy and Numba arrays in GPU memory through mpi4py, two ranks, every byte compared.

usage: python_gpu_test.py MPIEXEC [--python PYTHON] [--only WORD] [--require torch,cupy] [--largest BYTES] [--json FILE]
       python_gpu_test.py MPIEXEC --standin      the same exchanges with the helper's memory instead of a library's

One line for each pair of libraries, with the number of checks and the rate of the largest message. A library that this
machine lacks is named as such; it is a failure where --require names it, or where there is none at all. Needs mpi4py, built
for the standard ABI, on PYTHON's path, and libmpi_abi.so on LD_LIBRARY_PATH.
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys

RANK = pathlib.Path(__file__).resolve().parent / "rank.py"
GRAPH = RANK.parent / "torch_graph.py"
LIMIT_SECONDS = 170
# pairs of (rank 0's arrays, rank 1's)
PAIRS = (("torch/default", "torch/default"), ("torch/expandable", "torch/expandable"), ("torch/async", "torch/async"),
         ("torch/default", "torch/expandable"), ("torch/default", "numpy"), ("torch/expandable", "numpy"),
         ("cupy/default", "cupy/default"), ("cupy/plain", "cupy/plain"), ("cupy/managed", "cupy/managed"),
         ("cupy/async", "cupy/async"), ("cupy/default", "cupy/managed"), ("torch/default", "cupy/async"),
         ("numba/default", "numba/default"), ("numba/default", "numpy"))
STANDIN_PAIRS = (("helper/device", "helper/device"), ("helper/managed", "helper/device"), ("helper/pool", "helper/pool"),
                 ("helper/device", "numpy"), ("helper/pinned", "helper/device"), ("helper/vmm-chunks", "helper/vmm-chunks"),
                 ("helper/vmm", "numpy"))


def run(command, environment):
    try:
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True, errors="replace", env=environment,
                              timeout=LIMIT_SECONDS + 20)
        return done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired as error:
        return "timeout", "", f"{error}"


def last_json(text):
    for line in reversed(text.splitlines()):
        if re.match(r"\{.*\}$", line):
            return json.loads(line)
    return None


class Suite:
    def __init__(self, args):
        self.args, self.known, self.rows, self.failed = args, {}, [], []
        self.environment = dict(os.environ)
        self.environment.pop("PYTORCH_CUDA_ALLOC_CONF", None)

    def library(self, name):
        """Returns the machine's version of a library; it is asked for once, in a process of its own."""
        library = name.partition("/")[0]
        if library not in self.known:
            code, out, err = run([self.args.python, RANK, "--probe", name], self.environment)
            report = last_json(out)
            if report is None:
                report = {"here": True, "version": "?", "devices": 0}
                self.fail(f"{library}: looking for it failed ({code}): {(err or out).strip()[-400:]}")
            self.known[library] = report
            if report["here"]:
                print(f"{library}: version {report['version']}, {report['devices']} GPUs")
            else:
                print(f"{library}: not tested: {report['why']}")
        return self.known[library]

    def fail(self, text):
        self.failed.append(text)
        print(f"FAILED {text}")

    def pair(self, names, same_device):
        if not all(self.library(name)["here"] for name in names):
            return
        words = ["--same-device"] if same_device else []
        title = f"{names[0]} - {names[1]}" + (", one GPU" if same_device else "")
        code, out, err = run([self.args.mpiexec, "--timeout", LIMIT_SECONDS, "-n", 2, self.args.python, RANK, *names, "--largest",
                              self.args.largest, *words], self.environment)
        report = last_json(out)
        row = {"pair": list(names), "same_device": same_device, "code": code, **(report or {})}
        self.rows.append(row)
        if code != 0 or report is None or report["failed"]:
            why = "\n  ".join(report["failed"][:6]) if report else "\n  ".join((out + err).splitlines()[-25:])
            return self.fail(f"{title} ({code})\n  {why}")
        print(f"{title:46} {report['checks']:4} checks, {report['largest']} B at {report['gb_per_s']:.2f} GB/s  passed", flush=True)
        for line in err.splitlines()[:6]:
            print(f"    said: {line}")

    def graph(self):
        """Tests communication within a graph of PyTorch. Ranks that share a GPU need MPS for that, so
        it takes one GPU for each rank."""
        if not self.library("torch")["here"] or self.known["torch"]["devices"] < 2:
            return print("torch graphs: not tested: two ranks want two GPUs")
        code, out, err = run([self.args.mpiexec, "--timeout", LIMIT_SECONDS, "-n", 2, self.args.python, GRAPH], self.environment)
        report = last_json(out)
        self.rows.append({"pair": ["torch graph"], "code": code, "checks": 1, **(report or {})})
        if code != 0 or report is None:
            return self.fail(f"torch graph ({code})\n  " + "\n  ".join((out + err).splitlines()[-25:]))
        print(f"torch graph: {report['replays']} replays of {report['elements']} elements, {report['us_a_replay']} us each  passed")

    def all(self):
        pairs = STANDIN_PAIRS if self.args.standin else PAIRS
        for names in pairs:
            if self.args.only in f"{names[0]} - {names[1]}":
                self.pair(names, False)
                if names == PAIRS[0] and self.known["torch"].get("devices", 0) > 1:
                    self.pair(names, True)
        if not self.args.standin and self.args.only in "torch graph":
            self.graph()
        for name in filter(None, self.args.require.split(",")):
            if not self.library(name)["here"]:
                self.fail(f"{name} is required, and this machine does not have it")
        if not self.rows:
            self.fail("no pair of libraries is here: nothing was tested")
        absent = [name for name, report in self.known.items() if not report["here"]]
        print(f"python_gpu: {len(self.rows)} pairs, {sum(row.get('checks', 0) for row in self.rows)} checks, "
              f"{len(self.failed)} failed; not on this machine: {', '.join(absent) or 'nothing'}")
        if self.args.json:
            pathlib.Path(self.args.json).write_text(json.dumps({"libraries": self.known, "pairs": self.rows}, indent=1) + "\n")
        return 1 if self.failed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mpiexec")
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--only", default="", metavar="WORD", help="pairs whose line holds it")
    parser.add_argument("--require", default="", help="libraries that must be here, with commas")
    parser.add_argument("--largest", type=int, default=256 << 20, help="message, in bytes")
    parser.add_argument("--standin", action="store_true")
    parser.add_argument("--json", metavar="FILE")
    args = parser.parse_args()
    if not os.access(args.python, os.X_OK):
        sys.exit(f"{args.python} is missing: run scripts/peers mpi4py (make check does), then try again")
    return Suite(args).all()


if __name__ == "__main__":
    sys.exit(main())
