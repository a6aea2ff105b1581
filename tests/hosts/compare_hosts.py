#!/usr/bin/env python3
"""penstock compare between hosts that are namespaces of this machine, with TCP between them, beside MPICH over UCX or OFI and Open MPI
over UCX or its own TCP.

usage: compare_hosts.py BUILD PEERS [--hosts N] [--per-host N] [--netmod ucx|ofi] [--pml ucx|ob1]
                        [--congestion NAME] [--ucx wheel|FILE] [options of penstock compare]

    tests/hosts/compare_hosts.py build/ci .local/peers --cases latency,bw --sizes 8,64K,4M --rounds 5 --markdown hosts.md

Every library has the same hosts, the same ranks on each, and is told to use TCP alone between them.
"""
import argparse
import os
import pathlib
import shlex
import sys

import bed


def hydra(made, launcher, per_host, **variables):
    words = made.hydra_words(launcher, "{ranks}", per_host)
    return [*made.entering_words(), "env", *(f"{name}={value}" for name, value in variables.items()), *words, made.as_host]


def prterun(made, launcher, per_host, **variables):
    passed = [word for name in variables for word in ("-x", name)]
    words = made.prrte_words(launcher, "{ranks}", per_host)
    return [*made.entering_words(), "env", *(f"{name}={value}" for name, value in variables.items()), *words, *passed, made.as_host]


# The UCX of that MPI takes no TCP unless an option tells it to.
OPEN_MPI = {"ucx": {"OMPI_MCA_pml": "ucx", "OMPI_MCA_opal_common_ucx_tls": "any", "OMPI_MCA_opal_common_ucx_devices": "any"},
            "ob1": {"OMPI_MCA_pml": "ob1", "OMPI_MCA_btl": "tcp,self,sm"}}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("peers", type=pathlib.Path)
    parser.add_argument("--hosts", type=int, default=2)
    parser.add_argument("--per-host", type=int, default=1)
    parser.add_argument("--netmod", choices=("ucx", "ofi"), default="ucx", help="of MPICH")
    parser.add_argument("--pml", choices=("ucx", "ob1"), default="ucx", help="of Open MPI")
    parser.add_argument("--congestion", help="control of every host's TCP, for all libraries: one of those that this machine allows")
    parser.add_argument("--ucx", help="of ours: wheel, for that of the folder of peers, or a libucp.so.0; default: the system's")
    args, rest = parser.parse_known_args()
    build, peers = args.build.resolve(), args.peers.resolve()
    mpich, openmpi = peers / "mpich", peers / "openmpi"
    launcher = mpich / "bin/mpiexec.hydra"
    peer_list = next((rest[i + 1] for i, word in enumerate(rest[:-1]) if word == "--peers"), "mpich,openmpi").split(",")
    with bed.Bed(args.hosts) as made:
        folder = pathlib.Path(made.folder.name) / "tmp"  # the hosts see this folder, too
        folder.mkdir()
        if args.congestion:
            made.congestion(args.congestion)
        ours = {"wheel": peers / "ucx/libucx/lib/libucp.so.0"}.get(args.ucx, args.ucx)
        ways = {"penstock": hydra(made, launcher, args.per_host, UCX_TLS="tcp,self", **({"PENSTOCK_UCX_LIB": ours} if ours else {})),
                "mpich": hydra(made, launcher, args.per_host, LD_LIBRARY_PATH=mpich / "lib", MPIR_CVAR_CH4_NETMOD=args.netmod,
                                UCX_TLS="tcp,self", FI_PROVIDER="tcp"),
                "openmpi": prterun(made, openmpi / "bin/prterun", args.per_host, OPAL_PREFIX=openmpi, UCX_TLS="tcp,self",
                                   **OPEN_MPI[args.pml])}
        launch = [word for name in ("penstock", *peer_list) if name in ways for word in ("--launch", f"{name}={shlex.join(map(str, ways[name]))}")]
        environment = dict(os.environ, PYTHONPATH=str(bed.PROJECT / "python"), TMPDIR=str(folder), PENSTOCK_PEERS=str(peers))
        ranks = ["--ranks", str(args.hosts * args.per_host)]
        return os.spawnve(os.P_WAIT, sys.executable, [sys.executable, "-m", "penstock.compare", "--build", str(build), *ranks, *launch, *rest],
                          environment)


if __name__ == "__main__":
    sys.exit(main())
