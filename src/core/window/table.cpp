#include "core/window/table.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <utility>

#include "core/window/explain.hpp"

namespace penstock::core {
namespace {

constexpr std::size_t kFirstRows = 16;

std::atomic_ref<std::uint64_t> word(std::uint64_t& of) noexcept {
  return std::atomic_ref<std::uint64_t>(of);
}

}  // namespace

void WindowTable::open(Instance& instance, TableHead* head, int near, int far) noexcept {
  instance_ = &instance;
  head_ = head;
  near_ = near;
  far_ = far;
}

TableRow* WindowTable::rows() const noexcept {
  return reinterpret_cast<TableRow*>(row_regions_.back()->base);
}

void WindowTable::begin_change() noexcept {
  word(head_->generation).fetch_add(1, std::memory_order_seq_cst);
  std::atomic_thread_fence(std::memory_order_seq_cst);
}
void WindowTable::end_change() noexcept {
  word(head_->generation).fetch_add(1, std::memory_order_seq_cst);
}

Status WindowTable::make_keys(const transport::Region& region, TableKeys* out) {
  const auto make = [&](int world, std::byte* to, std::uint32_t* bytes) {
    *bytes = 0;
    if (world < 0) return Status::ok();
    std::vector<std::byte> key;
    PENSTOCK_TRY(instance_->engine().memory_registry().key(region, world, &key));
    if (key.size() > TableKeys::kMost) {
      return Status::error(Code::kRmaAttach,
                           "the key of the memory has {} bytes, of at most {}: memory of this kind cannot be "
                           "attached to a dynamic window; use MPI_Win_create",
                           key.size(), TableKeys::kMost);
    }
    std::memcpy(to, key.data(), key.size());
    *bytes = static_cast<std::uint32_t>(key.size());
    return Status::ok();
  };
  PENSTOCK_TRY(make(near_, out->near_key, &out->near_bytes));
  return make(far_, out->far_key, &out->far_bytes);
}

// A longer region of rows replaces the last one, while the table changes.
Status WindowTable::make_room(std::size_t rows) {
  if (rows <= capacity_) return Status::ok();
  const std::size_t wanted = std::max(2 * capacity_, kFirstRows);
  transport::MemoryRegistry& registry = instance_->engine().memory_registry();
  const transport::Region* made = nullptr;
  PENSTOCK_TRY(registry.allocate(wanted * sizeof(TableRow), transport::kUseRead, &made));
  TableKeys keys;
  if (Status keyed = make_keys(*made, &keys); !keyed.is_ok()) {
    registry.deregister(made);
    return keyed;
  }
  begin_change();
  if (capacity_ != 0) std::memcpy(reinterpret_cast<void*>(made->base), this->rows(), in_row_.size() * sizeof(TableRow));
  head_->keys = keys;
  head_->number = ++last_number_;
  row_regions_.push_back(made);
  capacity_ = wanted;
  end_change();
  return Status::ok();
}

Status WindowTable::attach(void* base, std::uint64_t bytes, const transport::Region** out) {
  const auto first = reinterpret_cast<std::uintptr_t>(base);
  const auto after = attached_.lower_bound(first);
  const bool meets_next = after != attached_.end() && (after->first == first || after->first - first < bytes);
  const bool meets_last = after != attached_.begin() && first - std::prev(after)->first < std::prev(after)->second.bytes;
  if (meets_next || meets_last) {
    return Status::error(Code::kRmaAttach, "{} bytes at {} overlap memory that is attached: detach that first", bytes, base);
  }
  if (bytes == 0) return attached_.emplace(first, Attached{}), Status::ok();
  transport::MemoryRegistry& registry = instance_->engine().memory_registry();
  PENSTOCK_TRY(make_room(in_row_.size() + 1));
  const transport::Region* region = nullptr;
  PENSTOCK_TRY(registry.register_memory(base, bytes, transport::kUseAll, &region));
  TableRow made{first, bytes, 0, {}};
  if (Status keyed = make_keys(*region, &made.keys); !keyed.is_ok()) {
    registry.deregister(region);
    return keyed;
  }
  made.number = ++last_number_;
  begin_change();
  rows()[in_row_.size()] = made;
  in_row_.push_back(first);
  head_->rows = in_row_.size();
  end_change();
  attached_.emplace(first, Attached{region, bytes, in_row_.size() - 1});
  *out = region;
  return Status::ok();
}

// The last row moves to the row that becomes free.
Status WindowTable::detach(const void* base) {
  const auto found = attached_.find(reinterpret_cast<std::uintptr_t>(base));
  if (found == attached_.end()) {
    return Status::error(Code::kRmaAttach, "no memory that begins at {} is attached", base);
  }
  const Attached gone = found->second;
  attached_.erase(found);
  if (gone.region == nullptr) return Status::ok();
  begin_change();
  const std::size_t last = in_row_.size() - 1;
  if (gone.row != last) {
    rows()[gone.row] = rows()[last];
    in_row_[gone.row] = in_row_[last];
    attached_.at(in_row_[gone.row]).row = gone.row;
  }
  in_row_.pop_back();
  head_->rows = last;
  end_change();
  instance_->engine().memory_registry().deregister(gone.region);
  return Status::ok();
}

void WindowTable::close() noexcept {
  if (instance_ == nullptr) return;
  transport::MemoryRegistry& registry = instance_->engine().memory_registry();
  for (const auto& [base, attached] : attached_) {
    if (attached.region != nullptr) registry.deregister(attached.region);
  }
  for (const transport::Region* region : row_regions_) registry.deregister(region);
  attached_.clear();
  in_row_.clear();
  row_regions_.clear();
  instance_ = nullptr;
}

Status PeerTable::find(std::uint64_t first, std::uint64_t bytes, rma::Target** memory, std::int64_t* offset) {
  while (true) {
    PENSTOCK_TRY(refresh());
    auto found = entries_.upper_bound(first);
    if (found != entries_.begin()) --found;
    const bool within = found != entries_.end() && found->first <= first && first - found->first <= found->second.bytes &&
                        bytes <= found->second.bytes - (first - found->first);
    if (!within) return *memory = nullptr, Status::ok();
    if (!found->second.memory) PENSTOCK_TRY(attach(&found->second));
    if (!found->second.memory) continue;
    *memory = found->second.memory.get();
    *offset = static_cast<std::int64_t>(first - found->first);
    return Status::ok();
  }
}

// If the table changes meanwhile, it is read again.
Status PeerTable::refresh() {
  ControlWord generation(core_, control_, ControlLayout(core_.size()).table());
  while (true) {
    std::uint64_t now = 0;
    PENSTOCK_TRY(generation.load(&now));
    if (now == generation_) return Status::ok();
    bool same = false;
    if (now % 2 == 0) PENSTOCK_TRY(read(now, &same));
    if (same) return generation_ = now, Status::ok();
    PENSTOCK_TRY(core_.check_members());
    core_.instance().engine().progress().poll();
  }
}

// A member whose words are mapped is of this host.
std::span<const std::byte> PeerTable::key_for_this_rank(const TableKeys& keys) const noexcept {
  if (control_.words != nullptr) return {keys.near_key, keys.near_bytes};
  return {keys.far_key, keys.far_bytes};
}

Status PeerTable::attach_rows(const TableHead& head) {
  if (head.number == rows_number_) return Status::ok();
  if (std::exchange(has_rows_, false)) core_.rma().detach(&rows_);
  rows_number_ = 0;
  PENSTOCK_TRY(core_.rma().attach(world_, key_for_this_rank(head.keys), &rows_));
  has_rows_ = true;
  rows_number_ = head.number;
  return Status::ok();
}

// The bytes of a region are read by loads, or by the engine.
Status PeerTable::fetch(rma::Target& from, std::uint64_t offset, void* to, std::uint64_t bytes) {
  if (const transport::Remote* direct = from.direct(); direct != nullptr && direct->direct != nullptr) {
    std::memcpy(to, direct->direct + offset, bytes);
    return Status::ok();
  }
  rma::Call call;
  core_.rma().get(from, transport::contiguous(offset, to, bytes), &call);
  core_.finish(call);
  return call.status().is_ok() ? Status::ok() : call.status().clone();
}

// *same says that all rows are of that generation. A failure while the table changes may come from the change.
Status PeerTable::read(std::uint64_t generation, bool* same) {
  const std::uint64_t at = ControlLayout(core_.size()).table();
  ControlWord word(core_, control_, at);
  const auto unchanged = [&] {
    std::atomic_thread_fence(std::memory_order_acquire);
    std::uint64_t now = 0;
    return word.load(&now).is_ok() && now == generation;
  };
  TableHead head;
  PENSTOCK_TRY(fetch(control_.target, at, &head, sizeof head));
  if (!unchanged()) return Status::ok();
  if (head.rows != 0) {
    if (Status attached = attach_rows(head); !attached.is_ok()) return unchanged() ? std::move(attached) : Status::ok();
  }
  std::map<std::uint64_t, Entry> read;
  for (std::uint64_t i = 0; i < head.rows; ++i) {
    TableRow row;
    PENSTOCK_TRY(fetch(rows_, i * sizeof row, &row, offsetof(TableRow, keys)));
    read[row.base] = Entry{row.bytes, row.number, i, nullptr};
  }
  if (!unchanged()) return Status::ok();
  for (auto& [base, entry] : entries_) {
    if (!entry.memory) continue;
    const auto still = read.find(base);
    if (still != read.end() && still->second.number == entry.number) {
      still->second.memory = std::move(entry.memory);
    } else {
      core_.rma().detach(entry.memory.get());
    }
  }
  entries_ = std::move(read);
  *same = true;
  return Status::ok();
}

// The row may belong to other memory by now, or be half written; then nothing is attached.
Status PeerTable::attach(Entry* entry) {
  auto row = std::make_unique<TableRow>();
  PENSTOCK_TRY(fetch(rows_, entry->row * sizeof(TableRow), row.get(), sizeof(TableRow)));
  std::atomic_thread_fence(std::memory_order_acquire);
  std::uint64_t now = 0;
  PENSTOCK_TRY(ControlWord(core_, control_, ControlLayout(core_.size()).table()).load(&now));
  if (now != generation_) return Status::ok();
  auto memory = std::make_unique<rma::Target>();
  PENSTOCK_TRY(core_.rma().attach(world_, key_for_this_rank(row->keys), memory.get()));
  entry->memory = std::move(memory);
  explain(core_, world_, *entry->memory);
  return Status::ok();
}

void PeerTable::detach_all() noexcept {
  for (auto& [base, entry] : entries_) {
    if (entry.memory) core_.rma().detach(entry.memory.get());
  }
  entries_.clear();
  if (std::exchange(has_rows_, false)) core_.rma().detach(&rows_);
  generation_ = rows_number_ = 0;
}

}  // namespace penstock::core
