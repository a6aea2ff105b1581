// Checks of the network, on this host and to others.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include "base/fd.hpp"
#include "penstock/doctor.hpp"
#include "penstock/doctor_child.hpp"

namespace penstock::tool::health {
namespace {

constexpr double kResolveSeconds = 3;
constexpr double kLoadSeconds = 10;
constexpr int kConnectMs = 2000;

// Returns why this process cannot connect to itself; empty if it can.
std::string try_loopback() {
  const base::Fd listener(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const base::Fd caller(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  sockaddr_in here{};
  here.sin_family = AF_INET;
  here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof here;
  auto* address = reinterpret_cast<sockaddr*>(&here);
  if (bind(listener.get(), address, length) != 0 || listen(listener.get(), 1) != 0 ||
      getsockname(listener.get(), address, &length) != 0) {
    return fmt::format("listening on 127.0.0.1: {}", std::strerror(errno));
  }
  if (connect(caller.get(), address, length) != 0 && errno != EINPROGRESS)
    return fmt::format("connecting to 127.0.0.1: {}", std::strerror(errno));
  pollfd at{listener.get(), POLLIN, 0};
  return poll(&at, 1, kConnectMs) == 1 ? "" : "a connection to 127.0.0.1 does not arrive";
}

bool loads(std::string_view library, std::string* said) {
  Child child({"doctor", "--probe", "load", std::string(library)});
  return child.line(kLoadSeconds, said) && said->starts_with("ok");
}

}  // namespace

Finding check_host_name(Patient&) {
  std::array<char, 256> name{};
  if (gethostname(name.data(), name.size() - 1) != 0)
    return {Verdict::kNote, "this host has no name", "nothing on one host", "hostname NAME"};
  Child child({"doctor", "--probe", "resolve", name.data()});
  std::string said;
  if (!child.line(kResolveSeconds, &said)) said = "no answer within 3 seconds";
  if (said == "ok") return {Verdict::kOk, fmt::format("the host name {} resolves", name.data())};
  return {Verdict::kNote, fmt::format("the host name {} does not resolve: {}", name.data(), said),
          "nothing on one host; launchers and other MPIs may wait or fail",
          fmt::format("a line '127.0.1.1 {}' in /etc/hosts", name.data())};
}

Finding check_loopback(Patient&) {
  const std::string why = try_loopback();
  if (why.empty()) return {Verdict::kOk, "a connection to 127.0.0.1 works"};
  return {Verdict::kNote, why, "launchers that speak PMI over TCP fail; our mpiexec uses inherited descriptors",
          "ip link set lo up"};
}

Finding check_infiniband(Patient& patient) {
  const std::vector<std::string> devices = patient.names("/sys/class/infiniband");
  const std::vector<std::string> active = patient.active_infiniband();
  if (devices.empty()) return {Verdict::kOk, "no InfiniBand or RoCE adapters; jobs on one host need none"};
  if (active.empty()) {
    return {Verdict::kSlow, fmt::format("{} adapters, none of whose ports is active", devices.size()),
            "jobs across hosts use TCP, ten times slower", "ibstat shows the ports; check cables and the subnet manager"};
  }
  if (!patient.exists("/dev/infiniband/uverbs0")) {
    return {Verdict::kSlow, fmt::format("{} active ports, but no /dev/infiniband", active.size()),
            "this container cannot use the adapters: jobs across hosts use TCP",
            "docker run --device /dev/infiniband --cap-add IPC_LOCK"};
  }
  return {Verdict::kOk, fmt::format("{} adapters, {} active ports", devices.size(), active.size())};
}

Finding check_peermem(Patient& patient) {
  if (patient.active_infiniband().empty() || !patient.has_gpu_hardware())
    return {Verdict::kOk, "not needed without both GPUs and active adapters"};
  const std::string modules = patient.text("/proc/modules").value_or("");
  for (const char* name : {"nvidia_peermem", "nv_peer_mem"}) {
    if (modules.find(name) != std::string::npos) return {Verdict::kOk, fmt::format("adapters reach GPU memory by {}", name)};
  }
  return {Verdict::kSlow, "the module nvidia_peermem is not loaded",
          "GPU memory goes to other hosts through host memory (unless adapter and kernel know dma-buf)",
          "modprobe nvidia-peermem, on the host"};
}

Finding check_ucx(Patient&) {
  std::string said;
  if (!loads("libucp.so.0", &said)) {
    return {Verdict::kOk, "UCX is not installed; jobs on one host do not use it"};
  }
  std::string cuda;
  if (!loads("libuct_cuda.so.0", &cuda) && !loads("ucx/libuct_cuda.so.0", &cuda)) {
    return {Verdict::kNote,
            fmt::format("UCX is here ({}), without its CUDA part", said.size() > 3 ? said.substr(3) : "libucp.so.0"),
            "GPU memory to other hosts goes through host memory", "install UCX built with CUDA (ucx-cuda), or UCX_MODULE_DIR"};
  }
  return {Verdict::kOk, fmt::format("UCX with CUDA: {}", said.size() > 3 ? said.substr(3) : "libucp.so.0")};
}

}  // namespace penstock::tool::health
