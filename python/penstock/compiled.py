"""penstock-bench compiled for a library that has an ABI of its own: made on first use, and kept."""
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys

from penstock import places

COMPILE_SECONDS = 900  # on a machine that has much else to do


class NoProgram(Exception):
    """penstock-bench cannot be had for the library; the text says why and what to do."""


def program(build, mpi, variables):
    """Compiled here on first use where the sources and a compiler are, else the one that came beside penstock-bench. Raises
    NoProgram."""
    source = places.bench_source(build)
    beside = build / f"bin/penstock-bench-{mpi.name}"
    if not source or not shutil.which("c++") or not mpi.compiler.exists():
        if beside.exists():
            return beside
        lacks = "source tree" if not source else "C++ compiler" if not shutil.which("c++") else f"{mpi.compiler}"
        raise NoProgram(f"no {beside}, and no {lacks} to make it here: build it where all are (penstock compare does so) and copy it there")
    folder = mpi.folder.parent if mpi.fetched else places.user_peers()
    target = folder / f"penstock-bench-{mpi.name}-{digest(source, mpi)}"
    if not target.exists():
        folder.mkdir(parents=True, exist_ok=True)
        compile_to(source / "bench/build_for", mpi, target, variables)
    return target


def digest(source, mpi):
    """Returns a hash of everything that the program is made of."""
    whole = hashlib.sha256() if mpi.fetched else hashlib.sha256(f"{mpi.prefix}\0{mpi.launcher.resolve()}".encode())
    bench = source / "bench"
    parts = [source / "include/penstock_gpu.h", bench / "build_for", bench / "sources.txt", *sorted(bench.glob("*.[ch]pp")),
             *sorted(bench.glob("runners/shmem/*")), *(bench / "base").glob("*.hpp"), *(source / "src/base").glob("nearest.hpp")]
    for path in parts:
        whole.update(path.name.encode() + b"\0" + path.read_bytes())
    return whole.hexdigest()[:16]


def compile_to(script, mpi, target, variables):
    """`target` appears whole or not at all; older builds go."""
    unfinished = target.with_name(f"{target.name}.{os.getpid()}")
    print(f"[compare] compiling penstock-bench for {mpi.name}: once, then it is kept", file=sys.stderr, flush=True)
    try:
        made = subprocess.run([script, *(["--shmem"] if mpi.name == "oshmem" else []), mpi.compiler, unfinished], capture_output=True,
                              text=True, timeout=COMPILE_SECONDS, env=variables,
                              check=False)
        if made.returncode != 0:
            raise NoProgram(f"{script} could not compile it: {(made.stderr or made.stdout).strip()[-600:]}")
        for old in pathlib.Path(target.parent).glob(f"penstock-bench-{mpi.name}-*"):
            if "." not in old.name:  # another process may be compiling
                old.unlink(missing_ok=True)
        unfinished.rename(target)
    except subprocess.TimeoutExpired as error:
        raise NoProgram(f"{script} was still compiling after {COMPILE_SECONDS} s") from error
    finally:
        unfinished.unlink(missing_ok=True)
