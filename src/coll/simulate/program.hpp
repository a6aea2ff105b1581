// Schedules of several ranks as one list of steps whose messages know each other.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/status.hpp"
#include "coll/schedule/schedule.hpp"

namespace penstock::coll::simulate {

inline constexpr std::uint32_t kNone = ~std::uint32_t{0};

struct SimStep {
  StepKind kind = StepKind::kJoin;
  bool near = false;             // a message inside a node
  std::uint32_t number = 0;      // among its rank's steps
  std::uint32_t rank = 0;        // place among the ranks that are simulated
  std::uint32_t waits = 0;       // earlier steps that are not complete
  std::uint32_t first_next = 0;  // its successors begin there in Program::next ...
  std::uint32_t mate = kNone;    // the other side of a message
  std::uint64_t bytes = 0;
};

// One rank's actions, relative to the rank: compared to find out if ranks act alike.
struct Trace {
  StepKind kind;
  int distance;  // to the peer
  int tag;
  std::uint64_t bytes;
  friend bool operator==(const Trace&, const Trace&) = default;
};
[[nodiscard]] std::vector<Trace> trace_of(const Schedule& schedule, int rank, int ranks);

// The program of `looked_at` of `ranks` ranks. If that is not all, the ranks r, r + looked_at, r + 2 looked_at ... act alike
// relative to themselves, so that a message to one of them stands for one to each.
class Program {
 public:
  Program(int ranks, int looked_at, int per_node) : ranks_(ranks), looked_at_(looked_at), per_node_(per_node) {}

  // Adds a schedule; ranks come in their order.
  void add(const Schedule& schedule);
  // Called when all are added. kInternal: a message lacks its other side, or that has another length.
  Status match();

  [[nodiscard]] int looked_at() const noexcept { return looked_at_; }
  [[nodiscard]] std::vector<SimStep>& steps() noexcept { return steps_; }
  // Returns the successors of a step.
  [[nodiscard]] std::span<const std::uint32_t> next(std::uint32_t step) const noexcept {
    const std::size_t first = steps_[step].first_next;
    const std::size_t last = step + 1 < steps_.size() ? steps_[step + 1].first_next : next_.size();
    return {next_.data() + first, last - first};
  }

 private:
  // One side of a message; all but `step` is equal on both sides.
  struct Side {
    std::uint32_t sender, receiver;
    int distance;
    int tag;
    std::uint32_t step;
  };

  const int ranks_;
  const int looked_at_;
  const int per_node_;
  int added_ = 0;
  std::vector<SimStep> steps_;
  std::vector<std::uint32_t> next_;
  std::vector<Side> sent_;
  std::vector<Side> received_;
};

}  // namespace penstock::coll::simulate
