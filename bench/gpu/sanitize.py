"""The part `sanitize` of scripts/gpu: compute-sanitizer over small collectives of GPU memory, a tool and a few calls at a time."""
import re
import shutil
from pathlib import Path

# CUDA's own path, for a PATH without the sanitizer.
USUAL_PLACE = "/usr/local/cuda/bin/compute-sanitizer"
# A call that the driver refuses on purpose does not count: the tests' helper asks the driver for the kind of memory.
TOOLS = {"memcheck": ["--report-api-errors", "no"], "racecheck": []}
CLEAN = {"memcheck": r"ERROR SUMMARY: 0 errors", "racecheck": r"RACECHECK SUMMARY: 0 hazards"}
SUMMARY = r"(?:ERROR|RACECHECK) SUMMARY: .*"
SECONDS = 60
# Every collective runs a few times, in these forms by number of integers: in one shot by the kernel that stays and by one
# that is launched, of odd lengths; in one shot of more; on the program's memory; and started ones. Then every operation
# runs on every type, in one shot.
RUNS = (("gpu_victim", ["--part", "16"], {}),
        ("gpu_victim", ["--part", "16"], {"PENSTOCK_RESIDENT_LIMIT": "0"}),
        ("gpu_victim", ["--part", "4093"], {"PENSTOCK_RESIDENT_LIMIT": "0"}),
        ("gpu_victim", ["--part", "30000"], {}),
        ("gpu_victim", ["--part", "200000"], {}),
        ("gpu_victim", ["--part", "200000", "--started"], {}),
        ("gpu_collectives", ["--seed", "3", "--on-gpus", "--forms", "blocking", "--only", "allreduce"], {}))


def verdict(tool, code, text, ranks):
    """Returns "" if every rank was found clean, else what the tool printed."""
    summaries = re.findall(SUMMARY, text)
    if code == 0 and len(summaries) == ranks and all(re.search(CLEAN[tool], line) for line in summaries):
        return ""
    return f"exit {code}, {len(summaries)} of {ranks} summaries: {'; '.join(summaries) or ' / '.join(text.splitlines()[-3:])}"


def measure(run, ranks, rehearsal):
    """Checks the programs with `run` (the Run of scripts/gpu); on the stand-in driver, which the sanitizer cannot look into,
    it only runs them. Returns rows."""
    checker = shutil.which("compute-sanitizer") or USUAL_PLACE
    if not rehearsal and not Path(checker).exists():
        run.failed.append("sanitize")
        print(f"sanitize: no compute-sanitizer in the PATH nor at {USUAL_PLACE}: install the CUDA toolkit's")
        return []
    rows = []
    for tool, words in TOOLS.items():
        for program, arguments, variables in RUNS:
            before = [] if rehearsal else [checker, "--tool", tool, "--error-exitcode", "9", *words]
            command = [run.binary / "mpiexec", "--timeout", str(SECONDS), "-n", str(ranks), *before, run.binary / program, *arguments]
            code, text, seconds = run.call(f"sanitize {tool}", command, SECONDS + 10, {**run.environment, **variables})
            why = verdict(tool, code, text, ranks) if not rehearsal else "" if code == 0 else f"exit {code}"
            settings = [f"{name}={value}" for name, value in variables.items()]
            name = " ".join([*settings, program, *arguments])
            rows.append({"tool": tool, "what": name, "ranks": ranks, "seconds": round(seconds, 1), "found": why})
            print(f"{tool:<10} {seconds:5.1f} s  {'clean' if not why else 'FAILED: ' + why}  {name}")
            if why:
                run.failed.append(f"{tool} of {name}")
    return rows
