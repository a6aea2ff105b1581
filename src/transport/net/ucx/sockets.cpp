#include "transport/net/ucx/sockets.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "transport/net/ucx/imports.hpp"

namespace penstock::net {
namespace {

bool take(int socket, const std::string& name) {
  return setsockopt(socket, IPPROTO_TCP, TCP_CONGESTION, name.data(), static_cast<socklen_t>(name.size())) == 0;
}

// Returns the congestion control that the machine gives a connection.
std::string congestion_of(int socket) {
  std::array<char, 64> name{};
  socklen_t size = name.size() - 1;
  return getsockopt(socket, IPPROTO_TCP, TCP_CONGESTION, name.data(), &size) == 0 ? std::string(name.data()) : std::string();
}

// BBR sends no faster than the rate that it has measured; after small messages, or in turns, that is a fraction of the link's
// rate.
std::string instead_of_pacing(int socket) {
  if (!congestion_of(socket).starts_with("bbr")) return {};
  for (const char* name : {"cubic", "reno"}) {
    if (take(socket, name)) return name;
  }
  return {};
}

// The library calls this also from threads of its own, for the life of the process, so options are never freed.
std::atomic<const SocketOptions*> in_force{nullptr};

void keep(const SocketOptions& options) {
  static std::mutex mutex;
  static std::vector<std::unique_ptr<const SocketOptions>> kept;
  const std::lock_guard<std::mutex> lock(mutex);
  const SocketOptions* const now = in_force.load(std::memory_order_relaxed);
  if (now != nullptr && now->congestion == options.congestion && now->silence_seconds == options.silence_seconds) return;
  kept.push_back(std::make_unique<const SocketOptions>(options));
  in_force.store(kept.back().get(), std::memory_order_release);
}

// Replaces socket(). If the kernel refuses an option the socket is returned nevertheless.
int open_socket(int domain, int type, int protocol) {
  const int made = socket(domain, type, protocol);
  const bool is_tcp = (domain == AF_INET || domain == AF_INET6) && (type & ~(SOCK_CLOEXEC | SOCK_NONBLOCK)) == SOCK_STREAM;
  const SocketOptions* const options = in_force.load(std::memory_order_acquire);
  if (made >= 0 && is_tcp && options != nullptr) static_cast<void>(equip(made, *options));
  return made;
}

}  // namespace

bool choose_congestion(const std::string& wanted, std::string* out, std::string* why) {
  out->clear();
  if (wanted == "keep") return true;
  const int probe = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (probe < 0) {
    if (wanted == "auto") return true;
    *why = std::string("PENSTOCK_NET_CONGESTION: no socket: ") + std::strerror(errno);
    return false;
  }
  bool known = true;
  if (wanted == "auto") {
    *out = instead_of_pacing(probe);
  } else if (known = take(probe, wanted); known) {
    *out = wanted;
  } else {
    *why = "PENSTOCK_NET_CONGESTION=" + wanted + ": " + std::strerror(errno) +
           "; /proc/sys/net/ipv4/tcp_allowed_congestion_control names those that may be taken";
  }
  close(probe);
  return known;
}

bool equip(int socket, const SocketOptions& options) {
  const int milliseconds = options.silence_seconds * 1000;
  const bool limited =
      milliseconds == 0 || setsockopt(socket, IPPROTO_TCP, TCP_USER_TIMEOUT, &milliseconds, sizeof milliseconds) == 0;
  return (options.congestion.empty() || take(socket, options.congestion)) && limited;
}

bool equip_sockets_of(const void* function, const SocketOptions& options) {
  keep(options);
  return redirect_imports(function, "socket", reinterpret_cast<const void*>(&open_socket)) != 0;
}

}  // namespace penstock::net
