#include "core/comm/comm.hpp"

#include <algorithm>
#include <array>

#include "coll/select/preference.hpp"
#include "core/object/instance.hpp"

namespace penstock::core {
namespace {

constexpr std::array<std::string_view, 7> kHints = {coll::kAlgorithmKey,
                                                    "mpi_assert_allow_overtaking",
                                                    "mpi_assert_exact_length",
                                                    "mpi_assert_memory_alloc_kinds",
                                                    "mpi_assert_no_any_source",
                                                    "mpi_assert_no_any_tag",
                                                    "mpi_assert_strict_persistent_collective_ordering"};

// *out stays null if no algorithm is named.
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

Comm::Comm(Instance& instance, Ref<Group> group, runtime::TeamId id, Ref<Errhandler> errhandler)
    : instance_(instance),
      group_(std::move(group)),
      errhandler_(std::move(errhandler)),
      resources_(instance.job(), id, group_->rank(), group_->world()) {}

Comm::Comm(Instance& instance, Ref<Group> group, Ref<Group> remote, runtime::TeamId id, Ref<Errhandler> errhandler)
    : instance_(instance),
      group_(std::move(group)),
      remote_(std::move(remote)),
      errhandler_(std::move(errhandler)),
      resources_(instance.job(), id, group_->rank(), group_->world(), remote_->world()) {}

Status Comm::add_hints(const Info* hints) {
  if (hints == nullptr) return Status::ok();
  std::unique_ptr<coll::Preference> preference;
  const std::optional<std::string_view> named = hints->get(coll::kAlgorithmKey);
  PENSTOCK_TRY(parse_algorithms(named, &preference));
  if (named) resources_.prefer(std::move(preference));
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
  Instance& instance = comm.instance();
  if (is_predefined(comm)) {
    return Status::error(Code::kComm, "{} cannot be freed", comm.name);
  }
  const auto kept = Ref<Comm>::share(comm);
  PENSTOCK_TRY(comm.attributes.clear(comm.handle));
  // The application can no longer detach the buffer, whose memory is the application's again when this call returns.
  if (comm.send_buffer) PENSTOCK_TRY(comm.send_buffer->drain());
  comm.send_buffer.reset();
  instance.withdraw(comm);
  return Status::ok();
}

Status disconnect_comm(Comm& comm) {
  Instance& instance = comm.instance();
  if (is_predefined(comm)) {
    return Status::error(Code::kComm, "{} cannot be disconnected", comm.name);
  }
  const auto quiet = [&] { return !instance.modules().use(comm); };
  if (!quiet()) instance.engine().progress().wait_until(quiet);
  return free_comm(comm);
}

}  // namespace penstock::core
