// epoll with names for the watched descriptors.
#pragma once

#include <cerrno>
#include <cstdint>

#include <sys/epoll.h>

#include "base/fd.hpp"
#include "base/status.hpp"

namespace penstock::mpiexec {

enum class Source : std::uint8_t {
  kSignals,
  kGrace,
  kTimeout,
  kExit,
  kOut,
  kErr,
  kPmi,
  kSink,
  kStdin,
  kStdinPipe,
  kStack,
  kStackLimit,
  kOtherMpi
};

struct Event {
  Source source;
  int rank;  // or the sink's descriptor
};

class Poller {
 public:
  Status open() {
    fd_.reset(::epoll_create1(EPOLL_CLOEXEC));
    return fd_.valid() ? Status::ok() : Status::system(errno, "epoll_create1");
  }
  Status watch(int fd, Event event, std::uint32_t events = EPOLLIN) {
    epoll_event e{};
    e.events = events;
    e.data.u64 = (static_cast<std::uint64_t>(event.source) << 32U) | static_cast<std::uint32_t>(event.rank);
    return ::epoll_ctl(fd_.get(), EPOLL_CTL_ADD, fd, &e) == 0 ? Status::ok() : Status::system(errno, "epoll_ctl add");
  }
  // Stops watching a descriptor; it need not have been watched.
  void forget(int fd) { static_cast<void>(::epoll_ctl(fd_.get(), EPOLL_CTL_DEL, fd, nullptr)); }
  // Returns the number of events after at most `milliseconds` (-1: no limit); negative: -errno.
  int wait(epoll_event* events, int capacity, int milliseconds) {
    const int n = ::epoll_wait(fd_.get(), events, capacity, milliseconds);
    return n >= 0 ? n : -errno;
  }
  static Event event_of(const epoll_event& e) {
    return {static_cast<Source>(e.data.u64 >> 32U), static_cast<int>(e.data.u64 & 0xffffffffU)};
  }

 private:
  base::Fd fd_;
};

}  // namespace penstock::mpiexec
