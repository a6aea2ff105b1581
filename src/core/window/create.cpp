// Each member makes its memory; then all members exchange records, which also say whether a step failed, and keys.
#include "core/window/create.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "core/collective/carrier.hpp"
#include "core/collective/collective.hpp"
#include "core/machine/memory_kinds.hpp"
#include "core/memory/program_memory.hpp"
#include "core/object/instance.hpp"
#include "core/window/lock_word.hpp"

namespace penstock::core {

// A WindowMaker makes one window. The caller takes its steps in the order of the declarations.
class WindowMaker {
 public:
  WindowMaker(Comm& comm, int flavor, const WindowRequest& wanted)
      : comm_(comm), carrier_(comm), wanted_(wanted), flavor_(flavor) {
    hints_.take(wanted.info);
  }

  Status check() const;
  // Finds out where the memory of each member of a shared window lies in one region. All members call this.
  Status agree_on_offsets();
  void make_memory(void* base);
  // Exchanges records and keys with all members, and makes the object. All members call this.
  Status exchange(Window** out);

 private:
  // Each member sends one record to each other.
  struct Record {
    std::uint64_t count = 0;  // Member 0 numbers the team of the window's communicator by its count.
    std::uint64_t bytes = 0;
    std::int64_t unit = 1;
    std::uint64_t offset = 0;
    std::uint32_t control_key = 0;  // The lengths of keys are in bytes.
    std::uint32_t memory_key = 0;
    std::int32_t failed = 0;  // It is a Code.
    std::uint32_t table_key = 0;
  };

  [[nodiscard]] std::size_t members() const noexcept { return static_cast<std::size_t>(comm_.size()); }
  [[nodiscard]] transport::MemoryRegistry& registry() const { return comm_.instance().engine().memory_registry(); }
  void fail(Status&& status);
  Status allocate();
  Status allocate_wanted_kind();
  Status make_control();
  void make_keys(std::vector<Record>* records, std::vector<std::byte>* keys);
  void make_key_table(std::size_t key_bytes);
  Status exchange_keys(const std::vector<Record>& mine, const std::vector<Record>& theirs, const std::vector<std::byte>& keys);
  void keep_keys(const std::vector<Record>& theirs, std::vector<std::byte> keys);
  // Returns the same result on all members, from the records of all.
  [[nodiscard]] Status conclude(const std::vector<Record>& records) const;
  void make_window(const std::vector<Record>& records);
  void open_attached_table();
  void give_up();
  Status agree_that_all_share();

  Comm& comm_;
  CommCarrier carrier_;
  const WindowRequest& wanted_;
  int flavor_;
  WindowHints hints_;
  Status failed_;  // It is the first failure of this rank.
  std::uint64_t offset_ = 0;
  std::uint64_t whole_ = 0;  // A region with the memory of all members has so many bytes.
  bool one_region_ = false;
  OwnMemory own_;
  const transport::Region* key_table_ = nullptr;  // This rank has made the table of the host,
  std::vector<std::byte> key_of_table_;           // or has got the key of the one that another rank made.
  accel::MemoryKind kind_ = accel::MemoryKind::kHost;
  Ref<Window> made_;
};

namespace {

Datatype& byte_type(Comm& comm) {
  return *comm.instance().table<Datatype>().find(number_of(MPI_BYTE));
}

}  // namespace

Status WindowMaker::check() const {
  if (comm_.is_inter()) return Status::error(Code::kComm, "a window needs a communicator of one group");
  if (wanted_.bytes < 0) return Status::error(Code::kSize, "size is {}; it must be at least 0", wanted_.bytes);
  if (wanted_.unit <= 0) return Status::error(Code::kDisp, "disp_unit is {}; it must be at least 1", wanted_.unit);
  if (comm_.size() <= WindowLock::kMostMembers) return Status::ok();
  return Status::error(Code::kUnsupported, "a window of {} members; there may be {}", comm_.size(), WindowLock::kMostMembers);
}

void WindowMaker::fail(Status&& status) {
  if (failed_.is_ok()) failed_ = std::move(status);
}

Status WindowMaker::agree_on_offsets() {
  if (static_cast<std::size_t>(comm_.resources().sharers().members.size()) != members()) {
    return Status::error(Code::kRmaShared,
                         "the members are on several hosts and share no memory: split the communicator by "
                         "MPI_COMM_TYPE_SHARED first");
  }
  const auto mine = static_cast<std::uint64_t>(wanted_.bytes);
  std::vector<std::uint64_t> sizes;
  PENSTOCK_TRY(runtime::all_say(carrier_, mine, &sizes));
  one_region_ = !hints_.noncontiguous();
  for (std::size_t i = 0; i < members(); ++i) {
    if (static_cast<int>(i) < comm_.rank()) offset_ += sizes[i];
    whole_ += sizes[i];
  }
  if (!one_region_) offset_ = 0;
  return Status::ok();
}

// The memory begins at a multiple of the application's alignment. At size 0 there is memory too.
Status WindowMaker::allocate() {
  constexpr std::uint64_t kPage = 4096;
  const std::uint64_t bytes = one_region_ ? whole_ : static_cast<std::uint64_t>(wanted_.bytes);
  const std::uint64_t slack = hints_.alignment() > kPage && !one_region_ ? hints_.alignment() : 0;
  if (bytes > std::numeric_limits<std::uint64_t>::max() / 2) {
    return Status::error(Code::kNoMemory, "no {} bytes of memory are left; ask for less", bytes);
  }
  PENSTOCK_TRY(
      registry().allocate(std::max<std::uint64_t>(bytes + slack, ControlLayout::kLine), transport::kUseAll, &own_.region));
  if (slack != 0) offset_ = (own_.region->base + slack - 1) / slack * slack - own_.region->base;
  return Status::ok();
}

Status WindowMaker::make_control() {
  const ControlLayout layout(comm_.size());
  const bool dynamic = flavor_ == MPI_WIN_FLAVOR_DYNAMIC;
  return registry().allocate(layout.table() + (dynamic ? sizeof(TableHead) : 0), transport::kUseAll, &own_.control);
}

Status WindowMaker::allocate_wanted_kind() {
  if (flavor_ == MPI_WIN_FLAVOR_SHARED) {
    return Status::error(Code::kInfoValue,
                         "memory that members share is of the host, and info key {} is {}: use MPI_Win_allocate",
                         kWantedKindKey, accel::kind_name(kind_));
  }
  const auto bytes = static_cast<std::uint64_t>(wanted_.bytes);
  own_.allocated = std::make_unique<ProgramMemory>(comm_.instance().engine());
  PENSTOCK_TRY(own_.allocated->allocate(kind_, bytes, hints_.alignment(), &own_.base));
  return registry().register_memory(own_.base, std::max<std::uint64_t>(bytes, 1), transport::kUseAll, &own_.region);
}

void WindowMaker::make_memory(void* base) {
  fail(make_control());
  const bool ours = flavor_ == MPI_WIN_FLAVOR_ALLOCATE || flavor_ == MPI_WIN_FLAVOR_SHARED;
  if (ours) fail(wanted_kind(wanted_.info, &kind_));
  if (ours) hints_.set_memory_kind(accel::kind_name(kind_));
  if (ours && kind_ != accel::MemoryKind::kHost) return fail(allocate_wanted_kind());
  if (ours && (!one_region_ || comm_.rank() == 0)) fail(allocate());
  if (ours && own_.region != nullptr) own_.base = reinterpret_cast<void*>(own_.region->base + offset_);
  if (flavor_ == MPI_WIN_FLAVOR_CREATE) {
    own_.base = base;
    if (wanted_.bytes == 0) return;
    if (base == nullptr) return fail(Status::error(Code::kBase, "base is a null pointer, with {} bytes", wanted_.bytes));
    fail(registry().register_memory(base, static_cast<std::uint64_t>(wanted_.bytes), transport::kUseAll, &own_.region));
  }
}

// Where many members share the host, the first of them makes a region for the keys of all, which are as long as those that it
// hands out. Without it each member keeps all keys.
void WindowMaker::make_key_table(std::size_t key_bytes) {
  const auto& near = comm_.resources().sharers();
  if (near.rank != 0 || near.members.size() < WindowKeys::kLeastShared || !failed_.is_ok()) return;
  const std::uint64_t bytes = WindowKeys::table_bytes(comm_.size(), key_bytes);
  if (!registry().allocate(bytes, transport::kUseRead, &key_table_).is_ok()) key_table_ = nullptr;
}

// The keys of each member follow each other: the control region's, the memory's, and for members of the host the key table's.
void WindowMaker::make_keys(std::vector<Record>* records, std::vector<std::byte>* keys) {
  std::vector<std::vector<std::byte>> each(members());
  std::vector<std::byte> key;
  const auto add = [&](const transport::Region* region, std::size_t member, std::uint32_t* bytes) {
    if (region == nullptr || !failed_.is_ok()) return;
    fail(registry().key(*region, comm_.group().world_rank(static_cast<int>(member)), &key));
    *bytes = static_cast<std::uint32_t>(key.size());
    each[member].insert(each[member].end(), key.begin(), key.end());
  };
  std::size_t all = 0;
  for (std::size_t i = 0; i < members(); ++i) {
    add(own_.control, i, &(*records)[i].control_key);
    add(own_.region, i, &(*records)[i].memory_key);
    all += each[i].size();
  }
  make_key_table(all);
  for (const int member : comm_.resources().sharers().members) {
    const auto index = static_cast<std::size_t>(member);
    if (member != comm_.rank()) add(key_table_, index, &(*records)[index].table_key);
  }
  for (const std::vector<std::byte>& of : each) keys->insert(keys->end(), of.begin(), of.end());
  for (Record& record : *records) record.failed = runtime::code_of(failed_);
}

Status WindowMaker::exchange_keys(const std::vector<Record>& mine, const std::vector<Record>& theirs,
                                  const std::vector<std::byte>& keys) {
  std::vector<MPI_Count> counts[2];
  std::vector<MPI_Count> offsets[2];
  const std::vector<Record>* const records[2] = {&mine, &theirs};
  MPI_Count all[2] = {0, 0};
  for (int side = 0; side < 2; ++side) {
    for (const Record& record : *records[side]) {
      counts[side].push_back(record.control_key + record.memory_key + record.table_key);
      offsets[side].push_back(all[side]);
      all[side] += counts[side].back();
    }
  }
  std::vector<std::byte> received(static_cast<std::size_t>(all[1]));
  Collective exchange;
  PENSTOCK_TRY(make_alltoallv(comm_, {keys.data(), counts[0].data(), offsets[0].data(), &byte_type(comm_)},
                              {received.data(), counts[1].data(), offsets[1].data(), &byte_type(comm_)}, &exchange));
  PENSTOCK_TRY(run(comm_, std::move(exchange)));
  keep_keys(theirs, std::move(received));
  if (comm_.size() < WindowKeys::kLeastShared) return Status::ok();
  return made_->members().share_keys(std::exchange(key_table_, nullptr), key_of_table_);
}

// One member at most has made a key table for this rank.
void WindowMaker::keep_keys(const std::vector<Record>& theirs, std::vector<std::byte> keys) {
  std::vector<std::uint64_t> at{0};
  std::vector<std::uint32_t> control;
  for (const Record& record : theirs) {
    control.push_back(record.control_key);
    at.push_back(at.back() + record.control_key + record.memory_key);
    if (record.table_key == 0) continue;
    const auto first = keys.begin() + static_cast<std::ptrdiff_t>(at.back());
    const auto last = first + static_cast<std::ptrdiff_t>(record.table_key);
    key_of_table_.assign(first, last);
    keys.erase(first, last);
  }
  made_->members().keep_keys(std::move(keys), std::move(at), std::move(control));
}

Status WindowMaker::conclude(const std::vector<Record>& records) const {
  std::vector<std::int32_t> codes;
  for (const Record& record : records) codes.push_back(record.failed);
  return runtime::conclude(failed_, codes, "make its part of the window");
}

// Keys are made for one member of the host and one of another host, which stand for all others.
void WindowMaker::open_attached_table() {
  const auto sharers = comm_.resources().sharers().world;
  int far = -1;
  for (const int world : comm_.group().world()) {
    if (std::ranges::find(sharers, world) == sharers.end()) far = world;
  }
  const int near = sharers.empty() ? comm_.instance().rank()
                                   : (sharers.front() != comm_.instance().rank() ? sharers.front() : sharers.back());
  made_->memory().open_table(near, far);
}

// If one member could not map the memory of the others, it would find none where the standard promises it.
Status WindowMaker::agree_that_all_share() {
  Status shares;
  for (int rank = 0; rank < comm_.size() && shares.is_ok(); ++rank) {
    WindowPeer* peer = nullptr;
    rma::Target* memory = nullptr;
    const bool attached = made_->members().peer(rank, &peer).is_ok() && made_->members().memory_of(*peer, &memory).is_ok();
    if (!attached || memory->direct() == nullptr) {
      shares = Status::error(Code::kRmaShared, "rank {} cannot map the memory of rank {}; MPI_Win_allocate works without",
                             comm_.rank(), rank);
    }
    if (one_region_ && memory != nullptr && memory->direct() != nullptr && rank == comm_.rank()) {
      made_->memory().set_base(memory->direct()->direct + offset_);
    }
  }
  return runtime::all_ok(carrier_, shares, "map the memory of the others (MPI_Win_allocate works without)");
}

// Another member has failed, perhaps, while this rank has all of its memory.
void WindowMaker::give_up() {
  if (own_.region != nullptr) registry().deregister(own_.region);
  if (own_.control != nullptr) registry().deregister(own_.control);
  if (key_table_ != nullptr) registry().deregister(key_table_);
  // The first failure is the one to report.
  if (own_.allocated && own_.base != nullptr) static_cast<void>(own_.allocated->deallocate(own_.base));
}

void WindowMaker::make_window(const std::vector<Record>& records) {
  Instance& instance = comm_.instance();
  const runtime::TeamId id{static_cast<std::uint32_t>(comm_.group().world_rank(0)), records.front().count};
  auto own =
      Ref<Comm>::adopt(new Comm(instance, comm_.share_group(), id, Ref<Errhandler>::share(instance.initial_errhandler())));
  made_ = Ref<Window>::adopt(new Window(std::move(own), flavor_, std::move(hints_)));
  own_.bytes = wanted_.bytes;
  own_.unit = static_cast<int>(std::min<MPI_Aint>(wanted_.unit, std::numeric_limits<int>::max()));
  made_->memory().take(std::move(own_));
  MemberMemory all;
  all.one_region = one_region_;
  for (const Record& record : records) {
    all.bytes.push_back(record.bytes);
    all.units.push_back(record.unit);
    all.offsets.push_back(record.offset);
  }
  made_->members().describe(std::move(all));
}

// The object is published later than the keys of all members: its memory is registered before another member attaches it.
Status WindowMaker::exchange(Window** out) {
  Instance& instance = comm_.instance();
  const transport::Region* const region = own_.region;
  std::vector<Record> mine(
      members(), Record{instance.job().new_team_id().count, static_cast<std::uint64_t>(wanted_.bytes), wanted_.unit, offset_});
  std::vector<std::byte> keys;
  make_keys(&mine, &keys);
  std::vector<Record> records(members());
  Status met =
      runtime::all_hand(carrier_, std::as_bytes(std::span(mine)), std::as_writable_bytes(std::span(records)), sizeof(Record));
  if (met.is_ok()) met = conclude(records);
  if (!met.is_ok()) return give_up(), std::move(met);
  make_window(records);
  PENSTOCK_TRY(exchange_keys(mine, records, keys));
  if (flavor_ == MPI_WIN_FLAVOR_DYNAMIC) open_attached_table();
  if (flavor_ == MPI_WIN_FLAVOR_SHARED) PENSTOCK_TRY(agree_that_all_share());
  if (!one_region_ || comm_.rank() == 0) made_->memory().serve(region);
  return instance.publish(std::move(made_), out);
}

Status create_window(Comm& comm, void* base, const WindowRequest& wanted, Window** out) {
  WindowMaker maker(comm, MPI_WIN_FLAVOR_CREATE, wanted);
  PENSTOCK_TRY(maker.check());
  maker.make_memory(base);
  return maker.exchange(out);
}

Status allocate_window(Comm& comm, const WindowRequest& wanted, void** base, Window** out) {
  WindowMaker maker(comm, MPI_WIN_FLAVOR_ALLOCATE, wanted);
  PENSTOCK_TRY(maker.check());
  maker.make_memory(nullptr);
  PENSTOCK_TRY(maker.exchange(out));
  *base = (*out)->memory().base();
  return Status::ok();
}

Status allocate_shared_window(Comm& comm, const WindowRequest& wanted, void** base, Window** out) {
  WindowMaker maker(comm, MPI_WIN_FLAVOR_SHARED, wanted);
  PENSTOCK_TRY(maker.check());
  PENSTOCK_TRY(maker.agree_on_offsets());
  maker.make_memory(nullptr);
  PENSTOCK_TRY(maker.exchange(out));
  *base = (*out)->memory().base();
  return Status::ok();
}

Status create_dynamic_window(Comm& comm, const Info* info, Window** out) {
  const WindowRequest wanted{0, 1, info};
  WindowMaker maker(comm, MPI_WIN_FLAVOR_DYNAMIC, wanted);
  PENSTOCK_TRY(maker.check());
  maker.make_memory(nullptr);
  return maker.exchange(out);
}

}  // namespace penstock::core
