#include "runtime/device_window.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "base/page.hpp"
#include "kernels/image.hpp"
#include "kernels/names.hpp"

namespace penstock::runtime {
namespace {

constexpr std::string_view kTask = "make its part of the device handle";

std::size_t words_bytes(std::size_t members) {
  return PENSTOCK_DEVICE_WORDS(members) + members * sizeof(penstock_device_member);
}

}  // namespace

Status load_kernels(accel::Accel& accel, int device) {
  for (unsigned i = 0; i < accel::Queues::kQueues; ++i) {
    accel::Queue* queue = nullptr;
    PENSTOCK_TRY(accel.queues().queue(device, i, &queue));
  }
  accel::Queue* waiting = nullptr;
  PENSTOCK_TRY(accel.queues().queue(device, accel::Queues::kWaitingQueue, &waiting));
  if (kernels::images().empty()) return Status::ok();
  for (const std::string_view name : kernels::names()) PENSTOCK_TRY(accel.queues().find_kernel(device, name));
  return Status::ok();
}

PinnedPages::~PinnedPages() {
  if (memory_ == nullptr) return;
  static_cast<void>(accel_.allocations().unregister_host(memory_));  // nothing is left to do about it
  std::free(memory_);
}

Status PinnedPages::allocate(std::size_t bytes) {
  const std::size_t whole = base::whole_pages(bytes);
  void* made = nullptr;
  if (posix_memalign(&made, base::page_bytes(), whole) != 0)
    return Status::error(Code::kNoMemory, "no {} bytes of memory are left", whole);
  std::memset(made, 0, whole);
  Status pinned = accel_.allocations().register_host(made, whole);
  if (!pinned.is_ok()) {
    std::free(made);
    return pinned;
  }
  memory_ = static_cast<std::byte*>(made);
  return Status::ok();
}

DeviceWindow::DeviceWindow(Parts parts)
    : parts_(std::move(parts)), words_({parts_.engine, parts_.world, parts_.rank, kTask}), abort_(parts_.engine.accel()) {}

DeviceWindow::~DeviceWindow() {
  parts_.watch->remove(*this);
}

void DeviceWindow::detach() noexcept {
  words_.detach();
}

Status DeviceWindow::close() {
  parts_.watch->remove(*this);
  return words_.close();
}

Status DeviceWindow::find_device(int* out) {
  accel::Accel& accel = parts_.engine.accel();
  *out = accel.live() ? accel.working_device() : -1;
  if (*out < 0) {
    return Status::error(Code::kUnsupported,
                         "this process has no context on a GPU: choose one (cudaSetDevice) and use it first");
  }
  PENSTOCK_TRY(load_kernels(accel, *out));
  return abort_.allocate(sizeof(std::uint32_t));
}

Status DeviceWindow::fill() {
  std::vector<penstock_device_member> rows;
  for (std::size_t i = 0; i < size(); ++i) {
    const Member& member = members_[i];
    rows.push_back({member.memory.address, words_.at(i), member.bytes, member.unit});
  }
  const auto me = static_cast<std::size_t>(parts_.rank);
  const std::uint64_t table = words_.at(me) + PENSTOCK_DEVICE_WORDS(size());
  const auto reached = [](const Member& member) { return member.memory.address == 0 || member.memory.atomics; };
  handle_ = {PENSTOCK_DEVICE_VERSION,
             parts_.rank,
             static_cast<std::int32_t>(size()),
             std::ranges::all_of(members_, reached) ? 1U : 0U,
             table,
             members_[me].memory.address,
             words_.at(me),
             reinterpret_cast<std::uint64_t>(abort_.data())};
  return parts_.engine.accel().queues().copy_now(reinterpret_cast<void*>(table), rows.data(), rows.size() * sizeof rows[0]);
}

Status DeviceWindow::open(Status&& found, std::vector<Member> members, Carrier& carrier) {
  members_ = std::move(members);
  Status ready = std::move(found);
  int device = -1;
  if (ready.is_ok()) ready = find_device(&device);
  PENSTOCK_TRY(words_.open(carrier, std::move(ready), device, words_bytes(size())));
  PENSTOCK_TRY(all_ok(carrier, fill(), kTask));
  parts_.watch->add(*this);
  return Status::ok();
}

void DeviceWindow::look() noexcept {
  const auto lost = [this](int world) {
    return world != parts_.engine.rank() && parts_.engine.membership().loss_of(world) != nullptr;
  };
  if (abort_.data() == nullptr || !std::ranges::any_of(parts_.world, lost)) return;
  std::atomic_ref<std::uint32_t>(*reinterpret_cast<std::uint32_t*>(abort_.data())).store(1, std::memory_order_release);
}

void DeviceWatch::add(DeviceWindow& window) {
  windows_.push_back(&window);
  if (!std::exchange(listed_, true)) engine_.progress().add_progressor(this);
}

bool DeviceWatch::advance() {
  if (engine_.membership().loss_of(proto::kAnySource) != nullptr)
    std::ranges::for_each(windows_, [](DeviceWindow* each) { each->look(); });
  return listed_ = !windows_.empty();
}

}  // namespace penstock::runtime
