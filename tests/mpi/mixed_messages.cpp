// Point-to-point communication: all modes in all forms, exchanges, probes, cancel, partitions, buffers, the ways to wait.
#include <algorithm>
#include <array>
#include <iterator>
#include <numeric>
#include <vector>

#include "mixed.hpp"
#include "mpi_test.hpp"

namespace penstock::test {
namespace {

using Bytes = std::vector<std::uint8_t>;

// A message to the next rank, while one comes from the previous rank.
struct Ring {
  Ring(Worker& worker, std::size_t bytes)
      : comm(worker.pick(2) == 0 ? worker.own : worker.shared),
        tag(worker.number),
        seed(worker.pick(1000)),
        count(static_cast<int>(bytes)),
        out(pattern(bytes, seed + worker.rank)),
        in(bytes, 0xEE),
        expected(pattern(bytes, seed + worker.previous)) {}

  MPI_Comm comm;
  int tag;
  int seed;
  int count;
  Bytes out;
  Bytes in;
  Bytes expected;
};

// Returns a buffer for every message that a thread has under way.
Bytes buffer_for(std::size_t bytes) {
  return Bytes(bytes + std::size_t{4} * MPI_BSEND_OVERHEAD);
}

// If the mode is buffered, it attaches room to a communicator of this thread.
class Attached {
 public:
  Attached(MPI_Comm comm, std::size_t bytes) : comm_(comm), buffer_(buffer_for(bytes)) {
    EXPECT_MPI(MPI_Comm_attach_buffer(comm_, buffer_.data(), static_cast<int>(buffer_.size())));
  }
  ~Attached() {
    void* at = nullptr;
    int bytes = 0;
    EXPECT_MPI(MPI_Comm_detach_buffer(comm_, &at, &bytes));
    EXPECT_EQ(at, buffer_.data());
    EXPECT_EQ(bytes, static_cast<int>(buffer_.size()));
  }
  Attached(const Attached&) = delete;
  Attached& operator=(const Attached&) = delete;

 private:
  MPI_Comm comm_;
  Bytes buffer_;
};

void blocking_modes(Worker& worker) {
  using Send = int (*)(const void*, int, MPI_Datatype, int, int, MPI_Comm);
  constexpr std::array<Send, 4> kModes = {MPI_Send, MPI_Ssend, MPI_Rsend, MPI_Bsend};
  for (const Send send : kModes) {
    Ring ring(worker, worker.pick_bytes());
    ring.comm = worker.own;
    const Attached attached(ring.comm, ring.out.size());
    MPI_Request request = MPI_REQUEST_NULL;
    EXPECT_MPI(MPI_Irecv(ring.in.data(), ring.count, MPI_BYTE, worker.previous, ring.tag, ring.comm, &request));
    EXPECT_MPI(MPI_Barrier(worker.own));  // for ready mode
    EXPECT_MPI(send(ring.out.data(), ring.count, MPI_BYTE, worker.next, ring.tag, ring.comm));
    EXPECT_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
    EXPECT_EQ(ring.in, ring.expected);
  }
}

void immediate_modes(Worker& worker) {
  using Send = int (*)(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
  constexpr std::array<Send, 4> kModes = {MPI_Isend, MPI_Issend, MPI_Irsend, MPI_Ibsend};
  for (const Send send : kModes) {
    Ring ring(worker, worker.pick_bytes());
    ring.comm = worker.own;
    const Attached attached(ring.comm, ring.out.size());
    MPI_Request requests[2];
    EXPECT_MPI(MPI_Irecv(ring.in.data(), ring.count, MPI_BYTE, worker.previous, ring.tag, ring.comm, &requests[0]));
    EXPECT_MPI(MPI_Barrier(worker.own));
    EXPECT_MPI(send(ring.out.data(), ring.count, MPI_BYTE, worker.next, ring.tag, ring.comm, &requests[1]));
    EXPECT_MPI(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
    EXPECT_EQ(ring.in, ring.expected);
  }
}

void persistent_modes(Worker& worker) {
  using Init = int (*)(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
  constexpr std::array<Init, 4> kModes = {MPI_Send_init, MPI_Ssend_init, MPI_Rsend_init, MPI_Bsend_init};
  for (const Init init : kModes) {
    Ring ring(worker, worker.pick_bytes());
    ring.comm = worker.own;
    const Attached attached(ring.comm, ring.out.size());
    MPI_Request requests[2];
    EXPECT_MPI(MPI_Recv_init(ring.in.data(), ring.count, MPI_BYTE, worker.previous, ring.tag, ring.comm, &requests[0]));
    EXPECT_MPI(init(ring.out.data(), ring.count, MPI_BYTE, worker.next, ring.tag, ring.comm, &requests[1]));
    for (int round = 0; round < 3; ++round) {
      std::fill(ring.in.begin(), ring.in.end(), std::uint8_t{0});
      EXPECT_MPI(MPI_Start(&requests[0]));
      EXPECT_MPI(MPI_Barrier(worker.own));
      EXPECT_MPI(MPI_Start(&requests[1]));
      EXPECT_MPI(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
      EXPECT_EQ(ring.in, ring.expected);
    }
    for (MPI_Request& request : requests) EXPECT_MPI(MPI_Request_free(&request));
  }
}

void exchanges(Worker& worker) {
  Ring both(worker, worker.pick_bytes());
  EXPECT_MPI(MPI_Sendrecv(both.out.data(), both.count, MPI_BYTE, worker.next, both.tag, both.in.data(), both.count, MPI_BYTE,
                          worker.previous, both.tag, both.comm, MPI_STATUS_IGNORE));
  EXPECT_EQ(both.in, both.expected);
  Ring replaced(worker, worker.pick_bytes());
  EXPECT_MPI(MPI_Sendrecv_replace(replaced.out.data(), replaced.count, MPI_BYTE, worker.next, replaced.tag, worker.previous,
                                  replaced.tag, replaced.comm, MPI_STATUS_IGNORE));
  EXPECT_EQ(replaced.out, replaced.expected);
  Ring started(worker, worker.pick_bytes());
  MPI_Request request = MPI_REQUEST_NULL;
  EXPECT_MPI(MPI_Isendrecv(started.out.data(), started.count, MPI_BYTE, worker.next, started.tag, started.in.data(),
                           started.count, MPI_BYTE, worker.previous, started.tag, started.comm, &request));
  EXPECT_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
  EXPECT_EQ(started.in, started.expected);
  Ring last(worker, worker.pick_bytes());
  EXPECT_MPI(MPI_Isendrecv_replace(last.out.data(), last.count, MPI_BYTE, worker.next, last.tag, worker.previous, last.tag,
                                   last.comm, &request));
  EXPECT_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
  EXPECT_EQ(last.out, last.expected);
}

int bytes_in(const MPI_Status& status) {
  int count = -1;
  EXPECT_MPI(MPI_Get_count(&status, MPI_BYTE, &count));
  return count;
}

// Begins to send; the receiver learns the length from a probe.
void probes(Worker& worker) {
  for (const bool blocking : {true, false}) {
    Ring ring(worker, worker.pick_bytes());
    ring.comm = worker.own;  // on the other, leaders of groups that meet send with these tags
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Status status;
    EXPECT_MPI(MPI_Isend(ring.out.data(), ring.count, MPI_BYTE, worker.next, ring.tag, ring.comm, &request));
    int flag = blocking ? 1 : 0;
    if (blocking) EXPECT_MPI(MPI_Probe(worker.previous, ring.tag, ring.comm, &status));
    while (flag == 0) EXPECT_MPI(MPI_Iprobe(MPI_ANY_SOURCE, ring.tag, ring.comm, &flag, &status));
    EXPECT_EQ(bytes_in(status), ring.count);
    EXPECT_EQ(status.MPI_SOURCE, worker.previous);
    EXPECT_MPI(MPI_Recv(ring.in.data(), ring.count, MPI_BYTE, status.MPI_SOURCE, ring.tag, ring.comm, MPI_STATUS_IGNORE));
    EXPECT_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
    EXPECT_EQ(ring.in, ring.expected);
  }
}

void matched_probes(Worker& worker) {
  for (const bool blocking : {true, false}) {
    Ring ring(worker, worker.pick_bytes());
    ring.comm = worker.own;  // on the other, leaders of groups that meet send with these tags
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Status status;
    EXPECT_MPI(MPI_Isend(ring.out.data(), ring.count, MPI_BYTE, worker.next, ring.tag, ring.comm, &request));
    int flag = blocking ? 1 : 0;
    if (blocking) EXPECT_MPI(MPI_Mprobe(MPI_ANY_SOURCE, ring.tag, ring.comm, &message, &status));
    while (flag == 0) EXPECT_MPI(MPI_Improbe(worker.previous, ring.tag, ring.comm, &flag, &message, &status));
    EXPECT_EQ(bytes_in(status), ring.count);
    MPI_Request receive = MPI_REQUEST_NULL;
    if (blocking) {
      EXPECT_MPI(MPI_Mrecv(ring.in.data(), ring.count, MPI_BYTE, &message, MPI_STATUS_IGNORE));
    } else {
      EXPECT_MPI(MPI_Imrecv(ring.in.data(), ring.count, MPI_BYTE, &message, &receive));
    }
    EXPECT_MPI(MPI_Wait(&receive, MPI_STATUS_IGNORE));
    EXPECT_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
    EXPECT_EQ(ring.in, ring.expected);
  }
}

// No message has these tags; one receive is cancelled, one completes.
void cancel(Worker& worker) {
  Ring ring(worker, worker.pick_bytes());
  const int unused = 1000 + worker.number;
  int never = -1;
  MPI_Request requests[2];
  MPI_Status status;
  EXPECT_MPI(MPI_Irecv(&never, 1, MPI_INT, worker.previous, unused, ring.comm, &requests[0]));
  EXPECT_MPI(MPI_Irecv(ring.in.data(), ring.count, MPI_BYTE, worker.previous, ring.tag, ring.comm, &requests[1]));
  EXPECT_MPI(MPI_Cancel(&requests[0]));
  EXPECT_MPI(MPI_Send(ring.out.data(), ring.count, MPI_BYTE, worker.next, ring.tag, ring.comm));
  EXPECT_MPI(MPI_Wait(&requests[0], &status));
  int cancelled = 0;
  EXPECT_MPI(MPI_Test_cancelled(&status, &cancelled));
  EXPECT_EQ(cancelled, 1);
  EXPECT_EQ(never, -1);
  EXPECT_MPI(MPI_Wait(&requests[1], &status));
  EXPECT_MPI(MPI_Test_cancelled(&status, &cancelled));
  EXPECT_EQ(cancelled, 0);
  EXPECT_EQ(ring.in, ring.expected);
}

void ready_by(int way, int partitions, MPI_Request request) {
  if (way == 0) {
    EXPECT_MPI(MPI_Pready_range(0, partitions - 1, request));
  } else if (way == 1) {
    std::vector<int> falling(static_cast<std::size_t>(partitions));
    std::iota(falling.rbegin(), falling.rend(), 0);
    EXPECT_MPI(MPI_Pready_list(partitions, falling.data(), request));
  } else {
    for (int i = 0; i < partitions; ++i) EXPECT_MPI(MPI_Pready(i, request));
  }
}

void partitions(Worker& worker) {
  constexpr int kPartitions = 6;
  const int each = 1 + worker.pick(9000);
  Ring ring(worker, std::size_t{kPartitions} * static_cast<std::size_t>(each));
  MPI_Request requests[2];
  EXPECT_MPI(MPI_Psend_init(ring.out.data(), kPartitions, each, MPI_BYTE, worker.next, ring.tag, ring.comm, MPI_INFO_NULL,
                            &requests[0]));
  EXPECT_MPI(MPI_Precv_init(ring.in.data(), kPartitions, each, MPI_BYTE, worker.previous, ring.tag, ring.comm, MPI_INFO_NULL,
                            &requests[1]));
  for (int way = 0; way < 3; ++way) {
    std::fill(ring.in.begin(), ring.in.end(), std::uint8_t{0});
    EXPECT_MPI(MPI_Startall(2, requests));
    ready_by(way, kPartitions, requests[0]);
    int arrived = 0;
    while (arrived == 0) EXPECT_MPI(MPI_Parrived(requests[1], kPartitions / 2, &arrived));
    EXPECT_MPI(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
    EXPECT_EQ(ring.in, ring.expected);
  }
  for (MPI_Request& request : requests) EXPECT_MPI(MPI_Request_free(&request));
}

using Requests = std::vector<MPI_Request>;

void end_any(Requests& all) {
  for (std::size_t left = all.size(); left > 0; --left) {
    int index = MPI_UNDEFINED;
    int flag = 0;
    MPI_Status status;
    EXPECT_MPI(MPI_Request_get_status_any(static_cast<int>(all.size()), all.data(), &index, &flag, &status));
    EXPECT_MPI(MPI_Waitany(static_cast<int>(all.size()), all.data(), &index, MPI_STATUS_IGNORE));
    EXPECT_NE(index, MPI_UNDEFINED);
  }
}

void end_some(Requests& all, bool wait) {
  std::vector<int> indices(all.size());
  for (int left = static_cast<int>(all.size()); left > 0;) {
    int ended = 0;
    const auto some = wait ? MPI_Waitsome : MPI_Testsome;
    EXPECT_MPI(some(static_cast<int>(all.size()), all.data(), &ended, indices.data(), MPI_STATUSES_IGNORE));
    ASSERT_NE(ended, MPI_UNDEFINED);
    left -= ended;
  }
}

void end_by(int way, Requests& all) {
  const int count = static_cast<int>(all.size());
  int flag = 0;
  int index = 0;
  if (way == 0) EXPECT_MPI(MPI_Waitall(count, all.data(), MPI_STATUSES_IGNORE));
  if (way == 1) end_any(all);
  if (way == 2 || way == 3) end_some(all, way == 2);
  while (way == 4 && flag == 0) EXPECT_MPI(MPI_Testall(count, all.data(), &flag, MPI_STATUSES_IGNORE));
  while (way == 5 && (flag == 0 || index != MPI_UNDEFINED)) {
    EXPECT_MPI(MPI_Testany(count, all.data(), &index, &flag, MPI_STATUS_IGNORE));
  }
  for (MPI_Request& request : all) {
    for (flag = 0; way == 6 && flag == 0;) EXPECT_MPI(MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE));
    if (way == 6) EXPECT_MPI(MPI_Test(&request, &flag, MPI_STATUS_IGNORE));
    EXPECT_EQ(request, MPI_REQUEST_NULL);
  }
}

void ways_to_wait(Worker& worker) {
  constexpr int kMany = 8;
  for (int way = 0; way < 7; ++way) {
    std::vector<Ring> rings;
    Requests requests;
    for (int i = 0; i < kMany; ++i) rings.emplace_back(worker, worker.pick_bytes() % 20'000);
    for (int i = 0; i < kMany; ++i) {
      Ring& ring = rings[static_cast<std::size_t>(i)];
      const int tag = ring.tag + 100 * (i + 1);
      requests.resize(requests.size() + 2, MPI_REQUEST_NULL);
      EXPECT_MPI(MPI_Irecv(ring.in.data(), ring.count, MPI_BYTE, worker.previous, tag, ring.comm, &requests.end()[-2]));
      EXPECT_MPI(MPI_Isend(ring.out.data(), ring.count, MPI_BYTE, worker.next, tag, ring.comm, &requests.back()));
    }
    end_by(way, requests);
    for (const Ring& ring : rings) EXPECT_EQ(ring.in, ring.expected);
  }
}

// All ranks send to all, and receive in the order of arrival; the order of each sender holds. Barriers enclose it: none of
// these messages may be received in another case, and none of another case here.
void wildcards(Worker& worker) {
  constexpr int kEach = 4;
  EXPECT_MPI(MPI_Barrier(worker.own));
  std::vector<int> numbers(kEach);
  std::iota(numbers.begin(), numbers.end(), 0);
  Requests requests(static_cast<std::size_t>(kEach * worker.size), MPI_REQUEST_NULL);
  for (int to = 0; to < worker.size; ++to) {
    for (int i = 0; i < kEach; ++i) {
      MPI_Request* request = &requests[static_cast<std::size_t>(to) * kEach + static_cast<std::size_t>(i)];
      EXPECT_MPI(MPI_Isend(&numbers[static_cast<std::size_t>(i)], 1, MPI_INT, to, worker.number, worker.own, request));
    }
  }
  std::vector<int> seen(static_cast<std::size_t>(worker.size), 0);
  for (int i = 0; i < kEach * worker.size; ++i) {
    MPI_Status status;
    int number = -1;
    EXPECT_MPI(MPI_Recv(&number, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, worker.own, &status));
    EXPECT_EQ(number, seen.at(static_cast<std::size_t>(status.MPI_SOURCE))++);
  }
  EXPECT_MPI(MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE));
  EXPECT_MPI(MPI_Barrier(worker.own));
}

constexpr MixedCase kCases[] = {{"blocking modes", 1, blocking_modes},
                                {"immediate modes", 1, immediate_modes},
                                {"persistent modes", 1, persistent_modes},
                                {"exchanges", 1, exchanges},
                                {"probes", 1, probes},
                                {"matched probes", 1, matched_probes},
                                {"cancel", 1, cancel},
                                {"partitions", 1, partitions},
                                {"ways to wait", 1, ways_to_wait},
                                {"wildcards", 1, wildcards}};

}  // namespace

MixedCases message_cases() {
  return {kCases, std::size(kCases)};
}

}  // namespace penstock::test
