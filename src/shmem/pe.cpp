#include "shmem/pe.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <mutex>

#include "base/page.hpp"
#include "shmem/environment.hpp"
#include "shmem/pe_memory.hpp"
#include "shmem/remap.hpp"

namespace penstock::shmem {
Pe::Pe(runtime::Job& job, Data data) : job_(job), teams_(job, *this), data_(data), devices_(teams_.world(), *this) {}

Pe::~Pe() = default;

void Pe::fail(const char* routine, const Status& why) {
  job_.log().error("{}: {}", routine, why.message());
  job_.abort(1, fmt::format("{} failed", routine));
}

// If PEs run different programs, none of their static data are symmetric.
Status Pe::find_common_statics() {
  using Program = std::array<std::uint64_t, 2>;
  if (data_ == Data::kSymmetric) statics_ = find_statics();
  const Program mine{statics_.data.size(), statics_.program};
  std::vector<Program> all;
  PENSTOCK_TRY(runtime::all_say(teams_.world().carrier(), mine, &all));
  if (!std::ranges::all_of(all, [&](const Program& each) { return each == mine; })) statics_ = {};
  return Status::ok();
}

// Heaps begin at multiples of the common alignment on all PEs, so an offset is aligned on all or on none.
Status Pe::find_common_alignment() {
  const std::uint64_t mine = heap_->base & (~heap_->base + 1);
  std::vector<std::uint64_t> all;
  PENSTOCK_TRY(runtime::all_say(teams_.world().carrier(), mine, &all));
  most_alignment_ = *std::ranges::min_element(all);
  return Status::ok();
}

// Static data lie behind the heap, so that one offset names a place in either.
Status Pe::reserve() {
  std::uint64_t bytes = 0;
  PENSTOCK_TRY(symmetric_size(&bytes));
  heap_bytes_ = base::whole_pages(bytes);
  PENSTOCK_TRY(job_.engine().memory_registry().reserve(heap_bytes_ + statics_.data.size(), transport::kUseAll, &heap_));
  allocator_ = std::make_unique<Allocator>(bytes);
  return Status::ok();
}

Status Pe::share_statics() {
  if (statics_.data.empty()) return Status::ok();
  if (make_shared(statics_.data, reinterpret_cast<std::byte*>(heap_->base + heap_bytes_))) return Status::ok();
  return Status::system(errno, "mapping the program's static data where other PEs reach them (mremap)");
}

Status Pe::share_heap() {
  shared_heap_ = make_pe_memory(teams_.world());
  shared_heap_->use(*heap_);
  PENSTOCK_TRY(shared_heap_->hand_keys(teams_.world().carrier(), Status::ok()));
  PENSTOCK_TRY(shared_heap_->parts().clone());
  return attach_pe_memory(teams_.world(), shared_heap_.get());
}

void Pe::find_bases() {
  for (std::size_t pe = 0; pe < shared_heap_->size(); ++pe) {
    const proto::rma::Target& target = shared_heap_->target(pe);
    const bool direct = target.direct() != nullptr && target.head().executor == transport::Executor::kCpu;
    const bool own = target.peer() == job_.rank();
    bases_.push_back(own ? reinterpret_cast<std::byte*>(heap_->base) : direct ? target.direct()->direct : nullptr);
  }
}

bool Pe::reaches_all() const noexcept {
  return std::ranges::find(bases_, nullptr) == bases_.end();
}

void Pe::describe() const {
  const auto unreached = std::ranges::count(bases_, nullptr);
  job_.log().debug(
      "the symmetric heap has {} bytes from {:#x} on, and static data of {} bytes behind them; loads and stores reach {} of {} "
      "PEs",
      heap_bytes_, heap_->base, statics_.data.size(), job_.size() - unreached, job_.size());
}

Status Pe::open(View* view) {
  if (job_.rank() == 0) std::fputs(start_text().c_str(), stderr);
  PENSTOCK_TRY(find_common_statics());
  PENSTOCK_TRY(reserve());
  PENSTOCK_TRY(find_common_alignment());
  PENSTOCK_TRY(share_heap());
  find_bases();
  describe();
  view_ = view;
  remote_ = std::make_unique<RemoteAccess>(*this, job_);
  checks_ = job_.checks();
  nowhere_.resize(bases_.size());
  PENSTOCK_TRY(teams_.make_shared(bases_, view));
  PENSTOCK_TRY(share_statics());
  view->heap = heap_->base;
  view->bytes = heap_bytes_;
  view->bases = checks_ ? nowhere_.data() : bases_.data();
  view->pes = static_cast<unsigned>(job_.size());
  view->me = job_.rank();
  view->operations = this;
  view->remote = remote_.get();
  view->far = checks_ || !reaches_all();
  view->teams = &teams_;
  view->contexts = teams_.contexts();
  view->statics = statics_.data;
  return barrier();
}

Status Pe::close() {
  std::atomic_thread_fence(std::memory_order_seq_cst);
  for (const auto& module : modules_) module->drain();
  remote_->complete("shmem_finalize");
  PENSTOCK_TRY(barrier());
  *view_ = {};
  modules_.clear();
  remote_.reset();
  PENSTOCK_TRY(devices_.release_all());
  shared_heap_->detach();
  bases_.clear();
  PENSTOCK_TRY(barrier());  // all have detached the heap
  if (!statics_.data.empty() && !make_private(statics_.data)) {
    return Status::system(errno, "giving the program its static data back (mremap)");
  }
  shared_heap_.reset();
  job_.engine().memory_registry().deregister(heap_);
  heap_ = nullptr;
  return Status::ok();
}

void Pe::unreachable(const char* routine, const void* address, std::uint64_t bytes, int pe) {
  if (pe < 0 || pe >= job_.size()) {
    fail(routine, Status::error(Code::kRank, "pe is {}, outside 0..{}", pe, job_.size() - 1));
  }
  if (view_->offset(address, bytes) == View::kNowhere) {
    std::uint64_t offset = 0;
    const DeviceExtent* const found = devices_.find(reinterpret_cast<std::uintptr_t>(address), &offset);
    if (found != nullptr && bytes <= found->reach.bytes - offset) {
      fail(routine,
           Status::error(Code::kUnsupported,
                         "{} is memory of a GPU, where the host cannot do this: give memory of the host's heap", address));
    }
    fail(routine,
         Status::error(Code::kArg, "{} bytes at {} are neither in the symmetric heap nor static data of the program{}", bytes,
                       address, statics_.data.empty() ? " (which cannot be reached here: PEs run different programs)" : ""));
  }
  fail(routine,
       Status::error(Code::kUnsupported, "no load or store reaches PE {} from PE {}: run both on one host", pe, job_.rank()));
}

SymmetricMemory::RemotePlace Pe::locate(const Transfer& transfer) {
  const std::uint64_t bytes = (transfer.blocks - 1) * static_cast<std::uint64_t>(transfer.remote_step) + transfer.block;
  const auto address = reinterpret_cast<std::uintptr_t>(transfer.remote);
  const auto pe = static_cast<std::size_t>(transfer.pe);
  if (transfer.pe < 0 || transfer.pe >= job_.size()) unreachable(transfer.routine, transfer.remote, bytes, transfer.pe);
  std::uint64_t offset = view_->offset(transfer.remote, bytes);
  if (offset != View::kNowhere) {
    if (checks_) check_transfer(transfer, offset, bytes, offset < heap_bytes_ ? allocator_.get() : nullptr);
    return {&shared_heap_->target(pe), offset};
  }
  DeviceExtent* const extent = devices_.find(address, &offset);
  if (extent == nullptr || bytes > extent->reach.bytes - offset) {
    unreachable(transfer.routine, transfer.remote, bytes, transfer.pe);
  }
  if (checks_) check_transfer(transfer, offset, bytes, extent->allocator ? &*extent->allocator : nullptr);
  return {&extent->reach.memory->target(pe), offset};
}

std::byte* Pe::find(const void* address, std::uint64_t bytes, int pe) const noexcept {
  const std::uint64_t offset = view_->offset(address, bytes);
  if (offset == View::kNowhere || pe < 0 || pe >= job_.size()) return nullptr;
  std::byte* const base = bases_[static_cast<std::size_t>(pe)];
  return base == nullptr ? nullptr : base + offset;
}

void Pe::exit(int status) {
  std::fflush(nullptr);
  job_.abort(status, "shmem_global_exit was called");
}

void Pe::unfinished() {
  fail(
      "shmem_finalize",
      Status::error(Code::kArg, "PE {} ended without it; call shmem_finalize on all PEs before the program ends", job_.rank()));
}

void Pe::progress() {
  const std::scoped_lock lock(job_.engine().lock());
  job_.engine().progress().poll();
}

// Plain stores of peers ring no doorbell, so a waiting PE polls.
void Pe::wait(const Condition& condition) {
  proto::Engine& engine = job_.engine();
  const std::scoped_lock lock(engine.lock());
  engine.progress().begin_polling();
  engine.progress().wait_until([condition] { return condition.holds(condition.state); });
  engine.progress().end_polling();
}

void Pe::sync(const char* routine) {
  const std::scoped_lock lock(job_.engine().lock());
  if (Status met = barrier(); !met.is_ok()) fail(routine, met);
}

// All PEs make the same calls, so all of them fail or none does.
void* Pe::allocate(const char* routine, std::uint64_t alignment, std::uint64_t bytes, bool zeros) {
  const std::scoped_lock lock(job_.engine().lock());
  if (checks_) compare_calls(routine, bytes, alignment);
  if (bytes == 0) return nullptr;
  remote_->complete(routine);
  const std::uint64_t touched = allocator_->untouched();
  const auto place = alignment > most_alignment_ ? std::nullopt : allocator_->allocate(bytes, alignment);
  auto* const memory = place ? reinterpret_cast<std::byte*>(heap_->base + *place) : nullptr;
  if (zeros && place && *place < touched) std::memset(memory, 0, std::min(bytes, touched - *place));
  if (Status met = barrier(); !met.is_ok()) fail(routine, met);
  return memory;
}

std::uint64_t Pe::offset_of(const char* routine, const void* memory) {
  const std::uint64_t offset = reinterpret_cast<std::uintptr_t>(memory) - heap_->base;
  if (allocator_->size_of(offset) != 0) return offset;
  std::uint64_t in_device = 0;
  if (devices_.at(reinterpret_cast<std::uintptr_t>(memory), &in_device) != nullptr) {
    fail(routine, Status::error(Code::kUnsupported, "memory of a GPU keeps its size: allocate anew and copy"));
  }
  fail(routine, Status::error(Code::kBase, "{} is no memory that shmem_malloc gave, or was freed before", memory));
}

void* Pe::reallocate(void* memory, std::uint64_t bytes) {
  const std::scoped_lock lock(job_.engine().lock());
  const std::uint64_t offset = offset_of("shmem_realloc", memory);
  const std::uint64_t before = allocator_->size_of(offset);
  if (checks_) compare_calls("shmem_realloc", bytes, offset);
  remote_->complete("shmem_realloc");
  if (Status met = barrier(); !met.is_ok()) fail("shmem_realloc", met);
  void* out = memory;
  if (!allocator_->resize(offset, bytes)) {
    const auto place = allocator_->allocate(bytes, Allocator::kAlign);
    out = place ? reinterpret_cast<void*>(heap_->base + *place) : nullptr;
    if (out != nullptr) std::memcpy(out, memory, std::min(before, bytes));
    if (out != nullptr) allocator_->release(offset);
    if (out != nullptr) give_back(offset, before);
  }
  if (Status met = barrier(); !met.is_ok()) fail("shmem_realloc", met);
  return out;
}

void Pe::release(void* memory) {
  if (memory == nullptr) return;
  const std::scoped_lock lock(job_.engine().lock());
  remote_->complete("shmem_free");
  std::uint64_t place = 0;
  if (DeviceExtent* const found = devices_.at(reinterpret_cast<std::uintptr_t>(memory), &place); found != nullptr) {
    if (checks_ && found->allocator) compare_calls("shmem_free", found->size_of(place), place);
    return devices_.release(found, place);
  }
  const std::uint64_t offset = offset_of("shmem_free", memory);
  if (checks_) compare_calls("shmem_free", allocator_->size_of(offset), offset);
  if (Status met = barrier(); !met.is_ok()) fail("shmem_free", met);
  const std::uint64_t bytes = allocator_->size_of(offset);
  allocator_->release(offset);
  give_back(offset, bytes);
}

// A module may need memory before the program has any: that needs all PEs, and no call on a stream waits for them.
bool Pe::place_modules(const char* routine) {
  for (const auto& module : modules_) {
    const std::uint64_t bytes = module->needs_device_bytes();
    if (bytes == 0) continue;
    const std::uintptr_t taken = devices_.take(routine, bytes, true);
    std::uint64_t offset = 0;
    const DeviceExtent* const extent = taken == 0 ? nullptr : devices_.find(taken, &offset);
    if (extent == nullptr) return false;
    if (Status met = module->use_device_bytes(*extent, offset); !met.is_ok()) fail(routine, met);
  }
  return true;
}

void* Pe::allocate_device(std::uint64_t bytes) {
  constexpr const char* kRoutine = "shmemx_malloc_device";
  const std::scoped_lock lock(job_.engine().lock());
  if (checks_) compare_calls(kRoutine, bytes, 0);
  if (bytes == 0) return nullptr;
  remote_->complete(kRoutine);
  const std::uintptr_t made = place_modules(kRoutine) ? devices_.take(kRoutine, bytes, false) : 0;
  if (made != 0) view_->far = view_->gpu = true;
  return reinterpret_cast<void*>(made);
}

bool Pe::device_handle(const void* memory, penstock_device_window* out) {
  constexpr const char* kRoutine = "shmemx_get_device_handle";
  const std::scoped_lock lock(job_.engine().lock());
  if (checks_) compare_calls(kRoutine, 0, 0);
  std::uint64_t offset = 0;
  DeviceExtent* const extent = devices_.at(reinterpret_cast<std::uintptr_t>(memory), &offset);
  if (extent == nullptr) {
    fail(kRoutine, Status::error(Code::kBase, "{} is no memory that shmemx_malloc_device gave, or was freed before", memory));
  }
  remote_->complete(kRoutine);
  Status opened = devices_.describe(extent, offset, out);
  if (opened.is_ok()) return true;
  if (opened.code() != Code::kUnsupported) fail(kRoutine, opened);
  job_.log().error("{}: {}", kRoutine, opened.message());
  return false;
}

DevicePlace Pe::find_device(const Transfer& transfer) {
  const RemotePlace remote = locate(transfer);
  std::uint64_t offset = 0;
  const DeviceExtent* const extent = devices_.find(reinterpret_cast<std::uintptr_t>(transfer.remote), &offset);
  if (extent == nullptr) return {};
  const auto pe = static_cast<std::size_t>(remote.target->peer());
  const std::uint64_t place = extent->reach.places[pe];
  return {place == 0 ? 0 : place + offset, extent->memory.device, extent->reach.atomics[pe]};
}

int Pe::device_of(const void* address) noexcept {
  std::uint64_t offset = 0;
  const DeviceExtent* const extent = devices_.find(reinterpret_cast<std::uintptr_t>(address), &offset);
  return extent == nullptr ? -1 : extent->memory.device;
}

// Small blocks are soon allocated again. No PE writes there before all have met in the next allocation.
void Pe::give_back(std::uint64_t offset, std::uint64_t bytes) {
  constexpr std::uint64_t kPage = std::uint64_t{2} << 20;
  constexpr std::uint64_t kLarge = 4 * kPage;
  if (bytes < kLarge) return;
  const std::uint64_t begin = (offset + kPage - 1) / kPage * kPage;
  const std::uint64_t end = (offset + bytes) / kPage * kPage;
  if (madvise(reinterpret_cast<void*>(heap_->base + begin), end - begin, MADV_REMOVE) == 0) return;
  const Status why = Status::system(errno, "giving the pages of freed memory back (madvise)");
  job_.log().info("{}; they stay for later allocations", why.message());
}

}  // namespace penstock::shmem
