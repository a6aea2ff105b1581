#include "transport/net/ucx/sockets.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

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

}  // namespace penstock::net
