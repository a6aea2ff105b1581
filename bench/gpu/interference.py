"""The part `interference` of scripts/gpu: what the kernel that stays on the GPU adds to the application's own GPU calls."""
import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Runs with the kernel and without it take turns, so that drift affects both.
RUNS = (("idle", True, {}), ("on", False, {}), ("off", False, {"PENSTOCK_RESIDENT_LIMIT": "0"}), ("on", False, {}),
        ("off", False, {"PENSTOCK_RESIDENT_LIMIT": "0"}))
SECONDS, SECONDS_OF_REHEARSAL = "2", "0.05"  # for each of the calls
BOUND_US = 150                               # what may be added to a p99


def with_nccl(environment, build):
    """Returns the environment with NCCL as `penstock compare` finds it, if there is one;
    penstock-interference says what is missing."""
    sys.path.insert(0, str(ROOT / "python"))
    from penstock import libraries  # noqa: PLC0415  (only here, and only from a source tree)
    for candidate in libraries.KNOWN["nccl"](build).candidates():
        if libraries.why_not_loaded(candidate, environment) is None:
            return dict(environment, PENSTOCK_NCCL_LIB=candidate)
    return environment


def measure(run, build, rehearsal):
    """Executes every run of RUNS with `run` (the Run of scripts/gpu). Returns their JSON, with `run` as their name."""
    environment, results = with_nccl(run.environment, build), []
    target = run.extras / "interference-one.json"
    for number, (name, idle, variables) in enumerate(RUNS):
        job = [run.binary / "mpiexec", "-n", "2", run.binary / "penstock-interference", "--json", target,
               "--seconds", SECONDS_OF_REHEARSAL if rehearsal else SECONDS, *(["--idle"] if idle else [])]
        code, text, _ = run.call(f"interference {name}", job, 120, dict(environment, **variables))
        print(f"interference, run {number + 1} of {len(RUNS)}: {name}\n{text}")
        if code != 0:
            run.failed.append(f"interference {name} ({code})")
        elif target.exists():
            results.append({"run": name, **json.loads(target.read_text())})
        target.unlink(missing_ok=True)
    return results


def figures(results, name, call, key):
    """Returns this figure of each run of that name."""
    rows = [one for document in results if document["run"] == name for one in document["calls"] if one["call"] == call]
    return [row[key] for row in rows if key in row]


def mean(values):
    return sum(values) / len(values)


def shown(values):
    return "/".join(f"{value:.1f}" for value in values) or "-"


def report(results):
    """Prints the p99 of each call, and what is added to it: means of the runs."""
    calls = list(dict.fromkeys(one["call"] for document in results for one in document["calls"]))
    print(f"{'p99 (us)':<14}{'no messages':>14}{'off':>18}{'on':>18}{'added by on':>14}{'under ' + str(BOUND_US):>12}")
    for call in calls:
        idle, off, on = (figures(results, name, call, "p99") for name in ("idle", "off", "on"))
        added = mean(on) - mean(off) if on and off else None
        verdict = "-" if added is None else "yes" if added < BOUND_US else "NO"
        print(f"{call:<14}{shown(idle):>14}{shown(off):>18}{shown(on):>18}{shown([added] if verdict != '-' else []):>14}{verdict:>12}")
    for name in ("on", "off"):
        rows = [document["messages"] for document in results if document["run"] == name]
        print(f"messages, {name}: median latency {shown([row['p50'] for row in rows])} us, "
              f"{' and '.join(str(row['iterations']) for row in rows) or 'none'} of them")
