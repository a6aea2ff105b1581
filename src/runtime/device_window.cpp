#include "runtime/device_window.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "kernels/image.hpp"
#include "kernels/names.hpp"
#include "transport/registry.hpp"

namespace penstock::runtime {
namespace {

constexpr std::size_t kPage = 4096;

// What a member tells another: how it fared, and the key of its words.
struct Card {
  std::int32_t failed = 0;  // Code
  std::uint32_t bytes = 0;  // of the key
  std::byte key[1016] = {};
};
static_assert(sizeof(Card) == 1024);

std::size_t words_bytes(std::size_t members) {
  return PENSTOCK_DEVICE_WORDS(members) + members * sizeof(penstock_device_member);
}

Card* card_of(std::span<std::byte> cells, std::size_t member) {
  return reinterpret_cast<Card*>(cells.data() + member * sizeof(Card));
}

}  // namespace

Status load_kernels(accel::Accel& accel, int device) {
  for (unsigned i = 0; i < accel::Accel::kQueues; ++i) {
    accel::Queue* queue = nullptr;
    PENSTOCK_TRY(accel.queue(device, i, &queue));
  }
  accel::Queue* waiting = nullptr;
  PENSTOCK_TRY(accel.queue(device, accel::Accel::kWaitingQueue, &waiting));
  if (kernels::images().empty()) return Status::ok();
  for (const std::string_view name : kernels::names()) PENSTOCK_TRY(accel.find_kernel(device, name));
  return Status::ok();
}

PinnedPages::~PinnedPages() {
  if (memory_ == nullptr) return;
  static_cast<void>(accel_.unregister_host(memory_));  // nothing is left to do about it
  std::free(memory_);
}

Status PinnedPages::allocate(std::size_t bytes) {
  const std::size_t whole = (bytes + kPage - 1) / kPage * kPage;
  void* made = nullptr;
  if (posix_memalign(&made, kPage, whole) != 0) return Status::error(Code::kNoMemory, "no {} bytes of memory are left", whole);
  std::memset(made, 0, whole);
  Status pinned = accel_.register_host(made, whole);
  if (!pinned.is_ok()) {
    std::free(made);
    return pinned;
  }
  memory_ = static_cast<std::byte*>(made);
  return Status::ok();
}

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

DeviceWindow::DeviceWindow(Parts parts) : parts_(std::move(parts)), abort_(parts_.engine.accel()) {}

DeviceWindow::~DeviceWindow() {
  parts_.watch->remove(*this);
  detach();
  static_cast<void>(close());  // whoever wants to know has called it
}

void DeviceWindow::detach() noexcept {
  for (auto& target : targets_) {
    if (target) parts_.engine.rma().detach(target.get());
  }
  targets_.clear();
}

Status DeviceWindow::close() {
  parts_.watch->remove(*this);
  if (region_ != nullptr) parts_.engine.memory_registry().deregister(std::exchange(region_, nullptr));
  const accel::Memory words = std::exchange(words_, {});
  return words.base == 0 ? Status::ok() : parts_.engine.accel().release(words);
}

Status DeviceWindow::allocate_words() {
  accel::Accel& accel = parts_.engine.accel();
  const int device = accel.live() ? accel.working_device() : -1;
  if (device < 0) {
    return Status::error(Code::kUnsupported,
                         "this process has no context on a GPU: choose one (cudaSetDevice) and use it first");
  }
  PENSTOCK_TRY(load_kernels(accel, device));
  PENSTOCK_TRY(accel.allocate(device, words_bytes(size()), &words_));
  const std::vector<std::byte> zeros(words_bytes(size()));
  auto* const words = reinterpret_cast<void*>(words_.base);
  PENSTOCK_TRY(accel.copy_now(words, zeros.data(), zeros.size()));
  PENSTOCK_TRY(parts_.engine.memory_registry().register_memory(words, zeros.size(), transport::kUseAll, &region_));
  return abort_.allocate(sizeof(std::uint32_t));
}

// Its own words every member has by their address.
Status DeviceWindow::attach(std::span<const std::byte> cells, std::vector<std::uint64_t>* words) {
  for (std::size_t i = 0; i < size(); ++i) {
    words->push_back(words_.base);
    if (static_cast<int>(i) == parts_.rank) continue;
    const auto* const card = reinterpret_cast<const Card*>(cells.data() + i * sizeof(Card));
    auto target = std::make_unique<proto::rma::Target>();
    if (card->bytes > sizeof card->key) return Status::error(Code::kProtocol, "the key of rank {} is malformed", i);
    PENSTOCK_TRY(parts_.engine.rma().attach(parts_.world[i], {card->key, card->bytes}, target.get()));
    targets_.push_back(std::move(target));
    DeviceMemory found;
    PENSTOCK_TRY(find_device_memory(*targets_.back(), 0, &found));
    words->back() = found.address;
  }
  return Status::ok();
}

Status DeviceWindow::fill(const std::vector<std::uint64_t>& words) {
  std::vector<penstock_device_member> rows;
  for (std::size_t i = 0; i < size(); ++i) {
    const Member& member = members_[i];
    rows.push_back({member.memory.address, words[i], member.bytes, member.unit});
  }
  const std::uint64_t table = words_.base + PENSTOCK_DEVICE_WORDS(size());
  const auto reached = [](const Member& member) { return member.memory.address == 0 || member.memory.atomics; };
  handle_ = {PENSTOCK_DEVICE_VERSION,
             parts_.rank,
             static_cast<std::int32_t>(size()),
             std::ranges::all_of(members_, reached) ? 1U : 0U,
             table,
             members_[static_cast<std::size_t>(parts_.rank)].memory.address,
             words_.base,
             reinterpret_cast<std::uint64_t>(abort_.data())};
  return parts_.engine.accel().copy_now(reinterpret_cast<void*>(table), rows.data(), rows.size() * sizeof rows[0]);
}

// All members learn how all of them fared.
Status DeviceWindow::agree(const Status& mine, const Exchange& exchange) const {
  const std::vector<std::int32_t> sent(size(), static_cast<std::int32_t>(mine.code()));
  std::vector<std::int32_t> got(size());
  PENSTOCK_TRY(exchange(std::as_bytes(std::span(sent)), std::as_writable_bytes(std::span(got)), sizeof sent[0]));
  if (!mine.is_ok()) return mine.clone();
  const auto failed = std::ranges::find_if(got, [](std::int32_t code) { return code != 0; });
  if (failed == got.end()) return Status::ok();
  return Status::error(static_cast<Code>(*failed),
                       "rank {} could not make its part of the device handle; its own message tells why", failed - got.begin());
}

// For each member, since keys are made for those who get them.
Status DeviceWindow::make_cards(std::span<std::byte> cells) {
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

Status DeviceWindow::open(Status&& found, std::vector<Member> members, const Exchange& exchange) {
  members_ = std::move(members);
  std::vector<std::byte> sent(size() * sizeof(Card));
  std::vector<std::byte> got(sent.size());
  Status ready = std::move(found);
  if (ready.is_ok()) ready = allocate_words();
  if (ready.is_ok()) ready = make_cards(sent);
  bool well = true;
  for (std::size_t i = 0; i < size(); ++i) card_of(sent, i)->failed = static_cast<std::int32_t>(ready.code());
  PENSTOCK_TRY(exchange(sent, got, sizeof(Card)));
  for (std::size_t i = 0; i < size(); ++i) well = well && card_of(got, i)->failed == 0;
  std::vector<std::uint64_t> words;
  if (well) ready = attach(got, &words);
  if (well && ready.is_ok()) ready = fill(words);
  PENSTOCK_TRY(agree(ready, exchange));
  parts_.watch->add(*this);
  return Status::ok();
}

void DeviceWindow::look() noexcept {
  const auto lost = [this](int world) { return world != parts_.engine.rank() && parts_.engine.loss_of(world) != nullptr; };
  if (abort_.data() == nullptr || !std::ranges::any_of(parts_.world, lost)) return;
  std::atomic_ref<std::uint32_t>(*reinterpret_cast<std::uint32_t*>(abort_.data())).store(1, std::memory_order_release);
}

void DeviceWatch::add(DeviceWindow& window) {
  windows_.push_back(&window);
  if (!std::exchange(listed_, true)) engine_.add_progressor(this);
}

bool DeviceWatch::advance() {
  if (engine_.loss_of(proto::kAnySource) != nullptr) std::ranges::for_each(windows_, [](DeviceWindow* each) { each->look(); });
  return listed_ = !windows_.empty();
}

}  // namespace penstock::runtime
