#!/usr/bin/env python3
"""Wrong calls of OpenSHMEM give the right message and end the job: compiled by oshcc, started by oshrun.

usage: errors_test.py BIN_DIR"""
import os
import pathlib
import subprocess
import sys
import tempfile

FRAME = "#include <shmem.h>\n#include <stdlib.h>\nint main(void) {\n%s\n  return 0;\n}\n"
INIT = "  shmem_init();\n  long *mine = shmem_malloc(8);\n  (void)mine;\n"
CASES = {
    "  shmem_barrier_all();": "shmem_barrier_all: called before shmem_init",
    INIT + "  long here = 0;\n  shmem_p(&here, 1, 0);": "are neither in the symmetric heap nor static data of the program",
    INIT + "  shmem_p(mine, 1, 2);": "pe is 2, outside 0..1",
    INIT + "  shmem_free(mine);\n  shmem_free(mine);": "or was freed before",
    INIT + "  long other = 0;\n  shmem_set_lock(&other);": "shmem_set_lock: 8 bytes at ",
    INIT + "  shmem_p(SHMEM_CTX_INVALID, mine, 1, 0);": "shmem_ctx_p: the context is SHMEM_CTX_INVALID",
    INIT + "  shmem_ctx_t ctx;\n  shmem_ctx_create(0, &ctx);\n  shmem_ctx_destroy(ctx);\n  shmem_p(ctx, mine, 1, 0);":
        "is of no context, or of one that was destroyed",
    INIT + "  shmem_p(SHMEM_CTX_DEFAULT, mine, 1, 2);": "pe is 2, outside 0..1 of the context's team",
    INIT + "  shmem_ctx_destroy(SHMEM_CTX_DEFAULT);": "SHMEM_CTX_DEFAULT lasts until shmem_finalize",
    INIT + "  shmem_team_destroy(SHMEM_TEAM_WORLD);": "the team is predefined and lasts until shmem_finalize",
    INIT + "  shmem_team_t team;\n  shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, 2, NULL, 0, &team);\n"
    "  shmem_team_destroy(team);\n  shmem_team_sync(team);": "is of no team, or of one that was destroyed",
    INIT + "  shmem_broadcast(SHMEM_TEAM_WORLD, mine, mine, 1, 2);": "PE_root is 2, outside 0..1",
    INIT + "  shmem_alltoalls(SHMEM_TEAM_WORLD, mine, mine, 0, 1, 1);": "the strides are 0 and 1",
    INIT + "  shmem_barrier(1, 0, 2, mine);": "the active set (1, 0, 2) has PEs that do not exist",
    INIT + "  if (shmem_my_pe() == 0) shmem_sync(1, 0, 1, mine);\n  shmem_barrier_all();": "does not have this PE",
    INIT + "  if (shmem_my_pe() == 0) shmem_global_exit(7);\n  shmem_barrier_all();": "called abort with code 7",
    INIT + "  if (shmem_my_pe() == 0) shmem_global_exit(256);\n  shmem_barrier_all();":
        "called abort with code 1: shmem_global_exit was called with 256",
}
CASES[INIT + "  shmem_finalize();\n  shmem_p(mine, 1, 0);"] = "called it after shmem_finalize"
CASES[INIT] = "shmem_finalize: PE "
CASES[INIT + "  exit(0);"] = "ended without it; call shmem_finalize on all PEs before the program ends"
# PENSTOCK_CHECK=1 reports each of these once.
CHECKED = {
    INIT + "  shmem_p(mine, 1, 2);": "pe is 2, outside 0..1",
    INIT + "  long here = 0;\n  shmem_p(&here, 1, 0);": "are neither in the symmetric heap nor static data of the program",
    INIT + "  shmem_free(mine);\n  shmem_p(mine, 1, 0);": "do not lie within one allocation: it was freed, or is shorter",
    INIT + "  long two[2] = {1, 2};\n  shmem_put(mine, two, 2, 0);": "16 bytes at ",
    INIT + "  long two[2] = {1, 2};\n  shmem_iput(mine, two, 0, 1, 1, 0);\n  shmem_iget(two, mine, 0, 1, 2, 0);": "a stride is less than 1",
    INIT + "  shmem_atomic_inc(mine + 1, 1);": "shmem_atomic_inc: 8 bytes at ",
    INIT + "  shmem_malloc(shmem_my_pe() == 1 ? 64 : 32);": "PE 1 calls shmem_malloc of 64 bytes (1), PE 0 shmem_malloc of 32 bytes (1)",
    INIT + "  if (shmem_my_pe() == 1) shmem_malloc(64); else shmem_calloc(1, 64);": "PE 1 calls shmem_malloc of 64 bytes",
    INIT + "  if (shmem_my_pe() == 1) shmem_malloc(0); else shmem_free(mine);": "PE 0 shmem_free of 8 bytes at offset 0",
}


def main():
    bin_dir, failures = pathlib.Path(sys.argv[1]), 0
    cases = [(body, wanted, "0") for body, wanted in CASES.items()] + [(body, wanted, "1") for body, wanted in CHECKED.items()]
    with tempfile.TemporaryDirectory() as folder:
        for number, (body, wanted, check) in enumerate(cases):
            source, program = pathlib.Path(folder, f"case{number}.c"), pathlib.Path(folder, f"case{number}")
            source.write_text(FRAME % body)
            subprocess.run([bin_dir / "oshcc", "-std=c11", source, "-o", program], check=True)
            run = subprocess.run([bin_dir / "oshrun", "--timeout", "30", "-n", "2", program], capture_output=True, text=True,
                                 env=dict(os.environ, PENSTOCK_CHECK=check))
            said = (run.stderr + run.stdout).count(wanted)
            if run.returncode == 0 or said == 0 or "MPI_" in run.stderr or (check == "1" and "PE 1 calls" in wanted and said != 1):
                failures += 1
                print(f"{body}\n  status {run.returncode}, wanted '{wanted}', said:\n{run.stdout}{run.stderr}")
    print(f"{len(cases)} cases, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
