// Making windows: each member makes its memory, all tell each other how it went and hand out keys.
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
#include "core/window/window.hpp"

namespace penstock::core {

// One creation. The steps are called in the order of the declarations.
class WindowMaker {
 public:
  WindowMaker(Comm& comm, int flavor, const WindowRequest& wanted)
      : comm_(comm), carrier_(comm), wanted_(wanted), flavor_(flavor) {
    hints_.take(wanted.info);
  }

  Status check() const;
  // Collective: where everybody's memory lies in one region. Of windows that share alone.
  Status agree_on_places();
  void make_memory(void* base);
  // Collective, as what follows: all members' cards and keys.
  Status exchange(Window** out);

 private:
  // What one member tells another.
  struct Card {
    std::uint64_t count = 0;  // of the identity that this rank hands out if it leads
    std::uint64_t bytes = 0;
    std::int64_t unit = 1;
    std::uint64_t place = 0;
    std::uint32_t control_key = 0;  // bytes
    std::uint32_t memory_key = 0;
    std::int32_t failed = 0;  // Code
    std::uint32_t board_key = 0;
  };

  [[nodiscard]] std::size_t members() const noexcept { return static_cast<std::size_t>(comm_.size()); }
  [[nodiscard]] transport::MemoryRegistry& registry() const { return comm_.instance().engine().memory_registry(); }
  void fail(Status&& status);
  Status allocate();
  Status allocate_wanted_kind();
  Status make_control();
  void make_keys(std::vector<Card>* cards, std::vector<std::byte>* keys);
  void make_board(std::size_t key_bytes);
  Status swap_keys(const std::vector<Card>& mine, const std::vector<Card>& theirs, const std::vector<std::byte>& keys);
  void keep_keys(const std::vector<Card>& theirs, std::vector<std::byte> keys);
  Status share_keys();
  // The same on all members, from the cards of all.
  [[nodiscard]] Status conclude(const std::vector<Card>& cards) const;
  void open_table();
  void give_up();
  Status agree_that_all_share();

  Comm& comm_;
  CommCarrier carrier_;
  const WindowRequest& wanted_;
  int flavor_;
  WindowHints hints_;
  Status failed_;  // of this rank
  void* base_ = nullptr;
  std::uint64_t place_ = 0;
  std::uint64_t whole_ = 0;  // bytes of a region with everybody's memory
  bool one_region_ = false;
  const transport::Region* memory_ = nullptr;
  const transport::Region* control_ = nullptr;
  const transport::Region* board_ = nullptr;  // where this rank has made one
  std::vector<std::byte> board_key_;          // of the one that another has made
  accel::MemoryKind kind_ = accel::MemoryKind::kHost;
  std::unique_ptr<ProgramMemory> own_memory_;
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

Status WindowMaker::agree_on_places() {
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
    if (static_cast<int>(i) < comm_.rank()) place_ += sizes[i];
    whole_ += sizes[i];
  }
  if (!one_region_) place_ = 0;
  return Status::ok();
}

// Memory that begins at a multiple of the program's alignment, and is there at size 0 too.
Status WindowMaker::allocate() {
  constexpr std::uint64_t kPage = 4096;
  const std::uint64_t bytes = one_region_ ? whole_ : static_cast<std::uint64_t>(wanted_.bytes);
  const std::uint64_t slack = hints_.alignment() > kPage && !one_region_ ? hints_.alignment() : 0;
  if (bytes > std::numeric_limits<std::uint64_t>::max() / 2) {
    return Status::error(Code::kNoMemory, "no {} bytes of memory are left; ask for less", bytes);
  }
  PENSTOCK_TRY(registry().allocate(std::max<std::uint64_t>(bytes + slack, ControlLayout::kLine), transport::kUseAll, &memory_));
  if (slack != 0) place_ = (memory_->base + slack - 1) / slack * slack - memory_->base;
  return Status::ok();
}

Status WindowMaker::make_control() {
  const ControlLayout layout(comm_.size());
  const bool dynamic = flavor_ == MPI_WIN_FLAVOR_DYNAMIC;
  return registry().allocate(layout.table() + (dynamic ? sizeof(TableHead) : 0), transport::kUseAll, &control_);
}

Status WindowMaker::allocate_wanted_kind() {
  if (flavor_ == MPI_WIN_FLAVOR_SHARED) {
    return Status::error(Code::kInfoValue,
                         "memory that members share is of the host, and info key {} is {}: use MPI_Win_allocate",
                         kWantedKindKey, accel::kind_name(kind_));
  }
  const auto bytes = static_cast<std::uint64_t>(wanted_.bytes);
  own_memory_ = std::make_unique<ProgramMemory>(comm_.instance().engine());
  PENSTOCK_TRY(own_memory_->allocate(kind_, bytes, hints_.alignment(), &base_));
  return registry().register_memory(base_, std::max<std::uint64_t>(bytes, 1), transport::kUseAll, &memory_);
}

void WindowMaker::make_memory(void* base) {
  fail(make_control());
  const bool ours = flavor_ == MPI_WIN_FLAVOR_ALLOCATE || flavor_ == MPI_WIN_FLAVOR_SHARED;
  if (ours) fail(wanted_kind(wanted_.info, &kind_));
  if (ours) hints_.set_memory_kind(accel::kind_name(kind_));
  if (ours && kind_ != accel::MemoryKind::kHost) return fail(allocate_wanted_kind());
  if (ours && (!one_region_ || comm_.rank() == 0)) fail(allocate());
  if (ours && memory_ != nullptr) base_ = reinterpret_cast<void*>(memory_->base + place_);
  if (flavor_ == MPI_WIN_FLAVOR_CREATE) {
    base_ = base;
    if (wanted_.bytes == 0) return;
    if (base == nullptr) return fail(Status::error(Code::kBase, "base is a null pointer, with {} bytes", wanted_.bytes));
    fail(registry().register_memory(base, static_cast<std::uint64_t>(wanted_.bytes), transport::kUseAll, &memory_));
  }
}

// The first of many on a host makes room for the keys of all, which are as long as those that it hands out. Without it each
// keeps its own.
void WindowMaker::make_board(std::size_t key_bytes) {
  const auto& near = comm_.resources().sharers();
  if (near.rank != 0 || near.members.size() < WindowKeys::kLeastShared || !failed_.is_ok()) return;
  const std::uint64_t bytes = WindowKeys::board_bytes(comm_.size(), key_bytes);
  if (!registry().allocate(bytes, transport::kUseRead, &board_).is_ok()) board_ = nullptr;
}

// For each member in turn: the control region's key, the memory's, and for those of the host that of the board.
void WindowMaker::make_keys(std::vector<Card>* cards, std::vector<std::byte>* keys) {
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
    add(control_, i, &(*cards)[i].control_key);
    add(memory_, i, &(*cards)[i].memory_key);
    all += each[i].size();
  }
  make_board(all);
  for (const int member : comm_.resources().sharers().members) {
    const auto place = static_cast<std::size_t>(member);
    if (member != comm_.rank()) add(board_, place, &(*cards)[place].board_key);
  }
  for (const std::vector<std::byte>& of : each) keys->insert(keys->end(), of.begin(), of.end());
  for (Card& card : *cards) card.failed = runtime::code_of(failed_);
}

Status WindowMaker::swap_keys(const std::vector<Card>& mine, const std::vector<Card>& theirs,
                              const std::vector<std::byte>& keys) {
  std::vector<MPI_Count> counts[2];
  std::vector<MPI_Count> places[2];
  const std::vector<Card>* const cards[2] = {&mine, &theirs};
  MPI_Count all[2] = {0, 0};
  for (int side = 0; side < 2; ++side) {
    for (const Card& card : *cards[side]) {
      counts[side].push_back(card.control_key + card.memory_key + card.board_key);
      places[side].push_back(all[side]);
      all[side] += counts[side].back();
    }
  }
  std::vector<std::byte> came(static_cast<std::size_t>(all[1]));
  Collective exchange;
  PENSTOCK_TRY(make_alltoallv(comm_, {keys.data(), counts[0].data(), places[0].data(), &byte_type(comm_)},
                              {came.data(), counts[1].data(), places[1].data(), &byte_type(comm_)}, &exchange));
  PENSTOCK_TRY(run(comm_, std::move(exchange)));
  keep_keys(theirs, std::move(came));
  return comm_.size() < WindowKeys::kLeastShared ? Status::ok() : share_keys();
}

// One member at most has made a board for this rank.
void WindowMaker::keep_keys(const std::vector<Card>& theirs, std::vector<std::byte> keys) {
  std::vector<std::uint64_t> at{0};
  std::vector<std::uint32_t> control;
  for (const Card& card : theirs) {
    control.push_back(card.control_key);
    at.push_back(at.back() + card.control_key + card.memory_key);
    if (card.board_key == 0) continue;
    const auto first = keys.begin() + static_cast<std::ptrdiff_t>(at.back());
    const auto last = first + static_cast<std::ptrdiff_t>(card.board_key);
    board_key_.assign(first, last);
    keys.erase(first, last);
  }
  made_->keys_.keep(std::move(keys), std::move(at), std::move(control));
}

// Collective. What lies on the board is looked at when its writer has come to the barrier. Who cannot map it keeps all keys.
Status WindowMaker::share_keys() {
  std::span<const std::byte> board;
  if (board_ != nullptr) {
    board = {reinterpret_cast<const std::byte*>(board_->base), board_->bytes};
    made_->keys_.write({reinterpret_cast<std::byte*>(board_->base), board_->bytes});
    made_->board_ = std::exchange(board_, nullptr);
  }
  PENSTOCK_TRY(made_->core_.barrier());
  if (!board_key_.empty()) {
    made_->board_target_ = std::make_unique<rma::Target>();
    const int writer = comm_.resources().sharers().world.front();
    PENSTOCK_TRY(made_->core_.rma().attach(writer, board_key_, made_->board_target_.get()));
    const transport::Remote* const direct = made_->board_target_->direct();
    if (direct != nullptr) board = {direct->direct, direct->bytes};
  }
  if (!board.empty()) made_->keys_.share(board);
  return Status::ok();
}

Status WindowMaker::conclude(const std::vector<Card>& cards) const {
  std::vector<std::int32_t> codes;
  for (const Card& card : cards) codes.push_back(card.failed);
  return runtime::conclude(failed_, codes, "make its part of the window");
}

void WindowMaker::open_table() {
  auto* const head = reinterpret_cast<TableHead*>(control_->base + ControlLayout(comm_.size()).table());
  const auto sharers = comm_.resources().sharers().world;
  int far = -1;
  for (const int world : comm_.group().world()) {
    if (std::ranges::find(sharers, world) == sharers.end()) far = world;
  }
  const int near = sharers.empty() ? comm_.instance().rank()
                                   : (sharers.front() != comm_.instance().rank() ? sharers.front() : sharers.back());
  made_->table_.open(comm_.instance(), head, near, far);
}

// A member that cannot map what the others share would find no memory where the standard promises it.
Status WindowMaker::agree_that_all_share() {
  Status shares;
  for (int rank = 0; rank < comm_.size() && shares.is_ok(); ++rank) {
    WindowPeer* peer = nullptr;
    rma::Target* memory = nullptr;
    const bool there = made_->peer(rank, &peer).is_ok() && made_->memory_of(*peer, &memory).is_ok();
    if (!there || memory->direct() == nullptr) {
      shares = Status::error(Code::kRmaShared, "rank {} cannot map the memory of rank {}; MPI_Win_allocate works without",
                             comm_.rank(), rank);
    }
    if (one_region_ && memory != nullptr && memory->direct() != nullptr && rank == comm_.rank()) {
      made_->base_ = memory->direct()->direct + place_;
    }
  }
  return runtime::all_ok(carrier_, shares, "map the memory of the others (MPI_Win_allocate works without)");
}

// Others may have failed where this rank has its memory.
void WindowMaker::give_up() {
  if (memory_ != nullptr) registry().deregister(memory_);
  if (control_ != nullptr) registry().deregister(control_);
  if (board_ != nullptr) registry().deregister(board_);
  if (own_memory_ && base_ != nullptr) static_cast<void>(own_memory_->deallocate(base_));  // the failure to report is the first
}

Status WindowMaker::exchange(Window** out) {
  Instance& instance = comm_.instance();
  std::vector<Card> mine(
      members(), Card{instance.job().new_team_id().count, static_cast<std::uint64_t>(wanted_.bytes), wanted_.unit, place_});
  std::vector<std::byte> keys;
  make_keys(&mine, &keys);
  std::vector<Card> cards(members());
  Status met =
      runtime::all_hand(carrier_, std::as_bytes(std::span(mine)), std::as_writable_bytes(std::span(cards)), sizeof(Card));
  if (met.is_ok()) met = conclude(cards);
  if (!met.is_ok()) return give_up(), std::move(met);
  const runtime::TeamId id{static_cast<std::uint32_t>(comm_.group().world_rank(0)), cards.front().count};
  auto own =
      Ref<Comm>::adopt(new Comm(instance, comm_.share_group(), id, Ref<Errhandler>::share(instance.initial_errhandler())));
  made_ = Ref<Window>::adopt(new Window(std::move(own), flavor_, std::move(hints_)));
  made_->control_ = control_;
  made_->memory_ = memory_;
  made_->own_memory_ = std::move(own_memory_);
  made_->base_ = base_;
  made_->bytes_ = wanted_.bytes;
  made_->unit_ = static_cast<int>(std::min<MPI_Aint>(wanted_.unit, std::numeric_limits<int>::max()));
  made_->one_region_ = one_region_;
  const auto each = [&](auto Card::* field) {
    std::vector<std::remove_reference_t<decltype(cards.front().*field)>> values;
    for (const Card& card : cards) values.push_back(card.*field);
    return values;
  };
  made_->sizes_.assign(each(&Card::bytes));
  made_->units_.assign(each(&Card::unit));
  made_->places_.assign(each(&Card::place));
  PENSTOCK_TRY(swap_keys(mine, cards, keys));
  if (flavor_ == MPI_WIN_FLAVOR_DYNAMIC) open_table();
  if (flavor_ == MPI_WIN_FLAVOR_SHARED) PENSTOCK_TRY(agree_that_all_share());
  if (!one_region_ || comm_.rank() == 0) made_->serve(memory_);
  // Later than everybody's keys: who attaches a region finds it registered.
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
  *base = (*out)->predefined_attribute(MPI_WIN_BASE);
  return Status::ok();
}

Status allocate_shared_window(Comm& comm, const WindowRequest& wanted, void** base, Window** out) {
  WindowMaker maker(comm, MPI_WIN_FLAVOR_SHARED, wanted);
  PENSTOCK_TRY(maker.check());
  PENSTOCK_TRY(maker.agree_on_places());
  maker.make_memory(nullptr);
  PENSTOCK_TRY(maker.exchange(out));
  *base = (*out)->predefined_attribute(MPI_WIN_BASE);
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
