// The steps of a call across hosts: which of them may be under way together. Nothing is started.
#include "coll/hierarchical_device/hierarchical.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "coll/simulate/null_engine.hpp"

namespace penstock::coll {
namespace {

constexpr std::uint64_t kPiece = 4096;
constexpr std::uint64_t kPieces = 8;
constexpr std::uint64_t kMemory = 1 << 20;  // addresses that nobody looks at

// Rank 0 of two hosts of two ranks.
class Pipeline : public ::testing::TestWithParam<Collective> {
 protected:
  Pipeline() {
    EXPECT_TRUE(simulate::NullEngine::create(&engine_).is_ok());
    schedule_ = std::make_unique<Schedule>(*engine_);
    schedule_->reset({.rank = 0, .size = 4, .world = world_, .nodes = &nodes_}, 0);
    data_.query = {.collective = GetParam(), .ranks = 4, .bytes = elements(), .elements = elements()};
    data_.elements = elements();
    if (GetParam() == Collective::kReduceScatterBlock) data_.query.elements *= 4;
    data_.sends = {kMemory, 2 * kMemory};
    data_.recvs = {3 * kMemory, 4 * kMemory};
    cut_ = cut_of(data_, hosts_, kPiece, 1 << 30);
    last_ = Hierarchical(*schedule_, hosts_, data_, cut_, 0, 5 * kMemory).list();
  }
  // Shares of rails are half of all.
  [[nodiscard]] static std::uint64_t elements() {
    const bool parts = GetParam() == Collective::kAllgather || GetParam() == Collective::kReduceScatterBlock;
    return kPiece * kPieces * (parts ? 1 : 2);
  }
  // Whether `first` must be over before `then` begins.
  [[nodiscard]] bool comes_before(Step first, Step then) const {
    std::vector<bool> behind(schedule_->steps());
    behind[first] = true;
    for (bool grew = true; grew;) {
      grew = false;
      for (Step step = 0; step < behind.size(); ++step) {
        if (!behind[step]) continue;
        schedule_->for_next(step, [&](Step next) {
          grew = grew || !behind[next];
          behind[next] = true;
        });
      }
    }
    return then != first && behind[then];
  }
  [[nodiscard]] std::vector<Step> all(StepKind kind) const {
    std::vector<Step> found;
    for (Step step = 0; step < schedule_->steps(); ++step) {
      if (schedule_->view(step).kind == kind) found.push_back(step);
    }
    return found;
  }

  std::vector<int> world_{0, 1, 2, 3};
  Nodes nodes_{std::vector{0, 0, 1, 1}};
  Hosts hosts_{nodes_, 0};
  std::unique_ptr<simulate::NullEngine> engine_;
  std::unique_ptr<Schedule> schedule_;
  HierarchicalData data_;
  HierarchicalCut cut_;
  Step last_ = kNoStep;
};

INSTANTIATE_TEST_SUITE_P(All, Pipeline,
                         ::testing::Values(Collective::kAllreduce, Collective::kReduce, Collective::kBcast,
                                           Collective::kAllgather, Collective::kReduceScatterBlock),
                         [](const auto& of) { return std::string(collective_name(of.param)); });

// Rank 0 sends or receives each piece once; the GPU need not wait for the network of the piece before.
TEST_P(Pipeline, OnePieceIsOnTheNetworkWhileTheGpuHasOthers) {
  ASSERT_EQ(cut_.cut.pieces(), kPieces);
  std::vector<Step> messages = all(StepKind::kRecv);
  if (messages.empty()) messages = all(StepKind::kSend);
  const std::vector<Step> kernels = all(StepKind::kTask);
  ASSERT_EQ(messages.size(), kPieces);
  ASSERT_EQ(kernels.size() % kPieces, 0U);
  const std::size_t of_each = kernels.size() / kPieces;
  for (std::size_t piece = 0; piece + 1 < kPieces; ++piece) {
    EXPECT_FALSE(comes_before(messages[piece], kernels[(piece + 1) * of_each])) << "piece " << piece;
    EXPECT_FALSE(comes_before(messages[piece], messages[piece + 1])) << "piece " << piece;
  }
}

// Its places in workspace are another piece's then.
TEST_P(Pipeline, APieceIsOverBeforeItsPlacesAreUsedAgain) {
  const std::vector<Step> kernels = all(StepKind::kTask);
  const std::size_t of_each = kernels.size() / kPieces;
  for (std::size_t piece = 0; piece + kPiecesAtOnce < kPieces; ++piece) {
    for (std::size_t i = 0; i < of_each; ++i) {
      EXPECT_TRUE(comes_before(kernels[piece * of_each + i], kernels[(piece + kPiecesAtOnce) * of_each])) << "piece " << piece;
    }
  }
}

TEST_P(Pipeline, AllIsOverInTheEnd) {
  for (Step step = 0; step < schedule_->steps(); ++step) {
    EXPECT_TRUE(step == last_ || comes_before(step, last_)) << step;
  }
}

}  // namespace
}  // namespace penstock::coll
