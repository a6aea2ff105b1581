// What both programs begin and end with: MPI and OpenSHMEM on the same ranks, the words, a failure on some rank, the JSON.
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

// The beginning of a document: schema, library, machine, time, command.
[[nodiscard]] nlohmann::json document(const std::string& schema, const Job& job, const std::vector<std::string>& words);
// Nothing if `file` is empty. Throws Failure if it cannot be written.
void write_document(const std::string& file, const nlohmann::json& root);

[[nodiscard]] double median(std::vector<double> values);
// Four digits that mean something.
[[nodiscard]] double rounded(double value);
// Of the slowest rank. Collective.
[[nodiscard]] double slowest(double seconds);

// Begins MPI and OpenSHMEM as `threads` of each rank need them, and ends both.
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

// The main of a program, behind the reading of its words: what came of that, and run(job), which is collective and true if all
// was right. Exit status 0, 1 for wrong results and failures, 2 for wrong words.
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
