"""Binds a rank to one processor and becomes the program: the same binding under every launcher.

  mpiexec -n 2 python3 bound.py PROGRAM [ARGUMENT...]     rank r on the r-th of the processors that this process may use
"""
import os
import sys

RANK_VARIABLES = ("OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "PMI_RANK", "PMIX_RANK")


def main():
    told = next((os.environ[name] for name in RANK_VARIABLES if name in os.environ), None)
    if told is None:
        sys.exit(f"bound.py: no launcher told the rank (none of {', '.join(RANK_VARIABLES)} is set)")
    processors = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {processors[int(told) % len(processors)]})
    os.execv(sys.argv[1], sys.argv[1:])


if __name__ == "__main__":
    main()
