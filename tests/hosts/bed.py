"""Hosts on one machine: network, mount and UTS namespaces with a /tmp, /dev/shm and name of their own, joined by a bridge.

Every namespace is held by a process that dies with this one, and goes with it: nothing is left behind whatever happens.
Needs root. The hosts share one PID namespace, so ranks are told by PENSTOCK_HOST_ID which host they are on.
"""
import contextlib
import ctypes
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
import harness

PROJECT = pathlib.Path(__file__).resolve().parents[2]
# A sysfs of its own shows a host its own interfaces; Slurm needs the control groups that lie in the machine's sysfs.
SYSFS = "mount -t sysfs sysfs /mnt && { mount --rbind /sys/fs/cgroup /mnt/fs/cgroup || true; } && mount --rbind /mnt /sys && umount -l /mnt"
HOLD = 'hostname "$0" && mount --bind "$1" /etc/hosts && {sysfs} && {tmp} mount -t tmpfs tmpfs /dev/shm && echo ready && exec sleep infinity'


class Forbidden(Exception):
    """This machine does not let us make hosts."""


def die_with_parent():
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def network_of(pid):
    """Returns the network namespace of a process; None if the process has ended."""
    try:
        return os.readlink(f"/proc/{pid}/ns/net")
    except OSError:
        return None


def processes_in(network):
    return [int(name) for name in os.listdir("/proc") if name.isdigit() and network is not None and network_of(name) == network]


class Bed:
    """`with Bed(3) as bed:` has the hosts n1, n2 and n3, 10.99.0.1 and on."""

    def __init__(self, hosts):
        self.names = [f"n{i + 1}" for i in range(hosts)]
        self.holders = {}
        self.switch = None

    def __enter__(self):
        # The folder is visible on every host: it is below the project, whose folders all hosts share, unless that is in
        # /tmp, which then stays shared.
        self.shared_tmp = PROJECT.is_relative_to("/tmp")
        self.folder = tempfile.TemporaryDirectory(prefix="hosts-", dir=PROJECT / "build")
        folder = pathlib.Path(self.folder.name)
        (folder / "hosts").write_text("127.0.0.1 localhost\n" + "".join(
            f"10.99.0.{i + 1} {name}\n" for i, name in enumerate(self.names)))
        try:
            self.switch = self.hold("switch", folder)
            self.inside(self.switch, "ip link add br0 type bridge && ip link set br0 up && ip link set lo up")
            for i, name in enumerate(self.names):
                self.holders[name] = self.hold(name, folder)
                self.plug(name, i, 0)
        except (OSError, Forbidden):
            self.__exit__()
            raise
        (folder / "pids").write_text("".join(f"{name} {self.holders[name].pid}\n" for name in self.names))
        self.ssh = self.script("ssh", ENTER.format(pids=folder / "pids"))
        # With the option that keeps the other ranks when a rank has died, Hydra signals them, and the signal would end them.
        self.as_host = self.script("as_host", 'trap "" USR1\nexec env PENSTOCK_HOST_ID="$(hostname)" "$@"\n')
        return self

    def __exit__(self, *_):
        for holder in [*self.holders.values(), self.switch]:
            if holder is None:
                continue
            # A launcher that was killed, or whose host was cut off, leaves daemons and ranks behind.
            for pid in processes_in(network_of(holder.pid)):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            holder.wait()
            holder.stdout.close()
        self.folder.cleanup()

    def script(self, name, text):
        path = pathlib.Path(self.folder.name) / name
        path.write_text("#!/bin/bash\n" + text)
        path.chmod(0o755)
        return str(path)

    def hold(self, name, folder):
        tmp = "" if self.shared_tmp else "mount -t tmpfs tmpfs /tmp &&"
        holder = subprocess.Popen(["unshare", "--net", "--mount", "--uts", "--propagation", "private", "sh", "-c",
                                   HOLD.format(sysfs=SYSFS, tmp=tmp), name, str(folder / "hosts")],
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, preexec_fn=die_with_parent)
        said = holder.stdout.readline().strip()
        if said == "ready":
            return holder
        holder.kill()
        holder.wait()
        raise Forbidden(f"no namespaces to have: {said}")

    @staticmethod
    def entering(holder):
        return ["nsenter", "-t", str(holder.pid), "--net", "--mount", "--uts"]

    def entering_words(self):
        """Returns the words in front of a command that run it on the first host."""
        return self.entering(self.holders[self.names[0]])

    def inside(self, holder, command):
        done = subprocess.run([*self.entering(holder), "sh", "-c", command], capture_output=True, text=True)
        if done.returncode != 0:
            raise Forbidden(f"{command}: {done.stderr.strip()}")

    def on(self, name, *command, **options):
        """Starts a command on a host."""
        return subprocess.Popen([*self.entering(self.holders[name]), *map(str, command)], preexec_fn=die_with_parent,
                                stdin=harness.QUIET, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=PROJECT, **options)

    def congestion(self, name):
        """Sets how TCP shares links on every host."""
        for holder in self.holders.values():
            self.inside(holder, f"echo {name} > /proc/sys/net/ipv4/tcp_congestion_control")

    def link(self, name, state, rail=0):
        """Pulls a cable of a host, or puts it back: state is up or down."""
        self.inside(self.switch, f"ip link set {self.port(name, rail)} {state}")

    @staticmethod
    def port(name, rail):
        """Returns the switch's end of a host's cable; at the host its end is eth0, eth1 and so on."""
        return f"to-{name}" if rail == 0 else f"to-{name}-{rail}"

    def add_rails(self, rails, rate):
        """Gives every host further cables, each with a switch of its own, and limits all of them:
        rate is in tc's form, 400mbit."""
        for rail in range(rails):
            if rail > 0:
                self.inside(self.switch, f"ip link add br{rail} type bridge && ip link set br{rail} up")
            for i, (name, holder) in enumerate(self.holders.items()):
                if rail > 0:
                    self.plug(name, i, rail)
                self.inside(holder, f"tc qdisc add dev eth{rail} root tbf rate {rate} burst 256k latency 50ms")

    def sent(self, name):
        """Returns the bytes that have left a host by each of its cables."""
        command = "cd /sys/class/net && for cable in eth*; do echo $cable $(cat $cable/statistics/tx_bytes); done"
        shown = subprocess.run([*self.entering(self.holders[name]), "sh", "-c", command], capture_output=True, text=True, check=True)
        return {cable: int(count) for cable, count in (line.split() for line in shown.stdout.splitlines())}

    def plug(self, name, number, rail):
        port, holder = self.port(name, rail), self.holders[name]
        self.inside(self.switch, f"ip link add {port} type veth peer name eth{rail} netns {holder.pid} && "
                                 f"ip link set {port} master br{rail} && ip link set {port} up")
        self.inside(holder, f"ip addr add 10.{99 - rail}.0.{number + 1}/24 dev eth{rail} && ip link set eth{rail} up && "
                            "ip link set lo up")

    def hydra(self, launcher, *arguments, per_host=2, options=(), **settings):
        """Starts a job with `per_host` ranks on every host, from the first host."""
        words = self.hydra_words(launcher, per_host * len(self.names), per_host, options)
        return self.on(self.names[0], *words, self.as_host, *arguments, env={**os.environ, **settings})

    def hydra_words(self, launcher, ranks, per_host, options=()):
        return [str(launcher), "-hosts", ",".join(self.names), "-ppn", str(per_host), "-launcher", "ssh", "-launcher-exec", self.ssh,
                *options, "-n", str(ranks)]

    def prrte(self, launcher, *arguments, per_host=2, options=(), **settings):
        """Starts such a job under PRRTE's prterun."""
        passed = [word for name in settings for word in ("-x", name)]
        words = self.prrte_words(launcher, per_host * len(self.names), per_host, options)
        return self.on(self.names[0], *words, *passed, self.as_host, *arguments, env={**os.environ, **settings})

    def prrte_words(self, launcher, ranks, per_host, options=()):
        hosts = ",".join(f"{name}:{per_host}" for name in self.names)
        return [str(launcher), "--allow-run-as-root", "--prtemca", "plm_ssh_agent", self.ssh, "--prefix",
                str(pathlib.Path(launcher).parents[1]), "--host", hosts, "-n", str(ranks), *options]


# Launchers call it like ssh: options, a host, a command. The launcher does the quoting, for a shell.
ENTER = """while [[ $1 == -* ]]; do shift; done
pid=$(awk -v name="$1" '$1 == name {{ print $2 }}' {pids})
[ -n "$pid" ] || {{ echo "no host $1" >&2; exit 255; }}
shift
exec nsenter -t "$pid" --net --mount --uts bash -c "$*"
"""



SLURM = """ClusterName=bed
SlurmctldHost={first}(10.99.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/none
CredType=cred/none
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool.%n
TmpFS={folder}/tmp.%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
SlurmdParameters=config_overrides
KillWait=2
{nodes}
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP OverSubscribe=FORCE:8
"""


class Slurm:
    """Slurm on the hosts of a bed: a controller runs on the first, a slurmd on each; all end with the bed."""

    def __init__(self, made):
        self.bed = made
        self.folder = pathlib.Path(made.folder.name) / "slurm"

    def __enter__(self):
        (self.folder / "state").mkdir(parents=True)
        nodes = []
        for i, name in enumerate(self.bed.names):
            (self.folder / f"spool.{name}").mkdir()
            (self.folder / f"tmp.{name}").mkdir()
            nodes.append(f"NodeName={name} NodeAddr=10.99.0.{i + 1} NodeHostname={name} CPUs=8 State=UNKNOWN")
        self.conf = self.folder / "slurm.conf"
        self.conf.write_text(SLURM.format(first=self.bed.names[0], folder=self.folder, nodes="\n".join(nodes)))
        self.daemons = [self.start(self.bed.names[0], "slurmctld", "-D", "-c", "-f", self.conf)]
        self.daemons += [self.start(name, "slurmd", "-D", "-c", "-N", name, "-f", self.conf) for name in self.bed.names]
        try:
            self.await_nodes()
        except Forbidden:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for daemon in reversed(self.daemons):
            daemon.terminate()
            daemon.wait()

    def start(self, host, *command):
        path = os.environ.get("PATH", "") + ":/usr/sbin"
        return subprocess.Popen([*self.bed.entering(self.bed.holders[host]), *map(str, command)], preexec_fn=die_with_parent,
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=self.folder,
                                env={**os.environ, "SLURM_CONF": str(self.conf), "PATH": path})

    def await_nodes(self):
        """Slurm does not announce that a node has come; this polls until all have, or until the time limit."""
        until = time.monotonic() + harness.HANG_SECONDS
        said = ""
        while time.monotonic() < until:
            done = subprocess.run([*self.bed.entering(self.bed.holders[self.bed.names[0]]), "sinfo", "-h", "-N", "-t", "idle", "-o", "%N"],
                                  capture_output=True, text=True, env={**os.environ, "SLURM_CONF": str(self.conf)})
            said = done.stdout + done.stderr
            if done.stdout.split() == self.bed.names:
                return
            time.sleep(0.2)
        logs = "".join(path.read_text()[-1500:] for path in self.folder.glob("*.log"))
        raise Forbidden(f"Slurm's nodes do not come: {said}\n{logs}")

    def srun(self, *arguments, per_host=2, options=(), **settings):
        """Starts a job with `per_host` ranks on every host."""
        hosts = len(self.bed.names)
        return self.bed.on(self.bed.names[0], "srun", "-N", hosts, "-n", per_host * hosts, "--overcommit", *options, self.bed.as_host,
                           *arguments, env={**os.environ, "SLURM_CONF": str(self.conf), **settings})
