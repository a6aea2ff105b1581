// Runs the versions in turns and measures them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "check.hpp"
#include "field.hpp"
#include "halo.hpp"

namespace bench::apps {

// The times of one round: seconds per iteration of the slowest rank, and the parts that they
// consist of, as means over the ranks.
struct Round {
  double total = 0;
  Seconds phases{};
};

struct Result {
  std::string name;
  int pieces[kDirections] = {1, 1};
  std::vector<Round> rounds = {};
  Round median = {};  // each figure has its own median
  std::uint64_t checksum = 0;
  double difference = -1;  // from the host's computation; -1: not compared
  std::string wrong = {};  // the fault of its field
};

class Race {
 public:
  Race(const Options& options, const demo::Grid& grid, const demo::Block& block, const Memory& memory, const Memory& staging);
  // Runs one round that is checked and not counted, then the counted ones; the last round is checked too. All
  // ranks call it and get the same results, except `difference`, which only rank 0 has. Rank 0 shows the progress
  // on stderr if that is a terminal.
  [[nodiscard]] std::vector<Result> run();

 private:
  struct Runner {
    const Version* version;
    std::unique_ptr<Halo> halo;
    Result result;
  };

  [[nodiscard]] Round round(Halo& halo);
  // Tries 1, 2, 4 and 8 pieces in each direction.
  void choose_pieces(Runner& runner);
  [[nodiscard]] double time_exchanges(Halo& halo, Direction direction);
  void check(Runner& runner);
  void show(const std::string& text) const;

  const Options& options_;
  const demo::Block& block_;
  Watch watch_;
  Field field_;
  Reference reference_;
  std::vector<Runner> runners_;
  std::vector<std::byte> cells_;  // cells that are being checked
  int rank_ = 0, ranks_ = 1;
};

}  // namespace bench::apps
