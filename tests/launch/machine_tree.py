"""A recorded machine (tests/machines/NAME.topology.json) as the folders sys, proc and dev that a kernel and a driver show."""
import pathlib

DISPLAY_CLASS = "0x030200"


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{text}\n")


def cpu_list(cpus):
    return ",".join(map(str, sorted(cpus)))


def write_cores(sys, record):
    cpus = sys / "devices/system/cpu"
    write(cpus / "online", cpu_list(cpu for core in record["cores"] for cpu in core["cpus"]))
    for core in record["cores"]:
        sharers = [cpu for other in record["cores"] if other["l3"] == core["l3"] for cpu in other["cpus"]]
        for cpu in core["cpus"]:
            write(cpus / f"cpu{cpu}/topology/thread_siblings_list", cpu_list(core["cpus"]))
            write(cpus / f"cpu{cpu}/topology/physical_package_id", core["package"])
            if core["l3"] >= 0:
                write(cpus / f"cpu{cpu}/cache/index3/shared_cpu_list", cpu_list(sharers))
    for node in record["numa_nodes"]:
        here = [cpu for core in record["cores"] if core["numa"] == node["number"] for cpu in core["cpus"]]
        write(sys / f"devices/system/node/node{node['number']}/cpulist", cpu_list(here))


def write_device(sys, device):
    """Its folder below its bridges; returns that."""
    root, *bridges = device["bridges"] or ["host0000:00"]
    folder = (sys / "devices" / f"pci{root.removeprefix('host')}").joinpath(*bridges, device["address"])
    write(folder / "numa_node", device["numa"])
    return folder


def link(target, path):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(target)


def write_machine(record, root):
    root = pathlib.Path(root)
    sys = root / "sys"
    write_cores(sys, record)
    for minor, gpu in enumerate(record["gpus"]):
        folder = write_device(sys, gpu)
        for name, text in (("vendor", "0x10de"), ("class", DISPLAY_CLASS), ("device", "0x2335")):
            write(folder / name, text)
        link(folder, sys / "bus/pci/devices" / gpu["address"])
        write(root / "proc/driver/nvidia/gpus" / gpu["address"] / "information",
              f"Model: \t\t {gpu['name']}\nGPU UUID: \t {gpu['uuid']}\nDevice Minor: \t {minor}")
        write(root / "dev" / f"nvidia{minor}", "")
    for adapter in record["adapters"]:
        kind = "infiniband" if adapter["kind"] == "infiniband" else "net"
        link(write_device(sys, adapter), sys / "class" / kind / adapter["name"] / "device")
    return root
