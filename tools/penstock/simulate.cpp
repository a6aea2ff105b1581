// penstock simulate: predicts the time of collectives on many ranks, by the library's own schedules and a model of messages.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <set>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "base/config.hpp"
#include "coll/select/why.hpp"
#include "penstock/command.hpp"
#include "penstock/refuse.hpp"
#include "penstock/simulate.hpp"

namespace penstock::tool {
namespace {

using coll::Collective;
using coll::Row;
using coll::Selection;
using coll::simulate::Case;
using coll::simulate::Link;
using coll::simulate::Simulator;

constexpr const char* kExamples =
    "Examples:\n"
    "  penstock simulate --collective allreduce --ranks 16,1K,64K\n"
    "  penstock simulate --collective bcast --ranks 256 --bytes 64K --alternatives\n"
    "  penstock simulate --per-node 16 --markdown > tables.md\n"
    "  PENSTOCK_COLL_ALGORITHM=allreduce=ring penstock simulate --collective allreduce --between 5,0.3,12000\n"
    "\n"
    "A message of n bytes takes LATENCY + n / RATE us; its sender and its receiver can each begin the next one after GAP + n / "
    "RATE.\n"
    "The figures inside a node were measured on a host, those between nodes are taken: give your own.\n";

constexpr const char* kCollectives[] = {"allreduce", "bcast", "allgather", "alltoall", "reduce_scatter_block", "barrier"};
constexpr int kMostRanks = 1 << 20;

struct Asked {
  std::vector<std::string> collectives;
  std::vector<std::string> ranks{"16", "32", "64", "128", "256", "512", "1K", "2K", "4K", "8K", "16K", "32K", "64K"};
  std::vector<std::string> bytes{"8", "1K", "64K", "1M"};
  std::vector<double> inside;
  std::vector<double> between;
  double copy = 0;
  double reduce = 0;
  int per_node = 1;
  bool alternatives = false;
  bool json = false;
  bool markdown = false;
};

std::string link_text(const Link& link) {
  return fmt::format("{:g},{:g},{:g}", link.latency_us, link.gap_us, 1 / link.us_per_byte);
}

void declare(CLI::App& app, Asked& asked) {
  const coll::simulate::Model model;
  app.footer(kExamples);
  app.add_option("--collective", asked.collectives, "Which; several, or as a list")->delimiter(',');
  app.add_option("--ranks", asked.ranks, "Numbers of ranks (16,32,...,64K)")->delimiter(',');
  app.add_option("--bytes", asked.bytes,
                 "Bytes of one rank's part or block; of the operand of reduce and allreduce (8,1K,64K,1M)")
      ->delimiter(',');
  app.add_option("--per-node", asked.per_node, "Ranks of a node")->check(CLI::Range(1, 4096));
  app.add_option("--inside", asked.inside,
                 "Messages inside a node: LATENCY,GAP,RATE in us and MB/s (" + link_text(model.inside) + ")")
      ->delimiter(',')
      ->expected(3);
  app.add_option("--between", asked.between, "Messages between nodes, as --inside (" + link_text(model.between) + ")")
      ->delimiter(',')
      ->expected(3);
  app.add_option("--copy", asked.copy, fmt::format("Copying, MB/s ({:g})", 1 / model.copy_us_per_byte))
      ->check(CLI::PositiveNumber);
  app.add_option("--reduce", asked.reduce, fmt::format("Reducing, MB/s ({:g})", 1 / model.reduce_us_per_byte))
      ->check(CLI::PositiveNumber);
  app.add_flag("--alternatives", asked.alternatives, "Every algorithm that takes the case beside the one that is selected");
  app.add_flag("--json", asked.json, "One JSON object");
  app.add_flag("--markdown", asked.markdown, "Tables for a page");
}

Status link_of(const std::vector<double>& said, std::string_view name, Link* link) {
  if (said.empty()) return Status::ok();
  if (said[0] < 0 || said[1] < 0 || said[2] <= 0) {
    return Status::error(Code::kArg, "--{} is LATENCY,GAP,RATE: times are at least 0 and the rate is more", name);
  }
  *link = {said[0], said[1], 1 / said[2]};
  return Status::ok();
}

Status model_of(const Asked& asked, coll::simulate::Model* model) {
  PENSTOCK_TRY(link_of(asked.inside, "inside", &model->inside));
  PENSTOCK_TRY(link_of(asked.between, "between", &model->between));
  if (asked.copy > 0) model->copy_us_per_byte = 1 / asked.copy;
  if (asked.reduce > 0) model->reduce_us_per_byte = 1 / asked.reduce;
  model->per_node = asked.per_node;
  return Status::ok();
}

Status numbers_of(const std::vector<std::string>& words, std::string_view name, std::uint64_t most,
                  std::vector<std::uint64_t>* out) {
  for (const std::string& word : words) {
    std::uint64_t number = 0;
    if (!base::parse_size(word, &number) || number > most || (number == 0 && name == "ranks")) {
      return Status::error(Code::kArg, "--{} {}: not a number up to {}, with an optional K, M or G", name, word, most);
    }
    out->push_back(number);
  }
  return Status::ok();
}

Status cases_of(const Asked& asked, std::vector<Case>* out) {
  std::vector<std::string> names = asked.collectives;
  if (names.empty()) names.assign(std::begin(kCollectives), std::end(kCollectives));
  std::vector<std::uint64_t> ranks;
  std::vector<std::uint64_t> bytes;
  PENSTOCK_TRY(numbers_of(asked.ranks, "ranks", kMostRanks, &ranks));
  PENSTOCK_TRY(numbers_of(asked.bytes, "bytes", 1U << 30, &bytes));
  for (const std::string& name : names) {
    Case one;
    if (!coll::find_collective(name, &one.collective)) {
      return Status::error(Code::kArg, "there is no collective '{}'; `penstock info --coll` lists them", name);
    }
    if (one.collective == Collective::kGatherv || one.collective == Collective::kScatterv) {
      return Status::error(Code::kArg, "{} is not simulated: its lengths are the program's", name);
    }
    for (const std::uint64_t number : ranks) {
      one.ranks = static_cast<int>(number);
      for (const std::uint64_t size : bytes) {
        one.bytes = one.collective == Collective::kBarrier ? 0 : size;
        if (out->empty() || one.collective != Collective::kBarrier || out->back().collective != one.collective ||
            out->back().ranks != one.ranks) {
          out->push_back(one);
        }
      }
    }
  }
  return Status::ok();
}

Simulated simulate_one(Simulator& simulator, const Row& row, const Case& what) {
  Simulated made;
  made.algorithm = row.algorithm;
  coll::simulate::Outcome outcome;
  if (const Status status = simulator.run(row, what, &outcome); !status.is_ok()) {
    made.why = status.message();
    return made;
  }
  made.us = outcome.us;
  made.all = outcome.method == coll::simulate::Method::kAll;
  return made;
}

// Simulates the other algorithms that could serve the call, whatever the table selects.
std::vector<Simulated> simulate_others(Simulator& simulator, const Row& selected, const Case& what) {
  std::vector<Simulated> others;
  std::set<std::string_view> seen{selected.algorithm};
  const coll::Query query = simulator.query_of(what);
  for (const Row& row : coll::rows()) {
    if (row.collective != what.collective || row.inter || !seen.insert(row.algorithm).second) continue;
    Row needs{};
    if (!coll::find_row(coll::collective_name(row.collective), row.algorithm, false, row.origin, Code::kArg, &needs).is_ok())
      continue;
    if (coll::takes(needs, query)) others.push_back(simulate_one(simulator, row, what));
  }
  std::ranges::stable_sort(others, {}, [](const Simulated& one) { return std::pair(one.us < 0, one.us); });
  return others;
}

// Shows the progress on a terminal.
void say_progress(std::size_t done, const std::vector<Case>& cases) {
  if (::isatty(STDERR_FILENO) == 0) return;
  if (done == cases.size()) {
    fmt::print(stderr, "\r\033[K");
    return;
  }
  fmt::print(stderr, "\r\033[K{}/{} {} on {} ranks, {} B", done + 1, cases.size(),
             coll::collective_name(cases[done].collective), cases[done].ranks, coll::size_text(cases[done].bytes));
  std::fflush(stderr);
}

Status simulate_all(const Asked& asked) {
  base::Settings settings;
  PENSTOCK_TRY(base::Settings::load(&settings));
  Selection selection;
  PENSTOCK_TRY(Selection::create(settings.config.coll_rows, settings.config.coll_algorithm, &selection));
  coll::simulate::Model model;
  PENSTOCK_TRY(model_of(asked, &model));
  std::vector<Case> cases;
  PENSTOCK_TRY(cases_of(asked, &cases));
  std::unique_ptr<Simulator> simulator;
  PENSTOCK_TRY(Simulator::create(model, &simulator));
  std::vector<SimulatedCase> found;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    say_progress(i, cases);
    const Row& row = selection.select(simulator->query_of(cases[i]));
    found.push_back({cases[i], simulate_one(*simulator, row, cases[i]), {}});
    if (asked.alternatives) found.back().others = simulate_others(*simulator, row, cases[i]);
  }
  say_progress(cases.size(), cases);
  if (asked.json) {
    print_json(model, found);
  } else if (asked.markdown) {
    print_markdown(model, found);
  } else {
    print_text(model, found);
  }
  return Status::ok();
}

}  // namespace

int simulate(std::span<const std::string> words) {
  Asked asked;
  CLI::App app("What collectives would take on many ranks, by the library's own schedules", "penstock simulate");
  declare(app, asked);
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::ParseError& error) {
    return refuse(app, error);
  }
  const Status status = simulate_all(asked);
  if (status.is_ok()) return 0;
  fmt::print(stderr, "penstock simulate: {}\n", status.message());
  return 1;
}

}  // namespace penstock::tool
