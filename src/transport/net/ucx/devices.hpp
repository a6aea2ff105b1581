// This header lists the network devices of this host, by UCX's names.
#pragma once

#include <string>
#include <vector>

namespace penstock::net {

struct Device {
  std::string name;  // mlx5_0:1, eth0
  int node = -1;     // NUMA node, if known
};

// Returns the active ports of RDMA devices; if there are none, the interfaces that are up and have an address, without loopback
// and bridges (behind which containers live). They are in the system's order. `sys` is the path of sysfs.
std::vector<Device> rdma_ports(const std::string& sys = "/sys");
std::vector<Device> interfaces(const std::string& sys = "/sys");
// Parses a list such as "eth0,mlx5_0:1".
std::vector<Device> named(const std::string& list, const std::string& sys = "/sys");

// Returns the device of one rank among the ranks of its host: they share the devices of their NUMA node in turn, if there are
// any. Returns an empty string if there are no devices.
std::string device_of_rank(const std::vector<Device>& devices, int node, int rank_on_host);
// Returns the node of the processor on which the calling thread runs; -1: unknown.
int current_node();
// Returns the number that the launcher gives, or `rank` if it gives none.
int rank_on_host(int rank);

// Returns true if RDMA devices of this host can access GPU memory: the kernel has nvidia_peermem, or its older form.
bool rdma_reaches_gpus(const std::string& sys = "/sys");

}  // namespace penstock::net
