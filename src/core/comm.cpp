#include "core/comm.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "core/meetings.hpp"
#include "core/process.hpp"

namespace penstock::core {
namespace {

constexpr std::array<std::string_view, 7> kHints = {coll::kAlgorithmKey,
                                                    "mpi_assert_allow_overtaking",
                                                    "mpi_assert_exact_length",
                                                    "mpi_assert_memory_alloc_kinds",
                                                    "mpi_assert_no_any_source",
                                                    "mpi_assert_no_any_tag",
                                                    "mpi_assert_strict_persistent_collective_ordering"};

// Null where no algorithm is named.
Status parse_algorithms(std::optional<std::string_view> named, std::unique_ptr<coll::Preference>* out) {
  if (!named) return Status::ok();
  auto made = std::make_unique<coll::Preference>();
  PENSTOCK_TRY(coll::Preference::parse(*named, coll::kAlgorithmKey, Code::kInfoValue, nullptr, made.get()));
  if (!made->rows().empty()) *out = std::move(made);
  return Status::ok();
}

bool is_predefined(const Comm& comm) noexcept {
  return comm.handle == MPI_COMM_WORLD || comm.handle == MPI_COMM_SELF;
}

}  // namespace

// Calls that are checked begin in no fixed order, which boards need; members that cannot share boards have nothing to find out.
Comm::Comm(Process& process, Ref<Group> group, CommId id, Ref<Errhandler> errhandler) noexcept
    : process_(process), group_(std::move(group)), errhandler_(std::move(errhandler)), id_(id) {
  find_sharers();
  if (size() > 1 && !process.checks()) next_meeting_ = Meetings::kFirst;
}

Comm::Comm(Process& process, Ref<Group> group, Ref<Group> remote, CommId id, Ref<Errhandler> errhandler)
    : process_(process),
      group_(std::move(group)),
      remote_(std::move(remote)),
      errhandler_(std::move(errhandler)),
      both_(group_->world().begin(), group_->world().end()),
      id_(id) {
  both_.insert(both_.end(), remote_->world().begin(), remote_->world().end());
  const Group& first = is_first() ? *group_ : *remote_;
  const Group& second = is_first() ? *remote_ : *group_;
  everyone_.assign(first.world().begin(), first.world().end());
  everyone_.insert(everyone_.end(), second.world().begin(), second.world().end());
}

Comm::~Comm() = default;

void Comm::find_sharers() {
  const std::span<const int> world = group_->world();
  std::vector<int> hosts;
  if (!process_.hosts().empty()) {
    for (const int rank : world) hosts.push_back(process_.hosts()[static_cast<std::size_t>(rank)]);
  }
  if (!hosts.empty()) nodes_ = std::make_unique<const coll::Nodes>(hosts);
  if (nodes_ && nodes_->count() == 1) nodes_.reset();
  if (!nodes_) {
    places_.resize(world.size());
    std::iota(places_.begin(), places_.end(), 0);
    sharers_ = {rank(), places_, world};
    return;
  }
  const std::span<const int> members = nodes_->members(nodes_->node_of(rank()));
  for (const int member : members) near_.push_back(world[static_cast<std::size_t>(member)]);
  sharers_ = {static_cast<int>(std::ranges::lower_bound(members, rank()) - members.begin()), members, near_};
}

Meetings& Comm::meetings() {
  if (!meetings_) meetings_ = std::make_unique<Meetings>(*this);
  return *meetings_;
}

void Comm::expect_devices() noexcept {
  if (next_meeting_ != kNever) next_meeting_ = 0;
}

// PENSTOCK_EXPLAIN says what the long way chooses.
void Comm::use_board(std::unique_ptr<coll::Board> board) {
  board_ = std::move(board);
  host_.board = board_.get();
  if (nodes_ || process_.selection().any_for_steps() || process_.config().explain) return;
  express_ = std::make_unique<coll::Express>(*board_, process_.engine());
}

coll::Team Comm::everyone() const noexcept {
  if (!remote_) return team();
  const int before = is_first() ? 0 : remote_->size();
  return {before + rank(), size() + remote_->size(), everyone_, context(Traffic::kCollective)};
}

Status Comm::add_hints(const Info* hints) {
  if (hints == nullptr) return Status::ok();
  std::unique_ptr<coll::Preference> preference;
  const std::optional<std::string_view> named = hints->get(coll::kAlgorithmKey);
  PENSTOCK_TRY(parse_algorithms(named, &preference));
  if (named) preference_ = std::move(preference);
  for (const Info::Entry& entry : hints->entries()) {
    if (std::ranges::find(kHints, entry.first) == kHints.end()) continue;
    const auto known = std::ranges::find(hints_, entry.first, &Info::Entry::first);
    if (known != hints_.end()) {
      known->second = entry.second;
    } else {
      hints_.push_back(entry);
    }
  }
  return Status::ok();
}

Status check_hints(const Info* hints) {
  std::unique_ptr<coll::Preference> preference;
  return hints == nullptr ? Status::ok() : parse_algorithms(hints->get(coll::kAlgorithmKey), &preference);
}

int compare(const Comm& a, const Comm& b) noexcept {
  if (&a == &b) return MPI_IDENT;
  if (a.is_inter() != b.is_inter()) return MPI_UNEQUAL;
  const int local = compare(a.group(), b.group());
  const int remote = a.is_inter() ? compare(a.remote_group(), b.remote_group()) : MPI_IDENT;
  if (local == MPI_UNEQUAL || remote == MPI_UNEQUAL) return MPI_UNEQUAL;
  return local == MPI_IDENT && remote == MPI_IDENT ? MPI_CONGRUENT : MPI_SIMILAR;
}

Status free_comm(Comm& comm) {
  Process& process = comm.process();
  if (is_predefined(comm)) {
    return Status::error(Code::kComm, "{} cannot be freed", comm.name);
  }
  const auto kept = Ref<Comm>::share(comm);
  PENSTOCK_TRY(comm.attributes.clear(comm.handle));
  // Nobody can detach it any more: the memory is the program's again when the call is back.
  if (comm.send_buffer) PENSTOCK_TRY(comm.send_buffer->drain());
  comm.send_buffer.reset();
  process.withdraw(comm);
  return Status::ok();
}

Status disconnect_comm(Comm& comm) {
  Process& process = comm.process();
  if (is_predefined(comm)) {
    return Status::error(Code::kComm, "{} cannot be disconnected", comm.name);
  }
  if (!process.is_quiet(comm)) process.engine().wait_until([&] { return process.is_quiet(comm); });
  return free_comm(comm);
}

}  // namespace penstock::core
