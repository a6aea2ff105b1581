// penstock info --coll: the rows of the selection in the order in which they are tried, and which of them wins.
#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/config.hpp"
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
// Reductions are asked for with this size of element.
constexpr std::uint64_t kElement = 8;

// What is asked, for one collective.
struct Asked {
  Collective collective;
  int ranks;
  bool crowded;
  bool deterministic;
  std::vector<std::uint64_t> sizes;

  [[nodiscard]] coll::Query at(std::uint64_t bytes) const {
    coll::Query query{
        .collective = collective, .ranks = ranks, .bytes = bytes, .elements = bytes / kElement, .crowded = crowded};
    query.in_order = deterministic && reduces(collective);
    query.commutative = !query.in_order;
    return query;
  }
};

std::vector<const Row*> rows_of(const Selection& selection, Collective collective) {
  std::vector<const Row*> found;
  for (const std::span<const Row> rows : {selection.tuned(), coll::rows()}) {
    for (const Row& row : rows) {
      if (row.collective == collective && !row.inter) found.push_back(&row);
    }
  }
  return found;
}

// "8 to 4K, 2M": neighbours of the series are joined.
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
  std::vector<std::uint64_t> won;  // of the sizes asked
  std::string reason;              // why it wins, or does not
};

// Whether a row before this one takes the size, it is asked first: rows are tried in order.
Verdict judge(const Selection& selection, const Asked& asked, const Row& row) {
  Verdict verdict;
  std::string refused;
  for (const std::uint64_t bytes : asked.sizes) {
    const coll::Query query = asked.at(bytes);
    if (&selection.select(query) == &row) {
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

Json json_of(const Selection& selection, const Asked& asked) {
  Json rows = Json::array();
  for (const Row* row : rows_of(selection, asked.collective)) {
    const Verdict verdict = judge(selection, asked, *row);
    Json one = {{"algorithm", row->algorithm},
                {"origin", row->origin},
                {"conditions", conditions(*row)},
                {"wins_for_bytes", verdict.won},
                {"reason", verdict.reason}};
    rows.push_back(std::move(one));
  }
  Json chosen = Json::array();
  for (const std::uint64_t bytes : asked.sizes) {
    const Row& row = selection.select(asked.at(bytes));
    chosen.push_back({{"bytes", bytes}, {"algorithm", row.algorithm}, {"origin", row.origin}});
  }
  return {{"collective", coll::collective_name(asked.collective)},
          {"gpu_memory", coll::way_of_gpu_memory(asked.collective)},
          {"rows", std::move(rows)},
          {"chosen", std::move(chosen)}};
}

void print(const Selection& selection, const Asked& asked) {
  fmt::print("\n{}\n", coll::collective_name(asked.collective));
  const std::string_view on_gpus = coll::way_of_gpu_memory(asked.collective);
  if (!on_gpus.empty()) fmt::print("  GPU memory on all ranks: {}\n", on_gpus);
  int number = 0;
  for (const Row* row : rows_of(selection, asked.collective)) {
    const Verdict verdict = judge(selection, asked, *row);
    const std::string outcome = verdict.won.empty() ? fmt::format("no: {}", verdict.reason)
                                                    : fmt::format("wins for {}", ranges(asked.sizes, verdict.won));
    fmt::print("  {:>2}. {:<19} {:<36} {:<32} {}\n", ++number, row->algorithm, conditions(*row), outcome, row->origin);
  }
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
              .sizes = {}};
  asked.crowded = query.crowded || asked.ranks > cpus;
  if (query.bytes) {
    asked.sizes = {*query.bytes};
  } else {
    asked.sizes.assign(std::begin(kSizes), std::end(kSizes));
  }
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
        "elements).\nRows are tried from the top; the first that takes a call wins.\n",
        asked.ranks, cpus, asked.crowded ? ": crowded" : "", kElement);
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
    const Json page = {{"schema", "penstock-coll/1"}, {"ranks", asked.ranks},          {"cpus", cpus},
                       {"crowded", asked.crowded},    {"hardware", settings.hardware}, {"collectives", std::move(list)}};
    fmt::print("{}\n", page.dump(2));
  }
  return 0;
}

}  // namespace penstock::tool
