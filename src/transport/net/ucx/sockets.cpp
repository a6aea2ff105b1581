#include "transport/net/ucx/sockets.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>

namespace penstock::net {
namespace {

constexpr int kDeepest = 4;  // UCX nests two

// The kernel tells what an epoll descriptor watches line by line: "tfd:       12 events: ...". Of others it tells no such line.
void find_behind(int epoll, int depth, std::vector<int>* out) {
  std::ifstream in("/proc/self/fdinfo/" + std::to_string(epoll));
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string word;
    int watched = -1;
    if (!(words >> word >> watched) || word != "tfd:" || watched < 0) continue;
    int protocol = 0;
    socklen_t size = sizeof protocol;
    if (getsockopt(watched, SOL_SOCKET, SO_PROTOCOL, &protocol, &size) == 0) {
      if (protocol == IPPROTO_TCP) out->push_back(watched);
    } else if (depth < kDeepest) {
      find_behind(watched, depth + 1, out);
    }
  }
}

bool take(int socket, const std::string& name) {
  return setsockopt(socket, IPPROTO_TCP, TCP_CONGESTION, name.data(), static_cast<socklen_t>(name.size())) == 0;
}

// What the machine gives a connection.
std::string congestion_of(int socket) {
  std::array<char, 64> name{};
  socklen_t size = name.size() - 1;
  return getsockopt(socket, IPPROTO_TCP, TCP_CONGESTION, name.data(), &size) == 0 ? std::string(name.data()) : std::string();
}

// BBR sends no faster than it has seen: after small messages, or in turns, that is a fraction of what the link takes.
std::string instead_of_pacing(int socket) {
  if (!congestion_of(socket).starts_with("bbr")) return {};
  for (const char* name : {"cubic", "reno"}) {
    if (take(socket, name)) return name;
  }
  return {};
}

}  // namespace

std::vector<int> tcp_sockets_behind(int epoll) {
  std::vector<int> found;
  find_behind(epoll, 0, &found);
  return found;
}

int limit_silence(const std::vector<int>& sockets, int seconds) {
  const int milliseconds = seconds * 1000;
  int taken = 0;
  for (const int socket : sockets) {
    if (setsockopt(socket, IPPROTO_TCP, TCP_USER_TIMEOUT, &milliseconds, sizeof milliseconds) == 0) ++taken;
  }
  return taken;
}

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

int set_congestion(const std::vector<int>& sockets, const std::string& name) {
  int taken = 0;
  for (const int socket : sockets) taken += take(socket, name) ? 1 : 0;
  return taken;
}

}  // namespace penstock::net
