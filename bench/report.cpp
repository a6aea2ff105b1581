#include "report.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <utility>

#include "layout.hpp"
#include "machine.hpp"
#include "mpi_call.hpp"

namespace bench {
namespace {

std::string label_of(const std::string& library) {
  if (library.starts_with("Penstock")) return "penstock";
  if (library.starts_with("MPICH")) return "mpich";
  return library.starts_with("Open MPI") ? "openmpi" : "mpi";
}

// Four decimal places are the clock's resolution.
double rounded(double value) {
  return std::round(value * 1e4) / 1e4;
}

bool plain(const Options& options) {
  return text_of(options.datatype) == "contiguous";
}

}  // namespace

struct Report::Document {
  nlohmann::json root;
  [[nodiscard]] nlohmann::json& cases() { return root["cases"]; }
};

Report::Report(const Options& options, std::string library, const Team& world, const std::string& where)
    : options_(options),
      library_(std::move(library)),
      place_(std::to_string(world.size) + (world.crowded ? " ranks that share processors, memory " : " ranks, memory ") +
             text_of(options.memory) + " (" + where + "), " + text_of(options.datatype) + " datatype" +
             (plain(options) ? "" : " of " + std::to_string(options.block) + " B") + (options.fresh ? ", fresh buffers" : "") +
             (options.apart ? ", a buffer for each message of a window" : "") +
             (options.reversed ? ", windows of " + std::to_string(options.window) + " sent in the opposite order" : "") +
             (options.cold ? ", 1 ms idle before each" : "") + (options.staged ? ", staged through host memory by hand" : "") +
             (options.win.empty() ? "" : ", window: " + options.win) +
             (options.sync.empty() ? "" : ", ended by " + options.sync)),
      document_(std::make_unique<Document>()) {
  nlohmann::json chosen = {{"memory", options.memory},    {"datatype", text_of(options.datatype)},
                           {"fresh", options.fresh},      {"cold", options.cold},
                           {"apart", options.apart},      {"staged", options.staged},
                           {"window", options.window},    {"seconds", options.seconds},
                           {"reversed", options.reversed}};
  if (!options.win.empty()) chosen["win"] = options.win;
  if (!options.sync.empty()) chosen["sync"] = options.sync;
  if (!plain(options)) {
    chosen["block"] = options.block;
    chosen["stride"] = 2 * options.block;
  }
  document_->root = {{"schema", "penstock-bench/1"},
                     {"label", options.label.empty() ? label_of(library_) : options.label},
                     {"library", library_},
                     {"host", host_name()},
                     {"ranks", world.size},
                     {"crowded", world.crowded},
                     {"cores", usable_cores()},
                     {"where", where},
                     {"began", utc_now()},
                     {"command", options.words},
                     {"options", chosen},
                     {"cases", nlohmann::json::array()}};
}

Report::~Report() = default;

void Report::begin(const Case& which) {
  headed_ = false;
  document_->cases().push_back({{"case", which.name},
                                {"unit", which.unit},
                                {"better", which.higher_is_better ? "higher" : "lower"},
                                {"rows", nlohmann::json::array()}});
  std::printf("\n# Penstock MPI %s test: %s\n# %s\n", which.name.c_str(), library_.c_str(), place_.c_str());
}

void Report::head(const Case& which, const Row& row) {
  std::printf("%-10s%18s", which.max != 0 ? "# Size" : "#", which.heading.c_str());
  for (const Extra& extra : row.extras) std::printf("%18s", extra.heading.c_str());
  if (options_.full) std::printf("%14s%14s%14s%14s%14s", "min", "p50", "p99", "max", "Iterations");
  if (!row.algorithm.empty()) std::printf("%18s", "Algorithm");
  std::printf("\n");
}

void Report::row(const Case& which, const Row& row) {
  if (!headed_) head(which, row);
  headed_ = true;
  std::printf("%-10s%18.2f", which.max != 0 ? std::to_string(row.bytes).c_str() : "", row.value);
  for (const Extra& extra : row.extras) std::printf("%18.2f", extra.value);
  if (options_.full) {
    std::printf("%14.2f%14.2f%14.2f%14.2f%14llu", row.min, row.p50, row.p99, row.max,
                static_cast<unsigned long long>(row.iterations));
  }
  if (!row.algorithm.empty()) std::printf("%18s", row.algorithm.c_str());
  std::printf("%s\n", row.checked ? "" : "  WRONG DATA");
  std::fflush(stdout);
  all_right_ = all_right_ && row.checked;
  nlohmann::json out = {{"bytes", row.bytes},           {"value", rounded(row.value)}, {"min", rounded(row.min)},
                        {"p50", rounded(row.p50)},      {"p99", rounded(row.p99)},     {"max", rounded(row.max)},
                        {"iterations", row.iterations}, {"checked", row.checked}};
  if (!row.algorithm.empty()) out["algorithm"] = row.algorithm;
  if (options_.rounds > 1) out["round"] = row.round;
  for (const Extra& extra : row.extras) out[extra.key] = rounded(extra.value);
  document_->cases().back()["rows"].push_back(std::move(out));
}

void Report::remark(const std::string& text) {
  std::printf("# %s\n", text.c_str());
  std::fflush(stdout);
}

void Report::unsupported(const Case& which, const std::string& why) {
  std::printf("# %s: unsupported: %s\n", which.name.c_str(), why.c_str());
  std::fflush(stdout);
  document_->cases().back() = {{"case", which.name}, {"unsupported", why}};
}

void Report::finalized(double ms) {
  for (nlohmann::json& one : document_->cases()) {
    if (one["case"] != "init" || !one.contains("rows")) continue;
    for (nlohmann::json& row : one["rows"]) row["finalize_ms"] = rounded(ms);
    std::printf("\n# init: MPI_Finalize of rank 0 took %.2f ms\n", ms);
  }
}

void Report::write_json() const {
  if (options_.json.empty()) return;
  std::ofstream file(options_.json);
  file << document_->root.dump(1) << "\n";
  file.flush();
  if (!file) throw Failure("cannot write " + options_.json + ": does its folder exist, and may it be written?");
}

void print_list(const std::vector<Case>& cases) {
  std::vector<std::pair<std::string, std::string>> groups;
  for (const Case& which : cases) {
    auto group = std::find_if(groups.begin(), groups.end(), [&](const auto& one) { return one.first == which.group; });
    if (group == groups.end()) group = groups.insert(groups.end(), {which.group, ""});
    group->second += " " + which.name;
  }
  for (const auto& [group, names] : groups) std::printf("%-6s%s\n", group.c_str(), names.c_str());
  std::printf("%-6s every case of every group\n", "all");
}

}  // namespace bench
