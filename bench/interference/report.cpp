#include "report.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>

#include "mpi_call.hpp"
#include "pinger.hpp"

namespace bench::interference {
namespace {

constexpr double kMicro = 1e6;

// Gathers the samples of all ranks on rank 0, one rank behind the other.
std::vector<double> gather(MPI_Comm ranks, const std::vector<double>& mine) {
  int size = 0;
  check(MPI_Comm_size(ranks, &size), "MPI_Comm_size");
  const int count = static_cast<int>(mine.size());
  std::vector<int> counts(static_cast<std::size_t>(size)), starts(counts.size());
  check(MPI_Gather(&count, 1, MPI_INT, counts.data(), 1, MPI_INT, 0, ranks), "MPI_Gather");
  std::exclusive_scan(counts.begin(), counts.end(), starts.begin(), 0);
  std::vector<double> all(static_cast<std::size_t>(starts.back() + counts.back()));
  check(MPI_Gatherv(mine.data(), count, MPI_DOUBLE, all.data(), counts.data(), starts.data(), MPI_DOUBLE, 0, ranks),
        "MPI_Gatherv");
  return all;
}

// The clock's resolution is a nanosecond.
double rounded(double value) {
  return std::round(value * 1e3) / 1e3;
}

nlohmann::json figures(const Row& row) {
  return {{"p50", rounded(row.p50)}, {"p99", rounded(row.p99)}, {"max", rounded(row.max)}, {"iterations", row.iterations}};
}

}  // namespace

Row summarise(MPI_Comm ranks, const std::string& name, const Samples& samples) {
  Row row{.name = name};
  std::vector<double> all = gather(ranks, samples.kept());
  std::sort(all.begin(), all.end());
  row.p50 = quantile(all, 0.5) * kMicro;
  row.p99 = quantile(all, 0.99) * kMicro;
  const double high = samples.high() * kMicro;
  const std::uint64_t operations = samples.operations();
  check(MPI_Reduce(&high, &row.max, 1, MPI_DOUBLE, MPI_MAX, 0, ranks), "MPI_Reduce");
  check(MPI_Reduce(&operations, &row.iterations, 1, MPI_UINT64_T, MPI_SUM, 0, ranks), "MPI_Reduce");
  return row;
}

void print(const Options& options, const Results& results) {
  std::printf("# %s\n# %d ranks on %s, %s\n", results.library.c_str(), results.ranks, results.where.c_str(),
              options.idle ? "without messages" : "8 B of device memory sent to and fro meanwhile");
  std::printf("%-14s%12s%12s%12s%14s\n", "# Call (us)", "p50", "p99", "max", "Iterations");
  for (const Row& row : results.calls) {
    if (row.unsupported.empty()) {
      std::printf("%-14s%12.2f%12.2f%12.2f%14llu\n", row.name.c_str(), row.p50, row.p99, row.max,
                  static_cast<unsigned long long>(row.iterations));
    } else {
      std::printf("# %s: unsupported: %s\n", row.name.c_str(), row.unsupported.c_str());
    }
  }
  if (!options.idle) {
    std::printf("# %llu messages meanwhile, median latency %.2f us, p99 %.2f us\n",
                static_cast<unsigned long long>(results.messages.iterations), results.messages.p50, results.messages.p99);
  }
  std::fflush(stdout);
}

void write_json(const Options& options, const Results& results) {
  if (options.json.empty()) return;
  nlohmann::json root = {{"schema", "penstock-interference/1"},
                         {"library", results.library},
                         {"where", results.where},
                         {"ranks", results.ranks},
                         {"command", options.words},
                         {"unit", "us"},
                         {"messages", nullptr},
                         {"calls", nlohmann::json::array()}};
  root["options"] = {{"seconds", options.seconds}, {"idle", options.idle}};
  for (const Row& row : results.calls) {
    nlohmann::json one = row.unsupported.empty() ? figures(row) : nlohmann::json{{"unsupported", row.unsupported}};
    one["call"] = row.name;
    root["calls"].push_back(std::move(one));
  }
  if (!options.idle) {
    root["messages"] = figures(results.messages);
    root["messages"]["bytes"] = Pinger::kBytes;
  }
  std::ofstream file(options.json);
  file << root.dump(1) << "\n";
  file.flush();
  if (!file) throw Failure("cannot write " + options.json + ": does its folder exist, and may it be written?");
}

}  // namespace bench::interference
