#include "transport/registry.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "kernels/accumulate/accumulate.hpp"

namespace penstock::transport {
namespace {

constexpr std::size_t kAlign = 64;

constexpr std::size_t aligned(std::uint64_t bytes) {
  return (std::max<std::uint64_t>(bytes, 1) + kAlign - 1) / kAlign * kAlign;
}

Status no_shared_memory() {
  return Status::error(Code::kUnsupported, "there is no memory that the ranks of this host share");
}

}  // namespace

MemoryRegistry::MemoryRegistry(const Environment& environment, std::span<const std::unique_ptr<Transport>> transports)
    : environment_(environment), process_(accel::this_process(environment.config)) {
  for (const auto& transport : transports) {
    if (OneSided* memory = transport->one_sided(); memory != nullptr) ways_.push_back({transport.get(), memory});
  }
}

// A forked child has its parent's regions but must not release them.
MemoryRegistry::~MemoryRegistry() {
  if (getpid() != mine_) return;
  for (std::uint32_t number = 0; number < entries_.size(); ++number) {
    if (entries_[number]) deregister(&entries_[number]->region);
  }
}

Status MemoryRegistry::take_number(std::uint32_t* out) {
  if (free_.empty() && entries_.size() == kMostRegions) {
    return Status::error(Code::kNoMemory, "{} regions of memory are registered, which is the most: deregister some",
                         kMostRegions);
  }
  if (free_.empty()) {
    free_.push_back(static_cast<std::uint32_t>(entries_.size()));
    entries_.emplace_back();
  }
  *out = free_.back();
  free_.pop_back();
  return Status::ok();
}

std::atomic<std::uint64_t>* MemoryRegistry::word(std::uint32_t number) const {
  for (const Way& way : ways_) {
    if (const auto words = way.memory->generations(); number < words.size()) return &words[number];
  }
  return nullptr;
}

AccumulateLock* MemoryRegistry::locks() const {
  for (const Way& way : ways_) {
    if (AccumulateLock* const locks = way.memory->locks(); locks != nullptr) return locks;
  }
  return nullptr;
}

// Without locks that all ranks can access, only the owner can exclude others for long enough.
Executor MemoryRegistry::executor_of(const Region& region) const {
  if (region.memory.kind == accel::MemoryKind::kDevice && (region.use & kUseAtomics) != 0) {
    const Status found = environment_.accel.queues().find_kernel(region.memory.device, kernels::kAccumulateKernel);
    if (found.is_ok()) return Executor::kDevice;
    environment_.log.info("accumulates on memory of device {} go by way of the host: {}", region.memory.device,
                          found.message());
  }
  if (!region.memory.on_host() || (region.use & kUseAtomics) == 0 || locks() == nullptr) return Executor::kOwner;
  const bool shared = std::ranges::any_of(ways_, [&](const Way& way) { return way.memory->is_shared(region); });
  return shared ? Executor::kCpu : Executor::kLock;
}

Status MemoryRegistry::add(Region region, OneSided* home, const Region** out) {
  PENSTOCK_TRY(take_number(&region.number));
  region.generation = ++last_generation_;
  region.executor = executor_of(region);
  auto entry = std::make_unique<Entry>();
  entry->region = region;
  entry->home = home;
  for (const Way& way : ways_) {
    Status registered = way.memory->register_memory(region);
    if (registered.is_ok()) entry->ways.push_back(way);
    if (registered.is_ok() || registered.code() == Code::kUnsupported) continue;
    environment_.log.info("memory that peers are to reach: {}: {}; operations go another way", way.transport->name(),
                          registered.message());
  }
  if (auto* const live = word(region.number); live != nullptr) live->store(region.generation, std::memory_order_release);
  *out = &entry->region;
  entries_[region.number] = std::move(entry);
  return Status::ok();
}

Status MemoryRegistry::register_memory(void* address, std::uint64_t bytes, std::uint32_t use, const Region** out) {
  Region region;
  region.use = use;
  region.base = reinterpret_cast<std::uintptr_t>(address);
  region.bytes = bytes;
  PENSTOCK_TRY(environment_.accel.query(address, &region.memory));
  return add(region, nullptr, out);
}

Status MemoryRegistry::take_pages(std::uint64_t bytes, HostPages* out) {
  for (const Way& way : ways_) {
    Status allocated = way.memory->allocate(aligned(bytes), &out->memory);
    if (allocated.is_ok()) return out->home = way.memory, Status::ok();
    if (allocated.code() != Code::kUnsupported) return allocated;
  }
  return no_shared_memory();
}

Status MemoryRegistry::allocate(std::uint64_t bytes, std::uint32_t use, const Region** out) {
  HostPages pages;
  Status taken = take_pages(bytes, &pages);
  if (!taken.is_ok() && taken.code() != Code::kUnsupported) return taken;
  if (pages.home == nullptr) {
    auto* const place = static_cast<std::byte*>(std::aligned_alloc(kAlign, aligned(bytes)));
    if (place == nullptr) return Status::error(Code::kNoMemory, "there are no {} bytes of memory", bytes);
    std::memset(place, 0, aligned(bytes));
    pages.memory = {place, aligned(bytes)};
  }
  return add_ours(pages.memory, bytes, use, pages.home, out);
}

Status MemoryRegistry::reserve_pages(std::uint64_t bytes, HostPages* out) {
  for (const Way& way : ways_) {
    Status reserved = way.memory->reserve(aligned(bytes), &out->memory);
    if (reserved.is_ok()) return out->home = way.memory, Status::ok();
    if (reserved.code() != Code::kUnsupported) return reserved;
  }
  return no_shared_memory();
}

Status MemoryRegistry::reserve(std::uint64_t bytes, std::uint32_t use, const Region** out) {
  HostPages pages;
  PENSTOCK_TRY(reserve_pages(bytes, &pages));
  return add_ours(pages.memory, bytes, use, pages.home, out);
}

// Adds memory that the registry itself frees later; it is freed at once if it cannot be registered.
Status MemoryRegistry::add_ours(std::span<std::byte> memory, std::uint64_t bytes, std::uint32_t use, OneSided* home,
                                const Region** out) {
  Region region;
  region.use = use;
  region.base = reinterpret_cast<std::uintptr_t>(memory.data());
  region.bytes = bytes;
  region.ours = true;
  Status added = add(region, home, out);
  if (added.is_ok()) return added;
  if (home != nullptr) home->release(memory);
  if (home == nullptr) std::free(memory.data());
  return added;
}

// Peers see that the region is gone before any part of it is released.
void MemoryRegistry::deregister(const Region* region) {
  const std::uint32_t number = region->number;
  const std::unique_ptr<Entry> entry = std::move(entries_[number]);
  if (auto* const live = word(number); live != nullptr) live->store(0, std::memory_order_seq_cst);
  for (const Way& way : entry->ways) way.memory->deregister(entry->region);
  free_.push_back(number);
  if (!entry->region.ours) return;
  auto* const memory = reinterpret_cast<std::byte*>(entry->region.base);
  if (entry->home != nullptr) return entry->home->release({memory, aligned(entry->region.bytes)});
  std::free(memory);
}

const Region* MemoryRegistry::find(std::uint32_t number, std::uint64_t generation) const noexcept {
  if (number >= entries_.size() || !entries_[number]) return nullptr;
  const Region& region = entries_[number]->region;
  return region.generation == generation ? &region : nullptr;
}

Status MemoryRegistry::key(const Region& region, int peer, std::vector<std::byte>* out) {
  RemoteKey made;
  made.head = {environment_.rank, region.number, region.generation, region.bytes, region.use, region.executor, {}, {}};
  made.head.descriptor.owner = process_;
  made.head.descriptor.kind = region.memory.kind;
  made.head.descriptor.address = region.base;
  for (const Way& way : entries_[region.number]->ways) {
    bool reached = false;
    PENSTOCK_TRY(way.transport->reaches(peer, &reached));
    if (!reached) continue;
    std::vector<std::byte> part;
    Status described = way.memory->describe(region, peer, &made.head.descriptor, &part);
    if (described.is_ok()) made.ways.add(way.transport->name(), part);
    if (!described.is_ok() && described.code() != Code::kUnsupported) return described;
  }
  *out = made.pack();
  return Status::ok();
}

bool MemoryRegistry::reached_alone(const Region& region, int peer) const {
  return std::ranges::any_of(ways_, [&](const Way& way) {
    bool reached = false;
    return way.transport->reaches(peer, &reached).is_ok() && reached && way.memory->reaches_alone(region, peer);
  });
}

Status MemoryRegistry::look_at_generation(int peer, const RemoteKey& key, bool* checked) {
  *checked = peer == environment_.rank;
  std::uint64_t now = find(key.head.number, key.head.generation) != nullptr ? key.head.generation : 0;
  for (const Way& way : ways_) {
    bool reached = false;
    PENSTOCK_TRY(way.transport->reaches(peer, &reached));
    if (!reached || *checked || !key.ways.has(way.transport->name())) continue;
    PENSTOCK_TRY(way.memory->generation(key, key.ways.find(way.transport->name()), checked, &now));
  }
  if (!*checked || now == key.head.generation) return Status::ok();
  return Status::error(Code::kProtocol,
                       "a key of generation {} for memory of rank {}, which is registered no more (now {}): exchange keys anew "
                       "after memory was deregistered",
                       key.head.generation, peer, now);
}

Status MemoryRegistry::attach(int peer, std::span<const std::byte> packed, Attachment* out) {
  *out = {};
  RemoteKey key;
  PENSTOCK_TRY(RemoteKey::unpack(packed, &key));
  if (key.head.rank != peer || key.head.number >= kMostRegions) {
    return Status::error(Code::kProtocol, "a key for memory of rank {} says that it is rank {}'s region {}", peer,
                         key.head.rank, key.head.number);
  }
  Attachment made;
  made.head = key.head;
  PENSTOCK_TRY(look_at_generation(peer, key, &made.checked));
  for (const Way& way : ways_) {
    bool reached = false;
    Status status = way.transport->reaches(peer, &reached);
    Remote remote;
    remote.way = way.memory;
    remote.name = way.transport->name();
    remote.peer = peer;
    remote.descriptor = key.head.descriptor;
    remote.bytes = key.head.bytes;
    if (status.is_ok() && reached && key.ways.has(way.transport->name())) {
      status = way.memory->attach(key, key.ways.find(way.transport->name()), &remote);
      if (status.is_ok()) made.ways.push_back(remote);
    }
    if (status.is_ok() || status.code() == Code::kUnsupported) continue;
    if (status.code() != Code::kProtocol) {
      environment_.log.info("memory of rank {}: {}: {}; operations go another way", peer, way.transport->name(),
                            status.message());
      continue;
    }
    detach(&made);
    return std::move(status).within(fmt::format("attaching memory of rank {}", peer));
  }
  *out = std::move(made);
  return Status::ok();
}

void MemoryRegistry::detach(Attachment* attachment) {
  for (Remote& remote : attachment->ways) remote.way->detach(&remote);
  attachment->ways.clear();
}

}  // namespace penstock::transport
