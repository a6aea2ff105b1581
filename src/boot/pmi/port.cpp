#include "boot/pmi/port.hpp"

#include <cerrno>
#include <memory>
#include <string>

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

namespace penstock::boot::pmi {
namespace {

struct FreeAddresses {
  void operator()(addrinfo* list) const { freeaddrinfo(list); }
};

// A connect() that a signal interrupted continues in the background. A second, blocking connect() returns its result: EISCONN
// or the failure.
int connect_once(int fd, const addrinfo& address) {
  int rc = ::connect(fd, address.ai_addr, address.ai_addrlen);
  while (rc != 0 && (errno == EINTR || errno == EALREADY)) rc = ::connect(fd, address.ai_addr, address.ai_addrlen);
  return rc == 0 || errno == EISCONN ? 0 : errno;
}

}  // namespace

Status connect_port(std::string_view where, base::Fd* out) {
  const std::size_t colon = where.rfind(':');
  if (colon == std::string_view::npos || colon == 0) {
    return Status::error(Code::kProtocol, "the launcher's PMI_PORT='{}' is not host:port", where);
  }
  const std::string host(where.substr(0, colon));
  const std::string port(where.substr(colon + 1));
  addrinfo wanted{};
  wanted.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (const int rc = getaddrinfo(host.c_str(), port.c_str(), &wanted, &found); rc != 0) {
    return Status::error(Code::kProtocol, "finding the launcher at PMI_PORT='{}': {}", where, gai_strerror(rc));
  }
  const std::unique_ptr<addrinfo, FreeAddresses> addresses(found);
  int error = 0;
  for (const addrinfo* address = found; address != nullptr; address = address->ai_next) {
    base::Fd fd(::socket(address->ai_family, address->ai_socktype | SOCK_CLOEXEC, address->ai_protocol));
    error = fd.valid() ? connect_once(fd.get(), *address) : errno;
    if (error != 0) continue;
    const int on = 1;
    if (setsockopt(fd.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) != 0) return Status::system(errno, "TCP_NODELAY");
    *out = std::move(fd);
    return Status::ok();
  }
  return Status::system(error, std::string("connecting to the launcher at PMI_PORT=") += where);
}

}  // namespace penstock::boot::pmi
