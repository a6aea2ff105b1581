#include "report.hpp"

#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>

#include "machine.hpp"

namespace bench::apps {
namespace {

constexpr double kMicro = 1e6;

// The counts that count_lines.py found in a version's source.
struct Lines {
  const char* version;
  int code, mpi_calls, gpu_calls;
};
constexpr Lines kLines[] = {
#include "lines.inc"
};

const Lines& lines_of(const std::string& version) {
  for (const Lines& lines : kLines) {
    if (version == lines.version) return lines;
  }
  throw Failure("lines.inc has no row for " + version + ": is bench/apps/CMakeLists.txt's list of versions complete?");
}

const char* type_name(const Options& options) {
  return options.single ? "float" : "double";
}

std::string sides(int rows, int columns) {
  return std::to_string(rows) + "x" + std::to_string(columns);
}

// The clock's resolution is a nanosecond.
double rounded(double seconds) {
  return std::round(seconds * kMicro * 1e3) / 1e3;
}

nlohmann::json figures(const Round& round) {
  nlohmann::json out = {{"total", rounded(round.total)}};
  for (int phase = 0; phase < kPhases; ++phase) out[kPhaseNames[phase]] = rounded(round.phases[phase]);
  return out;
}

nlohmann::json row(const Result& result) {
  const Lines& lines = lines_of(result.name);
  char checksum[17];
  std::snprintf(checksum, sizeof checksum, "%016llx", static_cast<unsigned long long>(result.checksum));
  nlohmann::json out = {{"version", result.name},
                        {"pieces", result.pieces},
                        {"median", figures(result.median)},
                        {"checksum", checksum},
                        {"difference", nullptr},
                        {"wrong", result.wrong},
                        {"rounds", nlohmann::json::array()},
                        {"lines", {{"code", lines.code}, {"mpi_calls", lines.mpi_calls}, {"gpu_calls", lines.gpu_calls}}}};
  if (result.difference >= 0 && std::isfinite(result.difference)) out["difference"] = result.difference;
  for (const Round& round : result.rounds) out["rounds"].push_back(figures(round));
  return out;
}

}  // namespace

void print(const Options& options, const Setting& setting, const std::vector<Result>& results) {
  std::printf("# %s\n# %d ranks, grid %s, %s %s cells each, %s memory of %s\n", setting.library.c_str(), setting.ranks,
              sides(setting.grid.down, setting.grid.across).c_str(), sides(options.rows, options.columns).c_str(),
              type_name(options), options.memory.c_str(), setting.where.c_str());
  std::printf("# us an iteration, median of %d rounds of %d; ns, ew: north-south, east-west; host buffers %s\n", options.rounds,
              options.iterations, options.staging == "host" ? "pageable" : "pinned");
  std::printf("%-12s%10s", "# Version", "total");
  for (const char* phase : kPhaseNames) std::printf("%13s", phase);
  std::printf("%9s%7s%7s%7s\n", "pieces", "lines", "MPI", "GPU");
  for (const Result& result : results) {
    const Lines& lines = lines_of(result.name);
    std::printf("%-12s%10.1f", result.name.c_str(), result.median.total * kMicro);
    for (const double seconds : result.median.phases) std::printf("%13.1f", seconds * kMicro);
    std::printf("%9s%7d%7d%7d\n", (std::to_string(result.pieces[0]) + "," + std::to_string(result.pieces[1])).c_str(),
                lines.code, lines.mpi_calls, lines.gpu_calls);
  }
  for (const Result& result : results) {
    if (!result.wrong.empty()) std::printf("# %s: WRONG DATA: %s\n", result.name.c_str(), result.wrong.c_str());
    if (result.wrong.empty() && result.difference >= 0) {
      std::printf("# %s: agrees with the host's computation, largest difference %.3g\n", result.name.c_str(),
                  result.difference);
    }
  }
  std::fflush(stdout);
}

void write_json(const Options& options, const Setting& setting, const std::vector<Result>& results) {
  if (options.json.empty()) return;
  nlohmann::json root = {{"schema", "penstock-stencil-run/1"},
                         {"library", setting.library},
                         {"where", setting.where},
                         {"host", host_name()},
                         {"cores", usable_cores()},
                         {"began", utc_now()},
                         {"command", options.words},
                         {"ranks", setting.ranks},
                         {"grid", sides(setting.grid.down, setting.grid.across)},
                         {"cells", sides(options.rows, options.columns)},
                         {"type", type_name(options)},
                         {"iterations", options.iterations},
                         {"memory", options.memory},
                         {"staging", options.staging},
                         {"unit", "us"},
                         {"versions", nlohmann::json::array()}};
  for (const Result& result : results) root["versions"].push_back(row(result));
  std::ofstream file(options.json);
  file << root.dump(1) << "\n";
  file.flush();
  if (!file) throw Failure("cannot write " + options.json + ": does its folder exist, and may it be written?");
}

}  // namespace bench::apps
