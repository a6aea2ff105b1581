#include "shmem/teams.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <iterator>
#include <mutex>
#include <numeric>
#include <utility>

namespace penstock::shmem {
namespace {

// No job hands these identities out: its own count up from 0, and these lie in the upper half of 36 bits.
constexpr std::uint64_t kUpperHalf = std::uint64_t{1} << 35;
constexpr std::uint64_t kWorldCount = (std::uint64_t{1} << 36) - 1;
constexpr std::uint64_t kSharedCount = kWorldCount - 3;
constexpr int kSetBits = 28;  // of the size of an active set

constexpr std::uint64_t kOneSlot = 1;
constexpr int kWorldSlot = 0;
constexpr int kSharedSlot = 1;
constexpr int kNoSlot = -1;

// A predefined team has the counts down from there.
TeamIds ids_down_from(int first, std::uint64_t count) {
  const auto from = static_cast<std::uint32_t>(first);
  return {{from, count}, {from, count - 1}, {from, count - 2}};
}

// All members find the same identity without an exchange, since an active set is its numbers. It has no streams.
TeamIds ids_of(const ActiveSet& set) {
  const runtime::TeamId id{static_cast<std::uint32_t>(set.start), kUpperHalf |
                                                                      static_cast<std::uint64_t>(set.log_stride) << kSetBits |
                                                                      static_cast<std::uint64_t>(set.size)};
  return {id, id, id};
}

std::vector<int> all_of(int size) {
  std::vector<int> out(static_cast<std::size_t>(size));
  std::iota(out.begin(), out.end(), 0);
  return out;
}

// Members of the parent tell each other this when one of its teams is made.
struct FormOffer {
  std::array<std::uint64_t, 3> counts{};  // of the identities that this PE hands out if it leads
  std::uint64_t can = 0;
  std::uint64_t free_slots = 0;  // for words of streams
};

}  // namespace

Teams::Teams(runtime::Job& job, Failure& failure) : job_(job), failure_(failure) {
  std::vector<int> everyone = all_of(job.size());
  teams_.add(std::make_unique<Team>(job, ids_down_from(0, kWorldCount), job.rank(), std::move(everyone), 0, kWorldSlot));
  free_slots_ &= ~(kOneSlot << kWorldSlot | kOneSlot << kSharedSlot);
  contexts_.add({.world = world().world().data(), .size = static_cast<unsigned>(job.size()), .team = kTeamWorld});
}

Teams::~Teams() = default;

// The compiler does not take a virtual function's word that it never returns.
void Teams::fail(const char* routine, const Status& why) {
  failure_.fail(routine, why);
  std::abort();
}

Status Teams::make_shared(std::span<std::byte* const> bases, const View* view) {
  const auto on_my_host = [this](int pe) { return !job_.spans_hosts() || job_.host_of(pe) == job_.host_of(job_.rank()); };
  std::vector<int> members;
  std::ranges::copy_if(world().world(), std::back_inserter(members), on_my_host);
  const auto reached = [&](int pe) { return bases[static_cast<std::size_t>(pe)] != nullptr; };
  const std::uint8_t reaches = std::ranges::all_of(members, reached) ? 1 : 0;
  std::vector<std::uint8_t> all;
  PENSTOCK_TRY(runtime::all_say(world().carrier(), reaches, &all));
  if (!std::ranges::all_of(members, [&](int pe) { return all[static_cast<std::size_t>(pe)] != 0; })) members = {job_.rank()};
  const auto place = static_cast<int>(std::ranges::lower_bound(members, job_.rank()) - members.begin());
  const TeamIds ids = ids_down_from(members.front(), kSharedCount);
  const TeamHandle shared = teams_.add(std::make_unique<Team>(job_, ids, place, std::move(members), 0, kSharedSlot));
  view_ = view;
  connect(*teams_.find(shared));
  connect(world());
  return Status::ok();
}

// The members of a host have the same SHMEM_TEAM_SHARED, so all members of the team decide alike. Algorithms that the user has
// named go by messages.
void Teams::connect(Team& team) const {
  const Team& shared = *teams_.find(kTeamShared);
  const auto is_near = [&](int pe) { return shared.number_of(pe) >= 0; };
  if (std::ranges::all_of(team.world(), is_near) && job_.selection().named() == 0) team.reach_by(view_);
}

Team& Teams::at(const char* routine, TeamHandle handle) {
  if (Team* const team = teams_.find(handle)) return *team;
  fail(routine, Status::error(Code::kArg, "the handle {:#x} is of no team, or of one that was destroyed", handle));
}

int Teams::my_pe(TeamHandle team) {
  if (team == kInvalidHandle) return -1;
  const std::scoped_lock lock(job_.engine().lock());
  return at("shmem_team_my_pe", team).rank();
}

int Teams::n_pes(TeamHandle team) {
  if (team == kInvalidHandle) return -1;
  const std::scoped_lock lock(job_.engine().lock());
  return at("shmem_team_n_pes", team).size();
}

int Teams::translate(TeamHandle from, int pe, TeamHandle to) {
  if (from == kInvalidHandle || to == kInvalidHandle) return -1;
  const std::scoped_lock lock(job_.engine().lock());
  const Team& source = at("shmem_team_translate_pe", from);
  const Team& target = at("shmem_team_translate_pe", to);
  if (pe < 0 || pe >= source.size()) return -1;
  return target.number_of(source.world()[static_cast<std::size_t>(pe)]);
}

int Teams::contexts_of(TeamHandle team) {
  if (team == kInvalidHandle) return -1;
  const std::scoped_lock lock(job_.engine().lock());
  return at("shmem_team_get_config", team).contexts();
}

// The members of the parent make one exchange: the leader of a new team hands out its identity, and all hear if all can.
// `members` are numbers in the parent, none of them twice; a PE that is not among them only listens.
int Teams::form(const char* routine, Team& parent, const std::vector<int>& members, const TeamRequest& request,
                TeamHandle* out) {
  *out = kInvalidHandle;
  const auto own = std::ranges::find(members, parent.rank());
  const bool asks_too_much = !request.known || request.contexts < 0 || std::cmp_greater(request.contexts, ContextTable::kMost);
  const FormOffer mine{{job_.new_team_id().count, job_.new_team_id().count, job_.new_team_id().count},
                       own == members.end() || !asks_too_much,
                       free_slots_};
  std::vector<FormOffer> all;
  if (Status met = runtime::all_say(parent.carrier(), mine, &all); !met.is_ok()) fail(routine, met);
  if (!std::ranges::all_of(all, [](const FormOffer& offer) { return offer.can != 0; })) return -1;
  if (own == members.end()) return 0;
  std::vector<int> world;
  for (const int member : members) world.push_back(parent.world()[static_cast<std::size_t>(member)]);
  const auto& counts = all[static_cast<std::size_t>(members.front())].counts;
  const auto leader = static_cast<std::uint32_t>(world.front());
  const TeamIds ids{{leader, counts[0]}, {leader, counts[1]}, {leader, counts[2]}};
  const auto rank = static_cast<int>(own - members.begin());
  std::uint64_t free = free_slots_;
  for (const int member : members) free &= all[static_cast<std::size_t>(member)].free_slots;
  const int slot = free == 0 ? kNoSlot : std::countr_zero(free);
  if (slot != kNoSlot) free_slots_ &= ~(kOneSlot << slot);
  auto team = std::make_unique<Team>(job_, ids, rank, std::move(world), request.contexts, slot);
  connect(*team);
  *out = teams_.add(std::move(team));
  if (*out != kInvalidHandle) return 0;
  fail(routine, Status::error(Code::kNoMemory, "this PE is in {} teams; destroy some", std::size_t{1} << kHandleBits));
}

int Teams::split_strided(TeamHandle parent, int start, int stride, int size, const TeamRequest& request, TeamHandle* out) {
  *out = kInvalidHandle;
  if (parent == kInvalidHandle) return -1;
  const std::scoped_lock lock(job_.engine().lock());
  Team& from = at("shmem_team_split_strided", parent);
  const std::int64_t last = start + std::int64_t{stride} * (std::int64_t{size} - 1);
  if (size < 1 || (stride == 0 && size != 1) || start < 0 || start >= from.size() || last < 0 || last >= from.size()) return -1;
  std::vector<int> members;
  for (int i = 0; i < size; ++i) members.push_back(start + stride * i);
  return form("shmem_team_split_strided", from, members, request, out);
}

int Teams::split_2d(TeamHandle parent, int width, const TeamRequest& x_request, TeamHandle* x_out, const TeamRequest& y_request,
                    TeamHandle* y_out) {
  *x_out = kInvalidHandle;
  *y_out = kInvalidHandle;
  if (parent == kInvalidHandle) return -1;
  const std::scoped_lock lock(job_.engine().lock());
  Team& from = at("shmem_team_split_2d", parent);
  if (width < 1) return -1;
  const int columns = std::min(width, from.size());
  const int first = from.rank() / columns * columns;
  std::vector<int> row(static_cast<std::size_t>(std::min(columns, from.size() - first)));
  std::iota(row.begin(), row.end(), first);
  std::vector<int> column;
  for (int member = from.rank() % columns; member < from.size(); member += columns) column.push_back(member);
  const int x_made = form("shmem_team_split_2d", from, row, x_request, x_out);
  const int y_made = form("shmem_team_split_2d", from, column, y_request, y_out);
  return x_made == 0 && y_made == 0 ? 0 : -1;
}

void Teams::destroy(TeamHandle team) {
  constexpr const char* kRoutine = "shmem_team_destroy";
  if (team == kInvalidHandle) return;
  const std::scoped_lock lock(job_.engine().lock());
  if (team == kTeamWorld || team == kTeamShared) {
    fail(kRoutine, Status::error(Code::kArg, "the team is predefined and lasts until shmem_finalize"));
  }
  Team& gone = at(kRoutine, team);
  if (Status met = gone.barrier(); !met.is_ok()) fail(kRoutine, met);
  if (gone.stream_slot() != kNoSlot) free_slots_ |= kOneSlot << gone.stream_slot();
  contexts_.remove_of(team);
  teams_.remove(team);
}

int Teams::create_context(TeamHandle team, long options, ContextHandle* out) {
  constexpr long kKnown = 7;  // SHMEM_CTX_SERIALIZED, SHMEM_CTX_PRIVATE, SHMEM_CTX_NOSTORE
  if (team == kInvalidHandle || (options & ~kKnown) != 0) return -1;
  const std::scoped_lock lock(job_.engine().lock());
  const Team& of = at("shmem_team_create_ctx", team);
  const ContextHandle made =
      contexts_.add({.world = of.world().data(), .size = static_cast<unsigned>(of.size()), .team = team, .options = options});
  if (made == kInvalidHandle) return -1;
  *out = made;
  return 0;
}

void Teams::destroy_context(ContextHandle context) {
  constexpr const char* kRoutine = "shmem_ctx_destroy";
  if (context == kInvalidHandle) return;
  const std::scoped_lock lock(job_.engine().lock());
  if (context == kDefaultContext) {
    fail(kRoutine, Status::error(Code::kArg, "SHMEM_CTX_DEFAULT lasts until shmem_finalize"));
  }
  if (contexts_.find(context) == nullptr) wrong_context(kRoutine, context, 0);
  contexts_.remove(context);
}

TeamHandle Teams::team_of(ContextHandle context) {
  if (context == kInvalidHandle) return kInvalidHandle;
  const std::scoped_lock lock(job_.engine().lock());
  if (const Context* const found = contexts_.find(context)) return found->team;
  wrong_context("shmem_ctx_get_team", context, 0);
}

void Teams::wrong_context(const char* routine, ContextHandle context, int pe) {
  if (context == kInvalidHandle) fail(routine, Status::error(Code::kArg, "the context is SHMEM_CTX_INVALID"));
  if (const Context* const found = contexts_.find(context)) {
    fail(routine, Status::error(Code::kRank, "pe is {}, outside 0..{} of the context's team", pe, found->size - 1));
  }
  fail(routine, Status::error(Code::kArg, "the handle {:#x} is of no context, or of one that was destroyed", context));
}

int Teams::collective(TeamHandle team, const CollectiveCall& call) {
  if (team == kInvalidHandle) return -1;
  const std::scoped_lock lock(job_.engine().lock());
  if (Status met = run_collective(at(call.routine, team), call); !met.is_ok()) fail(call.routine, met);
  return 0;
}

void Teams::collective(const ActiveSet& set, const CollectiveCall& call) {
  const std::scoped_lock lock(job_.engine().lock());
  if (Status met = run_collective(team_of(call.routine, set), call); !met.is_ok()) fail(call.routine, met);
}

// Sets are kept until shmem_finalize: programs use few, and each again and again.
Team& Teams::team_of(const char* routine, const ActiveSet& set) {
  std::unique_ptr<Team>& team = active_sets_[{set.start, set.log_stride, set.size}];
  if (team) return *team;
  const bool good = set.start >= 0 && set.size > 0 && set.log_stride >= 0 && set.log_stride < 31 &&
                    set.start + (std::int64_t{set.size - 1} << set.log_stride) < job_.size();
  std::vector<int> world;
  for (int i = 0; good && i < set.size; ++i) world.push_back(set.start + (i << set.log_stride));
  const auto own = std::ranges::find(world, job_.rank());
  if (own == world.end()) {
    fail(routine, Status::error(Code::kRank, "the active set ({}, {}, {}) {}", set.start, set.log_stride, set.size,
                                good ? "does not have this PE" : "has PEs that do not exist"));
  }
  const auto rank = static_cast<int>(own - world.begin());
  team = std::make_unique<Team>(job_, ids_of(set), rank, std::move(world), 0, kNoSlot);
  connect(*team);
  return *team;
}

}  // namespace penstock::shmem
