"""penstock startup: how long jobs take to start and what memory a rank takes, by the number of ranks, and why that grows.

  penstock startup                                 2 to 512 ranks of this machine, as far as its memory goes
  penstock startup --ranks 2,16,128 --rounds 5 --json startup.json
  penstock startup --hosts 2                       as on two hosts, with the network between (PENSTOCK_SIMULATED_HOSTS)
  penstock startup --launch "srun -N 4 -n {ranks}" by another launcher: {ranks} is the number
  penstock startup --simulate 512,4096,100000      and what jobs of many hosts would take, by the line found here
  penstock plot startup.json --out pictures

A job of so many ranks is started, each exchanges two messages with every other, and it ends. `start` is from the launcher's start to
the moment at which the last rank has come out of MPI_Init, `init` the median rank's MPI_Init, `end` rank 0's MPI_Finalize.
Memory is the median rank's: private and its part of what is shared (Pss), after MPI_Init and after the messages. Figures are medians
over the rounds; the numbers of ranks take turns. What a rank costs is a line through those with more ranks than processors.

A simulated job has --per-host ranks on each of many hosts, all as this one. Every host starts its own (the line); the launcher gathers
the addresses of all ranks and hands them to every host, along trees; each rank looks up an address, and its place goes round, in as
many steps as the number of ranks has binary digits. What a rank keeps of every other was measured (proto_vast_test).

Exit status: 0, 1 if a job failed, 2 for wrong arguments.
"""
import argparse
import json
import math
import os
import pathlib
import shlex
import statistics
import sys
import tempfile
import time

from penstock import figures, hinting, places
from penstock.measure import RunFailed, ending, run_job
from penstock.progress import Progress

SCHEMA = "penstock-startup/1"
DEFAULT = "2,4,8,16,32,64,128,256,512"
MIB = 1 << 20
RANK_BYTES = 24 * MIB  # what a rank may take here at most, generously: more of them than fit are not started
CARD_BYTES = 512       # of one rank with the launcher, at most
PLACE_BYTES = 16       # of one rank, told to all others
PEER_BYTES = 49 + 24   # what a rank keeps of another: of the engine (measured by proto_vast_test), of MPI_COMM_WORLD (host, place, number)
MEASURES = ("start_ms", "init_ms", "end_ms", "pss_init", "pss_traffic")


def arguments(words):
    parser = hinting.Parser(prog="penstock startup", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ranks", default=None, help=f"numbers, with commas between (default: {DEFAULT}, as many as memory bears)")
    parser.add_argument("--rounds", type=int, default=3, help="default: 3")
    parser.add_argument("--hosts", type=int, default=1, help="simulated hosts, with the network between them (default: 1)")
    parser.add_argument("--launch", metavar="COMMAND", help="starts {ranks} ranks of the program that is put behind it")
    parser.add_argument("--simulate", metavar="N,N,...", help="jobs of so many ranks on many hosts")
    parser.add_argument("--per-host", type=int, default=64, help="ranks of a simulated host (default: 64)")
    parser.add_argument("--link", default="5,1000", metavar="US,MB/S", help="between simulated hosts (default: 5,1000)")
    parser.add_argument("--timeout", type=float, default=300, metavar="SECONDS", help="for one job (default: 300)")
    parser.add_argument("--json", metavar="FILE", help="every figure of every round")
    parser.add_argument("--build", type=pathlib.Path, metavar="DIR", help="the build or installation to measure; default: this one")
    args = parser.parse_args(words)
    if args.rounds < 1 or args.hosts < 1:
        parser.error("--rounds and --hosts are at least 1")
    if args.json and not pathlib.Path(args.json).resolve().parent.is_dir():
        parser.error(f"--json {args.json}: there is no such folder")
    if args.launch and "{ranks}" not in args.launch:
        parser.error("--launch has {ranks} where the number of ranks goes")
    try:
        args.simulate = [int(word) for word in args.simulate.split(",")] if args.simulate else []
        args.link = tuple(float(word) for word in args.link.split(","))
        if len(args.link) != 2 or min(args.link) <= 0 or args.per_host < 1 or min(args.simulate, default=1) < 1:
            raise ValueError
    except ValueError:
        parser.error("--simulate takes numbers of ranks, --per-host one, --link LATENCY,RATE, all above 0")
    args.build = (args.build or places.build_folder()).resolve()
    args.counts = counts(parser, args)
    return args


def counts(parser, args):
    try:
        asked = sorted({int(word) for word in (args.ranks or DEFAULT).split(",")})
    except ValueError:
        parser.error(f"--ranks takes numbers, as 2,16,128; not '{args.ranks}'")
    if asked[0] < max(2, args.hosts):
        parser.error(f"--ranks are at least {max(2, args.hosts)}")
    fit = [ranks for ranks in asked if ranks * RANK_BYTES <= free_memory()] if not args.launch else asked
    if args.ranks and fit != asked:
        parser.error(f"{asked[-1]} ranks may need {asked[-1] * RANK_BYTES // MIB} MiB, {free_memory() // MIB} are free here")
    return fit


def free_memory():
    for line in pathlib.Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
        if line.startswith("MemAvailable:"):
            return int(line.split()[1]) * 1024
    return 0


def command_of(args, ranks, file):
    program = [str(args.build / "bin/penstock-bench"), "init,memory", "--json", file, "--launched-at"]
    launcher = shlex.split(args.launch.replace("{ranks}", str(ranks))) if args.launch else [
        str(args.build / "bin/mpiexec"), "-n", str(ranks)]
    return [*launcher, *program]


def one_job(args, ranks):
    """The figures of one job. RunFailed if there are none."""
    environment = dict(os.environ)
    if args.hosts > 1:
        environment |= {"PENSTOCK_SIMULATED_HOSTS": str(args.hosts), "PENSTOCK_NET": "always"}
    with tempfile.TemporaryDirectory(prefix="penstock-startup-") as folder:
        file = pathlib.Path(folder, "run.json")
        command = command_of(args, ranks, str(file))
        code, text = run_job([*command, f"{time.clock_gettime(time.CLOCK_MONOTONIC):.6f}"], environment, args.timeout)
        if code != 0:
            raise RunFailed(ending(code, text))
        try:
            return read_job(json.loads(file.read_text(encoding="utf-8")))
        except (OSError, ValueError, KeyError, IndexError) as error:
            raise RunFailed(f"wrote no usable JSON: {error!r}") from error


def read_job(document):
    rows = {case["case"]: case["rows"][0] for case in document["cases"]}
    found = {"start_ms": rows["init"]["start_ms"], "init_ms": rows["init"]["value"], "end_ms": rows["init"]["finalize_ms"],
             "pss_init": rows["memory"]["pss_init"], "pss_traffic": rows["memory"]["value"]}
    return document, found


def line(points):
    """Least squares: (constant, for each one more). None for fewer than two places."""
    if len({x for x, _ in points}) < 2:
        return None
    mean_x, mean_y = (statistics.fmean(axis) for axis in zip(*points))
    slope = sum((x - mean_x) * (y - mean_y) for x, y in points) / sum((x - mean_x) ** 2 for x, _ in points)
    return mean_y - slope * mean_x, slope


def fit(rows, cores):
    """Computes the cost of one more rank: processor time of the start, bytes of every rank."""
    crowded = [row for row in rows if row["ranks"] >= cores] or rows
    lines = {measure: line([(row["ranks"], row["median"][measure]) for row in crowded]) for measure in MEASURES}
    return {measure: {"constant": found[0], "a_rank": found[1]} for measure, found in lines.items() if found}


def simulated(found, asked, per_host, link):
    """Rows of jobs on many hosts. `found`: of fit()."""
    if "start_ms" not in found:
        return []
    latency_us, rate = link
    rows = []
    for ranks in asked:
        on_host = min(ranks, per_host)
        hosts = math.ceil(ranks / per_host)
        steps, levels = math.ceil(math.log2(max(ranks, 2))), math.ceil(math.log2(max(hosts, 2)))
        on_one = found["start_ms"]["constant"] + found["start_ms"]["a_rank"] * on_host
        addresses = (2 * levels * latency_us + 2 * ranks * CARD_BYTES / rate) / 1000
        round_ms = (steps * 2 * latency_us + ranks * PLACE_BYTES / rate) / 1000
        memory = found["pss_init"]["constant"] + found["pss_init"]["a_rank"] * on_host + PEER_BYTES * ranks
        rows.append({"ranks": ranks, "hosts": hosts, "host_ms": on_one, "addresses_ms": addresses, "places_ms": round_ms,
                     "start_ms": on_one + addresses + round_ms, "memory": memory})
    return rows


def simulated_table(rows, per_host):
    lines = [f"{'# Ranks':<9}{'hosts':>8}{'start (ms)':>12}{'of a host':>12}{'addresses':>10}{'places':>10}{'memory (MiB)':>14}"
             f"    simulated, {per_host} ranks a host"]
    for row in rows:
        lines.append(f"{row['ranks']:<9}{row['hosts']:>8}{row['start_ms']:>12.1f}{row['host_ms']:>12.1f}{row['addresses_ms']:>10.1f}"
                     f"{row['places_ms']:>10.1f}{row['memory'] / MIB:>14.2f}")
    return "\n".join(lines)


def table(rows):
    lines = [f"{'# Ranks':<9}{'start (ms)':>12}{'init (ms)':>12}{'end (ms)':>12}{'Pss, init (MiB)':>18}{'Pss, traffic (MiB)':>20}"]
    for row in rows:
        median = row["median"]
        times = "".join(f"{median[measure]:>12.1f}" for measure in MEASURES[:3])
        lines.append(f"{row['ranks']:<9}{times}{median['pss_init'] / MIB:>18.2f}{median['pss_traffic'] / MIB:>20.2f}")
    return "\n".join(lines)


def explanation(document):
    """Why it grows, in sentences."""
    found, cores = document["fit"], document["cores"]
    if not found:
        return "# one number of ranks: nothing to say of growth"
    start, init = found["start_ms"]["a_rank"], found["pss_init"]["a_rank"]
    return (f"# one more rank adds {start:.2f} ms to the start of a job: {start * cores:.1f} ms of one of {cores} processors, to load\n"
            f"# the program and its libraries, to meet the others and to leave; with a processor for each rank it adds next to nothing\n"
            f"# one more rank adds {init / 1024:.2f} KiB to the memory of every rank after MPI_Init, "
            f"{found['pss_traffic']['a_rank'] / 1024:.2f} KiB once all have talked to all")


def report(document):
    parts = [table(document["rows"]), explanation(document)]
    if document["simulated"]:
        parts += ["", simulated_table(document["simulated"], document["per_host"])]
    return "\n".join(parts)


def run(args):
    """Every job, the numbers of ranks in turns: (rows, the last document, failures)."""
    progress = Progress("startup", len(args.counts) * args.rounds)
    rounds, failures, told = {ranks: [] for ranks in args.counts}, [], None
    for _ in range(args.rounds):
        for ranks in args.counts:
            progress.show(f"{ranks} ranks")
            try:
                told, found = one_job(args, ranks)
                rounds[ranks].append(found)
            except RunFailed as error:
                failures.append(f"{ranks} ranks: {error}")
            progress.step()
    progress.clear()
    rows = [{"ranks": ranks, "rounds": found, "median": {one: statistics.median(row[one] for row in found) for one in MEASURES}}
            for ranks, found in rounds.items() if found]
    return rows, told, failures


def main():
    args = arguments(sys.argv[1:])
    if not (args.build / "bin/penstock-bench").exists():
        print(f"startup: there is no {args.build / 'bin/penstock-bench'}: name a build with --build", file=sys.stderr)
        return 1
    if not args.counts:
        print(f"startup: {free_memory() // MIB} MiB are free here, not enough for two ranks", file=sys.stderr)
        return 1
    began = time.time()
    rows, told, failures = run(args)
    if rows:
        document = {"schema": SCHEMA, "began": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(began)),
                    "took": round(time.time() - began, 1), "command": sys.argv[1:], "hosts": args.hosts,
                    **{key: told[key] for key in ("library", "host", "cores", "where")}, "rows": rows, "failures": failures}
        document["fit"] = fit(rows, document["cores"])
        document["per_host"] = args.per_host
        document["simulated"] = simulated(document["fit"], args.simulate, args.per_host, args.link)
        if args.json:
            pathlib.Path(args.json).write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
        hosts = f", {args.hosts} simulated hosts" if args.hosts > 1 else ""
        print(f"# {document['library']}, {document['cores']} processors{hosts}, medians of {args.rounds} rounds\n{report(document)}")
        print(f"# {figures.number(document['took'])} s")
    for text in failures:
        print(f"startup: {text}", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        sys.exit(1)
