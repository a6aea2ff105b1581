#include "runtime/member_memory.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "transport/registry.hpp"

namespace penstock::runtime {
namespace {

// What a member tells another: how it fared, and the key of its memory.
struct Card {
  std::int32_t failed = 0;  // Code
  std::uint32_t bytes = 0;  // of the key
  std::byte key[1016] = {};
};
static_assert(sizeof(Card) == 1024);

Card* card_of(std::span<std::byte> cells, std::size_t member) {
  return reinterpret_cast<Card*>(cells.data() + member * sizeof(Card));
}

}  // namespace

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

MemberMemory::~MemberMemory() {
  detach();
  static_cast<void>(close());  // whoever wants to know has called it
}

void MemberMemory::detach() noexcept {
  for (auto& target : targets_) {
    if (target) parts_.engine.rma().detach(target.get());
  }
  targets_.clear();
}

Status MemberMemory::close() {
  if (region_ != nullptr) parts_.engine.memory_registry().deregister(std::exchange(region_, nullptr));
  const accel::Memory memory = std::exchange(memory_, {});
  return memory.base == 0 ? Status::ok() : parts_.engine.accel().release(memory);
}

Status MemberMemory::allocate(int device, std::size_t bytes) {
  accel::Accel& accel = parts_.engine.accel();
  PENSTOCK_TRY(accel.allocate(device, bytes, &memory_));
  const std::vector<std::byte> zeros(bytes);
  auto* const memory = reinterpret_cast<void*>(memory_.base);
  PENSTOCK_TRY(accel.copy_now(memory, zeros.data(), zeros.size()));
  return parts_.engine.memory_registry().register_memory(memory, zeros.size(), transport::kUseAll, &region_);
}

// For each member, since keys are made for those who get them.
Status MemberMemory::make_cards(std::span<std::byte> cells) {
  std::vector<std::byte> key;
  for (std::size_t i = 0; i < size(); ++i) {
    PENSTOCK_TRY(parts_.engine.memory_registry().key(*region_, parts_.world[i], &key));
    Card* const card = card_of(cells, i);
    if (key.size() > sizeof card->key) return Status::error(Code::kInternal, "a key has {} bytes", key.size());
    card->bytes = static_cast<std::uint32_t>(key.size());
    std::memcpy(card->key, key.data(), key.size());
  }
  return Status::ok();
}

// Its own memory every member has by its address.
Status MemberMemory::attach(std::span<const std::byte> cells) {
  for (std::size_t i = 0; i < size(); ++i) {
    places_.push_back(memory_.base);
    if (static_cast<int>(i) == parts_.rank) continue;
    const auto* const card = reinterpret_cast<const Card*>(cells.data() + i * sizeof(Card));
    auto target = std::make_unique<proto::rma::Target>();
    if (card->bytes > sizeof card->key) return Status::error(Code::kProtocol, "the key of rank {} is malformed", i);
    PENSTOCK_TRY(parts_.engine.rma().attach(parts_.world[i], {card->key, card->bytes}, target.get()));
    targets_.push_back(std::move(target));
    DeviceMemory found;
    PENSTOCK_TRY(find_device_memory(*targets_.back(), 0, &found));
    places_.back() = found.address;
  }
  return Status::ok();
}

Status MemberMemory::agree(const Status& mine, const Exchange& exchange) const {
  const std::vector<std::int32_t> sent(size(), static_cast<std::int32_t>(mine.code()));
  std::vector<std::int32_t> got(size());
  PENSTOCK_TRY(exchange(std::as_bytes(std::span(sent)), std::as_writable_bytes(std::span(got)), sizeof sent[0]));
  if (!mine.is_ok()) return mine.clone();
  const auto failed = std::ranges::find_if(got, [](std::int32_t code) { return code != 0; });
  if (failed == got.end()) return Status::ok();
  return Status::error(static_cast<Code>(*failed),
                       "rank {} could not make its part of the device handle; its own message tells why", failed - got.begin());
}

Status MemberMemory::open(Status&& mine, int device, std::size_t bytes, const Exchange& exchange) {
  std::vector<std::byte> sent(size() * sizeof(Card));
  std::vector<std::byte> got(sent.size());
  Status ready = std::move(mine);
  if (ready.is_ok()) ready = allocate(device, bytes);
  if (ready.is_ok()) ready = make_cards(sent);
  for (std::size_t i = 0; i < size(); ++i) card_of(sent, i)->failed = static_cast<std::int32_t>(ready.code());
  PENSTOCK_TRY(exchange(sent, got, sizeof(Card)));
  bool well = true;
  for (std::size_t i = 0; i < size(); ++i) well = well && card_of(got, i)->failed == 0;
  if (well) ready = attach(got);
  return agree(ready, exchange);
}

}  // namespace penstock::runtime
