"""Open MPI's wheel: its environment, whether it knows CUDA, and penstock-bench compiled for its ABI."""
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys

from penstock import places

COMPILE_SECONDS = 900  # on a machine that has much else to do


class NoProgram(Exception):
    """penstock-bench cannot be had for Open MPI; the text says why and what to do."""


def environment(prefix):
    return {"OPAL_PREFIX": str(prefix), "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}


def built_without_cuda(prefix, variables):
    """What ompi_info says. False also where it says nothing: a trial run decides then."""
    try:
        asked = subprocess.run([prefix / "bin/ompi_info", "--parsable", "--all"], capture_output=True, text=True, timeout=60,
                               env=variables, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return "built_with_cuda_support:value:false" in asked.stdout


def program(build, prefix, variables):
    """penstock-bench for Open MPI: compiled here on first use where the sources and a compiler are, else the one that came
    beside penstock-bench. Raises NoProgram."""
    source = places.source_folder(build)
    beside = build / "bin/penstock-bench-openmpi"
    script = source and source / "bench/build_for"
    if not script or not script.exists() or not shutil.which("c++"):
        if beside.exists():
            return beside
        raise NoProgram(f"no {beside}, and no {'compiler' if script and script.exists() else 'source tree'} to make it here: "
                        "build it where both are (penstock compare does so) and copy it there")
    target = prefix.parent / f"penstock-bench-openmpi-{digest(source)}"
    if not target.exists():
        compile_to(script, prefix, target, variables)
    return target


def digest(source):
    """Of everything the program is made of."""
    whole = hashlib.sha256()
    bench = source / "bench"
    parts = [source / "include/penstock_gpu.h", bench / "build_for", bench / "sources.txt", *sorted(bench.glob("*.[ch]pp"))]
    for path in parts:
        whole.update(path.name.encode() + b"\0" + path.read_bytes())
    return whole.hexdigest()[:16]


def compile_to(script, prefix, target, variables):
    """`target` appears whole or not at all; older builds go."""
    unfinished = target.with_name(f"{target.name}.{os.getpid()}")
    print("[compare] compiling penstock-bench for Open MPI: once, then it is kept", file=sys.stderr, flush=True)
    try:
        made = subprocess.run([script, prefix / "bin/mpicxx", unfinished], capture_output=True, text=True, timeout=COMPILE_SECONDS,
                              env=variables, check=False)
        if made.returncode != 0:
            raise NoProgram(f"{script} could not compile it: {(made.stderr or made.stdout).strip()[-600:]}")
        for old in pathlib.Path(target.parent).glob("penstock-bench-openmpi-*"):
            if "." not in old.name:  # another process may be compiling
                old.unlink(missing_ok=True)
        unfinished.rename(target)
    except subprocess.TimeoutExpired as error:
        raise NoProgram(f"{script} was still compiling after {COMPILE_SECONDS} s") from error
    finally:
        unfinished.unlink(missing_ok=True)
