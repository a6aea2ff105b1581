// The sockets that UCX keeps to itself: those that the descriptor of its worker watches.
#pragma once

#include <vector>

namespace penstock::net {

// The TCP sockets that an epoll descriptor watches, and those of epoll descriptors in it. Empty where /proc does not say.
std::vector<int> tcp_sockets_behind(int epoll);
// Ends a connection on which data have been under way for so long unanswered. Returns how many sockets took it.
int limit_silence(const std::vector<int>& sockets, int seconds);

}  // namespace penstock::net
