#include "shmem/pe.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <mutex>

#include "coll/collectives.hpp"
#include "shmem/environment.hpp"
#include "shmem/remap.hpp"

namespace penstock::shmem {

Pe::Pe(runtime::Job& job) : job_(job), teams_(job, *this) {}

Pe::~Pe() = default;

void Pe::fail(const char* routine, const Status& why) {
  job_.log().error("{}: {}", routine, why.message());
  job_.abort(1, fmt::format("{} failed", routine));
}

// Where PEs run different programs, none of their static data are symmetric.
Status Pe::find_common_statics() {
  using Said = std::array<std::uint64_t, 2>;
  statics_ = find_statics();
  const Said mine{statics_.data.size(), statics_.program};
  std::vector<Said> all(static_cast<std::size_t>(job_.size()));
  PENSTOCK_TRY(teams_.world().exchange(&mine, all.data(), sizeof mine));
  if (!std::ranges::all_of(all, [&](const Said& said) { return said == mine; })) statics_ = {};
  return Status::ok();
}

// Static data lie behind the heap, so that an offset says where both are.
Status Pe::reserve() {
  std::uint64_t bytes = 0;
  PENSTOCK_TRY(symmetric_size(&bytes));
  heap_bytes_ = (bytes + kPageBytes - 1) / kPageBytes * kPageBytes;
  PENSTOCK_TRY(job_.engine().memory_registry().reserve(heap_bytes_ + statics_.data.size(), transport::kUseAll, &heap_));
  allocator_ = std::make_unique<Allocator>(bytes);
  return Status::ok();
}

Status Pe::share_statics() {
  if (statics_.data.empty()) return Status::ok();
  if (make_shared(statics_.data, reinterpret_cast<std::byte*>(heap_->base + heap_bytes_))) return Status::ok();
  return Status::system(errno, "mapping the program's static data where other PEs reach them (mremap)");
}

// A key is made for one peer; each goes in a cell of its size at most, behind its length.
Status Pe::exchange_keys(std::vector<std::vector<std::byte>>* theirs) {
  constexpr std::size_t kCell = 1024;
  const auto pes = static_cast<std::size_t>(job_.size());
  std::vector<std::byte> mine(pes * kCell);
  std::vector<std::byte> got(pes * kCell);
  for (std::size_t pe = 0; pe < pes; ++pe) {
    std::vector<std::byte> key;
    PENSTOCK_TRY(job_.engine().memory_registry().key(*heap_, static_cast<int>(pe), &key));
    const std::uint64_t length = key.size();
    if (length > kCell - 2 * sizeof length) return Status::error(Code::kInternal, "the key of a heap has {} bytes", length);
    std::byte* const cell = mine.data() + pe * kCell;
    std::memcpy(cell, &length, sizeof length);
    std::memcpy(cell + sizeof length, &heap_->bytes, sizeof heap_->bytes);
    std::memcpy(cell + 2 * sizeof length, key.data(), length);
  }
  coll::Arguments arguments;
  arguments.send = {mine.data(), kCell, &byte_layout()};
  arguments.recv = {got.data(), kCell, &byte_layout()};
  PENSTOCK_TRY(teams_.world().run(coll::build_alltoall, arguments));
  for (std::size_t pe = 0; pe < pes; ++pe) {
    const std::byte* const cell = got.data() + pe * kCell;
    std::uint64_t about[2];
    std::memcpy(about, cell, sizeof about);
    if (about[0] > kCell - sizeof about) return Status::error(Code::kProtocol, "the key of PE {}'s heap is malformed", pe);
    if (about[1] != heap_->bytes) {
      return Status::error(Code::kConfig,
                           "PE {} has a symmetric heap of {} bytes, PE {} one of {}: give all the same "
                           "SHMEM_SYMMETRIC_SIZE",
                           pe, about[1], job_.rank(), heap_->bytes);
    }
    theirs->emplace_back(cell + sizeof about, cell + sizeof about + about[0]);
  }
  return Status::ok();
}

Status Pe::attach(const std::vector<std::vector<std::byte>>& keys) {
  for (std::size_t pe = 0; pe < keys.size(); ++pe) {
    auto target = std::make_unique<proto::rma::Target>();
    PENSTOCK_TRY(job_.engine().rma().attach(static_cast<int>(pe), keys[pe], target.get()));
    const bool direct = target->direct() != nullptr && target->head().executor == transport::Executor::kCpu;
    const bool own = static_cast<int>(pe) == job_.rank();
    bases_.push_back(own ? reinterpret_cast<std::byte*>(heap_->base) : direct ? target->direct()->direct : nullptr);
    targets_.push_back(std::move(target));
  }
  return Status::ok();
}

Status Pe::open(View* view) {
  PENSTOCK_TRY(find_common_statics());
  PENSTOCK_TRY(reserve());
  std::vector<std::vector<std::byte>> keys;
  PENSTOCK_TRY(exchange_keys(&keys));
  PENSTOCK_TRY(attach(keys));
  view_ = view;
  PENSTOCK_TRY(teams_.make_shared(bases_));
  PENSTOCK_TRY(share_statics());
  view->heap = heap_->base;
  view->bytes = heap_bytes_;
  view->bases = bases_.data();
  view->pes = static_cast<unsigned>(job_.size());
  view->me = job_.rank();
  view->operations = this;
  view->teams = &teams_;
  view->contexts = teams_.contexts();
  view->statics = statics_.data;
  return barrier();
}

Status Pe::close() {
  std::atomic_thread_fence(std::memory_order_seq_cst);
  PENSTOCK_TRY(barrier());
  *view_ = {};
  for (auto& target : targets_) job_.engine().rma().detach(target.get());
  targets_.clear();
  bases_.clear();
  PENSTOCK_TRY(barrier());  // nobody has the heap any more
  if (!statics_.data.empty() && !make_private(statics_.data)) {
    return Status::system(errno, "giving the program its static data back (mremap)");
  }
  job_.engine().memory_registry().deregister(heap_);
  heap_ = nullptr;
  return Status::ok();
}

void Pe::unreachable(const char* routine, const void* address, std::uint64_t bytes, int pe) {
  if (pe < 0 || pe >= job_.size()) {
    fail(routine, Status::error(Code::kRank, "pe is {}, outside 0..{}", pe, job_.size() - 1));
  }
  if (view_->offset(address, bytes) == View::kNowhere) {
    fail(routine,
         Status::error(Code::kArg, "{} bytes at {} are neither in the symmetric heap nor static data of the program{}", bytes,
                       address, statics_.data.empty() ? " (which cannot be reached here: PEs run different programs)" : ""));
  }
  fail(routine, Status::error(Code::kUnsupported,
                              "PE {} shares no memory with PE {}: only PEs of one host are reached so far; "
                              "run all on one host",
                              pe, job_.rank()));
}

void Pe::exit(int status) {
  std::fflush(nullptr);
  job_.abort(status, "shmem_global_exit was called");
}

void Pe::progress() {
  const std::scoped_lock lock(job_.engine().lock());
  job_.engine().progress();
}

// Plain stores of peers ring no bell, so whoever waits looks again and again.
void Pe::wait(const Condition& condition) {
  proto::Engine& engine = job_.engine();
  const std::scoped_lock lock(engine.lock());
  engine.begin_polling();
  engine.wait_until([condition] { return condition.holds(condition.state); });
  engine.end_polling();
}

void Pe::sync(const char* routine) {
  const std::scoped_lock lock(job_.engine().lock());
  if (Status met = barrier(); !met.is_ok()) fail(routine, met);
}

// All PEs make the same calls, so all of them fail or none does.
void* Pe::allocate(const char* routine, std::uint64_t alignment, std::uint64_t bytes, bool zeros) {
  if (bytes == 0) return nullptr;
  const std::scoped_lock lock(job_.engine().lock());
  const std::uint64_t touched = allocator_->untouched();
  const auto place = alignment > std::uint64_t{2} << 20 ? std::nullopt : allocator_->allocate(bytes, alignment);
  auto* const memory = place ? reinterpret_cast<std::byte*>(heap_->base + *place) : nullptr;
  if (zeros && place && *place < touched) std::memset(memory, 0, std::min(bytes, touched - *place));
  if (Status met = barrier(); !met.is_ok()) fail(routine, met);
  return memory;
}

std::uint64_t Pe::offset_of(const char* routine, const void* memory) {
  const std::uint64_t offset = reinterpret_cast<std::uintptr_t>(memory) - heap_->base;
  if (allocator_->size_of(offset) != 0) return offset;
  fail(routine, Status::error(Code::kBase, "{} is no memory that shmem_malloc gave, or was freed before", memory));
}

void* Pe::reallocate(void* memory, std::uint64_t bytes) {
  const std::scoped_lock lock(job_.engine().lock());
  const std::uint64_t offset = offset_of("shmem_realloc", memory);
  const std::uint64_t before = allocator_->size_of(offset);
  if (Status met = barrier(); !met.is_ok()) fail("shmem_realloc", met);
  void* out = memory;
  if (!allocator_->resize(offset, bytes)) {
    const auto place = allocator_->allocate(bytes, Allocator::kAlign);
    out = place ? reinterpret_cast<void*>(heap_->base + *place) : nullptr;
    if (out != nullptr) std::memcpy(out, memory, std::min(before, bytes));
    if (out != nullptr) allocator_->release(offset);
  }
  if (Status met = barrier(); !met.is_ok()) fail("shmem_realloc", met);
  return out;
}

void Pe::release(void* memory) {
  if (memory == nullptr) return;
  const std::scoped_lock lock(job_.engine().lock());
  const std::uint64_t offset = offset_of("shmem_free", memory);
  if (Status met = barrier(); !met.is_ok()) fail("shmem_free", met);
  allocator_->release(offset);
}

}  // namespace penstock::shmem
