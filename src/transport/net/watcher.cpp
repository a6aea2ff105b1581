#include "transport/net/watcher.hpp"

#include <cerrno>
#include <cstdint>

#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/quiet_thread.hpp"

namespace penstock::transport {
namespace {

Status add(int epoll, int fd, std::uint32_t events) {
  epoll_event event{};
  event.events = events;
  event.data.fd = fd;
  if (epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event) == 0) return Status::ok();
  return Status::system(errno, "watching the network's descriptor");
}

}  // namespace

Status Watcher::create(int event, Doorbell* bell, std::unique_ptr<Watcher>* out) {
  std::unique_ptr<Watcher> made(new Watcher(event, bell));
  PENSTOCK_TRY(made->start());
  *out = std::move(made);
  return Status::ok();
}

Status Watcher::start() {
  epoll_.reset(epoll_create1(EPOLL_CLOEXEC));
  if (!epoll_) return Status::system(errno, "epoll_create1 for the network's descriptor");
  stop_.reset(eventfd(0, EFD_CLOEXEC));
  if (!stop_) return Status::system(errno, "eventfd for the end of the network's watcher");
  PENSTOCK_TRY(add(epoll_.get(), stop_.get(), EPOLLIN));
  PENSTOCK_TRY(add(epoll_.get(), event_, EPOLLONESHOT));
  const auto body = [](void* self) -> void* {
    static_cast<Watcher*>(self)->run();
    return nullptr;
  };
  PENSTOCK_TRY(base::start_quiet_thread("the thread that watches the network", body, this, &thread_));
  running_ = true;
  return Status::ok();
}

Watcher::~Watcher() {
  if (!running_) return;
  const std::uint64_t one = 1;
  while (write(stop_.get(), &one, sizeof one) < 0 && errno == EINTR) {
  }
  pthread_join(thread_, nullptr);
}

void Watcher::run() {
  for (;;) {
    epoll_event event{};
    const int found = epoll_wait(epoll_.get(), &event, 1, -1);
    if (found < 0 && errno != EINTR) return;
    if (found <= 0) continue;
    if (event.data.fd == stop_.get()) return;
    const std::uint64_t pause = pause_ns_.load(std::memory_order_relaxed);
    if (pause != 0 && stopped_within(pause)) return;
    rung_.store(true, std::memory_order_relaxed);
    Doorbell::ring(bell_->word());
  }
}

bool Watcher::stopped_within(std::uint64_t nanoseconds) const {
  constexpr std::uint64_t kSecond = 1'000'000'000;
  pollfd stop{stop_.get(), POLLIN, 0};
  const timespec time{static_cast<time_t>(nanoseconds / kSecond), static_cast<long>(nanoseconds % kSecond)};
  return ppoll(&stop, 1, &time, nullptr) > 0;
}

Status Watcher::arm(std::uint64_t pause_ns) {
  pause_ns_.store(pause_ns, std::memory_order_relaxed);
  epoll_event event{};
  event.events = EPOLLIN | EPOLLONESHOT;
  event.data.fd = event_;
  if (epoll_ctl(epoll_.get(), EPOLL_CTL_MOD, event_, &event) == 0) return Status::ok();
  return Status::system(errno, "watching the network's descriptor");
}

}  // namespace penstock::transport
