// The beginning and the end of both programs: MPI and OpenSHMEM on the same ranks, the words of the command line, a
// failure on some rank, the JSON.
#pragma once

#include <mpi.h>
#include <shmem.h>

#include <cstdio>
#include <exception>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "hybrid/threads.hpp"
#include "parsed.hpp"

namespace bench::hybrid {

inline const std::vector<std::string> kForms = {"mpi", "hybrid"};

struct Job {
  int rank = 0, ranks = 1;
  std::string library;
};

// Returns the beginning of a document: schema, library, machine, time, command.
[[nodiscard]] nlohmann::json document(const std::string& schema, const Job& job, const std::vector<std::string>& words);
// Does nothing if `file` is empty. Throws Failure if it cannot be written.
void write_document(const std::string& file, const nlohmann::json& root);

[[nodiscard]] double median(std::vector<double> values);
// Returns the value rounded to four significant digits.
[[nodiscard]] double rounded(double value);
// Returns the largest value over the ranks. Collective.
[[nodiscard]] double slowest(double seconds);

// Initialises MPI and OpenSHMEM for `threads` threads of each rank, and finalises both.
class Life {
 public:
  Life(int* argc, char*** argv, int threads);
  ~Life();
  Life(const Life&) = delete;
  Life& operator=(const Life&) = delete;
  [[nodiscard]] const Job& job() const { return job_; }

 private:
  Job job_;
};

// The main function of a program after its command line has been parsed: it gets the result of that and run(job), which is
// collective and returns true if all results were right. Exit status 0, 1 for wrong results and failures, 2 for wrong words.
int run_job(int argc, char** argv, const char* program, Parsed parsed, const std::string& text, int threads, const auto& run) {
  if (parsed == Parsed::kHelp) return std::fputs(text.c_str(), stdout), 0;
  const Life life(&argc, &argv, threads);
  if (parsed == Parsed::kBad) {
    if (life.job().rank == 0) std::fprintf(stderr, "%s: %s\n", program, text.c_str());
    return 2;
  }
  try {
    return run(life.job()) ? 0 : 1;
  } catch (const std::exception& error) {
    end_job((std::string(program) + ": rank " + std::to_string(life.job().rank) + ": " + error.what()).c_str());
  }
}

}  // namespace bench::hybrid
