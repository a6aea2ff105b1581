#include "core/comm/session.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <utility>

#include "core/comm/group.hpp"
#include "core/object/info.hpp"
#include "core/object/instance.hpp"
#include "core/object/thread_level.hpp"

namespace penstock::core {
namespace {

constexpr std::string_view kLevelKey = "thread_level";
constexpr std::string_view kWorld = "mpi://WORLD";
constexpr std::string_view kSelf = "mpi://SELF";

// The level is a hint: a value that is no level requests nothing.
std::optional<int> level_of(const Info* hints) noexcept {
  constexpr std::array kLevels = {MPI_THREAD_SINGLE, MPI_THREAD_FUNNELED, MPI_THREAD_SERIALIZED, MPI_THREAD_MULTIPLE};
  const auto named = hints != nullptr ? hints->get(kLevelKey) : std::nullopt;
  if (!named) return std::nullopt;
  const auto* const found = std::ranges::find(kLevels, *named, name_of_level);
  return found != kLevels.end() ? std::optional<int>(*found) : std::nullopt;
}

// The scheme and the authority of a URI are not case-sensitive (RFC 3986, sections 3.1 and
// 3.2.2), and these names have no other parts.
bool is_set(std::string_view name, std::string_view set) noexcept {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::ranges::equal(name, set, {}, lower, lower);
}

Status members_of(const Instance& instance, std::string_view name, std::vector<int>* world) {
  if (is_set(name, kSelf)) {
    world->assign(1, instance.rank());
    return Status::ok();
  }
  if (!is_set(name, kWorld)) {
    return Status::error(Code::kArg, "there is no process set '{}'; MPI_Session_get_nth_pset gives the names", name);
  }
  world->resize(static_cast<std::size_t>(instance.size()));
  std::iota(world->begin(), world->end(), 0);
  return Status::ok();
}

}  // namespace

Status Session::create(Instance& instance, const Info* hints, Ref<Errhandler> errhandler, Ref<Session>* out) {
  PENSTOCK_TRY(errhandler->check_for(ErrhandlerObject::kSession));
  auto made = Ref<Session>::adopt(new Session(std::move(errhandler)));
  const std::optional<int> wanted = level_of(hints);
  if (wanted == MPI_THREAD_MULTIPLE) instance.engine().lock().enable_locked();
  const int given = instance.engine().lock().enabled() ? MPI_THREAD_MULTIPLE : instance.thread_level();
  made->thread_level_ = wanted.value_or(given);
  *out = std::move(made);
  return Status::ok();
}

Ref<Info> Session::describe() const {
  return Ref<Info>::adopt(new Info({{std::string(kLevelKey), std::string(name_of_level(thread_level_))}}));
}

std::vector<std::string_view> process_sets() {
  return {kWorld, kSelf};
}

std::optional<std::uint64_t> number_of_set(const Instance& instance, std::string_view name) {
  if (is_set(name, kWorld)) return 0;
  if (is_set(name, kSelf)) return static_cast<std::uint64_t>(instance.rank()) + 1;
  return std::nullopt;
}

Status group_of_set(Instance& instance, Session& session, std::string_view name, Group** out) {
  std::vector<int> world;
  PENSTOCK_TRY(members_of(instance, name, &world));
  return make_group(instance, std::move(world), Ref<Session>::share(session), out);
}

Status describe_set(const Instance& instance, std::string_view name, Ref<Info>* out) {
  std::vector<int> world;
  PENSTOCK_TRY(members_of(instance, name, &world));
  *out = Ref<Info>::adopt(new Info({{"mpi_size", std::to_string(world.size())}}));
  return Status::ok();
}

Status end_session(Instance& instance, Session& session) {
  Status drained = session.send_buffer ? session.send_buffer->drain() : Status::ok();
  session.send_buffer.reset();
  instance.withdraw(session);
  return drained;
}

}  // namespace penstock::core
