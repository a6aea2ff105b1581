#include "runtime/team_memory.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "transport/registry.hpp"

namespace penstock::runtime {

// One member hands this to another: how it fared, and the key of its part.
struct TeamMemory::Cell {
  std::int32_t failed = 0;  // Code
  std::uint32_t bytes = 0;  // of the key
  std::byte key[1016] = {};
};

Status find_device_memory(const proto::rma::Target& target, std::uint64_t offset, DeviceMemory* out) {
  for (const transport::Remote& way : target.attachment().ways) {
    if (way.device == 0) continue;
    *out = {way.device + offset, way.atomics_device >= 0};
    return Status::ok();
  }
  return Status::error(
      Code::kUnsupported,
      "kernels of this rank do not reach the memory of rank {}: it has to be device memory of a GPU of this host "
      "that this one's GPU can map (PENSTOCK_EXPLAIN=1 tells the ways); the host's calls work all the same",
      target.peer());
}

TeamMemory::~TeamMemory() {
  detach();
  static_cast<void>(close());  // whoever wants to know has called it
}

Status TeamMemory::allocate(int device, std::size_t bytes) {
  accel::Accel& accel = parts_.engine.accel();
  PENSTOCK_TRY(accel.allocations().allocate(device, bytes, &memory_));
  const std::vector<std::byte> zeros(bytes);
  auto* const memory = reinterpret_cast<void*>(memory_.base);
  PENSTOCK_TRY(accel.queues().copy_now(memory, zeros.data(), zeros.size()));
  return expose(memory, bytes);
}

Status TeamMemory::expose(void* memory, std::size_t bytes) {
  PENSTOCK_TRY(parts_.engine.memory_registry().register_memory(memory, bytes, transport::kUseAll, &region_));
  registered_ = true;
  return Status::ok();
}

// A key is made for the member that gets it.
Status TeamMemory::make_keys(std::vector<Cell>* cells) const {
  std::vector<std::byte> key;
  for (std::size_t i = 0; i < size(); ++i) {
    PENSTOCK_TRY(parts_.engine.memory_registry().key(*region_, parts_.world[i], &key));
    Cell& cell = (*cells)[i];
    if (key.size() > sizeof cell.key) return Status::error(Code::kInternal, "a key has {} bytes", key.size());
    cell.bytes = static_cast<std::uint32_t>(key.size());
    std::memcpy(cell.key, key.data(), key.size());
  }
  return Status::ok();
}

Status TeamMemory::hand_keys(Carrier& carrier, Status&& mine) {
  static_assert(sizeof(Cell) == 1024);
  std::vector<Cell> sent(size());
  std::vector<Cell> got(size());
  Status ready = std::move(mine);
  if (ready.is_ok() && region_ == nullptr) ready = Status::error(Code::kInternal, "this rank has no memory to share");
  if (ready.is_ok()) ready = make_keys(&sent);
  for (Cell& cell : sent) cell.failed = code_of(ready);
  PENSTOCK_TRY(all_hand(carrier, std::as_bytes(std::span(sent)), std::as_writable_bytes(std::span(got)), sizeof(Cell)));
  std::vector<std::int32_t> codes;
  for (const Cell& cell : got) {
    codes.push_back(cell.failed);
    keys_.emplace_back(cell.key, cell.key + std::min<std::size_t>(cell.bytes, sizeof cell.key));
  }
  all_ = conclude(ready, codes, parts_.task);
  return Status::ok();
}

Status TeamMemory::attach() {
  for (std::size_t i = 0; i < keys_.size(); ++i) {
    auto made = std::make_unique<proto::rma::Target>();
    PENSTOCK_TRY(parts_.engine.rma().attach(parts_.world[i], keys_[i], made.get()));
    targets_.push_back(std::move(made));
  }
  keys_.clear();
  return Status::ok();
}

// This rank reaches its own part by the part's address.
Status TeamMemory::find_places() {
  for (std::size_t i = 0; i < size(); ++i) {
    DeviceMemory found{region_->base, true};
    if (static_cast<int>(i) != parts_.rank) PENSTOCK_TRY(find_device_memory(target(i), 0, &found));
    places_.push_back(found.address);
  }
  return Status::ok();
}

Status TeamMemory::open(Carrier& carrier, Status&& mine, int device, std::size_t bytes) {
  Status ready = std::move(mine);
  if (ready.is_ok()) ready = allocate(device, bytes);
  PENSTOCK_TRY(hand_keys(carrier, std::move(ready)));
  PENSTOCK_TRY(parts().clone());
  Status reached = attach();
  if (reached.is_ok()) reached = find_places();
  return all_ok(carrier, reached, parts_.task);
}

void TeamMemory::detach() noexcept {
  for (auto& target : targets_) parts_.engine.rma().detach(target.get());
  targets_.clear();
}

Status TeamMemory::close() {
  const transport::Region* const region = std::exchange(region_, nullptr);
  if (std::exchange(registered_, false)) parts_.engine.memory_registry().deregister(region);
  const accel::Memory memory = std::exchange(memory_, {});
  return memory.base == 0 ? Status::ok() : parts_.engine.accel().allocations().release(memory);
}

}  // namespace penstock::runtime
