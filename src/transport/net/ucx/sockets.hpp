// The sockets that UCX keeps to itself: those that the descriptor of its worker watches.
#pragma once

#include <string>
#include <vector>

namespace penstock::net {

// The TCP sockets that an epoll descriptor watches, and those of epoll descriptors in it. Empty where /proc does not say.
std::vector<int> tcp_sockets_behind(int epoll);
// Ends a connection on which data have been under way for so long unanswered. Returns how many sockets took it.
int limit_silence(const std::vector<int>& sockets, int seconds);

// Which congestion control connections shall take: `wanted` is a name, "keep" or "auto", which takes what does not pace in
// BBR's place. *out is empty where they keep what they have. False with a reason for a name that this machine does not know or
// allow.
bool choose_congestion(const std::string& wanted, std::string* out, std::string* why);
// Returns how many sockets took it.
int set_congestion(const std::vector<int>& sockets, const std::string& name);

}  // namespace penstock::net
