// Buffered mode: attached buffers and their owners, the room in them, and that no message is lost.
#include <array>
#include <numeric>

#include "mpi_test.hpp"

namespace penstock::test {
namespace {

// No buffer stays attached to the process, whatever a test did. The memory belongs to the fixture, which keeps it until then.
class Buffers : public Mpi {
 protected:
  void attach(std::size_t bytes, std::size_t skipped = 0) {
    room_.resize(bytes + skipped);
    EXPECT_MPI(MPI_Buffer_attach(room_.data() + skipped, static_cast<int>(bytes)));
  }
  void TearDown() override {
    void* address = nullptr;
    int bytes = 0;
    EXPECT_MPI(MPI_Buffer_detach(static_cast<void*>(&address), &bytes));
    EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
  }
  std::vector<char> room_;
};

void receive(std::size_t bytes, int seed, int tag) {
  const Array<std::uint8_t> in(bytes);
  EXPECT_MPI(MPI_Recv(in.data(), static_cast<int>(bytes), MPI_BYTE, previous(), tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  ASSERT_EQ(in.get(), pattern(bytes, seed)) << bytes << " bytes";
}

// The buffer has exactly the room for data and overhead; the source may be overwritten as soon as the call returns.
TEST_F(Buffers, ExactlyDataAndOverheadSuffice) {
  for (std::size_t bytes : sizes()) {
    attach(bytes + MPI_BSEND_OVERHEAD);
    Array<std::uint8_t> out(pattern(bytes, rank()));
    EXPECT_MPI(MPI_Bsend(out.data(), static_cast<int>(bytes), MPI_BYTE, next(), 80, MPI_COMM_WORLD));
    out.set(std::vector<std::uint8_t>(bytes, 0xee));
    receive(bytes, previous(), 80);
    void* address = nullptr;
    int size = 0;
    EXPECT_MPI(MPI_Buffer_detach(static_cast<void*>(&address), &size));
    EXPECT_EQ(address, room_.data());
    EXPECT_EQ(size, static_cast<int>(room_.size()));
  }
}

// No rank receives until all messages are sent, from an address that is not aligned; the room is exactly the required one.
TEST_F(Buffers, SendsDoNotWaitForReceives) {
  const std::array<std::size_t, 6> lengths{0, 1, 63, 4096, 100'000, 70'001};
  const std::size_t total = std::accumulate(lengths.begin(), lengths.end(), std::size_t{0});
  attach(total + lengths.size() * MPI_BSEND_OVERHEAD, 1);
  std::array<MPI_Request, 6> requests;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    const Array<std::uint8_t> out(pattern(lengths[i], rank() + static_cast<int>(i)));
    EXPECT_MPI(MPI_Ibsend(out.data(), static_cast<int>(lengths[i]), MPI_BYTE, next(), 81, MPI_COMM_WORLD, &requests[i]));
    int flag = 0;
    EXPECT_MPI(MPI_Test(&requests[i], &flag, MPI_STATUS_IGNORE));
    EXPECT_EQ(flag, 1);  // a buffered send is over when its message is copied
  }
  EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
  for (std::size_t i = 0; i < lengths.size(); ++i) receive(lengths[i], previous() + static_cast<int>(i), 81);
}

// Many more messages are sent than fit at a time: room becomes free as they leave.
TEST_F(Buffers, RoomIsFoundAgain) {
  constexpr int kBytes = 20'000;
  attach(std::size_t{3} * (kBytes + MPI_BSEND_OVERHEAD));
  for (int i = 0; i < 100; ++i) {
    const auto bytes = static_cast<std::size_t>(kBytes - i * 37);
    const Array<std::uint8_t> out(pattern(bytes, rank() + i));
    EXPECT_MPI(MPI_Bsend(out.data(), static_cast<int>(bytes), MPI_BYTE, next(), 82, MPI_COMM_WORLD));
    receive(bytes, previous() + i, 82);
    if (i % 3 == 2) EXPECT_MPI(MPI_Buffer_flush());
  }
}

TEST_F(Buffers, NoRoomIsAnErrorThatLosesNothing) {
  const int value = rank();
  EXPECT_CLASS(MPI_Bsend(&value, 1, MPI_INT, next(), 83, MPI_COMM_WORLD), MPI_ERR_BUFFER);
  attach(1000 + MPI_BSEND_OVERHEAD);
  EXPECT_CLASS(MPI_Buffer_attach(room_.data(), static_cast<int>(room_.size())), MPI_ERR_BUFFER);
  const std::vector<char> large(10'000);
  MPI_Request request = MPI_REQUEST_NULL;
  EXPECT_CLASS(MPI_Bsend(large.data(), 10'000, MPI_CHAR, next(), 83, MPI_COMM_WORLD), MPI_ERR_BUFFER);
  EXPECT_CLASS(MPI_Ibsend(large.data(), 10'000, MPI_CHAR, next(), 83, MPI_COMM_WORLD, &request), MPI_ERR_BUFFER);
  EXPECT_EQ(request, MPI_REQUEST_NULL);
  EXPECT_CLASS(MPI_Bsend(large.data(), 1, MPI_CHAR, size(), 83, MPI_COMM_WORLD), MPI_ERR_RANK);
  EXPECT_CLASS(MPI_Bsend(large.data(), 1, MPI_CHAR, next(), -2, MPI_COMM_WORLD), MPI_ERR_TAG);
  EXPECT_MPI(MPI_Bsend(&value, 1, MPI_INT, next(), 83, MPI_COMM_WORLD));
  int got = -1;
  EXPECT_MPI(MPI_Recv(&got, 1, MPI_INT, previous(), 83, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  EXPECT_EQ(got, previous());
  int flag = 1;
  EXPECT_MPI(MPI_Iprobe(MPI_ANY_SOURCE, 83, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE));
  EXPECT_EQ(flag, 0) << "a send that failed sent something";
}

TEST_F(Buffers, AutomaticBuffersTakeEverything) {
  EXPECT_MPI(MPI_Buffer_attach(MPI_BUFFER_AUTOMATIC, 0));
  for (int i = 0; i < 20; ++i) {
    const Array<std::uint8_t> out(pattern(100'000, rank() + i));
    EXPECT_MPI(MPI_Bsend(out.data(), 100'000, MPI_BYTE, next(), 84, MPI_COMM_WORLD));
  }
  MPI_Request flushed;
  EXPECT_MPI(MPI_Buffer_iflush(&flushed));
  for (int i = 0; i < 20; ++i) receive(100'000, previous() + i, 84);
  EXPECT_MPI(MPI_Wait(&flushed, MPI_STATUS_IGNORE));
  void* address = nullptr;
  int bytes = -1;
  EXPECT_MPI(MPI_Buffer_detach(static_cast<void*>(&address), &bytes));
  EXPECT_EQ(address, MPI_BUFFER_AUTOMATIC);
}

// A communicator's own buffer takes precedence over the process's, and serves only this communicator.
TEST_F(Buffers, CommunicatorsHaveTheirOwn) {
  MPI_Comm comm;
  EXPECT_MPI(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
  std::vector<char> small(MPI_BSEND_OVERHEAD + 8);
  attach(MPI_BSEND_OVERHEAD + 5000);
  EXPECT_MPI(MPI_Comm_attach_buffer(comm, small.data(), static_cast<int>(small.size())));
  const std::vector<std::uint8_t> out = pattern(4000, rank());
  EXPECT_CLASS(MPI_Bsend(out.data(), 4000, MPI_BYTE, next(), 85, comm), MPI_ERR_BUFFER);
  EXPECT_MPI(MPI_Bsend(out.data(), 4000, MPI_BYTE, next(), 85, MPI_COMM_WORLD));
  receive(4000, previous(), 85);
  EXPECT_MPI(MPI_Bsend(out.data(), 8, MPI_BYTE, next(), 85, comm));
  std::vector<std::uint8_t> in(8);
  EXPECT_MPI(MPI_Recv(in.data(), 8, MPI_BYTE, previous(), 85, comm, MPI_STATUS_IGNORE));
  MPI_Request request;
  EXPECT_MPI(MPI_Comm_iflush_buffer(comm, &request));
  EXPECT_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
  EXPECT_MPI(MPI_Comm_flush_buffer(comm));
  void* address = nullptr;
  int bytes = 0;
  EXPECT_MPI(MPI_Comm_detach_buffer(comm, static_cast<void*>(&address), &bytes));
  EXPECT_EQ(address, small.data());
  EXPECT_EQ(bytes, static_cast<int>(small.size()));
  EXPECT_MPI(MPI_Bsend(out.data(), 4000, MPI_BYTE, next(), 86, comm));  // now from the process's
  std::vector<std::uint8_t> rest(4000);
  EXPECT_MPI(MPI_Recv(rest.data(), 4000, MPI_BYTE, previous(), 86, comm, MPI_STATUS_IGNORE));
  EXPECT_EQ(rest, pattern(4000, previous()));
  EXPECT_MPI(MPI_Comm_free(&comm));
}

// The memory belongs to the application again after the communicator is freed.
TEST_F(Buffers, FreeingACommunicatorDetaches) {
  MPI_Comm comm;
  EXPECT_MPI(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
  auto room = std::make_unique<std::vector<char>>(200'000 + MPI_BSEND_OVERHEAD);
  EXPECT_MPI(MPI_Comm_attach_buffer(comm, room->data(), static_cast<int>(room->size())));
  const std::vector<std::uint8_t> out = pattern(200'000, rank());
  EXPECT_MPI(MPI_Bsend(out.data(), 200'000, MPI_BYTE, next(), 87, comm));
  std::vector<std::uint8_t> in(200'000);
  MPI_Request request;
  EXPECT_MPI(MPI_Irecv(in.data(), 200'000, MPI_BYTE, previous(), 87, comm, &request));
  EXPECT_MPI(MPI_Comm_free(&comm));
  room.reset();
  EXPECT_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
  EXPECT_EQ(in, pattern(200'000, previous()));
}

}  // namespace
}  // namespace penstock::test
