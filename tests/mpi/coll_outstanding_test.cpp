// Very many collectives are active at the same time, on several communicators. Their completion order is unrelated to that of
// their starts, and differs between ranks.
#include <algorithm>
#include <random>

#include "every_coll.hpp"

namespace penstock::test {
namespace {

// Off the host there are fewer: each collective makes calls of a driver for its operands, which take the stand-in's time.
constexpr std::size_t kOnHost = 1000;
constexpr std::size_t kElsewhere = 250;

class Outstanding : public Mpi {
 protected:
  void SetUp() override {
    Mpi::SetUp();
    for (MPI_Comm& comm : comms_) EXPECT_MPI(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
  }
  void TearDown() override {
    for (MPI_Comm& comm : comms_) EXPECT_MPI(MPI_Comm_free(&comm));
  }
  // Begins all in the same order on every rank; number i has the i-th kind, size and communicator.
  void begin_all() {
    for (std::size_t i = 0; i < outstanding_; ++i) {
      const int seed = static_cast<int>(i);
      const CallRow& row = row_of(i);
      operands_.push_back(std::make_unique<Operands>(comms_[i % std::size(comms_)], i % 41 == 0 ? 3000 : seed % 4, seed));
      answers_.push_back(answer_of(row, *operands_[i], seed));
      EXPECT_MPI(operands_[i]->begin(row, Form::kStarted, &requests_[i]));
    }
  }
  static const CallRow& row_of(std::size_t i) { return all_calls()[i % kCalls]; }
  void check(std::size_t i) const {
    ASSERT_EQ(operands_[i]->recv.get(), answers_[i]) << row_of(i).name << ", the " << i << "th, rank " << rank();
  }
  [[nodiscard]] std::vector<std::size_t> random_order() const {
    std::vector<std::size_t> order(outstanding_);
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::shuffle(order.begin(), order.end(), std::mt19937(static_cast<unsigned>(rank()) + 1));
    return order;
  }

  const std::size_t outstanding_ = all_on_host() ? kOnHost : kElsewhere;
  MPI_Comm comms_[4] = {MPI_COMM_NULL, MPI_COMM_NULL, MPI_COMM_NULL, MPI_COMM_NULL};
  std::vector<std::unique_ptr<Operands>> operands_;
  std::vector<std::vector<int>> answers_;
  std::vector<MPI_Request> requests_ = std::vector<MPI_Request>(outstanding_, MPI_REQUEST_NULL);
};

TEST_F(Outstanding, WaitedForInAnyOrder) {
  begin_all();
  for (const std::size_t i : random_order()) {
    EXPECT_MPI(MPI_Wait(&requests_[i], MPI_STATUS_IGNORE));
    check(i);
  }
  if (rank() == 0) std::printf("%zu cases, 0 skipped\n", outstanding_);
}

TEST_F(Outstanding, TestedInAnyOrder) {
  begin_all();
  const std::vector<std::size_t> order = random_order();
  std::vector<MPI_Request> shuffled;
  for (const std::size_t i : order) shuffled.push_back(requests_[i]);
  std::vector<int> indices(outstanding_);
  std::size_t ended = 0;
  for (int count = 0; count != MPI_UNDEFINED;) {
    EXPECT_MPI(MPI_Waitsome(static_cast<int>(outstanding_), shuffled.data(), &count, indices.data(), MPI_STATUSES_IGNORE));
    for (int k = 0; k < count; ++k) check(order[static_cast<std::size_t>(indices[static_cast<std::size_t>(k)])]);
    if (count != MPI_UNDEFINED) ended += static_cast<std::size_t>(count);
  }
  EXPECT_EQ(ended, outstanding_);
  if (rank() == 0) std::printf("%zu cases, 0 skipped\n", ended);
}

}  // namespace
}  // namespace penstock::test
