// The network devices of this host, by UCX's names.
#pragma once

#include <string>
#include <vector>

namespace penstock::net {

struct Device {
  std::string name;  // mlx5_0:1, eth0
  int node = -1;     // NUMA node, where the system says
};

// The ports of RDMA devices that are active; where there are none, the interfaces that are up and have an address, without
// those of loopback and bridges (behind which containers live). In the system's order. `sys`: where sysfs is.
std::vector<Device> rdma_ports(const std::string& sys = "/sys");
std::vector<Device> interfaces(const std::string& sys = "/sys");
// "eth0,mlx5_0:1" taken apart.
std::vector<Device> named(const std::string& list, const std::string& sys = "/sys");

// The device of one rank among those of its host: those of its own NUMA node, where there are such, taking turns. Empty where
// there are no devices.
std::string device_of_rank(const std::vector<Device>& devices, int node, int rank_on_host);
// The node of the processor that the calling thread runs on; -1: unknown.
int current_node();
// As launchers tell it; `rank` where none does.
int rank_on_host(int rank);

// Whether RDMA devices of this host read and write GPU memory: the kernel has nvidia_peermem, or its older form.
bool rdma_reaches_gpus(const std::string& sys = "/sys");

}  // namespace penstock::net
