#!/usr/bin/env python3
"""Test bodies of mpi_test with each tunable at the ends of its range, and at each of its choices: none fails, and none hangs.

tunable_ends_test.py MPIEXEC MPI_TEST TUNABLES STANDIN FILTER [GROUP...]

TUNABLES is spec/tunables.yaml, STANDIN the folder of the stand-in driver, FILTER one of GoogleTest. Without groups: all of them but
those of texts. A value that memory bounds is replaced by one that this machine has room for (BOUNDED).
"""
import pathlib
import sys

import yaml

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
import harness

SECONDS = 120
# The upper ends of these tunables would use much memory of each rank, so these values replace them.
BOUNDED = {
    "PENSTOCK_SHM_CELLS": "4096",
    "PENSTOCK_SHM_CELL_SIZE": "256K",
    "PENSTOCK_SHM_BUFFER_SIZE": "8M",
    "PENSTOCK_STAGING_SLOT_SIZE": "16M",
    "PENSTOCK_BOUNCE_BUFFER_SIZE": "32M",
    "PENSTOCK_BOUNCE_BUFFERS": "16",
    "PENSTOCK_NET_CHUNK": "16M",
    "PENSTOCK_NET_WINDOW": "1024",
    "PENSTOCK_NET_SEND_SLOTS": "64",
    "PENSTOCK_NET_RECV_SLOTS": "64",
    "PENSTOCK_SHMEM_DEVICE_HEAP": "1G",
}
# A machine may lack these choices, or they change the messages of a program.
LEFT_OUT = {"PENSTOCK_SIMD": {"avx2", "avx512"}, "PENSTOCK_NET_GPUDIRECT": {"rdma"}, "PENSTOCK_LOG": {"debug"}}


def values_of(tunable):
    kind = tunable["type"]
    if kind == "bool":
        return ["0", "1"]
    if kind == "choice":
        return [each for each in tunable["limits"] if each not in LEFT_OUT.get(tunable["name"], ())]
    if kind in ("int", "size"):
        low, high = tunable["limits"]
        return [low, BOUNDED.get(tunable["name"], high)]
    return []  # a text or a cost has no ends


def way_to(tunable):
    """Returns the arguments and variables with which the bodies use the part that the tunable's group is about."""
    group, name = tunable["group"], tunable["name"]
    if group == "gpu" and name != "PENSTOCK_CUDA":  # the value 0 takes every pointer for host memory
        return ["--memory", "device"], harness.with_standin(STANDIN)
    if group == "network":
        return [], {"PENSTOCK_SIMULATED_HOSTS": 2, "PENSTOCK_NET": "always"}
    return [], {}


def fault(tunable, value):
    """Runs the bodies; returns what went wrong, empty if nothing did."""
    arguments, variables = way_to(tunable)
    done = harness.mpiexec("--timeout", SECONDS, "-n", 2, MPI_TEST, *arguments, f"--gtest_filter={FILTER}",
                           variables={**variables, tunable["name"]: value}, timeout=SECONDS + 30)
    if done.returncode == 0:
        return ""
    hangs = "ran longer than --timeout" in done.stderr
    return "hangs" if hangs else f"fails ({done.returncode})\n{done.stdout[-2000:]}{done.stderr[-2000:]}"


def main():
    with open(TUNABLES, encoding="utf-8") as file:
        tunables = yaml.safe_load(file)["tunables"]
    wanted = [each for each in tunables if not GROUPS or each["group"] in GROUPS]
    tried, faults = 0, []
    for tunable in wanted:
        for value in values_of(tunable):
            tried += 1
            said = fault(tunable, value)
            print(f"{tunable['name']}={value}: {said or 'ok'}", flush=True)
            if said:
                faults.append(f"{tunable['name']}={value}: {said.splitlines()[0]}")
    print(f"{tried} values, {len(faults)} with a fault")
    print("\n".join(faults))
    return 1 if faults or tried == 0 else 0


if __name__ == "__main__":
    harness.take_tools("mpiexec")
    MPI_TEST, TUNABLES, STANDIN, FILTER, *GROUPS = sys.argv[1:]
    sys.exit(main())
