// Partitioned point-to-point communication: parts of one buffer become ready, and arrive, one by one.
#include <algorithm>
#include <numeric>
#include <random>

#include "mpi_test.hpp"

namespace penstock::test {
namespace {

class Partitioned : public Mpi {};

constexpr int kTag = 60;

// A ring whose sides may divide the data differently.
class Ring {
 public:
  Ring(std::size_t bytes, int sent, int received, int tag = kTag) : bytes_(bytes), sent_(sent), out_(bytes), in_(bytes) {
    const auto part = [bytes](int partitions) { return static_cast<MPI_Count>(bytes) / partitions; };
    EXPECT_MPI(MPI_Precv_init(in_.data(), received, part(received), MPI_BYTE, previous(), tag, MPI_COMM_WORLD, MPI_INFO_NULL,
                              &requests_[0]));
    EXPECT_MPI(
        MPI_Psend_init(out_.data(), sent, part(sent), MPI_BYTE, next(), tag, MPI_COMM_WORLD, MPI_INFO_NULL, &requests_[1]));
  }
  Ring(const Ring&) = delete;
  Ring& operator=(const Ring&) = delete;
  ~Ring() {
    for (MPI_Request& request : requests_) {
      EXPECT_MPI(MPI_Request_free(&request));
      EXPECT_EQ(request, MPI_REQUEST_NULL);
    }
  }

  [[nodiscard]] MPI_Request recv() const { return requests_[0]; }
  [[nodiscard]] MPI_Request send() const { return requests_[1]; }
  void start(int round) {
    out_.set(pattern(bytes_, rank() + 10 * round));
    EXPECT_MPI(MPI_Startall(2, requests_));
  }
  // Marks all ready in a random order, which differs between ranks.
  void make_all_ready(int round) {
    std::vector<int> order(static_cast<std::size_t>(sent_));
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), std::minstd_rand(static_cast<unsigned>(1 + rank() + 100 * round)));
    for (const int partition : order) EXPECT_MPI(MPI_Pready(partition, send()));
  }
  [[nodiscard]] bool arrived(int partition) const {
    int flag = -1;
    EXPECT_MPI(MPI_Parrived(recv(), partition, &flag));
    return flag == 1;
  }
  void finish(int round) {
    MPI_Status statuses[2];
    EXPECT_MPI(MPI_Waitall(2, requests_, statuses));
    int count = -1;
    EXPECT_MPI(MPI_Get_count(&statuses[0], MPI_BYTE, &count));
    EXPECT_EQ(count, static_cast<int>(bytes_));
    EXPECT_EQ(statuses[0].MPI_SOURCE, previous());
    EXPECT_EQ(in_.get(), pattern(bytes_, previous() + 10 * round)) << bytes_ << " bytes, round " << round;
  }

 private:
  std::size_t bytes_;
  int sent_;
  Array<std::uint8_t> out_;
  const Array<std::uint8_t> in_;
  MPI_Request requests_[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
};

TEST_F(Partitioned, ArePassedOnInAnyOrder) {
  struct Cut {
    int sent, received;
  };
  for (const std::size_t bytes : {std::size_t{0}, std::size_t{24}, std::size_t{24'000}, std::size_t{2'400'000}}) {
    for (const Cut cut : {Cut{1, 1}, Cut{8, 8}, Cut{12, 3}, Cut{2, 24}, Cut{6, 4}}) {
      SCOPED_TRACE(std::to_string(bytes) + " bytes, " + std::to_string(cut.sent) + " to " + std::to_string(cut.received));
      Ring ring(bytes, cut.sent, cut.received);
      for (int round = 0; round < 4; ++round) {
        ring.start(round);
        ring.make_all_ready(round);
        if (round == 2) {
          for (int i = 0; i < cut.received; ++i) {
            while (!ring.arrived(i)) {
            }
          }
        }
        ring.finish(round);
      }
    }
  }
}

// The sender continues only when a message says that the part has arrived: the part must not wait for the rest.
TEST_F(Partitioned, ArriveAlone) {
  constexpr int kParts = 6;
  Ring ring(6'000, kParts, kParts);
  for (int round = 0; round < 2; ++round) {
    EXPECT_TRUE(ring.arrived(3));  // not started
    ring.start(round);
    EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
    for (int i = 0; i < kParts; ++i) {
      EXPECT_FALSE(ring.arrived(i)) << i;
      EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
      EXPECT_MPI(MPI_Pready(i, ring.send()));
      while (!ring.arrived(i)) {
      }
      for (int k = i + 1; k < kParts; ++k) EXPECT_FALSE(ring.arrived(k)) << k;
    }
    ring.finish(round);
  }
}

TEST_F(Partitioned, RangesAndLists) {
  Ring ring(800, 8, 8);
  ring.start(0);
  const int first[] = {6, 0};
  const int last[] = {7};
  EXPECT_MPI(MPI_Pready_range(1, 5, ring.send()));
  EXPECT_MPI(MPI_Pready_list(2, first, ring.send()));
  EXPECT_MPI(MPI_Pready_list(0, nullptr, ring.send()));
  EXPECT_MPI(MPI_Pready_list(1, last, ring.send()));
  ring.finish(0);
}

// Requests match in the order in which they were made, in whatever order they are started.
TEST_F(Partitioned, MeetInTheOrderInWhichTheyWereMade) {
  Ring one(400, 4, 2), two(9'000, 3, 9);
  two.start(1);
  two.make_all_ready(1);
  two.finish(1);
  one.start(2);
  one.make_all_ready(2);
  one.finish(2);
}

// A rank's receive of ordinary messages, with the same source and tag, matches no partition.
TEST_F(Partitioned, MeetNoOtherMessages) {
  Ring ring(100, 4, 4);
  ring.start(0);
  ring.make_all_ready(0);
  int out = rank(), in = -1;
  MPI_Status status;
  EXPECT_MPI(
      MPI_Sendrecv(&out, 1, MPI_INT, next(), kTag, &in, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status));
  EXPECT_EQ(in, previous());
  ring.finish(0);
}

// Every other integer is sent, and received as triples that no partition of the sender ends with.
TEST_F(Partitioned, OfTypesThatCutTheDataDifferently) {
  constexpr int kElements = 12;
  MPI_Datatype every_other, triple;
  EXPECT_MPI(MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &every_other));
  EXPECT_MPI(MPI_Type_contiguous(3, MPI_INT, &triple));
  EXPECT_MPI(MPI_Type_commit(&every_other));
  EXPECT_MPI(MPI_Type_commit(&triple));
  std::vector<int> values(2 * kElements);
  std::iota(values.begin(), values.end(), 100 * rank());
  const Array<int> out(values);
  const Array<int> in(kElements);
  MPI_Request requests[2];
  EXPECT_MPI(MPI_Psend_init(out.data(), 6, 2, every_other, next(), kTag, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]));
  EXPECT_MPI(MPI_Precv_init(in.data(), 2, 2, triple, previous(), kTag, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]));
  EXPECT_MPI(MPI_Startall(2, requests));
  EXPECT_MPI(MPI_Pready_range(0, 5, requests[0]));
  EXPECT_MPI(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
  const std::vector<int> got = in.get();
  for (int i = 0; i < kElements; ++i) EXPECT_EQ(got[static_cast<std::size_t>(i)], 100 * previous() + 2 * i) << i;
  for (MPI_Request& request : requests) EXPECT_MPI(MPI_Request_free(&request));
  EXPECT_MPI(MPI_Type_free(&every_other));
  EXPECT_MPI(MPI_Type_free(&triple));
}

TEST_F(Partitioned, WithNobody) {
  MPI_Request requests[2];
  EXPECT_MPI(MPI_Psend_init(nullptr, 3, 0, MPI_INT, MPI_PROC_NULL, kTag, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]));
  EXPECT_MPI(MPI_Precv_init(nullptr, 3, 0, MPI_INT, MPI_PROC_NULL, kTag, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]));
  EXPECT_MPI(MPI_Startall(2, requests));
  EXPECT_MPI(MPI_Pready(2, requests[0]));
  int flag = 0;
  EXPECT_MPI(MPI_Parrived(requests[1], 2, &flag));
  EXPECT_EQ(flag, 1);
  EXPECT_MPI(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
  for (MPI_Request& request : requests) EXPECT_MPI(MPI_Request_free(&request));
}

// Requests that were freed unused still match those that were made for them, so that the next ones match each other.
TEST_F(Partitioned, FreedBeforeTheyMeet) {
  {
    const Ring unused(1'000, 4, 4);
  }
  Ring ring(500, 5, 1);
  ring.start(3);
  ring.make_all_ready(3);
  ring.finish(3);
}

TEST_F(Partitioned, OfDifferentLengthsFailOnBothSides) {
  const Array<int> out(8), in(8);
  MPI_Request requests[2];
  EXPECT_MPI(MPI_Psend_init(out.data(), 4, 2, MPI_INT, next(), kTag, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]));
  EXPECT_MPI(MPI_Precv_init(in.data(), 2, 3, MPI_INT, previous(), kTag, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]));
  for (MPI_Request& request : requests) {
    // The two sides may or may not have matched by now.
    int code = MPI_Start(&request);
    if (code == MPI_SUCCESS) code = MPI_Wait(&request, MPI_STATUS_IGNORE);
    EXPECT_CLASS(code, MPI_ERR_TRUNCATE);
    if (request == requests[0]) EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
  }
  for (MPI_Request& request : requests) EXPECT_MPI(MPI_Request_free(&request));
}

TEST_F(Partitioned, WrongArguments) {
  int value = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  const auto make = [&](int partitions, int dest, int tag) {
    return MPI_Psend_init(&value, partitions, 1, MPI_INT, dest, tag, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  };
  EXPECT_CLASS(make(-1, next(), kTag), MPI_ERR_ARG);
  EXPECT_CLASS(make(1, size(), kTag), MPI_ERR_RANK);
  EXPECT_CLASS(make(1, next(), -5), MPI_ERR_TAG);
  const auto make_recv = [&](int source, int tag) {
    return MPI_Precv_init(&value, 1, 1, MPI_INT, source, tag, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  };
  EXPECT_CLASS(make_recv(MPI_ANY_SOURCE, kTag), MPI_ERR_RANK);
  EXPECT_CLASS(make_recv(previous(), MPI_ANY_TAG), MPI_ERR_TAG);
  EXPECT_EQ(request, MPI_REQUEST_NULL);
  EXPECT_CLASS(MPI_Pready(0, MPI_REQUEST_NULL), MPI_ERR_REQUEST);
  EXPECT_NE(text_of(make_recv(size(), kTag)).find("the source is"), std::string::npos);
  EXPECT_NE(text_of(make_recv(MPI_ANY_SOURCE, kTag)).find("the source is MPI_ANY_SOURCE"), std::string::npos);
  EXPECT_NE(text_of(make(1, size(), kTag)).find("the destination is"), std::string::npos);
}

// No data of an inactive request are on their way.
TEST_F(Partitioned, AllHasArrivedOfWhatIsNotActive) {
  int flag = 0;
  EXPECT_MPI(MPI_Parrived(MPI_REQUEST_NULL, 0, &flag));
  EXPECT_EQ(flag, 1);
  Ring ring(40, 4, 4);
  EXPECT_TRUE(ring.arrived(3));
}

TEST_F(Partitioned, WrongUse) {
  Ring ring(40, 4, 4);
  int flag = 0;
  EXPECT_CLASS(MPI_Pready(0, ring.send()), MPI_ERR_REQUEST);  // not started
  ring.start(0);
  EXPECT_CLASS(MPI_Pready(4, ring.send()), MPI_ERR_ARG);
  EXPECT_CLASS(MPI_Pready(-1, ring.send()), MPI_ERR_ARG);
  EXPECT_CLASS(MPI_Pready_range(2, 1, ring.send()), MPI_ERR_ARG);
  EXPECT_CLASS(MPI_Pready(0, ring.recv()), MPI_ERR_REQUEST);
  EXPECT_CLASS(MPI_Parrived(ring.send(), 0, &flag), MPI_ERR_REQUEST);
  EXPECT_CLASS(MPI_Parrived(ring.recv(), 4, &flag), MPI_ERR_ARG);
  EXPECT_MPI(MPI_Pready(1, ring.send()));
  EXPECT_CLASS(MPI_Pready(1, ring.send()), MPI_ERR_ARG);
  EXPECT_CLASS(MPI_Pready_range(0, 3, ring.send()), MPI_ERR_ARG);  // after this error none of them is ready
  EXPECT_MPI(MPI_Pready(0, ring.send()));
  EXPECT_MPI(MPI_Pready_range(2, 3, ring.send()));
  MPI_Request send = ring.send();
  EXPECT_CLASS(MPI_Cancel(&send), MPI_ERR_REQUEST);
  ring.finish(0);
}

}  // namespace
}  // namespace penstock::test
