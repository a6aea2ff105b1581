// mpiexec's command line.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace penstock::mpiexec {

using Variables = std::vector<std::pair<std::string, std::string>>;

// One program of the job; `:` separates them on the command line.
struct Part {
  int ranks = 1;
  Variables environment;             // set in each of its ranks; the last of one name holds
  std::string directory;             // where its ranks start; empty: where mpiexec did
  std::vector<std::string> command;  // program and its arguments
};

// kAuto: to the cores of the rank's GPU, where there are GPUs and enough cores (placement_plan.hpp).
enum class BindTo { kAuto, kNone, kGpu, kCore, kSocket, kNuma };

constexpr int kMaxRanks = 100000;

// Where standard input goes, besides the number of a rank.
constexpr int kStdinAll = -1;
constexpr int kStdinNone = -2;

struct Options {
  std::vector<Part> parts;
  double timeout_seconds = 0;  // 0: none
  bool tag_output = false;
  BindTo bind_to = BindTo::kAuto;
  bool show_placement = false;  // then the program may be left out: nothing is started
  int gpus_per_rank = 0;        // 0: not asked for
  int stdin_rank = 0;
  std::string hosts;  // as on the command line: handover.hpp
  std::string hostfile;
  std::string launcher;    // who starts ranks on other machines; empty: whoever is there
  int ranks_per_host = 0;  // 0: not said

  // At most one more than kMaxRanks.
  [[nodiscard]] int ranks() const {
    long sum = 0;
    for (const Part& part : parts) sum += part.ranks;
    return static_cast<int>(std::min<long>(sum, kMaxRanks + 1L));
  }
  // The part that `rank` belongs to: MPI_APPNUM.
  [[nodiscard]] int part_of(int rank) const;
};

// False if the process should end with *exit_code instead of running: help was asked for, or the line was wrong (and the
// reason has been printed).
[[nodiscard]] bool parse_options(int argc, char** argv, Options* out, int* exit_code);

}  // namespace penstock::mpiexec
