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
  int ranks = 0;                     // 0: not given; settle_ranks() decides
  Variables environment;             // set in each of its ranks; the last value of a name counts
  std::string directory;             // the folder in which its ranks start; empty: mpiexec's
  std::string folders;               // A:B, where its program is searched for before PATH
  std::vector<std::string> command;  // program and its arguments
};

// kAuto: ranks are bound to the cores of their GPU, if there are GPUs and enough cores (placement_plan.hpp).
enum class BindTo { kAuto, kNone, kGpu, kThread, kCore, kL3, kSocket, kNuma };

// The places of ranks, one rank after another: round-robin over a machine's sockets, cores, ..., or a fixed number on each.
struct Mapping {
  BindTo over = BindTo::kNone;  // kNone: the machine as a whole
  int per = 0;                  // ranks on each; 0: round-robin, one on each
  int cores = 0;                // cores of each rank; 0: not given
  bool by_host = false;         // rank 0 on the first host, rank 1 on the second, ...
};

// Files for each rank's output, besides or instead of our own. In their names %r is the rank, %R the rank
// with leading zeros, %h the host.
struct OutputFiles {
  std::string out;  // empty: none
  std::string err;
  std::string folder;  // folder of --output-filename, if that named them
  bool shown = false;  // output that goes to files also goes to mpiexec's own output
};

constexpr int kMaxRanks = 100000;

// Readers of standard input other than one rank.
constexpr int kStdinAll = -1;
constexpr int kStdinNone = -2;

struct Options {
  std::vector<Part> parts;
  double timeout_seconds = 0;         // 0: no limit
  bool timeout_by_variable = false;   // MPIEXEC_TIMEOUT has set the limit
  std::vector<std::string> debugger;  // a command in front of each rank's program
  bool tag_output = false;
  bool merge_output = false;  // stderr is stdout
  OutputFiles files;
  bool keep_libraries = false;  // programs of other MPIs keep the libraries that they find by themselves
  bool recovery = false;        // the failure of a rank does not end the others
  bool verbose = false;
  bool quiet = false;
  Mapping mapping;
  BindTo bind_to = BindTo::kAuto;
  std::vector<std::vector<int>> user_cpus;  // the processors of rank 0, rank 1, ...; further ranks are not bound
  std::vector<int> listed_cpus;             // the processors that the job may use; empty: all that mpiexec may use
  bool show_placement = false;              // the program may then be left out: nothing is started
  int gpus_per_rank = 0;                    // 0: not requested
  int stdin_rank = 0;
  std::string hosts;  // as on the command line: handover.hpp
  std::string hostfile;
  std::string allocation;       // the allocation to use: slurm, pbs, lsf, user (none); empty: the existing one
  double watch_stacks = 0;      // for each rank of another launcher, in front of its program: stack_watch.hpp; 0: no
  bool take_placement = false;  // another launcher starts this process for each rank: take_placement.hpp
  std::string launcher;         // the launcher that starts ranks on other machines; empty: an available one
  int ranks_per_host = 0;       // 0: not given

  // Returns the number of all ranks, at most kMaxRanks + 1.
  [[nodiscard]] int ranks() const {
    long sum = 0;
    for (const Part& part : parts) sum += part.ranks;
    return static_cast<int>(std::min<long>(sum, kMaxRanks + 1L));
  }
  // Returns the index of the part that `rank` belongs to: MPI_APPNUM.
  [[nodiscard]] int part_of(int rank) const;
};

// Gives a number of ranks to each program without one: `slots` to a single program, or 1 to each of several; then checks that
// all numbers are consistent. kArg: they are not.
Status settle_ranks(int slots, Options* options);

// Returns false if the process should end with *exit_code instead of running: help was requested, or the line was wrong (and
// the reason has been printed).
[[nodiscard]] bool parse_options(int argc, char** argv, Options* out, int* exit_code);

}  // namespace penstock::mpiexec
