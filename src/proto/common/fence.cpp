#include "proto/common/fence.hpp"

#include <utility>

#include "base/quiet_thread.hpp"

namespace penstock::proto {

Status Fence::enter(boot::Boot& boot, std::atomic<std::uint32_t>* bell, std::unique_ptr<Fence>* out) {
  std::unique_ptr<Fence> made(new Fence(boot, bell));
  PENSTOCK_TRY(made->start());
  *out = std::move(made);
  return Status::ok();
}

Status Fence::start() {
  const auto body = [](void* self) -> void* {
    static_cast<Fence*>(self)->run();
    return nullptr;
  };
  PENSTOCK_TRY(base::start_quiet_thread("the thread that waits for the launcher's fence", body, this, &thread_));
  running_ = true;
  return Status::ok();
}

Fence::~Fence() {
  join();
}

void Fence::run() {
  status_ = boot_.fence();
  over_.store(true, std::memory_order_release);
  transport::Doorbell::ring(bell_);
}

void Fence::join() {
  if (std::exchange(running_, false)) pthread_join(thread_, nullptr);
}

Status Fence::end() {
  join();
  return std::exchange(status_, Status::ok());
}

}  // namespace penstock::proto
