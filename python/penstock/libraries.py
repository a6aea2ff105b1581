"""The libraries that can be compared: how each is found, how it starts a job, and what it lacks."""
import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys

from penstock import compiled, found, places
from penstock.figures import OURS

PROBE_SECONDS = 60
RANKS = "{ranks}"  # in a launcher's words: how many
GROUPS = {"p2p", "pack", "rma", "local", "coll", "icoll", "start", "shmem", "all"}  # of penstock-bench
BOUND = pathlib.Path(__file__).with_name("bound.py")


def our_remedy(program):
    """For a program of ours that is not there."""
    if places.source_folder(pathlib.Path(program).parent.parent):
        return "build it (scripts/build ci), or name the folder that has its bin/ with --build"
    return ("this installation has no benchmarks: install the package penstock-tools or an archive (make package), which have them, or name the "
            "folder of one that has bin/ with --build")


class Library:
    """One library on this machine. `state` is "" while it can be measured; otherwise "missing" or "not CUDA-aware", and
    `why` says why and what to do."""

    host_only = False    # knows nothing of GPU memory unless a trial run shows that it does
    device_only = False  # there is nothing else that it could be compared on

    def __init__(self, name, program, launch, environment=None, expects=""):
        self.name, self.program, self.launch = name, program, launch
        self.environment = dict(os.environ, **(environment or {}))
        self.expects = expects  # what its version text begins with: guards against running on another library
        self.version = ""
        self.state = self.why = ""

    def drop(self, state, why):
        self.state, self.why = state, why

    def probe(self, memory):
        """Finds out what is missing, without a job. `memory`: the kinds that will be asked for."""
        if self.device_only and memory != {"device"}:
            self.drop("missing", f"{self.name} is about device memory only: compare with --memory device")
            return
        for needed in (self.launch[0], self.program):
            if not pathlib.Path(needed).exists() and shutil.which(str(needed)) is None:
                self.drop("missing", f"no {needed}: {self.remedy() if needed == self.launch[0] else our_remedy(self.program)}")
                return

    def place(self):
        """For people: what will be measured."""
        return str(self.launch[0])

    def remedy(self):
        return our_remedy(self.program)

    def command(self, ranks, words, bind="none"):
        program = [str(self.program)] if bind == "none" else ["/usr/bin/env", "python3", str(BOUND), str(self.program)]
        launch = [str(word).replace(RANKS, str(ranks)) for word in self.launch]
        given = any(RANKS in str(word) for word in self.launch)
        return [*launch, *([] if given else ["-n", str(ranks)]), *program, *words]


class OtherMpi(Library):
    """Another MPI, fetched or installed. Without the standard ABI its program is compiled by its own mpicxx."""

    host_only = True

    def __init__(self, name, build, words, expects):
        self.mpi = found.find(name, build)
        super().__init__(name, build / "bin/penstock-bench", [self.mpi.launcher, *words], self.variables(), expects)
        self.build = build

    def variables(self):
        """Returns the variables that its programs need to run."""
        return {}

    def built_without_cuda(self):
        """Says whether the library itself tells that it has no CUDA. False also where it tells nothing: a trial run decides then."""
        return False

    def probe(self, memory):
        if shutil.which(str(self.launch[0])) is None:
            self.drop("missing", f"no {self.launch[0]}: {self.remedy()}")
        elif memory != {"host"} and self.built_without_cuda():
            self.drop("not CUDA-aware", "ompi_info says that it was built without CUDA")
        elif self.mpi.abi_folder() is None:
            self.compile()
        else:
            super().probe(memory)

    def compile(self):
        try:
            self.program = compiled.program(self.build, self.mpi, self.environment)
        except compiled.NoProgram as error:
            self.drop("missing", str(error))

    def remedy(self):
        return f"run penstock peers {self.name}, which fetches one, or put the mpiexec of an {self.expects} on PATH"


class Mpich(OtherMpi):
    def __init__(self, build):
        super().__init__("mpich", build, [], "MPICH")

    def variables(self):
        folder = self.mpi.abi_folder() or self.mpi.prefix / "lib"
        before = os.environ.get("LD_LIBRARY_PATH")
        return {"LD_LIBRARY_PATH": f"{folder}:{before}" if before else str(folder)}


class OpenMpi(OtherMpi):
    ROOT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}

    def __init__(self, build):
        super().__init__("openmpi", build, ["--oversubscribe", "--bind-to", "none"], "Open MPI")

    def variables(self):
        moved = {"OPAL_PREFIX": str(self.mpi.prefix)} if self.mpi.fetched else {}  # a wheel does not know where it lies
        return {**moved, **self.ROOT}

    def built_without_cuda(self):
        try:
            asked = subprocess.run([self.mpi.prefix / "bin/ompi_info", "--parsable", "--all"], capture_output=True, text=True,
                                   timeout=PROBE_SECONDS, env=self.environment, check=False)
        except (OSError, subprocess.TimeoutExpired):
            return False
        return "built_with_cuda_support:value:false" in asked.stdout


class Oshmem(OtherMpi):
    """Open MPI's OpenSHMEM, whose programs may call MPI too."""

    def __init__(self, build):
        super().__init__("oshmem", build, ["--oversubscribe", "--bind-to", "none"], "Open MPI")

    def probe(self, memory):
        if memory != {"host"}:
            self.drop("not CUDA-aware", "its symmetric memory is the host's alone: compare with --memory host")
        else:
            super().probe(memory)

    def variables(self):
        if not self.mpi.fetched:
            return dict(OpenMpi.ROOT)
        folders = [str(folder) for folder in sorted(self.mpi.prefix.glob("lib/*-linux-gnu"))]
        before = os.environ.get("LD_LIBRARY_PATH")
        return {"OPAL_PREFIX": str(self.mpi.prefix), "LD_LIBRARY_PATH": ":".join([*folders, *([before] if before else [])]),
                "OMPI_MCA_mca_base_component_show_load_errors": "0", **OpenMpi.ROOT}

    def remedy(self):
        fetch = "run scripts/peers oshmem, which fetches one, or " if places.source_folder(self.build) else ""
        return f"{fetch}install one (apt-get install openmpi-bin libopenmpi-dev, which has oshrun and oshcxx), or put its oshrun on PATH"


class Staged(Library):
    """Host staging by hand: Penstock's collectives and windows on pinned host memory, between copies from and to the GPU."""

    device_only = True

    def __init__(self, build):
        super().__init__("staged", build / "bin/penstock-bench", [build / "bin/mpiexec"], expects="Penstock")

    def command(self, ranks, words, bind="none"):
        return super().command(ranks, [*words, "--staged"], bind)


class Classic(Library):
    """The algorithms that MPICH 4 chooses, by messages of GPU memory: no kernels of collectives, no memory that ranks share.
    Reductions are the host's: operands are copied there, and results back."""

    device_only = True

    def __init__(self, build):
        super().__init__("classic", build / "bin/penstock-bench", [build / "bin/mpiexec"],
                         {"PENSTOCK_COLL_DEVICES": "0", "PENSTOCK_SHM_BUFFERS": "0"}, "Penstock")

    def command(self, ranks, words, bind="none"):
        chosen = f"PENSTOCK_COLL_ALGORITHM={','.join(mpich_choice(ranks))}"
        return ["/usr/bin/env", chosen, *super().command(ranks, words, bind)]


def mpich_choice(ranks):
    """MPICH's own limits (MPIR_CVAR_*_MSG_SIZE and _MIN_PROCS) as rows of ours: bytes are those of a rank's part, or of a
    whole operand, and a row takes what is not longer."""
    power, many = ranks & (ranks - 1) == 0, ranks >= 8
    def below(total, parts=1):
        return (total - 1) // parts
    bcast = [f"bcast=binomial:{below(12288)}", *([f"bcast=scatter_doubling:{below(524288)}"] if power else []), "bcast=scatter_ring"]
    allgather = f"recursive_doubling:{below(524288, ranks)}" if power else f"bruck:{below(81920, ranks)}"
    return ["barrier=dissemination", *(bcast if many else ["bcast=binomial"]),
            "reduce=binomial:2048", "reduce=rabenseifner", "reduce=binomial",
            "allreduce=recursive_doubling:2048", "allreduce=rabenseifner", "allreduce=recursive_doubling",
            f"allgather={allgather}", "allgather=ring", "allgatherv=ring", "gather=binomial", "scatter=binomial",
            "gatherv=linear", "scatterv=linear",
            *(["alltoall=bruck:256"] if many else []), "alltoall=linear:32768", "alltoall=pairwise", "alltoallw=linear",
            *(f"{name}={row}" for name in ("reduce_scatter", "reduce_scatter_block")
              for row in (f"recursive_halving:{below(524288)}", "pairwise")),
            "scan=doubling", "exscan=doubling"]


class Runner(Library):
    """A library that is not MPI, driven by a program of ours under our own launcher."""

    device_only = True

    def __init__(self, name, build, soname, wheel):
        super().__init__(name, build / f"bin/penstock-bench-{name}", [build / "bin/mpiexec"], expects=name.upper())
        self.soname, self.wheel, self.variable = soname, wheel, f"PENSTOCK_{name.upper()}_LIB"

    def probe(self, memory):
        super().probe(memory)
        if self.state:
            return
        reasons = []
        for candidate in self.candidates():
            reason = why_not_loaded(candidate, self.environment)
            if reason is None:
                self.environment[self.variable] = candidate
                return
            reasons.append(reason)
        self.drop("missing", f"{'; '.join(reasons)}: pip install {self.wheel}, or set {self.variable}=/path/to/{self.soname}")

    def place(self):
        return self.environment[self.variable]

    def candidates(self):
        """The library as the user names it; else as the loader finds it, and the wheel of the running Python."""
        if os.environ.get(self.variable):
            return [os.environ[self.variable]]
        return [self.soname, *wheel_files(f"nvidia.{self.name}", self.soname)]


class Shmemx(Library):
    """OpenSHMEM of this library on streams, in memory of GPUs."""

    device_only = True

    def __init__(self, build):
        super().__init__("shmemx", build / "bin/penstock-bench-shmemx", [build / "bin/mpiexec"], expects="Penstock")


def wheel_files(package, soname):
    try:
        found = importlib.util.find_spec(package)
    except ModuleNotFoundError:
        return []
    folders = found.submodule_search_locations if found else []
    return [str(file) for folder in folders for file in [pathlib.Path(folder) / "lib" / soname] if file.exists()]


def why_not_loaded(file, environment):
    """None if the loader takes it. In another process: what such a library starts stays there."""
    program = "import ctypes, sys\ntry:\n ctypes.CDLL(sys.argv[1])\nexcept OSError as e:\n sys.exit(str(e))"
    words = [sys.executable, "-c", program, file]
    try:
        asked = subprocess.run(words, capture_output=True, text=True, timeout=PROBE_SECONDS, env=environment, check=False)
    except subprocess.TimeoutExpired:
        return f"{file} took more than {PROBE_SECONDS} s to load"
    return None if asked.returncode == 0 else " ".join(asked.stderr.split())[-300:] or f"{file} ended the process that loaded it"


def is_shmem(cases):
    """Cases of OpenSHMEM have a program of their own, and peers. ValueError where both kinds are named."""
    kinds = {case.startswith("shmem") for case in cases}
    if len(kinds) > 1:
        raise ValueError("cases of OpenSHMEM (shmem...) and of MPI are compared apart")
    return kinds == {True}


def program_of(shmem):
    return "bin/penstock-bench-shmem" if shmem else "bin/penstock-bench"


def ours(build, name=OURS, shmem=False):
    return Library(name, build / program_of(shmem), [build / "bin/mpiexec"], expects="Penstock")


KNOWN = {"mpich": Mpich, "openmpi": OpenMpi, "oshmem": Oshmem, "staged": Staged, "classic": Classic, "shmemx": Shmemx,
         "nccl": lambda build: Runner("nccl", build, "libnccl.so.2", "nvidia-nccl-cu13"),
         "nvshmem": lambda build: Runner("nvshmem", build, "libnvshmem_host.so.3", "nvidia-nvshmem-cu13")}


def expand(names, build):
    """Groups of penstock-bench become their cases, each once, and put_latency put_lat. ValueError if the benchmark cannot say
    what is in them."""
    names = list(dict.fromkeys(re.sub("_latency$", "_lat", name) for name in names))
    if not GROUPS & set(names):
        return names
    program = build / program_of(is_shmem(names))
    try:
        asked = subprocess.run([program, "--list"], capture_output=True, text=True, timeout=PROBE_SECONDS, check=True)
    except (OSError, subprocess.SubprocessError) as error:
        raise ValueError(f"{program} --list, which says what is in a group, does not run: {error}") from error
    groups = {words[0]: words[1:] for line in asked.stdout.splitlines() if len(words := line.split()) > 1}
    groups["all"] = [case for name, cases in groups.items() if name != "all" for case in cases]
    return list(dict.fromkeys(case for name in names for case in groups.get(name, [name])))


def peer(word, build, shmem=False):
    """The peer that `word` names: a known one, or NAME=DIR, another build of Penstock. ValueError says what is wrong. `shmem`: for
    cases of OpenSHMEM."""
    name, sign, folder = word.partition("=")
    if sign:
        if not name or name == OURS or name in KNOWN:
            raise ValueError(f"'{word}': another build of Penstock needs a name of its own before the =")
        return ours(pathlib.Path(folder).resolve(), name, shmem)
    if word not in KNOWN:
        raise ValueError(f"there is no peer '{word}': it knows {', '.join(KNOWN)}, and NAME=DIR for another build of Penstock")
    if shmem != (KNOWN[word] is Oshmem):
        raise ValueError(f"'{word}' has no such cases: those of OpenSHMEM are compared with oshmem, those of MPI with the others")
    return KNOWN[word](build)
