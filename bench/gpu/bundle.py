"""The pack of scripts/gpu: the programs, libraries and tests of one build tree, stripped, as a machine with GPUs needs them."""
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUNDLE = ROOT / ".local" / "gpu"
# A pack with peers also has every other penstock-bench-*.
TOOLS = ("mpiexec", "penstock", "penstock-bench", "penstock-bench-nccl", "penstock-bench-nvshmem", "penstock-bench-shmem", "penstock-interference",
         "penstock-stencil")
ROOTS_OF_TESTS = ("packages", "wheel")  # folders of a build tree in which tests of packages install
SAMPLE_LABEL = "few"  # tests that repeat a part of another one
VARIABLE = "@BUNDLE@"


def is_elf(path):
    with open(path, "rb") as file:
        return file.read(4) == b"\x7fELF"


def wanted(path):
    if "CMakeFiles" in path.parts or path.suffix in (".a", ".o", ".cubin"):
        return False
    return is_elf(path) or path.suffix in (".png", ".fatbin", ".py")


def copy_tree(source, target, chosen):
    """Copies and strips the files that `chosen` takes, given their path below `source`. Links stay links."""
    names = []
    for path in sorted(p for p in source.rglob("*") if p.is_file()):
        part = path.relative_to(source)
        if not chosen(part):
            continue
        copy = target / part
        copy.parent.mkdir(parents=True, exist_ok=True)
        if path.is_symlink():
            copy.symlink_to(os.readlink(path))
            continue
        shutil.copy2(path, copy)
        if is_elf(copy):
            subprocess.run(["strip", "--strip-unneeded", str(copy)], check=True)
        names.append(copy)
    return names


def needed_for_comparison(part):
    """Says whether a pack without tests needs this part of a build tree."""
    if part.parts[0] == "bin":
        return part.name in TOOLS or part.name.startswith("penstock-bench-")
    return part.parts[0] in ("lib", "fakecuda")


def needed_of_peer(part):
    """Launchers and libraries, and the text that they read. MPICH's own ABI is a second copy of everything: left out."""
    return part.parts[0] in ("bin", "lib", "etc", "share") and "site-packages" not in part.parts and \
        not part.name.startswith("libmpi.so.12") and part.name != "libmpi.so"


def copy_peers(build):
    """Copies the other MPI libraries, and penstock-bench for Open MPI, which the GPU machine cannot compile."""
    sys.path.insert(0, str(ROOT / "python"))
    from penstock import libraries  # noqa: PLC0415  (only here, and only from a source tree)
    names = []
    for name in ("mpich", "openmpi"):
        library = libraries.KNOWN[name](build)
        library.probe({"host"})
        if library.state or not library.mpi.fetched:
            sys.exit(f"scripts/gpu: {library.why or f'{name} is not fetched: run scripts/peers {name}'}")
        names += copy_tree(library.mpi.folder, BUNDLE / "peers" / name, needed_of_peer)
    # Open MPI came last, and only its program had to be compiled.
    copy = BUNDLE / "build/bin/penstock-bench-openmpi"
    shutil.copy2(library.program, copy)
    subprocess.run(["strip", "--strip-unneeded", str(copy)], check=True)
    return [*names, copy]


def copy_mpi4py(build):
    """Copies mpi4py for any Python, without the files that only compilers read."""
    done = subprocess.run([str(ROOT / "scripts/peers"), "mpi4py-abi3", str(build)], check=True, capture_output=True, text=True)
    return copy_tree(Path(done.stdout.split()[-1]), BUNDLE / "mpi4py", lambda part: part.suffix in (".py", ".so"))


def copy_ucx():
    """Copies only the libraries of UCX's wheel, as the plug-in looks for them, without CUDA: UCX is never given GPU memory."""
    folder = ROOT / ".local/peers/ucx/libucx/lib"
    if not folder.is_dir():
        sys.exit(f"scripts/gpu: {folder} is missing: run scripts/peers ucx")
    return copy_tree(folder, BUNDLE / "ucx", lambda part: ".so" in part.name and "cuda" not in part.name)


def list_tests(build):
    """Lists the tests that ctest would run, with the build tree and the source tree replaced by variables."""
    text = subprocess.run(["ctest", "--show-only=json-v1"], cwd=build, check=True, capture_output=True, text=True).stdout
    tests = []
    for test in json.loads(text)["tests"]:
        properties = {p["name"]: p["value"] for p in test.get("properties", [])}
        if SAMPLE_LABEL in properties.get("LABELS", []):
            continue
        tests.append({
            "name": test["name"],
            "command": [relocate(word, build) for word in test.get("command", [])],
            "labels": properties.get("LABELS", []),
            "timeout": properties.get("TIMEOUT", 300),
            "environment": [relocate(row, build) for row in properties.get("ENVIRONMENT", [])],
            "pass": properties.get("PASS_REGULAR_EXPRESSION", []),
            "directory": relocate(properties.get("WORKING_DIRECTORY", str(build)), build),
        })
    return tests


def relocate(word, build):
    return word.replace(str(build), VARIABLE + "/build").replace(str(ROOT), VARIABLE + "/source")


def needed(part, tests, args):
    """Says whether a pack of these tests, or of none, needs this part of a build tree."""
    if args.with_peers:
        return needed_for_comparison(part)
    if part.parts[0].startswith(ROOTS_OF_TESTS):
        return False
    if not args.match or part.parts[0] != "bin":
        return True
    return part.name in TOOLS or any(word.endswith("/" + part.name) for test in tests for word in test["command"])


def pack(args):
    build = (ROOT / args.build).resolve()
    if not (build / "build.ninja").exists():
        sys.exit(f"scripts/gpu: {build} is no build tree; run: cmake --preset {build.name} && cmake --build --preset {build.name}")
    if not args.no_build:
        subprocess.run(["ninja", "-C", str(build)], check=True)
    shutil.rmtree(BUNDLE, ignore_errors=True)
    (BUNDLE / "build").mkdir(parents=True)
    tests = [] if args.with_peers else [test for test in list_tests(build) if re.search(args.match, test["name"])]
    copied = copy_tree(build, BUNDLE / "build", lambda part: wanted(build / part) and needed(part, tests, args))
    if args.with_peers:
        copied += copy_peers(build)
    if args.with_mpi4py:
        copied += copy_mpi4py(build)
    if args.with_ucx:
        copied += copy_ucx()
    commit = subprocess.run(["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, text=True).stdout.strip()
    (BUNDLE / "manifest.json").write_text(json.dumps({"commit": commit, "tests": tests}, indent=1))
    size = sum(path.stat().st_size for path in copied) / 2**20
    print(f"packed {len(copied)} files, {size:.1f} MiB, commit {commit} into {BUNDLE.relative_to(ROOT)}")
