// Sends that are cancelled: they are withdrawn, or received.
#include <cstdint>
#include <string>

#include "mpi_test.hpp"

namespace penstock::test {
namespace {

// The sends wait for their receiver, small and large, to this rank and to another.
class CancelledSends : public Mpi {
 protected:
  static constexpr int kSmall = 1;
  static constexpr int kLarge = 1 << 20;
  static constexpr int kTag = 68;

  [[nodiscard]] static bool was_cancelled(MPI_Request* request) {
    MPI_Status status;
    int flag = -1;
    EXPECT_MPI(MPI_Wait(request, &status));
    EXPECT_MPI(MPI_Test_cancelled(&status, &flag));
    return flag != 0;
  }
  [[nodiscard]] static bool has_come(int from) {
    int flag = -1;
    EXPECT_MPI(MPI_Iprobe(from, kTag, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE));
    return flag != 0;
  }
  // Each rank sends to `to` and receives from `from`.
  template <typename Body>
  static void to_each(const Body& body) {
    for (const int count : {kSmall, kLarge}) {
      for (const bool itself : {true, false}) {
        SCOPED_TRACE(std::to_string(count) + (itself ? " to itself" : " to the next rank"));
        body(count, itself ? rank() : next(), itself ? rank() : previous());
        EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
      }
    }
  }
};

TEST_F(CancelledSends, AreTakenBack) {
  to_each([](int count, int to, int from) {
    const Array<std::uint8_t> out(pattern(static_cast<std::size_t>(count), 1));
    const Array<std::uint8_t> second(pattern(static_cast<std::size_t>(count), 2));
    const Array<std::uint8_t> in(static_cast<std::size_t>(count));
    MPI_Request request = MPI_REQUEST_NULL;
    EXPECT_MPI(MPI_Issend(out.data(), count, MPI_BYTE, to, kTag, MPI_COMM_WORLD, &request));
    EXPECT_MPI(MPI_Cancel(&request));
    EXPECT_TRUE(was_cancelled(&request));
    EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
    EXPECT_FALSE(has_come(from));
    EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
    // The receive gets the next message.
    EXPECT_MPI(MPI_Isend(second.data(), count, MPI_BYTE, to, kTag, MPI_COMM_WORLD, &request));
    EXPECT_MPI(MPI_Recv(in.data(), count, MPI_BYTE, from, kTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    EXPECT_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
    EXPECT_EQ(in.get(), pattern(static_cast<std::size_t>(count), 2));
  });
}

// A message that a receive or a matched probe has matched arrives, and is not cancelled.
TEST_F(CancelledSends, AreNotOnceTheyAreMatched) {
  to_each([](int count, int to, int from) {
    const Array<std::uint8_t> out(pattern(static_cast<std::size_t>(count), 1));
    const Array<std::uint8_t> in(static_cast<std::size_t>(count));
    MPI_Request request = MPI_REQUEST_NULL, receive = MPI_REQUEST_NULL;
    EXPECT_MPI(MPI_Irecv(in.data(), count, MPI_BYTE, from, kTag, MPI_COMM_WORLD, &receive));
    EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
    EXPECT_MPI(MPI_Issend(out.data(), count, MPI_BYTE, to, kTag, MPI_COMM_WORLD, &request));
    EXPECT_MPI(MPI_Wait(&receive, MPI_STATUS_IGNORE));
    EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
    EXPECT_MPI(MPI_Cancel(&request));
    EXPECT_FALSE(was_cancelled(&request));
    EXPECT_EQ(in.get(), pattern(static_cast<std::size_t>(count), 1));

    MPI_Message message = MPI_MESSAGE_NULL;
    EXPECT_MPI(MPI_Issend(out.data(), count, MPI_BYTE, to, kTag, MPI_COMM_WORLD, &request));
    EXPECT_MPI(MPI_Mprobe(from, kTag, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE));
    EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
    EXPECT_MPI(MPI_Cancel(&request));
    EXPECT_MPI(MPI_Mrecv(in.data(), count, MPI_BYTE, &message, MPI_STATUS_IGNORE));
    EXPECT_FALSE(was_cancelled(&request));
  });
}

}  // namespace
}  // namespace penstock::test
