// mpiexec's command line.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/status.hpp"

namespace penstock::mpiexec {

using Variables = std::vector<std::pair<std::string, std::string>>;

// One program of the job; `:` separates them on the command line.
struct Part {
  int ranks = 0;                     // 0: not said; settle_ranks() decides
  Variables environment;             // set in each of its ranks; the last of one name holds
  std::string directory;             // where its ranks start; empty: where mpiexec did
  std::string folders;               // A:B, where its program is looked for before PATH
  std::vector<std::string> command;  // program and its arguments
};

// kAuto: to the cores of the rank's GPU, where there are GPUs and enough cores (placement_plan.hpp).
enum class BindTo { kAuto, kNone, kGpu, kThread, kCore, kL3, kSocket, kNuma };

// Where ranks are placed, one after another: over a machine's sockets, cores, ... in turn, or so many on each.
struct Mapping {
  BindTo over = BindTo::kNone;  // kNone: the machine as a whole
  int per = 0;                  // ranks on each; 0: one on each in turn
  int cores = 0;                // of each rank; 0: not said
  bool by_host = false;         // rank 0 on the first host, rank 1 on the second, ...
};

// Files of each rank, besides or instead of our own output. In their names %r is the rank, %R the same with leading zeros,
// %h the host.
struct OutputFiles {
  std::string out;  // empty: none
  std::string err;
  std::string folder;  // of --output-filename, where that named them
  bool shown = false;  // what goes to files comes out of mpiexec as well
};

constexpr int kMaxRanks = 100000;

// Where standard input goes, besides the number of a rank.
constexpr int kStdinAll = -1;
constexpr int kStdinNone = -2;

struct Options {
  std::vector<Part> parts;
  double timeout_seconds = 0;         // 0: none
  bool timeout_by_variable = false;   // MPIEXEC_TIMEOUT has set it
  std::vector<std::string> debugger;  // a command in front of each rank's program
  bool tag_output = false;
  bool merge_output = false;  // stderr is stdout
  OutputFiles files;
  bool keep_libraries = false;  // programs of other MPIs get the libraries that they find by themselves
  bool recovery = false;        // a rank that fails does not end the others
  bool verbose = false;
  bool quiet = false;
  Mapping mapping;
  BindTo bind_to = BindTo::kAuto;
  std::vector<std::vector<int>> user_cpus;  // what the line names for rank 0, rank 1, ...; further ranks are not bound
  std::vector<int> listed_cpus;             // the processors that the job may use; empty: all that mpiexec may
  bool show_placement = false;              // then the program may be left out: nothing is started
  int gpus_per_rank = 0;                    // 0: not asked for
  int stdin_rank = 0;
  std::string hosts;  // as on the command line: handover.hpp
  std::string hostfile;
  std::string allocation;       // whose to use: slurm, pbs, lsf, user (none); empty: the one that there is
  double watch_stacks = 0;      // for each rank of another launcher, in front of its program: stack_watch.hpp; 0: no
  bool take_placement = false;  // we are started by another launcher for each rank: take_placement.hpp
  std::string launcher;         // who starts ranks on other machines; empty: whoever is there
  int ranks_per_host = 0;       // 0: not said

  // At most one more than kMaxRanks.
  [[nodiscard]] int ranks() const {
    long sum = 0;
    for (const Part& part : parts) sum += part.ranks;
    return static_cast<int>(std::min<long>(sum, kMaxRanks + 1L));
  }
  // The part that `rank` belongs to: MPI_APPNUM.
  [[nodiscard]] int part_of(int rank) const;
};

// Gives each program without a number of ranks one: `slots` to a single program, or to each of several 1; then looks whether
// all numbers make sense together. kArg: they do not.
Status settle_ranks(int slots, Options* options);

// False if the process should end with *exit_code instead of running: help was asked for, or the line was wrong (and the
// reason has been printed).
[[nodiscard]] bool parse_options(int argc, char** argv, Options* out, int* exit_code);

}  // namespace penstock::mpiexec
