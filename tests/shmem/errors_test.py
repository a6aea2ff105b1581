#!/usr/bin/env python3
"""What OpenSHMEM says of wrong calls, and that each ends the job: compiled by oshcc, started by oshrun.

usage: errors_test.py BIN_DIR"""
import pathlib
import subprocess
import sys
import tempfile

FRAME = "#include <shmem.h>\nstatic long word;\nint main(void) {\n%s\n  return 0;\n}\n"
INIT = "  shmem_init();\n  long *mine = shmem_malloc(8);\n  (void)mine; (void)word;\n"
CASES = {
    "  shmem_barrier_all();": "shmem_barrier_all: called before shmem_init",
    INIT + "  shmem_p(&word, 1, 0);": "are not in the symmetric heap; take memory from shmem_malloc",
    INIT + "  shmem_p(mine, 1, 2);": "pe is 2, outside 0..1",
    INIT + "  shmem_free(mine);\n  shmem_free(mine);": "or was freed before",
    INIT + "  shmem_set_lock(mine);": "shmem_set_lock: PE ",
    INIT + "  if (shmem_my_pe() == 0) shmem_global_exit(7);\n  shmem_barrier_all();": "called abort with code 7",
}


def main():
    bin_dir, failures = pathlib.Path(sys.argv[1]), 0
    with tempfile.TemporaryDirectory() as folder:
        for number, (body, wanted) in enumerate(CASES.items()):
            source, program = pathlib.Path(folder, f"case{number}.c"), pathlib.Path(folder, f"case{number}")
            source.write_text(FRAME % body)
            subprocess.run([bin_dir / "oshcc", "-std=c11", source, "-o", program], check=True)
            run = subprocess.run([bin_dir / "oshrun", "--timeout", "30", "-n", "2", program], capture_output=True, text=True)
            if run.returncode == 0 or wanted not in run.stderr + run.stdout:
                failures += 1
                print(f"{body}\n  status {run.returncode}, wanted '{wanted}', said:\n{run.stdout}{run.stderr}")
    print(f"{len(CASES)} cases, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
