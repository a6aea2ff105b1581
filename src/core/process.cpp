#include "core/process.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <utility>

#include "core/partitioned_side.hpp"

namespace penstock::core {
namespace {

constexpr std::string_view kJobKey = "core.job";
constexpr std::string_view kPlaceKey = "core.place";

// What rank 0 says to all, one get a rank; the first tuned row's origin follows.
struct JobCard {
  std::uint64_t selection = 0;  // coll::Selection::digest
  std::uint8_t report = 0;
  std::uint8_t deterministic = 0;
  std::uint8_t check = 0;
  std::uint8_t reserved = 0;
  std::uint32_t simulated_hosts = 1;
};

template <typename T>
std::uintptr_t first_of(T constant) noexcept {
  return number_of(constant);
}

// Ranks of one simulated host have one name, which no others have.
Config on_simulated_host(const Config& config, int rank, int size) {
  Config here = config;
  if (config.simulated_hosts > 1) {
    here.host_id = fmt::format("{:016x}, host {} of {}", accel::this_process(config).host, rank * config.simulated_hosts / size,
                               config.simulated_hosts);
  }
  return here;
}

}  // namespace

Process::Process(const Config& config, std::unique_ptr<boot::Boot> boot)
    : config_(on_simulated_host(config, boot->rank(), boot->size())),
      log_(base::level_of(config), boot->rank()),
      boot_(std::move(boot)),
      pid_(getpid()),
      main_thread_(gettid()),
      comms_(HandleKind::kComm, Code::kComm, "communicator", first_of(MPI_COMM_NULL), 0x100, 8),
      groups_(HandleKind::kGroup, Code::kGroup, "group", first_of(MPI_GROUP_NULL), 0x108, 8),
      datatypes_(HandleKind::kDatatype, Code::kType, "datatype", first_of(MPI_DATATYPE_NULL), 0x200,
                 kBeyondStandard + kShortFloats - 0x200),
      ops_(HandleKind::kOp, Code::kOp, "operation", first_of(MPI_OP_NULL), 0x20, 0x20),
      errhandlers_(HandleKind::kErrhandler, Code::kErrhandler, "error handler", first_of(MPI_ERRHANDLER_NULL), 0x140, 8),
      requests_(HandleKind::kRequest, Code::kRequest, "request", first_of(MPI_REQUEST_NULL), 0x180, 1),
      infos_(HandleKind::kInfo, Code::kInfo, "info", first_of(MPI_INFO_NULL), 0x130, 1),
      keyvals_(HandleKind::kKeyval, Code::kKeyval, "attribute key", MPI_KEYVAL_INVALID, MPI_TAG_UB, 7),
      sessions_(HandleKind::kSession, Code::kSession, "session", first_of(MPI_SESSION_NULL), first_of(MPI_SESSION_NULL), 1),
      messages_(HandleKind::kMessage, Code::kRequest, "message", first_of(MPI_MESSAGE_NULL), 0x128, 1) {}

Status Process::change(std::string_view tunable, std::string_view value) {
  PENSTOCK_TRY(config_.set(tunable, value));
  log_.set_level(base::level_of(config_));
  return Status::ok();
}

Status Process::announce() {
  PENSTOCK_TRY(coll::Selection::create(config_.coll_rows, config_.coll_algorithm, &selection_));
  report_wanted_ = config_.report;
  const Place place = own_place(config_);
  PENSTOCK_TRY(boot_->put(kPlaceKey, std::as_bytes(std::span(&place, 1))));
  check_wanted_ = config_.check;
  if (rank() != 0) return Status::ok();
  const JobCard card{.selection = selection_.digest(),
                     .report = report_wanted_ ? std::uint8_t{1} : std::uint8_t{0},
                     .deterministic = config_.deterministic ? std::uint8_t{1} : std::uint8_t{0},
                     .check = check_wanted_ ? std::uint8_t{1} : std::uint8_t{0},
                     .simulated_hosts = static_cast<std::uint32_t>(config_.simulated_hosts)};
  const auto* bytes = reinterpret_cast<const std::byte*>(&card);
  std::vector<std::byte> said(bytes, bytes + sizeof card);
  for (const char c : tables_in_use()) said.push_back(static_cast<std::byte>(c));
  return boot_->put(kJobKey, said);
}

// Ranks that select differently would wait for messages that nobody sends.
Status Process::agree() {
  if (rank() == 0) return Status::ok();
  std::vector<std::byte> said;
  PENSTOCK_TRY(read(0, kJobKey, &said));
  JobCard card;
  if (said.size() < sizeof card) return Status::error(Code::kProtocol, "rank 0's job card is malformed");
  std::memcpy(&card, said.data(), sizeof card);
  report_wanted_ = card.report != 0;
  if (config_.deterministic != (card.deterministic != 0)) {
    return Status::error(Code::kConfig, "rank {} has PENSTOCK_DETERMINISTIC={}, rank 0 has {}: give every rank the same",
                         rank(), config_.deterministic ? 1 : 0, card.deterministic);
  }
  if (config_.simulated_hosts != card.simulated_hosts) {
    return Status::error(Code::kConfig, "rank {} has PENSTOCK_SIMULATED_HOSTS={}, rank 0 has {}: give every rank the same",
                         rank(), config_.simulated_hosts, card.simulated_hosts);
  }
  check_wanted_ = card.check != 0;
  if (card.selection == selection_.digest()) return Status::ok();
  const std::string_view theirs(reinterpret_cast<const char*>(said.data()) + sizeof card, said.size() - sizeof card);
  return Status::error(Code::kConfig,
                       "rank {} selects algorithms of collectives by {}, rank 0 by {}: give every rank the same "
                       "PENSTOCK_COLL_ALGORITHM and the same tuning table (PENSTOCK_TUNE_FILE; 'none' uses no table)",
                       rank(), tables_in_use(), theirs);
}

Status Process::places(std::span<const Place>* out) {
  std::vector<Place> found;
  for (int i = 0; places_.empty() && i < size(); ++i) {
    std::vector<std::byte> said;
    PENSTOCK_TRY(read(i, kPlaceKey, &said));
    if (said.size() != sizeof(Place)) return Status::error(Code::kProtocol, "what rank {} says of its place is malformed", i);
    std::memcpy(&found.emplace_back(), said.data(), sizeof(Place));
  }
  if (places_.empty()) places_ = std::move(found);
  *out = places_;
  return Status::ok();
}

// Where the launcher says that all are on one host nobody needs to be asked.
Status Process::find_hosts() {
  const bool simulated = config_.simulated_hosts > 1;
  most_on_a_host_ = size();
  if (!simulated && !boot_->spans_hosts()) return Status::ok();
  std::span<const Place> all;
  PENSTOCK_TRY(places(&all));
  std::map<std::uint64_t, int> numbers;
  for (const Place& place : all) hosts_.push_back(numbers.emplace(place.host, static_cast<int>(numbers.size())).first->second);
  if (simulated) return Status::ok();
  std::vector<int> ranks(numbers.size());
  for (const int host : hosts_) ++ranks[static_cast<std::size_t>(host)];
  most_on_a_host_ = std::ranges::max(ranks);
  return Status::ok();
}

std::string Process::tables_in_use() const {
  if (selection_.named() != 0) return fmt::format("{}={}", coll::kAlgorithmTunable, config_.coll_algorithm);
  return config_.coll_rows.empty() ? "the compiled-in rows" : config_.coll_rows.front().origin;
}

Status Process::open_tables() {
  PENSTOCK_TRY(comms_.open());
  PENSTOCK_TRY(groups_.open());
  PENSTOCK_TRY(datatypes_.open());
  PENSTOCK_TRY(ops_.open());
  PENSTOCK_TRY(errhandlers_.open());
  PENSTOCK_TRY(infos_.open());
  PENSTOCK_TRY(keyvals_.open());
  PENSTOCK_TRY(sessions_.open());
  PENSTOCK_TRY(messages_.open());
  PENSTOCK_TRY(requests_.open());
  return add_request(&over_, static_cast<Comm*>(nullptr), kEmptyOutcome);
}

Status Process::bind_predefined() {
  for (const PredefinedType& row : predefined_types()) {
    Ref<Datatype> made;
    PENSTOCK_TRY(make_predefined(*this, row, &made));
    made->handle = row.handle;
    datatypes_.bind(number_of(row.handle), made.get());
    predefined_datatypes_.push_back(std::move(made));
  }
  for (const PredefinedOp& row : predefined_ops()) {
    auto made = Ref<Op>::adopt(new Op(row.operation, row.name));
    made->handle = row.handle;
    ops_.bind(number_of(row.handle), made.get());
    predefined_ops_.push_back(std::move(made));
  }
  const std::pair<MPI_Errhandler, ErrhandlerKind> handlers[] = {{MPI_ERRORS_ARE_FATAL, ErrhandlerKind::kFatal},
                                                                {MPI_ERRORS_ABORT, ErrhandlerKind::kAbort},
                                                                {MPI_ERRORS_RETURN, ErrhandlerKind::kReturn}};
  for (const auto& [handle, kind] : handlers) {
    auto made = Ref<Errhandler>::adopt(new Errhandler(kind));
    made->handle = handle;
    errhandlers_.bind(number_of(handle), made.get());
    predefined_errhandlers_.push_back(std::move(made));
  }
  bind_groups();
  self_comm_ = make_comm({rank()}, {static_cast<std::uint32_t>(rank()), 1}, "MPI_COMM_SELF");
  self_ = self_comm_.get();
  self_->handle = MPI_COMM_SELF;
  attributes.tag_ub = std::numeric_limits<int>::max();
  attributes.universe_size = size();
  attributes.app_number = boot_->app_number();
  return Status::ok();
}

void Process::bind_groups() {
  auto empty = Ref<Group>::adopt(new Group({}, rank()));
  empty->handle = MPI_GROUP_EMPTY;
  groups_.bind(number_of(MPI_GROUP_EMPTY), empty.get());
  empty_group_ = empty.get();
  predefined_groups_.push_back(std::move(empty));
}

Ref<Comm> Process::make_comm(std::vector<int> members, CommId id, std::string_view name) {
  auto group = Ref<Group>::adopt(new Group(std::move(members), rank()));
  auto made = Ref<Comm>::adopt(new Comm(*this, std::move(group), id, predefined_errhandlers_.front()));
  made->name = name;
  return made;
}

Process::~Process() {
  if (getpid() != pid_) {
    // A forked child shares descriptors and device state with the rank: taking them down is the rank's business alone.
    [[maybe_unused]] proto::Engine* engine = engine_.release();
    [[maybe_unused]] accel::Accel* accel = accel_.release();
    [[maybe_unused]] boot::Boot* boot = boot_.release();
  }
  if (engine_) engine_->end_helping();
  release_objects();
}

void Process::release_objects() noexcept {
  pairing.clear();
  for (Request* request : orphans_) request_pool_.release(request);
  orphans_.clear();
  requests_.for_each([&](Request& request) { request_pool_.release(&request); });
  messages_.for_each([&](ProbedMessage& message) { message_pool_.release(&message); });
  comms_.for_each([](Comm& comm) { comm.release(); });
  groups_.for_each([](Group& group) { group.release(); });
  datatypes_.for_each([](Datatype& datatype) { datatype.release(); });
  ops_.for_each([](Op& op) { op.release(); });
  infos_.for_each([](Info& info) { info.release(); });
  sessions_.for_each([](Session& session) { session.release(); });
  errhandlers_.for_each([](Errhandler& errhandler) { errhandler.let_go_all(); });
  keyvals_.for_each([](Keyval& keyval) {
    if (!std::exchange(keyval.freed, true)) keyval.release();
  });
}

void Process::abort(int exit_code, std::string_view why) noexcept {
  boot_->abort(exit_code, why);
  std::_Exit(exit_code);
}

bool Process::on_main_thread() const noexcept {
  return gettid() == main_thread_;
}

std::unique_ptr<coll::Schedule> Process::find_schedule() {
  if (schedules_.empty()) return std::make_unique<coll::Schedule>(*engine_, &selection_);
  std::unique_ptr<coll::Schedule> schedule = std::move(schedules_.back());
  schedules_.pop_back();
  return schedule;
}

// Where calls are checked, ranks whose calls were of different kinds go on with equal numbers.
std::unique_ptr<coll::Schedule> Process::take_schedule(Comm& comm, const coll::Team& team) {
  std::unique_ptr<coll::Schedule> schedule = find_schedule();
  if (checks()) static_cast<void>(comm.next_persistent());
  schedule->reset(team, comm.next_collective());
  return schedule;
}

std::unique_ptr<coll::Schedule> Process::take_persistent_schedule(Comm& comm, const coll::Preference* named) {
  std::unique_ptr<coll::Schedule> schedule = find_schedule();
  const std::uint32_t sequence = comm.next_persistent();
  if (checks()) static_cast<void>(comm.next_collective());
  coll::Team team = comm.team(Traffic::kPersistent);
  if (named != nullptr) team.preferred = named;
  schedule->reset(team, sequence);
  return schedule;
}

void Process::give_schedule(std::unique_ptr<coll::Schedule> schedule) noexcept {
  constexpr std::size_t kKept = 16;
  if (schedules_.size() >= kKept) return;
  if (schedules_.capacity() == 0) {
    try {
      schedules_.reserve(kKept);
    } catch (const std::bad_alloc&) {
      return;  // the schedule is destroyed instead of kept
    }
  }
  schedules_.push_back(std::move(schedule));
}

void Process::destroy(Request& request) noexcept {
  request_pool_.release(&request);
}

void Process::end_request(Request& request) noexcept {
  if (request.handle == over_) return;
  requests_.remove(number_of(request.handle));
  destroy(request);
}

void Process::orphan_request(Request& request) {
  orphans_.push_back(&request);
  requests_.remove(number_of(request.handle));
  sweep_orphans();
  sweeper_.watch();
}

void Process::Sweeper::watch() {
  if (process_.orphans_.empty() || listed_) return;
  listed_ = true;
  process_.engine_->add_progressor(this);
}

bool Process::Sweeper::advance() {
  process_.sweep_orphans();
  return listed_ = !process_.orphans_.empty();
}

bool Process::is_quiet(const Comm& comm) const {
  bool quiet = true;
  const auto look = [&](const Request& request) { quiet = quiet && (request.comm() != &comm || request.done()); };
  requests_.for_each(look);
  for (const Request* request : orphans_) look(*request);
  return quiet;
}

void Process::sweep_orphans() {
  std::erase_if(orphans_, [&](Request* request) {
    if (!request->done()) return false;
    destroy(*request);
    return true;
  });
}

Status Process::add_message(Comm& comm, proto::Unexpected* message, MPI_Message* handle) {
  ProbedMessage* added = message_pool_.acquire(ProbedMessage{Ref<Comm>::share(comm), message, MPI_MESSAGE_NULL});
  std::uintptr_t number = 0;
  if (Status status = messages_.add(added, &number); !status.is_ok()) {
    message_pool_.release(added);
    return status;
  }
  *handle = added->handle = handle_from<MPI_Message>(number);
  return Status::ok();
}

void Process::end_message(ProbedMessage& message) noexcept {
  messages_.remove(number_of(message.handle));
  message_pool_.release(&message);
}

}  // namespace penstock::core
