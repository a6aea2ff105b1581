// Random traffic among the ranks of MPI_COMM_WORLD, which may be processes or threads.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace stress {

struct Options {
  double seconds = 5;
  unsigned seed = 1;
  int ranks = 4;    // ranks of the program whose ranks are threads
  int threads = 1;  // threads of each rank, under MPI_THREAD_MULTIPLE: each runs scripts of its own on communicators of its own
  std::vector<std::string> memory = {"host"};
};

// Ends the process if an option is unknown.
Options parse(int argc, char** argv);

// Runs one rank's part, with MPI initialised. Rank 0 prints the seed, the progress, and the sum. Ends the job at a wrong byte.
// Every thread that it makes calls `enter` first.
void play(const Options& options, const std::function<void()>& enter);

constexpr unsigned char kPoison = 0xA5;

// Ends the job with this rank's number and `what`.
[[noreturn]] void die(const std::string& what);

}  // namespace stress
