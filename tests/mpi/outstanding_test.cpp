// Very many messages at the same time, received in another order than they were sent, and sends that were given up.
#include <vector>

#include "mpi_test.hpp"

namespace penstock::test {
namespace {

// Off the host there are fewer: each message makes calls of a driver, which take the stand-in's time.
constexpr int kOnHost = 20'000;
constexpr int kElsewhere = 200;

// Each rank sends to the next.
class OutstandingMessages : public Mpi {
 protected:
  [[nodiscard]] int value(int of, int i) const { return of * count_ + i; }
  [[nodiscard]] int* word(const Array<int>& array, int i) const { return static_cast<int*>(array.data()) + i; }

  void fill() {
    std::vector<int> values;
    for (int i = 0; i < count_; ++i) values.push_back(value(rank(), i));
    send_.set(values);
  }
  void send_in_reverse() {
    for (int i = count_; i-- > 0;) {
      EXPECT_MPI(MPI_Isend(word(send_, i), 1, MPI_INT, next(), i, MPI_COMM_WORLD, &requests_.emplace_back()));
    }
  }
  void receive(int source, int i) {
    EXPECT_MPI(MPI_Irecv(word(recv_, i), 1, MPI_INT, source, i, MPI_COMM_WORLD, &requests_.emplace_back()));
  }
  void wait() {
    EXPECT_MPI(MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE));
    requests_.clear();
  }
  void check() const {
    const std::vector<int> got = recv_.get();
    for (int i = 0; i < count_; ++i) ASSERT_EQ(got[static_cast<std::size_t>(i)], value(previous(), i)) << "tag " << i;
    if (rank() == 0) std::printf("%d cases, 0 skipped\n", count_);
  }

  const int count_ = all_on_host() ? kOnHost : kElsewhere;
  Array<int> send_{static_cast<std::size_t>(count_)};
  Array<int> recv_{static_cast<std::size_t>(count_)};
  std::vector<MPI_Request> requests_;
};

// Every third receive has any source.
TEST_F(OutstandingMessages, ReceivesThatArePosted) {
  fill();
  requests_.reserve(2 * static_cast<std::size_t>(count_));
  for (int i = 0; i < count_; ++i) receive(i % 3 == 0 ? MPI_ANY_SOURCE : previous(), i);
  EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
  send_in_reverse();
  wait();
  check();
}

// Receives ask for messages with even tags, the first of which was sent last; the others are received in the order of arrival.
TEST_F(OutstandingMessages, MessagesThatNobodyExpected) {
  fill();
  requests_.reserve(2 * static_cast<std::size_t>(count_));
  send_in_reverse();
  EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
  for (int i = 0; i < count_; i += 2) receive(i % 3 == 0 ? MPI_ANY_SOURCE : previous(), i);
  for (int i = count_ - 1; i > 0; i -= 2) {
    MPI_Status status;
    EXPECT_MPI(MPI_Recv(word(recv_, i), 1, MPI_INT, previous(), MPI_ANY_TAG, MPI_COMM_WORLD, &status));
    ASSERT_EQ(status.MPI_TAG, i);
  }
  wait();
  check();
}

TEST_F(OutstandingMessages, SendsThatWereGivenUp) {
  fill();
  for (int i = 0; i < count_; ++i) {
    MPI_Request request = MPI_REQUEST_NULL;
    EXPECT_MPI(MPI_Issend(word(send_, i), 1, MPI_INT, next(), i, MPI_COMM_WORLD, &request));
    EXPECT_MPI(MPI_Request_free(&request));
  }
  EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
  for (int i = count_; i-- > 0;) receive(previous(), i);
  wait();
  check();
  EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));  // the senders may then free the memory
}

}  // namespace
}  // namespace penstock::test
