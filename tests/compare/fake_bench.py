#!/usr/bin/env -S python3 -S -E
"""Stands in for a launcher and for penstock-bench at once: emits the JSON that a test chose.

Started as a launcher (its name begins with "mpiexec"), it looks up what its library does in FAKE_PLAN, a JSON file
{library: {"cases": {case: {size: [value of each run, the last repeats]}}, ...}}, and writes a penstock-bench/1 document of
the cases and sizes asked for. FAKE_STATE is a folder: one file counts each library's runs, "order" logs them all.

Further keys of a library: "version", "unit", "better", "unsupported": {case: why}, "fail": {case: exit status or "hang"},
"device_fails": exit status with GPU memory, "say": text on stderr, "checked": false.
"""
import json
import os
import pathlib
import sys
import time

DEFAULT_VERSION = {"penstock": "Penstock 0.1 (fake)", "mpich": "MPICH Version: 5 (fake)", "openmpi": "Open MPI v5 (fake)"}


def value_of(words, name, default=None):
    return words[words.index(name) + 1] if name in words else default


def count_run(state, library, words):
    """Returns which run of a case this is, from 0; the trial of GPU memory does not count."""
    file = state / f"{library}.{words[0]}"
    count = int(file.read_text()) if file.exists() else 0
    file.write_text(str(count + 1))
    with open(state / "order", "a", encoding="utf-8") as order:
        order.write(f"{library} {' '.join(words)}\n")
    return count


def rows(figures, run, words, plan):
    wanted = value_of(words, "--sizes")
    sizes = [int(size) for size in wanted.split(",")] if wanted else [int(size) for size in figures]
    for size in sizes:
        values = figures[str(size)]
        value = values[min(run, len(values) - 1)]
        yield {"bytes": size, "value": value, "min": value / 2, "p50": value, "p99": value * 2, "max": value * 3,
               "iterations": 100, "checked": plan.get("checked", True)}


def main():
    library = pathlib.Path(sys.argv[0]).resolve().parent.parent.name
    library = "penstock" if library == "build" else library
    plan = json.loads(pathlib.Path(os.environ["FAKE_PLAN"]).read_text(encoding="utf-8"))[library]
    program = next(i for i, word in enumerate(sys.argv) if pathlib.Path(word).name.startswith("penstock-bench"))
    words = sys.argv[program + 1:]
    cases = words[0].split(",")
    run = count_run(pathlib.Path(os.environ["FAKE_STATE"]), library, words)
    if "--memory" in words and "device_fails" in plan:
        sys.exit(plan["device_fails"])
    for case in cases:
        failure = plan.get("fail", {}).get(case)
        if failure == "hang":
            time.sleep(600)
        if failure:
            print(plan.get("say", "it went wrong"), file=sys.stderr)
            sys.exit(failure)
    found = []
    for case in cases:
        if case in plan.get("unsupported", {}):
            found.append({"case": case, "unsupported": plan["unsupported"][case]})
            continue
        higher = case in ("bw", "mbw_mr")
        found.append({"case": case, "unit": plan.get("unit", "MB/s" if higher else "us"), "better": "higher" if higher else "lower",
                      "rows": list(rows(plan["cases"][case], run, words, plan))})
    pathlib.Path(value_of(words, "--json")).write_text(json.dumps({
        "schema": "penstock-bench/1", "label": value_of(words, "--label"), "library": plan.get("version") or DEFAULT_VERSION[library],
        "host": "fakehost", "ranks": 2, "cores": 2, "where": "host", "began": "2026-01-01T00:00:00Z", "command": words,
        "options": {}, "cases": found}), encoding="utf-8")


if __name__ == "__main__":
    main()
