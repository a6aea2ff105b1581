// Tests that walk the table: every algorithm, on the ranks of a job of threads.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "coll/select/select.hpp"
#include "coll/testing/cells.hpp"
#include "coll/testing/engine_job.hpp"

namespace penstock::coll::testing {

// One rank of a test. All ranks call run() in the same order.
class Rank {
 public:
  // Of a group of all, or of two groups: the first `first_group` ranks of the job and the others.
  explicit Rank(proto::Engine& engine, int first_group = 0);

  [[nodiscard]] const Team& team() const noexcept { return team_; }
  [[nodiscard]] int rank() const noexcept { return team_.rank; }
  [[nodiscard]] int size() const noexcept { return team_.size; }
  // Which of the two groups; 0 if there is one.
  [[nodiscard]] int group() const noexcept { return group_; }
  [[nodiscard]] proto::Engine& engine() noexcept { return engine_; }

  Status run(const Row& row, const Arguments& arguments);
  // Runs it and compares; a failure names the case. Rank 0 of the job counts it.
  void check(const Row& row, const Arguments& arguments, const std::string& what, const Cells& result,
             const std::vector<Cell>& wanted);

 private:
  void share_boards();

  proto::Engine& engine_;
  std::vector<int> world_;
  Team team_;
  int group_ = 0;
  BoardMaker maker_;
  std::unique_ptr<Board> board_;
  Schedule schedule_;
  std::uint32_t sequence_ = 0;
};

// The different algorithms of a collective.
[[nodiscard]] std::vector<const Row*> algorithms(Collective collective, bool inter = false);

// Runs `body` on every rank of a job; `first_group` as for Rank.
void on_all(int ranks, const std::function<void(Rank&)>& body, int first_group = 0);

// The two reductions of cells that lie as `layout` says, as functions of the program.
[[nodiscard]] Reduction reduction_of(bool commutative, const proto::Layout& layout) noexcept;
[[nodiscard]] inline Cell combine(bool commutative, Cell left, Cell right) noexcept {
  return commutative ? add(left, right) : compose(left, right);
}
// The i-th cells of ranks first..last - 1 combined in rank order; `part` as cell() has it.
[[nodiscard]] Cell combined(bool commutative, int first, int last, int part, std::size_t i) noexcept;

// Prints how many cases ran, in all tests of a program, at its end.
class Counting final : public ::testing::Environment {
 public:
  void TearDown() override;
};

}  // namespace penstock::coll::testing
