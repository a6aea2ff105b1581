// This header sets options of UCX's TCP connections that UCX cannot set itself. They must be set when a socket is made: a
// socket that was connected under BBR paces its data whatever congestion control it gets afterwards.
#pragma once

#include <string>

namespace penstock::net {

struct SocketOptions {
  std::string congestion;   // a congestion control that this machine allows; empty: the default
  int silence_seconds = 0;  // limit for unacknowledged data; 0: the kernel's limit
};

// Chooses the congestion control of connections: `wanted` is a name, "keep" or "auto", which replaces BBR by a control that
// does not pace. *out is empty if connections keep the default. Returns false with a reason for a name that this machine does
// not know or allow.
bool choose_congestion(const std::string& wanted, std::string* out, std::string* why);

// Sets the options on a TCP socket. Returns false, with errno, if the kernel refuses one.
bool equip(int socket, const SocketOptions& options);

// From now on the library that contains `function` sets these options on all TCP sockets that it opens; accepted sockets
// inherit them. Only that library's calls of socket() change. The setting belongs to the process, as the library does: the last
// options apply. Returns false if the library does not open sockets in a known way.
bool equip_sockets_of(const void* function, const SocketOptions& options);

}  // namespace penstock::net
