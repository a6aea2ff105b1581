#include "runtime/job.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <new>
#include <utility>

#include "coll/select/preference.hpp"

namespace penstock::runtime {
namespace {

constexpr std::string_view kJobKey = "runtime.job";
constexpr std::string_view kLocalityKey = "runtime.locality";

// Rank 0 stores this for all, so that each rank looks up one key; the origin of the first tuned row follows it.
struct JobSettings {
  std::uint64_t selection = 0;  // coll::Selection::digest
  std::uint8_t report = 0;
  std::uint8_t deterministic = 0;
  std::uint8_t check = 0;
  std::uint8_t reserved = 0;
  std::uint32_t simulated_hosts = 1;
};

// The ranks of one simulated host share a host name, which no other rank has.
Config on_simulated_host(const Config& config, int rank, int size) {
  Config here = config;
  if (config.simulated_hosts > 1) {
    here.host_id = fmt::format("{:016x}, host {} of {}", accel::this_process(config).host, rank * config.simulated_hosts / size,
                               config.simulated_hosts);
  }
  return here;
}

}  // namespace

Job::Job(const Config& config, std::unique_ptr<boot::Boot> boot)
    : config_(on_simulated_host(config, boot->rank(), boot->size())),
      log_(base::level_of(config), boot->rank()),
      boot_(std::move(boot)),
      pid_(getpid()) {}

Status Job::change(std::string_view tunable, std::string_view value) {
  PENSTOCK_TRY(config_.set(tunable, value));
  log_.set_level(base::level_of(config_));
  return Status::ok();
}

Status Job::announce() {
  PENSTOCK_TRY(coll::Selection::create(config_.coll_rows, config_.coll_algorithm, &selection_));
  report_wanted_ = config_.report;
  const Locality locality = own_locality(config_);
  PENSTOCK_TRY(store(kLocalityKey).say(std::as_bytes(std::span(&locality, 1))));
  check_wanted_ = config_.check;
  if (rank() != 0) return Status::ok();
  const JobSettings settings{.selection = selection_.digest(),
                             .report = report_wanted_ ? std::uint8_t{1} : std::uint8_t{0},
                             .deterministic = config_.deterministic ? std::uint8_t{1} : std::uint8_t{0},
                             .check = check_wanted_ ? std::uint8_t{1} : std::uint8_t{0},
                             .simulated_hosts = static_cast<std::uint32_t>(config_.simulated_hosts)};
  const auto bytes = std::as_bytes(std::span(&settings, 1));
  std::vector<std::byte> said(bytes.begin(), bytes.end());
  for (const char c : tables_in_use()) said.push_back(static_cast<std::byte>(c));
  return store(kJobKey).say(said);
}

// Ranks that select differently would wait for messages that nobody sends.
Status Job::follow_rank_0() {
  if (rank() == 0) return Status::ok();
  std::vector<std::byte> said;
  PENSTOCK_TRY(store(kJobKey).hear(0, &said));
  JobSettings settings;
  if (said.size() < sizeof settings)
    return Status::error(Code::kProtocol,
                         "the settings that rank 0 has stored for the job are malformed: give all ranks the same library");
  std::memcpy(&settings, said.data(), sizeof settings);
  report_wanted_ = settings.report != 0;
  if (config_.deterministic != (settings.deterministic != 0)) {
    return Status::error(Code::kConfig, "rank {} has PENSTOCK_DETERMINISTIC={}, rank 0 has {}: give every rank the same",
                         rank(), config_.deterministic ? 1 : 0, settings.deterministic);
  }
  if (config_.simulated_hosts != settings.simulated_hosts) {
    return Status::error(Code::kConfig, "rank {} has PENSTOCK_SIMULATED_HOSTS={}, rank 0 has {}: give every rank the same",
                         rank(), config_.simulated_hosts, settings.simulated_hosts);
  }
  check_wanted_ = settings.check != 0;
  if (settings.selection == selection_.digest()) return Status::ok();
  const std::string_view theirs(reinterpret_cast<const char*>(said.data()) + sizeof settings, said.size() - sizeof settings);
  return Status::error(Code::kConfig,
                       "rank {} selects algorithms of collectives by {}, rank 0 by {}: give every rank the same "
                       "PENSTOCK_COLL_ALGORITHM and the same tuning table (PENSTOCK_TUNE_FILE; 'none' uses no table)",
                       rank(), tables_in_use(), theirs);
}

std::string Job::tables_in_use() const {
  if (selection_.named() != 0) return fmt::format("{}={}", coll::kAlgorithmTunable, config_.coll_algorithm);
  return config_.coll_rows.empty() ? "the compiled-in rows" : config_.coll_rows.front().origin;
}

Status Job::localities(std::span<const Locality>* out) {
  if (localities_.empty()) {
    std::vector<Locality> found(static_cast<std::size_t>(size()));
    PENSTOCK_TRY(store(kLocalityKey).hear_all(found.data(), sizeof(Locality)));
    localities_ = std::move(found);
  }
  *out = localities_;
  return Status::ok();
}

// If the launcher says that all ranks are on one host, the rank asks no other.
Status Job::find_hosts() {
  const bool simulated = config_.simulated_hosts > 1;
  most_on_a_host_ = size();
  if (!simulated && !boot_->spans_hosts()) return Status::ok();
  std::span<const Locality> all;
  PENSTOCK_TRY(localities(&all));
  std::map<std::uint64_t, int> numbers;
  for (const Locality& one : all) hosts_.push_back(numbers.emplace(one.host, static_cast<int>(numbers.size())).first->second);
  if (simulated) return Status::ok();
  std::vector<int> ranks(numbers.size());
  for (const int host : hosts_) ++ranks[static_cast<std::size_t>(host)];
  most_on_a_host_ = std::ranges::max(ranks);
  return Status::ok();
}

std::unique_ptr<coll::Schedule> Job::take_schedule() {
  if (schedules_.empty()) return std::make_unique<coll::Schedule>(*engine_, &selection_);
  std::unique_ptr<coll::Schedule> schedule = std::move(schedules_.back());
  schedules_.pop_back();
  return schedule;
}

void Job::give_schedule(std::unique_ptr<coll::Schedule> schedule) noexcept {
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

}  // namespace penstock::runtime
