"""penstock report: packs what a bug report needs into one file, and says what it holds.

  penstock report                                  this machine and this installation
  penstock report -- mpiexec -n 4 ./program        also runs the command, and adds what it and the library said
  penstock report --timeout 60 -- mpiexec -n 2 ./hangs   ends a command that hangs; mpiexec then adds the stacks of its ranks
  penstock report --out /tmp/report.tar.gz --json

The command runs with PENSTOCK_EXPLAIN=1, PENSTOCK_REPORT=1 and PENSTOCK_LOG=info, unless these are set already, and with
MPIEXEC_TIMEOUT a little below --timeout. Only variables of MPI, its launchers, CUDA, UCX, NCCL, Slurm, the loader and paths are taken,
and what looks like a password or token is masked; still, look at the files before you send them.

Exit status: 0 whatever the command does, 1 if the file cannot be written, 2 for wrong arguments.
"""
import argparse
import io
import json
import os
import pathlib
import platform
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tarfile
import time

from penstock import hinting, masks, places

SCHEMA = "penstock-report/1"
TOOL_SECONDS = 90
MOST_OUTPUT = 4 << 20  # bytes of a command's output: its beginning and its end
ADDED = {"PENSTOCK_EXPLAIN": "1", "PENSTOCK_REPORT": "1", "PENSTOCK_LOG": "info"}
STACK_SECONDS = 20  # between mpiexec's limit and ours
SYSTEM_FILES = ("/etc/os-release", "/proc/version", "/proc/cmdline", "/proc/driver/nvidia/version", "/proc/meminfo", "/proc/self/cgroup",
                "/proc/sys/kernel/yama/ptrace_scope", "/proc/sys/vm/overcommit_memory", "/sys/kernel/mm/transparent_hugepage/enabled")
LIMITS = ("AS", "CORE", "DATA", "FSIZE", "MEMLOCK", "NOFILE", "NPROC", "STACK")


def arguments(words):
    words, command = (words[:words.index("--")], words[words.index("--") + 1:]) if "--" in words else (words, [])
    parser = hinting.Parser(prog="penstock report", description=__doc__, usage="penstock report [OPTION...] [-- COMMAND...]",
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", metavar="FILE", help="default: penstock-report-HOST-TIME.tar.gz in this folder")
    parser.add_argument("--timeout", type=float, default=600, metavar="SECONDS", help="for the command (default: 600)")
    parser.add_argument("--quick", action="store_true", help="without the checks of penstock doctor that take more than a moment")
    parser.add_argument("--json", action="store_true", help="say what the file holds as one JSON object")
    args = parser.parse_args(words)
    args.command = command
    if args.timeout <= 0:
        parser.error("--timeout is above 0 seconds")
    stem = f"penstock-report-{platform.node() or 'host'}-{time.strftime('%Y%m%d-%H%M%S')}"
    args.out = pathlib.Path(args.out or f"{stem}.tar.gz")
    if not args.out.resolve().parent.is_dir():
        parser.error(f"--out {args.out}: there is no such folder")
    return args


def said_by(*command, seconds=TOOL_SECONDS):
    """Returns the output of a program, or why there is none."""
    try:
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True, errors="replace", timeout=seconds, check=False,
                              stdin=subprocess.DEVNULL)
    except (OSError, subprocess.SubprocessError) as error:
        return f"{' '.join(map(str, command))}: {error}\n"
    return done.stdout + done.stderr + (f"exit status {done.returncode}\n" if done.returncode else "")


def system_text():
    lines = [" ".join(platform.uname()), ""]
    for name in LIMITS:
        limits = [("unlimited" if value == resource.RLIM_INFINITY else str(value))
                  for value in resource.getrlimit(getattr(resource, f"RLIMIT_{name}"))]
        lines.append(f"limit {name.lower()}: {limits[0]} (at most {limits[1]})")
    lines.append(f"processors: {len(os.sched_getaffinity(0))} of {os.cpu_count()} may be used")
    for folder in ("/dev/shm", "/tmp"):
        try:
            lines.append(f"{folder}: {shutil.disk_usage(folder).free >> 20} MiB free")
        except OSError as error:
            lines.append(f"{folder}: {error}")
    for file in SYSTEM_FILES:
        try:
            text = pathlib.Path(file).read_text(encoding="utf-8", errors="replace").strip()
        except OSError:
            continue
        lines += ["", f"[{file}]", text]
    return masks.masked("\n".join(lines) + "\n")


def settings_texts(info):
    """The settings files that `penstock info --json` names, and a tuning table that PENSTOCK_TUNE_FILE does."""
    try:
        files = [file["path"] for file in json.loads(info)["settings"]["files"] if file["read"]]
    except (ValueError, KeyError):
        files = []
    files += [file for file in [os.environ.get("PENSTOCK_TUNE_FILE", "none")] if file not in ("", "none")]
    for number, file in enumerate(files):
        try:
            lines = pathlib.Path(file).read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError as error:
            lines = [str(error)]
        kept = ["=".join([name, masks.masked_value(name.strip(), value)] if sign else [masks.masked(line)])
                for line in lines for name, sign, value in [line.partition("=")]]
        yield f"settings/{number}-{pathlib.Path(file).name}", f"# {file}\n" + "\n".join(kept) + "\n", "a file of settings"


def machine_texts(args):
    """(name, text, what it is) of this machine and installation."""
    tool = places.build_folder() / "bin/penstock"
    info = said_by(tool, "info", "--json")
    yield "info.txt", said_by(tool, "info"), "versions, and what set which value"
    yield "info.json", info, "the same"
    yield "tunables.json", said_by(tool, "info", "--tunables", "--json"), "every tunable and its value"
    yield "doctor.json", said_by(tool, "doctor", "--json", *(["--quick"] if args.quick else [])), "what on this machine is slow or broken"
    yield "topology.json", said_by(tool, "info", "--topology", "--json"), "cores, GPUs, links and adapters"
    yield "environment.txt", "\n".join(masks.environment_lines(os.environ)) + "\n", "variables of MPI, launchers, CUDA, UCX, NCCL, paths"
    yield "system.txt", system_text(), "kernel, distribution, limits, memory"
    yield from settings_texts(info)
    if shutil.which("nvidia-smi"):
        yield "nvidia-smi.txt", said_by("nvidia-smi") + said_by("nvidia-smi", "topo", "-m") + said_by("nvidia-smi", "-q"), "GPUs"


def shortened(data):
    if len(data) <= MOST_OUTPUT:
        return data.decode("utf-8", errors="replace")
    half = MOST_OUTPUT // 2
    left_out = f"\n[... {len(data) - 2 * half} bytes left out ...]\n"
    return data[:half].decode("utf-8", errors="replace") + left_out + data[-half:].decode("utf-8", errors="replace")


def end_group(process):
    """The command and what it started, as a terminal's Ctrl-C would, then without asking."""
    for signum, seconds in ((signal.SIGTERM, 5), (signal.SIGKILL, 5)):
        try:
            os.killpg(process.pid, signum)
            process.wait(seconds)
        except ProcessLookupError:
            return
        except subprocess.TimeoutExpired:
            continue
        return


def run_command(args):
    """Runs it and returns (text, how it ended)."""
    limit = max(1, int(args.timeout - STACK_SECONDS)) if args.timeout > STACK_SECONDS else max(1, int(args.timeout / 2))
    added = {**ADDED, "MPIEXEC_TIMEOUT": str(limit)}
    added = {name: value for name, value in added.items() if name not in os.environ}
    path = f"{os.environ.get('PATH', os.defpath)}:{places.build_folder() / 'bin'}"
    began = time.monotonic()
    try:
        process = subprocess.Popen(args.command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                                   env={**os.environ, **added, "PATH": path}, start_new_session=True)
    except OSError as error:
        return f"{error}\n", f"did not start: {error}"
    try:
        output, _ = process.communicate(timeout=args.timeout)
        ended = f"exit status {process.returncode}" if process.returncode >= 0 else f"signal {-process.returncode}"
    except subprocess.TimeoutExpired:
        end_group(process)
        output, _ = process.communicate()
        ended = f"ended after --timeout {args.timeout:g} s"
    took = f"{time.monotonic() - began:.1f} s"
    words = shlex.join(args.command)
    head = f"$ {masks.masked(words)}\nwith {' '.join(f'{name}={value}' for name, value in added.items())}\n{ended} after {took}\n\n"
    return head + masks.masked(shortened(output)), ended


def linked_text(command):
    """Lists the libraries that the loader finds for the programs in the command."""
    found = [shutil.which(word) for word in command]
    files = [file for file in found if file and pathlib.Path(file).read_bytes()[:4] == b"\x7fELF"]
    return "\n".join(f"$ ldd {file}\n{said_by('ldd', file)}" for file in files)


def write(out, texts):
    """Files as the world may not read them: the owner decides who does."""
    folder = out.name.removesuffix(".gz").removesuffix(".tar").removesuffix(".tgz")
    with open(os.open(out, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file, tarfile.open(fileobj=file, mode="w:gz") as archive:
        for name, text, _ in texts:
            data = text.encode("utf-8", errors="replace")
            entry = tarfile.TarInfo(f"{folder}/{name}")
            entry.size, entry.mtime, entry.mode = len(data), int(time.time()), 0o600
            archive.addfile(entry, io.BytesIO(data))


def main():
    args = arguments(sys.argv[1:])
    texts, ended = [], None
    for text in machine_texts(args):
        texts.append(text)
        if not args.json:
            print(f"  {text[0]:<24}{text[2]}", flush=True)
    if args.command:
        text, ended = run_command(args)
        texts += [("command.txt", text, f"the command's output: {ended}"),
                  ("linked.txt", linked_text(args.command), "the libraries that the loader finds for it")]
    masked = sum(text.count(masks.MASK) for _, text, _ in texts)
    try:
        write(args.out, texts)
    except OSError as error:
        print(f"penstock report: cannot write {args.out}: {error}; name another file by --out", file=sys.stderr)
        return 1
    if args.json:
        print(json.dumps({"schema": SCHEMA, "file": str(args.out), "masked": masked, "command": args.command, "ended": ended,
                          "holds": [{"name": name, "bytes": len(text.encode()), "what": what} for name, text, what in texts]}, indent=1))
        return 0
    for name, _, what in texts[-2:] if args.command else []:
        print(f"  {name:<24}{what}")
    print(f"\n{args.out} holds these {len(texts)} text files; {masked} values in them are masked.\n"
          "They name this host, its paths and its hardware: look at them before you send them.")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
