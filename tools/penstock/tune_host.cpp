// Measures host memory: the costs of copies, and the tunables of messages between two ranks.
#include <algorithm>

#include <fmt/format.h>

#include "penstock/tune.hpp"

namespace penstock::tool {
namespace {

constexpr std::uint64_t kHeader = 512;  // the header of a cell, and some room

// These are fractions of the whole time.
constexpr double kCopies = 0.06;
constexpr double kEager = 0.13;
constexpr double kStaging = 0.08;
constexpr double kSpin = 0.08;

const Json* find(const Json& rows, std::string_view what, std::size_t nth) {
  for (const Json& row : rows) {
    if (row.at("what") == what && nth-- == 0) return &row;
  }
  return nullptr;
}

Status copies(const Plan& plan, Meter& meter, Findings* out) {
  const double seconds = kCopies * plan.seconds;
  meter.begin("copies of host memory");
  Json said;
  PENSTOCK_TRY(
      run_job({.ranks = 2, .measure = "host", .sizes = {plan.quick ? 1U << 20U : 4U << 20U}, .seconds = seconds}, &said));
  meter.done(seconds);
  const Json& rows = said.at("rows");
  out->raw["host copies"] = rows;
  const Config& config = plan.settings.config;
  const Json* small = find(rows, "copy", 0);
  const Json* large = find(rows, "copy", 1);
  if (small != nullptr && large != nullptr) {
    compare_cost("PENSTOCK_COST_COPY", fits(*small, *large), config.cost_copy, "memcpy by one core", out);
  }
  if (const Json* refused = find(rows, "refused", 0); refused != nullptr) {
    out->skipped.push_back(
        fmt::format("single copies: {}; `penstock doctor` tells the remedy", refused->at("why").get<std::string>()));
    return Status::ok();
  }
  const Json* middle = find(rows, "cma", 1);
  const Json* pieces = find(rows, "cma pieces", 0);
  small = find(rows, "cma", 0);
  large = find(rows, "cma", 2);
  if (small == nullptr || middle == nullptr || large == nullptr || pieces == nullptr) {
    return Status::error(Code::kInternal, "the measurement of single copies lacks rows");
  }
  compare_cost("PENSTOCK_COST_CMA", fits(*small, *large), config.cost_cma, "process_vm_readv between two ranks", out);
  std::vector<double> each;
  const double count = pieces->at("bytes").get<double>() / small->at("bytes").get<double>();
  for (std::size_t i = 0; i < std::min(pieces->at("us").size(), middle->at("us").size()); ++i) {
    each.push_back(1000 * std::max(0.0, pieces->at("us")[i].get<double>() - middle->at("us")[i].get<double>()) / count);
  }
  const Sample sample = sample_of(each);
  const auto before = static_cast<double>(config.cost_cma_piece_ns);
  out->measured.push_back(fmt::format("PENSTOCK_COST_CMA_PIECE_NS: {:.0f} ns (in force: {:.0f})", sample.median, before));
  if (sample.low > 1.2 * before || sample.high < before / 1.2) {
    out->rows.push_back({fmt::format("PENSTOCK_COST_CMA_PIECE_NS = {:.0f}", sample.median), fmt::format("{:.0f}", before),
                         fmt::format("{:.0f} pieces of 64 bytes", count), 1});
  }
  return Status::ok();
}

std::string size_of(std::uint64_t bytes) {
  return bytes % 1024 == 0 && bytes != 0 ? fmt::format("{}K", bytes / 1024) : fmt::format("{}", bytes);
}

// Adds a candidate unless there is an equal one; the values in force come first.
void add(Contest* contest, std::vector<Setting> settings) {
  const auto same = [&](const std::vector<Setting>& other) {
    return std::ranges::equal(other, settings,
                              [](const Setting& a, const Setting& b) { return a.name == b.name && a.value == b.value; });
  };
  if (std::ranges::none_of(contest->candidates, same)) contest->candidates.push_back(std::move(settings));
}

Contest eager_contest(const Plan& plan) {
  const Config& config = plan.settings.config;
  Contest contest{.what = "eager limit", .job = {.measure = "pingpong"}, .candidates = {}, .seconds = kEager * plan.seconds};
  contest.job.sizes = {2 << 10, 4 << 10, 8 << 10, 12 << 10, 16 << 10, 24 << 10, 32 << 10};
  if (plan.quick) contest.job.sizes = {4 << 10, 12 << 10, 24 << 10};
  add(&contest, {{"PENSTOCK_EAGER_LIMIT", config.get("PENSTOCK_EAGER_LIMIT")},
                 {"PENSTOCK_SHM_CELL_SIZE", config.get("PENSTOCK_SHM_CELL_SIZE")}});
  for (const std::uint64_t limit : {4U << 10U, 8U << 10U, 16U << 10U, 32U << 10U}) {
    // A smaller cell would split a message that is still sent eagerly.
    const std::uint64_t cell = std::max<std::uint64_t>(config.shm_cell_size, limit + kHeader);
    add(&contest, {{"PENSTOCK_EAGER_LIMIT", size_of(limit)}, {"PENSTOCK_SHM_CELL_SIZE", size_of(cell)}});
    if (plan.quick && contest.candidates.size() == 3) break;
  }
  return contest;
}

Contest staging_contest(const Plan& plan) {
  Contest contest{.what = "staging slots", .job = {.measure = "stream"}, .candidates = {}, .seconds = kStaging * plan.seconds};
  contest.job.sizes = {256 << 10, 1 << 20, 4 << 20};
  if (plan.quick) contest.job.sizes = {1 << 20};
  contest.job.environment = {{"PENSTOCK_CMA", "0"}};  // forces two copies, as on machines that refuse the single copy
  add(&contest, {{"PENSTOCK_STAGING_SLOT_SIZE", plan.settings.config.get("PENSTOCK_STAGING_SLOT_SIZE")}});
  for (const char* size : {"64K", "128K", "256K", "512K", "1M"}) {
    add(&contest, {{"PENSTOCK_STAGING_SLOT_SIZE", size}});
    if (plan.quick && contest.candidates.size() == 3) break;
  }
  return contest;
}

Contest spin_contest(const Plan& plan) {
  Contest contest{.what = "spin time", .job = {.measure = "late"}, .candidates = {}, .seconds = kSpin * plan.seconds};
  contest.job.sizes = {30, 150, 600};  // microseconds until the answer comes
  add(&contest, {{"PENSTOCK_SPIN_US", plan.settings.config.get("PENSTOCK_SPIN_US")}});
  for (const char* us : {"20", "100", "1000"}) {
    add(&contest, {{"PENSTOCK_SPIN_US", us}});
    if (plan.quick && contest.candidates.size() == 3) break;
  }
  return contest;
}

}  // namespace

void plan_host(const Plan& plan, Meter& meter) {
  meter.plan((kCopies + kStaging) * plan.seconds);
  if (plan.cpus >= 2) meter.plan((kEager + kSpin) * plan.seconds);
}

Status tune_host(const Plan& plan, Meter& meter, Findings* out) {
  PENSTOCK_TRY(copies(plan, meter, out));
  if (plan.cpus >= 2) {
    PENSTOCK_TRY(hold(eager_contest(plan), plan, meter, out));
    PENSTOCK_TRY(hold(spin_contest(plan), plan, meter, out));
  } else {
    out->skipped.emplace_back("eager limit and spin time: this process may use one CPU, two ranks need two");
  }
  return hold(staging_contest(plan), plan, meter, out);
}

}  // namespace penstock::tool
