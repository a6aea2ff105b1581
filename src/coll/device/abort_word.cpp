#include "coll/device/abort_word.hpp"

namespace penstock::coll {
namespace {

constexpr unsigned kAbortQueue = 2;  // beside a kernel that waits

}  // namespace

Status AbortWord::give_up() {
  if (std::exchange(given_up_, true)) return Status::ok();
  static constexpr std::uint32_t kYes = 1;
  accel::Queue* queue = nullptr;
  PENSTOCK_TRY(queues_.queue(device_, kAbortQueue, &queue));
  return queue->copy(reinterpret_cast<void*>(address_), &kYes, sizeof kYes);
}

}  // namespace penstock::coll
