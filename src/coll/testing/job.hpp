// Tests that walk the table: every algorithm, on the ranks of a job of threads.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "coll/nodes.hpp"
#include "coll/select/select.hpp"
#include "coll/testing/cells.hpp"
#include "coll/testing/engine_job.hpp"

namespace penstock::coll::testing {

// One rank of a test. All ranks call run() in the same order.
class Rank {
 public:
  // Makes a rank of one group, or of two: the first `first_group` ranks of the job and the others.
  explicit Rank(proto::Engine& engine, int first_group = 0);

  [[nodiscard]] const Team& team() const noexcept { return team_; }
  [[nodiscard]] int rank() const noexcept { return team_.rank; }
  [[nodiscard]] int size() const noexcept { return team_.size; }
  // Returns the number of this rank's group; 0 if there is only one.
  [[nodiscard]] int group() const noexcept { return group_; }
  [[nodiscard]] proto::Engine& engine() noexcept { return engine_; }

  // Calls body(row) for each algorithm of a collective that serves this many ranks. Those for several nodes run several times,
  // on a team that claims to have nodes: with ranks that follow one another, and with others.
  template <typename Body>
  void for_algorithms(Collective collective, const Body& body, bool inter = false);
  // True if `row` may serve such a reduction on the present nodes.
  [[nodiscard]] bool allows(const Row& row, bool commutative) const noexcept;

  Status run(const Row& row, const Arguments& arguments);
  // Runs the row and compares; a failure names the case. Rank 0 of the job counts it.
  void check(const Row& row, const Arguments& arguments, const std::string& what, const Cells& result,
             const std::vector<Cell>& wanted);

 private:
  void share_shm();

  proto::Engine& engine_;
  std::vector<int> world_;
  Team team_;
  int group_ = 0;
  ShmBufferMaker maker_;
  std::unique_ptr<ShmBuffer> shm_;
  std::vector<Nodes> nodes_;  // the nodes that hierarchical algorithms run on
  Schedule schedule_;
  std::uint32_t sequence_ = 0;
};

// Returns the different algorithms of a collective.
[[nodiscard]] std::vector<const Row*> algorithms(Collective collective, bool inter = false);
// True if it can serve this number of ranks at all.
[[nodiscard]] bool serves_ranks(const Row& row, int ranks) noexcept;
// Returns ways in which a group may lie on several nodes, several ranks on some; none below three ranks.
[[nodiscard]] std::vector<Nodes> pretended_nodes(int ranks);

template <typename Body>
void Rank::for_algorithms(Collective collective, const Body& body, bool inter) {
  for (const Row* row : algorithms(collective, inter)) {
    if (!serves_ranks(*row, size())) continue;
    if (!row->needs_nodes) {
      body(*row);
      continue;
    }
    for (const Nodes& nodes : nodes_) {
      team_.nodes = &nodes;
      body(*row);
    }
    team_.nodes = nullptr;
  }
}

// Runs `body` on every rank of a job; `first_group` as for Rank.
void on_all(int ranks, const std::function<void(Rank&)>& body, int first_group = 0);

// Returns the two reductions of cells in `layout`, as functions of the application.
[[nodiscard]] Reduction reduction_of(bool commutative, const proto::Layout& layout) noexcept;
[[nodiscard]] inline Cell combine(bool commutative, Cell left, Cell right) noexcept {
  return commutative ? add(left, right) : compose(left, right);
}
// Returns the i-th cells of ranks first..last - 1 combined in rank order; `part` is as in cell().
[[nodiscard]] Cell combined(bool commutative, int first, int last, int part, std::size_t i) noexcept;

// The extent of one test of the matrix: every number of ranks with short and medium data, and a few with long data.
enum class Reach : std::uint8_t { kShort, kLong, kHuge };
struct Extent {
  int ranks;
  Reach reach;
  // Returns the elements of one part, if a rank's data are that many parts: none, one, an odd number, powers of two, one that
  // travels in several pieces; in the long runs 2^16 or 2^20 elements of 16 bytes for each rank.
  [[nodiscard]] std::vector<std::size_t> counts(int parts = 1) const;
  // Returns every root for short data, two for other data, one for long data; fewer if there are many ranks.
  [[nodiscard]] std::vector<int> roots(std::size_t count) const;
};
[[nodiscard]] std::string name_of(const ::testing::TestParamInfo<Extent>& info);
// Returns INSTANTIATE_TEST_SUITE_P's values: "Ranks", "Long", and "Huge", which takes minutes.
[[nodiscard]] std::vector<Extent> extents(Reach reach);

// Prints how many cases ran, in all tests of a program, at its end.
class Counting final : public ::testing::Environment {
 public:
  void TearDown() override;
};

}  // namespace penstock::coll::testing
