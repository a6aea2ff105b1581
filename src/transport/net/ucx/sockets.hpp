// What we want of UCX's TCP connections and it has no options for. It has to be so from the moment that a socket is made: one
// that has been connected under BBR goes on pacing what it sends whatever control it is given afterwards.
#pragma once

#include <string>

namespace penstock::net {

struct SocketOptions {
  std::string congestion;   // a control that this machine allows; empty: the machine's own
  int silence_seconds = 0;  // a connection on which data have been under way for so long unanswered ends; 0: the kernel's limit
};

// Which congestion control connections shall take: `wanted` is a name, "keep" or "auto", which takes what does not pace in
// BBR's place. *out is empty where they keep what they have. False with a reason for a name that this machine does not know or
// allow.
bool choose_congestion(const std::string& wanted, std::string* out, std::string* why);

// Gives them to a TCP socket. False, with errno, where the kernel does not take one.
bool equip(int socket, const SocketOptions& options);

// From now on the library that has `function` in it gives these options to all TCP sockets that it opens; what such a socket
// accepts inherits them. Only that library's calls of socket() change. Of the process, as the library is: the last options
// hold. False where the library does not open sockets in a way that is known.
bool equip_sockets_of(const void* function, const SocketOptions& options);

}  // namespace penstock::net
