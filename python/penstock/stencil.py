"""penstock stencil: Stencil2D on GPUs with its halos by hand, pipelined, and as datatypes, compared.

  penstock stencil                                     every grid of as many ranks as there are GPUs, both precisions
  penstock stencil --ranks 2 --iterations 50 --json stencil.json
  penstock stencil --grids 2x4,4x2 --types double --cells 4Kx4K
  penstock stencil --cells documents                   64Kx1K cells a rank on 1xN, 1Kx64K on Nx1, 8Kx8K on others
  penstock stencil --staging host                      by hand with pageable host buffers
  penstock plot stencil.json --out pictures

A nine-point stencil on a field in device memory exchanges its halos in three ways: `plain` copies strips to host buffers, sends
those and copies them back; `pipelined` does it in pieces that overlap, as many as are fastest; `datatype` hands MPI_Type_vector on
device memory to MPI and does nothing else. The versions take turns, a round each, in one job for each grid and precision; a
figure is the median over the rounds. Ratios are above 1 where `datatype` is faster. Every field is checked.

Exit status: 0, 1 if a job failed or a field was wrong, 2 for wrong arguments.
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

from penstock import figures, hinting, places
from penstock.measure import RunFailed, ending, run_job
from penstock.progress import Progress

SCHEMA, RUN_SCHEMA = "penstock-stencil/1", "penstock-stencil-run/1"
OURS = "datatype"
TYPES = ("float", "double")
VERSIONS = ("plain", "pipelined", OURS)
NAMED = ("graph",)  # only when asked for
PASSED_ON = ("iterations", "rounds", "pieces", "staging", "memory", "verify")  # options of penstock-stencil
DOCUMENTED = {"row": "64Kx1K", "column": "1Kx64K", "both": "8Kx8K"}  # cells of a rank, by the grid's shape
PHASES = ("compute", "ns_copies", "ns_messages", "ew_copies", "ew_messages")
COUNT_GPUS = ("import ctypes; d = ctypes.CDLL('libcuda.so.1'); n = ctypes.c_int(); "
              "print(n.value if d.cuInit(0) == 0 and d.cuDeviceGetCount(ctypes.byref(n)) == 0 else 0)")


def gpus():
    """GPUs of this machine, counted by a process of its own: 0 without a driver."""
    done = subprocess.run([sys.executable, "-c", COUNT_GPUS], capture_output=True, text=True, check=False)
    return int(done.stdout) if done.returncode == 0 else 0


def grids_of(ranks):
    """Every grid of so many ranks, flat ones first."""
    return sorted((f"{down}x{ranks // down}" for down in range(1, ranks + 1) if ranks % down == 0),
                  key=lambda grid: (min(sides(grid)), sides(grid)))


def sides(grid):
    return tuple(map(int, grid.split("x")))


def cells_of(grid, asked):
    if asked != "documents":
        return asked
    down, across = sides(grid)
    return DOCUMENTED["row" if down == 1 else "column" if across == 1 else "both"]


def arguments(words):
    parser = hinting.Parser(prog="penstock stencil", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    def listed(text):
        return [word for word in text.split(",") if word]
    parser.add_argument("--ranks", type=int, help="default: as many as GPUs, at least 2")
    parser.add_argument("--grids", type=listed, help="of ranks, ROWSxCOLUMNS; default: every grid of --ranks")
    parser.add_argument("--cells", default="8Kx8K", metavar="RxC", help="of a rank, or: documents (default: 8Kx8K)")
    parser.add_argument("--types", type=listed, default=list(TYPES), help="default: float,double")
    parser.add_argument("--versions", type=listed, default=list(VERSIONS), help=f"default: {','.join(VERSIONS)}")
    parser.add_argument("--iterations", type=int, default=100, help="in a round (default: 100)")
    parser.add_argument("--rounds", type=int, default=5, help="default: 5")
    parser.add_argument("--pieces", type=int, help="of a strip, pipelined; default: the fastest of 1, 2, 4 and 8")
    parser.add_argument("--staging", choices=("pinned", "host"), help="memory of host buffers (default: pinned)")
    parser.add_argument("--memory", help="of the field: device (default), managed, pool, vmm, vmm-chunks or vmm-private")
    parser.add_argument("--verify", choices=("yes", "no", "auto"), help="compare with the host's computation (default: auto)")
    parser.add_argument("--timeout", type=float, default=300, metavar="SECONDS", help="for one job (default: 300)")
    parser.add_argument("--json", metavar="FILE", help="every figure of every round")
    parser.add_argument("--build", type=pathlib.Path, metavar="DIR", help="the build or installation to measure; default: this one")
    parser.add_argument("--plant-error", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args(words)
    check(parser, args)
    return args


def check(parser, args):
    if args.grids and args.ranks:
        parser.error("--grids says how many ranks there are: leave --ranks out")
    wrong = [grid for grid in args.grids or () if not re.fullmatch(r"[1-9]\d{0,3}x[1-9]\d{0,3}", grid)]
    if wrong:
        parser.error(f"--grids takes ROWSxCOLUMNS, as 1x2,2x1; not '{wrong[0]}'")
    for name, known in (("types", TYPES), ("versions", VERSIONS + NAMED)):
        asked = getattr(args, name)
        if not asked or set(asked) - set(known) or len(set(asked)) != len(asked):
            parser.error(f"--{name} takes some of {', '.join(known)}, each once")
    if args.ranks is not None and args.ranks < 1:
        parser.error("--ranks is at least 1")
    if args.json and not pathlib.Path(args.json).resolve().parent.is_dir():
        parser.error(f"--json {args.json}: there is no such folder")
    args.build = (args.build or places.build_folder()).resolve()
    if not args.grids:
        args.grids = grids_of(args.ranks or max(gpus(), 2))


def one_job(args, grid, kind):
    """One grid and precision: the document that the program wrote. RunFailed if there is none."""
    down, across = sides(grid)
    words = [word for name in PASSED_ON if getattr(args, name) is not None for word in (f"--{name}", str(getattr(args, name)))]
    with tempfile.TemporaryDirectory(prefix="penstock-stencil-") as folder:
        file = pathlib.Path(folder, "run.json")
        command = [str(args.build / "bin/mpiexec"), "-n", str(down * across), str(args.build / "bin/penstock-stencil"), "--grid", grid,
                   "--cells", cells_of(grid, args.cells), "--type", kind, "--versions", ",".join(args.versions), "--json", str(file),
                   *words, *(["--plant-error"] if args.plant_error else [])]
        code, text = run_job(command, dict(os.environ), args.timeout)
        if code not in (0, 1) or not file.exists():
            raise RunFailed(ending(code, text))
        document = json.loads(file.read_text(encoding="utf-8"))
        if document["schema"] != RUN_SCHEMA or not document["versions"]:
            raise RunFailed(ending(code, text))
        return document


def halo(row):
    """Returns the time of a median iteration without its update."""
    return row["total"] - row["compute"]


def add_ratios(document):
    """`ratios`: version -> how many times as long it takes as ours, an iteration and its halos."""
    medians = {row["version"]: row["median"] for row in document["versions"]}
    document["ratios"] = {name: {"total": figures.ratio(medians[OURS]["total"], median["total"], "lower"),
                                 "halo": figures.ratio(halo(medians[OURS]), halo(median), "lower")}
                          for name, median in medians.items() if name != OURS} if OURS in medians else {}


def table(document):
    """One grid and precision as text."""
    head = (f"# grid {document['grid']}, {document['cells']} {document['type']} cells a rank, {document['memory']} memory of "
            f"{document['where']}; us an iteration")
    lines = [head, f"{'# Version':<12}{'total':>10}" + "".join(f"{name:>13}" for name in PHASES) + f"{'ratio':>8}{'halo ratio':>12}"]
    for row in document["versions"]:
        found = document["ratios"].get(row["version"])
        ratios = "".join(f"{figures.ratio_text(found[key]) if found[key] else '-':>{width}}"
                         for key, width in (("total", 8), ("halo", 12))) if found else ""
        median = row["median"]
        cells = "".join(f"{median[name]:>13.1f}" for name in PHASES)
        lines.append(f"{row['version']:<12}{median['total']:>10.1f}{cells}{ratios}")
        if row["wrong"]:
            lines.append(f"# {row['version']}: WRONG DATA: {row['wrong']}")
    return "\n".join(lines)


def lines_table(document):
    """How long the three sources are."""
    lines = [f"{'# Halo exchange':<16}{'lines of code':>14}{'MPI calls':>11}{'GPU calls':>11}"]
    for row in document["versions"]:
        found = row["lines"]
        lines.append(f"{row['version']:<16}{found['code']:>14}{found['mpi_calls']:>11}{found['gpu_calls']:>11}")
    return "\n".join(lines)


def report(runs):
    """Everything but the last line."""
    return "\n\n".join([*map(table, runs), lines_table(runs[0])])


def summary(runs):
    """The last line: over all grids and precisions, and how much shorter an iteration is."""
    parts = []
    for name in VERSIONS:
        ratios = [run["ratios"][name]["total"] for run in runs if run["ratios"].get(name, {}).get("total")]
        if ratios:
            mean, best = figures.geometric_mean(ratios), max(ratios)
            less = f": {1 - 1 / best:.0%} less time" if best > 1 else ""
            parts.append(f"{name} {figures.ratio_text(mean)} (best {figures.ratio_text(best)}{less})")
    return f"{OURS} against " + ", ".join(parts) if parts else "nothing to compare"


def run(args):
    """Every job: (documents, failures)."""
    plan = [(grid, kind) for grid in args.grids for kind in args.types]
    progress = Progress("stencil", len(plan))
    runs, failures = [], []
    for grid, kind in plan:
        progress.show(f"grid {grid}, {kind}")
        try:
            document = one_job(args, grid, kind)
            add_ratios(document)
            runs.append(document)
            progress.clear()
            print(table(document) + "\n", flush=True)
            failures += [f"grid {grid}, {kind}: {row['version']}: {row['wrong']}" for row in document["versions"] if row["wrong"]]
        except RunFailed as error:
            failures.append(f"grid {grid}, {kind}: {error}")
        progress.step()
    progress.clear()
    return runs, failures


def main():
    args = arguments(sys.argv[1:])
    for program in ("mpiexec", "penstock-stencil"):
        if not (args.build / "bin" / program).exists():
            print(f"stencil: there is no {args.build / 'bin' / program}: build Penstock with the CUDA compiler, or name a build that "
                  "has it with --build", file=sys.stderr)
            return 1
    began = time.time()
    runs, failures = run(args)
    if args.json:
        document = {"schema": SCHEMA, "began": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(began)),
                    "took": round(time.time() - began, 1), "command": sys.argv[1:], "runs": runs, "failures": failures}
        pathlib.Path(args.json).write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    if runs:
        print(f"{lines_table(runs[0])}\n\n{summary(runs)}", flush=True)
    for text in failures:
        print(f"stencil: {text}", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        sys.exit(1)
