// penstock info --coll shows the rows of the selection in the order in which they are tried, and which of them wins.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "accel/libraries/nccl.hpp"
#include "base/config.hpp"
#include "coll/device/coscheduled_plan.hpp"
#include "coll/device/nccl_work.hpp"
#include "coll/select/gpu_choice.hpp"
#include "coll/select/select.hpp"
#include "coll/select/why.hpp"
#include "penstock/info.hpp"
#include "penstock/place.hpp"

namespace penstock::tool {
namespace {

using coll::Collective;
using coll::Row;
using coll::Selection;
using coll::size_text;
using Json = nlohmann::ordered_json;

constexpr std::uint64_t kSizes[] = {8, 64, 512, 4 << 10, 32 << 10, 256 << 10, 2 << 20, 16 << 20};
// Queries of reductions have this size of element.
constexpr std::uint64_t kElement = 8;

// The place of the data of all ranks: on the host, or on GPUs, mapped by the other ranks or not.
enum class Where : std::uint8_t { kHost, kMapped, kNew };

// The query about one collective.
struct Asked {
  Collective collective;
  int ranks;
  bool crowded;
  bool deterministic;
  std::vector<std::uint64_t> sizes;
  std::uint64_t one_shot = 0;  // PENSTOCK_COLL_ONE_SHOT
  bool pipelines = true;
  bool nccl = false;  // NCCL is available

  [[nodiscard]] coll::Query at(std::uint64_t bytes, Where where) const {
    coll::Query query{
        .collective = collective, .ranks = ranks, .bytes = bytes, .elements = bytes / kElement, .crowded = crowded};
    query.in_order = deterministic && reduces(collective);
    query.commutative = !query.in_order;
    if (where != Where::kHost) query.gpus = on_gpus(query, where);
    return query;
  }
  // The query for blocking calls, with one rank for each GPU, on one host.
  [[nodiscard]] coll::OfGpus on_gpus(const coll::Query& query, Where where) const {
    const std::uint64_t given = coll::given_to_others(query, query.bytes);
    return {.asked = true,
            .given = given,
            .one_shot = given <= one_shot,
            .pipeline = pipelines,
            .nccl = nccl && coll::nccl_has(collective),
            .mapped = where == Where::kMapped ? coll::OfGpus::Mapped::kYes : coll::OfGpus::Mapped::kNo};
  }
};

std::vector<const Row*> rows_of(const Selection& selection, Collective collective, bool gpu) {
  std::vector<const Row*> found;
  for (const std::span<const Row> rows : {selection.tuned(), gpu ? coll::gpu_rows() : coll::rows()}) {
    for (const Row& row : rows) {
      const bool of_gpus = row.strategy != coll::Strategy::kSteps;
      if (row.collective == collective && !row.inter && of_gpus == gpu) found.push_back(&row);
    }
  }
  return found;
}

const Row& chosen_row(const Selection& selection, const coll::Query& query) {
  return query.gpus.asked ? *coll::choose_for_gpus(query, nullptr, &selection).row : selection.select(query);
}

// Returns "8 to 4K, 2M": neighbours of the series are joined.
std::string ranges(const std::vector<std::uint64_t>& all, const std::vector<std::uint64_t>& won) {
  std::string text;
  for (std::size_t i = 0; i < won.size();) {
    std::size_t last = i;
    const auto next = [&](std::size_t j) { return std::find(all.begin(), all.end(), won[j]) + 1; };
    while (last + 1 < won.size() && next(last) != all.end() && *next(last) == won[last + 1]) ++last;
    text += fmt::format("{}{}", text.empty() ? "" : ", ", size_text(won[i]));
    if (last > i) text += fmt::format(" to {}", size_text(won[last]));
    i = last + 1;
  }
  return text;
}

struct Verdict {
  std::vector<std::uint64_t> won;  // those of the sizes in the query for which the row wins
  std::string reason;              // why it wins, or does not
};

// Finds the sizes for which this row wins. Rows are tried in order, so a row above it that takes a size comes first.
Verdict judge(const Selection& selection, const Asked& asked, const Row& row, Where where) {
  Verdict verdict;
  std::string refused;
  for (const std::uint64_t bytes : asked.sizes) {
    const coll::Query query = asked.at(bytes, where);
    if (&chosen_row(selection, query) == &row) {
      verdict.won.push_back(bytes);
    } else if (refused.empty()) {
      refused = why_not(row, query);
    }
  }
  if (verdict.won.empty()) {
    verdict.reason = refused.empty() ? "a row above takes it first" : refused;
  } else {
    verdict.reason = "first row that takes it";
  }
  return verdict;
}

Json rows_json(const Selection& selection, const Asked& asked, std::initializer_list<std::pair<Where, const char*>> wins) {
  Json rows = Json::array();
  for (const Row* row : rows_of(selection, asked.collective, wins.begin()->first != Where::kHost)) {
    Json one = {{"algorithm", row->algorithm}, {"origin", row->origin}, {"conditions", conditions(*row)}};
    for (const auto& [where, name] : wins) one[name] = judge(selection, asked, *row, where).won;
    one["reason"] = judge(selection, asked, *row, wins.begin()->first).reason;
    rows.push_back(std::move(one));
  }
  return rows;
}

Json json_of(const Selection& selection, const Asked& asked) {
  Json chosen = Json::array();
  for (const std::uint64_t bytes : asked.sizes) {
    const Row& row = chosen_row(selection, asked.at(bytes, Where::kHost));
    chosen.push_back({{"bytes", bytes}, {"algorithm", row.algorithm}, {"origin", row.origin}});
  }
  Json page = {{"collective", coll::collective_name(asked.collective)},
               {"rows", rows_json(selection, asked, {{Where::kHost, "wins_for_bytes"}})},
               {"chosen", std::move(chosen)}};
  if (rows_of(selection, asked.collective, true).empty()) return page;
  page["gpu_rows"] =
      rows_json(selection, asked, {{Where::kMapped, "wins_for_mapped_bytes"}, {Where::kNew, "wins_for_new_bytes"}});
  page["gpu_on_several_hosts"] = coll::strategy_across_hosts(asked.collective);
  return page;
}

std::string outcome_of(const Asked& asked, const Verdict& verdict) {
  return verdict.won.empty() ? fmt::format("no: {}", verdict.reason)
                             : fmt::format("wins for {}", ranges(asked.sizes, verdict.won));
}

// Describes the outcome for memory that peers map and for memory that they do not.
std::string outcome_on_gpus(const Selection& selection, const Asked& asked, const Row& row) {
  const Verdict mapped = judge(selection, asked, row, Where::kMapped);
  const Verdict fresh = judge(selection, asked, row, Where::kNew);
  if (mapped.won == fresh.won) return outcome_of(asked, mapped);
  if (mapped.won.empty()) return fmt::format("new memory: wins for {}", ranges(asked.sizes, fresh.won));
  if (fresh.won.empty()) return outcome_of(asked, mapped);
  return fmt::format("wins for {}; new: {}", ranges(asked.sizes, mapped.won), ranges(asked.sizes, fresh.won));
}

void print_rows(const Selection& selection, const Asked& asked, bool gpu) {
  int number = 0;
  for (const Row* row : rows_of(selection, asked.collective, gpu)) {
    const std::string outcome =
        gpu ? outcome_on_gpus(selection, asked, *row) : outcome_of(asked, judge(selection, asked, *row, Where::kHost));
    fmt::print("  {:>2}. {:<19} {:<36} {:<32} {}\n", ++number, row->algorithm, conditions(*row), outcome, row->origin);
  }
}

void print(const Selection& selection, const Asked& asked) {
  fmt::print("\n{}\n", coll::collective_name(asked.collective));
  print_rows(selection, asked, false);
  const std::string_view across = coll::strategy_across_hosts(asked.collective);
  if (across.empty()) return;
  fmt::print("  GPU memory on all ranks, a GPU each, blocking calls (on several hosts: {}):\n", across);
  print_rows(selection, asked, true);
}

// Returns "NCCL 2.28.3", or the reason why there is none.
std::string find_nccl(const Config& config, bool* there) {
  std::unique_ptr<accel::Nccl> nccl;
  const Status loaded = accel::Nccl::load(config.nccl_lib, &nccl);
  *there = loaded.is_ok();
  return *there ? fmt::format("NCCL {} ({})", accel::Nccl::version_text(nccl->version()), config.nccl_lib)
                : std::string(loaded.message());
}

}  // namespace

int info_coll(const CollQuery& query, bool json) {
  Settings settings;
  Selection selection;
  Status status = Settings::load(&settings);
  if (status.is_ok()) status = Selection::create(settings.config.coll_rows, settings.config.coll_algorithm, &selection);
  if (!status.is_ok()) {
    fmt::print(stderr, "penstock info: {}\n", status.message());
    return 1;
  }
  const int cpus = usable_cpus();
  Asked asked{.collective = {},
              .ranks = query.ranks > 0 ? query.ranks : std::max(2, cpus),
              .crowded = false,
              .deterministic = settings.config.deterministic,
              .sizes = {},
              .one_shot = settings.config.coll_one_shot,
              .pipelines = settings.config.coll_pipeline != 0};
  asked.crowded = query.crowded || asked.ranks > cpus;
  if (query.bytes) {
    asked.sizes = {*query.bytes};
  } else {
    asked.sizes.assign(std::begin(kSizes), std::end(kSizes));
  }
  const std::string nccl = find_nccl(settings.config, &asked.nccl);
  Json list = Json::array();
  std::vector<Collective> wanted;
  for (int i = 0; i < coll::kCollectives; ++i) {
    const auto one = static_cast<Collective>(i);
    if (query.collective.empty() || query.collective == coll::collective_name(one)) wanted.push_back(one);
  }
  if (wanted.empty()) {
    fmt::print(stderr, "penstock info: there is no collective '{}'; `penstock info --coll` lists them\n", query.collective);
    return 2;
  }
  if (!json) {
    fmt::print(
        "{} ranks on {} CPUs{}; bytes are one rank's part, of the whole operand for reductions (commutative, of {}-byte "
        "elements).\nRows are tried from the top; the first that takes a call wins.\nFor rows that name nccl: {}.\n",
        asked.ranks, cpus, asked.crowded ? ": crowded" : "", kElement, nccl);
  }
  for (const Collective one : wanted) {
    asked.collective = one;
    if (json) {
      list.push_back(json_of(selection, asked));
    } else {
      print(selection, asked);
    }
  }
  if (json) {
    const Json page = {{"schema", "penstock-coll/1"},   {"ranks", asked.ranks},          {"cpus", cpus},
                       {"crowded", asked.crowded},      {"hardware", settings.hardware}, {"nccl", nccl},
                       {"collectives", std::move(list)}};
    fmt::print("{}\n", page.dump(2));
  }
  return 0;
}

}  // namespace penstock::tool
