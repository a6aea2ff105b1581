// A fast sender and a slow receiver: the memory of both stays bounded, and every message arrives as it was sent.
#include <sys/resource.h>

#include <vector>

#include "mpi_test.hpp"

namespace penstock::test {
namespace {

long peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss / 1024;
}

// Enters the library without receiving: messages that have arrived by now are kept. It looks for none of them.
void look_without_receiving(int times) {
  int found = 0;
  for (int i = 0; i < times; ++i) EXPECT_MPI(MPI_Iprobe(0, 1, MPI_COMM_SELF, &found, MPI_STATUS_IGNORE));
}

class Message {
 public:
  explicit Message(std::size_t bytes) : words_(bytes / sizeof(long)) {}
  void write(long number) {
    words_.front() = number;
    words_.back() = number;
  }
  [[nodiscard]] bool has(long number) const { return words_.front() == number && words_.back() == number; }
  [[nodiscard]] void* data() { return words_.data(); }
  [[nodiscard]] int count() const { return static_cast<int>(words_.size()); }

 private:
  std::vector<long> words_;
};

// Tags are reversed within windows: all messages of a window but the last arrive before their receives.
void receive_windows(Message& message, long messages, long window) {
  long wrong = 0;
  for (long first = 0; first < messages; first += window) {
    for (long number = first + window - 1; number >= first; --number) {
      message.write(-1);
      EXPECT_MPI(
          MPI_Recv(message.data(), message.count(), MPI_LONG, 0, static_cast<int>(number), MPI_COMM_WORLD, MPI_STATUS_IGNORE));
      wrong += message.has(number) ? 0 : 1;
    }
  }
  EXPECT_EQ(wrong, 0);
}

void receive_wildcards(Message& message, long messages) {
  long wrong = 0;
  for (long number = 0; number < messages; ++number) {
    MPI_Status status;
    EXPECT_MPI(MPI_Recv(message.data(), message.count(), MPI_LONG, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status));
    wrong += message.has(number) && status.MPI_TAG == static_cast<int>(number) ? 0 : 1;
    if (number % 10'000 == 0) look_without_receiving(2000);
  }
  EXPECT_EQ(wrong, 0);
}

class Unexpected : public Mpi {
 protected:
  void flood(std::size_t bytes, long messages, bool windows) {
    if (size() < 2) GTEST_SKIP() << "needs two ranks";
    const long before = peak_megabytes();
    Message message(bytes);
    if (rank() == 0) {
      for (long number = 0; number < messages; ++number) {
        message.write(number);
        EXPECT_MPI(MPI_Send(message.data(), message.count(), MPI_LONG, 1, static_cast<int>(number), MPI_COMM_WORLD));
      }
    } else if (rank() == 1) {
      look_without_receiving(100'000);
      windows ? receive_windows(message, messages, 500) : receive_wildcards(message, messages);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    EXPECT_LT(peak_megabytes() - before, 64) << "rank " << rank();
  }
};

TEST_F(Unexpected, AMillionOfEightBytesInWindows) {
  flood(8, 1'000'000, true);
}
TEST_F(Unexpected, AMillionOfEightBytesByWildcards) {
  flood(8, 1'000'000, false);
}
TEST_F(Unexpected, AHundredThousandOfFourKibibytesInWindows) {
  flood(4096, 100'000, true);
}
TEST_F(Unexpected, AHundredThousandOfFourKibibytesByWildcards) {
  flood(4096, 100'000, false);
}

// The application buffers the send itself, while its receiver is behind.
TEST_F(Unexpected, NonBlockingSendsAreBoundedByTheSender) {
  if (size() < 2) GTEST_SKIP() << "needs two ranks";
  constexpr int kMany = 20'000;
  std::vector<int> numbers(kMany);
  for (int i = 0; i < kMany; ++i) numbers[static_cast<std::size_t>(i)] = i;
  std::vector<MPI_Request> requests(kMany, MPI_REQUEST_NULL);
  for (int i = 0; rank() == 0 && i < kMany; ++i) {
    const auto at = static_cast<std::size_t>(i);
    EXPECT_MPI(MPI_Isend(&numbers[at], 1, MPI_INT, 1, 5, MPI_COMM_WORLD, &requests[at]));
  }
  if (rank() == 1) look_without_receiving(10'000);
  for (int i = 0; rank() == 1 && i < kMany; ++i) {
    int number = -1;
    EXPECT_MPI(MPI_Recv(&number, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    ASSERT_EQ(number, i);
  }
  EXPECT_MPI(MPI_Waitall(kMany, requests.data(), MPI_STATUSES_IGNORE));
}

}  // namespace
}  // namespace penstock::test
