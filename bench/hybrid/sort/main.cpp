// penstock-sort: an out-of-core sort by MPI alone, and by MPI and OpenSHMEM. README.md describes its use.
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "check.hpp"
#include "distribute.hpp"
#include "hybrid/job.hpp"
#include "memory_use.hpp"
#include "mpi_call.hpp"
#include "options.hpp"

namespace {

using namespace bench::hybrid;
namespace fs = std::filesystem;

struct Outcome {
  double total = 0, dealing = 0;  // seconds
  std::uint64_t memory = 0;       // bytes of the rank that used most
  std::string wrong;
};

struct Series {
  std::string form;
  std::vector<Outcome> rounds;
  [[nodiscard]] double median_of(double Outcome::* figure) const {
    std::vector<double> all;
    for (const Outcome& round : rounds) all.push_back(round.*figure);
    return median(all);
  }
};

// A folder of this rank, which is removed with all its contents.
class Folder {
 public:
  Folder(const std::string& where, int rank)
      : path_(fs::path(where) / ("penstock-sort." + std::to_string(getpid()) + "." + std::to_string(rank))) {
    std::error_code error;
    if (!fs::create_directory(path_, error))
      throw bench::Failure(path_.string() + " cannot be made: " + error.message() + " (see --folder)");
  }
  ~Folder() {
    std::error_code error;
    fs::remove_all(path_, error);
    if (error) std::fprintf(stderr, "penstock-sort: %s is left behind: %s\n", path_.c_str(), error.message().c_str());
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  const fs::path path_;
};

class Race {
 public:
  Race(const Job& job, const SortOptions& options)
      : job_(job),
        options_(options),
        folder_(options.folder, job.rank),
        input_(folder_.path() / "input"),
        digest_(make_input(input_, options.size / sizeof(Record), job.rank, job.ranks, options.seed)) {
    for (const std::string& form : kForms) {
      if (std::find(options.forms.begin(), options.forms.end(), form) != options.forms.end()) series_.push_back({form, {}});
    }
  }

  // The form that comes first changes from round to round. The very first run warms up the buffers of the
  // libraries, and is not counted.
  void run() {
    for (int round = 0; round < options_.rounds; ++round) {
      for (std::size_t i = 0; i < series_.size(); ++i) {
        Series& series = series_[(static_cast<std::size_t>(round) + i) % series_.size()];
        const bool last = &series == &series_.back() && round + 1 == options_.rounds;
        series.rounds.push_back(once(series.form, last ? options_.plant_error : ""));
      }
    }
  }

  [[nodiscard]] bool right() const {
    bool all = true;
    for (const Series& series : series_) {
      for (const Outcome& round : series.rounds) all = all && round.wrong.empty();
    }
    return all;
  }

  void print() const {
    std::printf(
        "# %s\n# %d ranks of %d threads, %.4g MB in records of %zu bytes, at most %.4g MB of memory each; files in %s\n",
        job_.library.c_str(), job_.ranks, options_.threads, megabytes(options_.size), sizeof(Record), megabytes(options_.limit),
        options_.folder.c_str());
    std::printf("%-10s%12s%12s%12s%12s%14s\n", "# Form", "seconds", "dealing", "sorting", "MB/s", "memory (MB)");
    for (const Series& series : series_) print(series);
    if (series_.size() == 2)
      std::printf("# hybrid over mpi: %.2f, dealing alone %.2f\n", ratio(&Outcome::total), ratio(&Outcome::dealing));
    std::fflush(stdout);
  }

  [[nodiscard]] nlohmann::json json() const {
    nlohmann::json root = document("penstock-sort-run/1", job_, options_.words);
    root.update({{"size", options_.size},
                 {"limit", options_.limit},
                 {"threads", options_.threads},
                 {"seed", options_.seed},
                 {"unit", "s"},
                 {"forms", nlohmann::json::array()}});
    for (const Series& series : series_) root["forms"].push_back(json(series));
    if (series_.size() == 2)
      root["ratio"] = {{"total", rounded(ratio(&Outcome::total))}, {"dealing", rounded(ratio(&Outcome::dealing))}};
    return root;
  }

 private:
  static double megabytes(std::uint64_t bytes) { return static_cast<double>(bytes) / 1e6; }

  Outcome once(const std::string& form, const std::string& plant_error) {
    const RecordFile output(folder_.path() / "output");
    Outcome out;
    const MemoryUse memory;
    MPI_Barrier(MPI_COMM_WORLD);
    const double began = MPI_Wtime();
    {
      const Plan plan(input_, options_.limit, job_.rank, job_.ranks, options_.seed);
      Buckets buckets(plan, folder_.path());
      form == "mpi" ? distribute_by_messages(plan, input_, &buckets)
                    : distribute_by_puts(plan, input_, options_.threads, &buckets);
      out.dealing = slowest(MPI_Wtime() - began);
      buckets.sort_into(output, options_.threads);
    }
    if (plant_error == "memory") std::vector<char>(2 * options_.limit, 1).swap(excess_);
    out.total = slowest(MPI_Wtime() - began);
    out.memory = memory.grown();
    MPI_Allreduce(MPI_IN_PLACE, &out.memory, 1, MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD);
    if (!plant_error.empty() && plant_error != "memory" && job_.rank + 1 == job_.ranks) spoil(plant_error, output);
    out.wrong = wrong_with(output, digest_);
    if (out.wrong.empty() && out.memory > options_.limit) {
      out.wrong = "a rank took " + std::to_string(out.memory) + " bytes of memory, more than " + std::to_string(options_.limit);
    }
    return out;
  }

  // Returns the median over rounds, each of which has both forms one after the other.
  [[nodiscard]] double ratio(double Outcome::* figure) const {
    std::vector<double> all;
    for (std::size_t i = 0; i < series_[0].rounds.size(); ++i)
      all.push_back(series_[0].rounds[i].*figure / (series_[1].rounds[i].*figure));
    return median(all);
  }

  [[nodiscard]] static double memory_of(const Series& series) {
    std::uint64_t most = 0;
    for (const Outcome& round : series.rounds) most = std::max(most, round.memory);
    return megabytes(most);
  }

  void print(const Series& series) const {
    const double total = series.median_of(&Outcome::total), dealing = series.median_of(&Outcome::dealing);
    std::printf("%-10s%12.4f%12.4f%12.4f%12.1f%14.1f\n", series.form.c_str(), total, dealing, total - dealing,
                megabytes(options_.size) / total, memory_of(series));
    for (const Outcome& round : series.rounds) {
      if (!round.wrong.empty()) std::printf("# %s: WRONG: %s\n", series.form.c_str(), round.wrong.c_str());
    }
  }

  [[nodiscard]] nlohmann::json json(const Series& series) const {
    nlohmann::json out = {
        {"form", series.form},
        {"median",
         {{"total", rounded(series.median_of(&Outcome::total))}, {"dealing", rounded(series.median_of(&Outcome::dealing))}}},
        {"rounds", nlohmann::json::array()}};
    for (const Outcome& round : series.rounds) {
      out["rounds"].push_back({{"total", rounded(round.total)},
                               {"dealing", rounded(round.dealing)},
                               {"memory", round.memory},
                               {"wrong", round.wrong}});
    }
    return out;
  }

  const Job& job_;
  const SortOptions& options_;
  const Folder folder_;
  const RecordFile input_;
  const Digest digest_;
  std::vector<Series> series_;
  std::vector<char> excess_;  // memory for --plant-error memory
};

bool run(const Job& job, const SortOptions& options) {
  if (job.rank == 0)
    write_document(options.json, document("penstock-sort-run/1", job, options.words));  // reports an unwritable file now
  Race race(job, options);
  race.run();
  if (job.rank == 0) {
    race.print();
    write_document(options.json, race.json());
  }
  return race.right();
}

}  // namespace

int main(int argc, char** argv) {
  SortOptions options;
  std::string text;
  const bench::Parsed parsed = parse(argc, argv, &options, &text);
  return run_job(argc, argv, "penstock-sort", parsed, text, options.threads, [&](const Job& job) { return run(job, options); });
}
