#include "proto/p2p/device_lists.hpp"

#include <algorithm>
#include <utility>

namespace penstock::proto {

struct ListEntry {
  std::weak_ptr<const Plan> plan;
  int device = 0;
  std::size_t capacity = 0;
  accel::Memory memory;
  kernels::List list;
  std::vector<std::byte> on_its_way;  // the copy to the device reads these bytes
  accel::Ticket ready;
  std::vector<accel::Ticket> users;  // the last ticket of each queue
  int held = 0;
  std::uint64_t used_at = 0;

  [[nodiscard]] bool gone() const noexcept { return plan.expired(); }
};

namespace {

constexpr std::size_t kLeast = 4096;
// Memory of plans that no longer exist is kept for later plans, up to this fraction of the limit.
constexpr std::size_t kSpareShare = 4;

bool needs_tables(const PlanView& plan) noexcept {
  return plan.runs.size() != 1 || plan.runs.front().kind != Run::Kind::kStrided;
}

// Returns true also if the queue has failed, since nothing of it runs then.
bool over(accel::Accel& accel, const accel::Ticket& ticket) {
  accel::Progress progress = accel::Progress::kDone;
  return !accel.queues().test(ticket, &progress).is_ok() || progress == accel::Progress::kDone;
}

}  // namespace

DeviceLists::Held::~Held() {
  if (entry_ != nullptr) --entry_->held;
}

void DeviceLists::Held::used(const accel::Ticket& ticket) {
  if (entry_ == nullptr) return;
  auto known = std::ranges::find(entry_->users, ticket.queue, &accel::Ticket::queue);
  if (known == entry_->users.end()) {
    entry_->users.push_back(ticket);
  } else {
    *known = ticket;
  }
}

DeviceLists::DeviceLists(const Config& config, Log& log, accel::Accel& accel) : config_(config), log_(log), accel_(accel) {}

// Waits for copies to the device, since they read memory of this object.
DeviceLists::~DeviceLists() {
  for (const auto& entry : entries_) {
    // If the wait fails, the copy has stopped.
    if (!entry->on_its_way.empty()) static_cast<void>(accel_.queues().wait(entry->ready));
  }
}

Status DeviceLists::find(const Buffer& buffer, int device, kernels::List* out, bool* arrived, Held* held) {
  *arrived = true;
  const PlanView plan = buffer.layout->plan();
  if (!needs_tables(plan)) {
    *out = list_plan(plan).list;
    place_buffer(out, buffer);
    return Status::ok();
  }
  const std::shared_ptr<const Plan>& shared = buffer.layout->shared_plan();
  const auto is_it = [&](const auto& entry) {
    return entry->device == device && !entry->plan.owner_before(shared) && !shared.owner_before(entry->plan);
  };
  auto known = std::ranges::find_if(entries_, is_it);
  ListEntry* entry = known == entries_.end() ? nullptr : known->get();
  if (entry == nullptr) PENSTOCK_TRY(make(shared, device, &entry));
  PENSTOCK_TRY(look(entry));
  *arrived = entry->on_its_way.empty();
  entry->used_at = ++clock_;
  ++entry->held;
  held->entry_ = entry;
  *out = entry->list;
  place_buffer(out, buffer);
  return Status::ok();
}

// If its tables did not arrive, the entry loses its plan, and the next copy makes the tables again.
Status DeviceLists::look(ListEntry* entry) {
  if (entry->on_its_way.empty()) return Status::ok();
  accel::Progress progress = accel::Progress::kDone;
  Status status = accel_.queues().test(entry->ready, &progress);
  if (!status.is_ok()) entry->plan.reset();
  if (progress == accel::Progress::kDone || !status.is_ok()) entry->on_its_way = {};
  return status;
}

Status DeviceLists::make(const std::shared_ptr<const Plan>& plan, int device, ListEntry** out) {
  Listing listing = list_plan(plan->view());
  if (listing.bytes.size() > static_cast<std::size_t>(config_.list_cache_bytes)) listing = list_plan(plan->view(), false);
  ListEntry* entry = nullptr;
  accel::Queue* queue = nullptr;
  PENSTOCK_TRY(accel_.queues().queue(device, kQueue, &queue));
  PENSTOCK_TRY(find_memory(device, listing.bytes.size(), &entry));
  entry->list = listing.list;
  entry->on_its_way = std::move(listing.bytes);
  place_tables(&entry->list, entry->memory.base);
  auto* const to = reinterpret_cast<void*>(entry->memory.base);
  Status begun = queue->copy(to, entry->on_its_way.data(), entry->on_its_way.size());
  if (begun.is_ok()) begun = queue->mark(&entry->ready);
  if (!begun.is_ok()) {
    entry->on_its_way = {};  // a queue runs nothing after its failure
    return begun;
  }
  entry->plan = plan;
  *out = entry;
  return Status::ok();
}

Status DeviceLists::find_memory(int device, std::size_t bytes, ListEntry** out) {
  const auto limit = static_cast<std::size_t>(config_.list_cache_bytes);
  const std::size_t capacity = (bytes + kLeast - 1) / kLeast * kLeast;
  if (capacity > limit) {
    return Status::error(Code::kUnsupported, "a datatype's list of {} bytes is more than PENSTOCK_LIST_CACHE_BYTES allows",
                         bytes);
  }
  std::size_t taken = 0;
  std::size_t spare = 0;
  for (const auto& entry : entries_) {
    if (entry->device != device) continue;
    taken += entry->capacity;
    if (!entry->gone()) continue;
    if (entry->capacity >= capacity && entry->capacity <= 4 * capacity && idle(entry.get())) {
      *out = entry.get();
      return Status::ok();
    }
    spare += entry->capacity;
  }
  for (; spare > limit / kSpareShare || taken + capacity > limit;) {
    const std::size_t freed = drop_one(device, taken + capacity <= limit);
    if (freed == 0) break;
    taken -= freed;
    spare -= std::min(spare, freed);
  }
  if (taken + capacity > limit) {
    return Status::error(Code::kUnsupported, "lists in use take all that PENSTOCK_LIST_CACHE_BYTES allows, {} bytes", limit);
  }
  auto made = std::make_unique<ListEntry>();
  made->device = device;
  made->capacity = capacity;
  PENSTOCK_TRY(allocate(device, capacity, &made->memory));
  *out = made.get();
  entries_.push_back(std::move(made));
  return Status::ok();
}

Status DeviceLists::allocate(int device, std::size_t bytes, accel::Memory* out) {
  Status allocated = accel_.allocations().allocate(device, bytes, out);
  if (allocated.is_ok() || drop_one(device, false) == 0) return allocated;
  log_.info("asking again for memory of a datatype's list, another one was freed: {}", allocated.message());
  return accel_.allocations().allocate(device, bytes, out);
}

bool DeviceLists::idle(ListEntry* entry) {
  if (entry->held > 0) return false;
  if (!entry->on_its_way.empty() && !over(accel_, entry->ready)) return false;
  entry->on_its_way = {};
  std::erase_if(entry->users, [&](const accel::Ticket& ticket) { return over(accel_, ticket); });
  return entry->users.empty();
}

std::size_t DeviceLists::drop_one(int device, bool gone_only) {
  auto worst = entries_.end();
  for (auto at = entries_.begin(); at != entries_.end(); ++at) {
    ListEntry& entry = **at;
    if (entry.device != device || (gone_only && !entry.gone()) || !idle(&entry)) continue;
    const bool worse = worst == entries_.end() || (entry.gone() && !(*worst)->gone()) ||
                       (entry.gone() == (*worst)->gone() && entry.used_at < (*worst)->used_at);
    if (worse) worst = at;
  }
  if (worst == entries_.end()) return 0;
  const std::size_t freed = (*worst)->capacity;
  if (Status released = accel_.allocations().release((*worst)->memory); !released.is_ok()) {
    log_.warn("freeing the memory of a datatype's list: {}", released.message());
  }
  entries_.erase(worst);
  return freed;
}

}  // namespace penstock::proto
