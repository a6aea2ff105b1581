// Messages on streams: they run in the order of the stream and match in the order of the calls, also with ordinary calls.
#include <string>

#include "scenarios.hpp"

namespace penstock::test {
namespace {

// A copy lies in front of the send and another behind the receive, around the ring; the host waits only after `rounds` of them.
void go_round(StreamJob& job, const OnStream& on, std::size_t count, int rounds) {
  std::vector<std::unique_ptr<Numbers>> out;
  std::vector<std::unique_ptr<Numbers>> in;
  for (int i = 0; i < rounds; ++i) {
    out.push_back(std::make_unique<Numbers>(count));
    in.push_back(std::make_unique<Numbers>(count));
    out.back()->fill(1000 * job.rank + i);
    in.back()->fill(-1);
    out.back()->to_device(on);
    MPI_Request requests[2];
    MUST(MPIX_Irecv_enqueue(in.back()->device(), in.back()->count(), MPI_INT, job.before(), 5, on.comm(), &requests[0]));
    MUST(MPIX_Isend_enqueue(out.back()->device(), out.back()->count(), MPI_INT, job.next(), 5, on.comm(), &requests[1]));
    MUST(MPIX_Waitall_enqueue(2, requests, MPI_STATUSES_IGNORE));
    check(job, requests[0] == MPI_REQUEST_NULL && requests[1] == MPI_REQUEST_NULL, "the handles are not null after Waitall");
    in.back()->to_host(on);
  }
  on.wait();
  for (int i = 0; i < rounds; ++i) {
    check(job, in[static_cast<std::size_t>(i)]->holds(1000 * job.before() + i),
          std::to_string(count) + " numbers, round " + std::to_string(i) + ": wrong data");
  }
}

}  // namespace

void in_stream_order(StreamJob& job) {
  const OnStream on;
  for (const std::size_t count : {std::size_t{0}, std::size_t{2}, std::size_t{3000}, std::size_t{300'000}}) {
    go_round(job, on, count, 5);
  }
  go_round(job, on, 2, 200);
}

// Probes find a send whose stream is late, and it is received in its turn; an ordinary message behind it does not overtake it.
void late_sender(StreamJob& job) {
  OnStream on;
  const Numbers first(5000);
  int second = 77;
  const int tag = 3;
  MPI_Request request = MPI_REQUEST_NULL;
  first.fill(100 * job.rank);
  on.close_gate();
  first.to_device(on);
  MUST(MPIX_Send_enqueue(first.device(), first.count(), MPI_INT, job.next(), tag, on.comm()));
  MUST(MPI_Isend(&second, 1, MPI_INT, job.next(), tag, on.comm(), &request));
  MPI_Status status;
  int count = 0;
  MUST(MPI_Probe(job.before(), MPI_ANY_TAG, on.comm(), &status));
  MUST(MPI_Get_count(&status, MPI_INT, &count));
  check(job, count == first.count() && status.MPI_TAG == tag,
        "a probe of a send that is not ready tells " + std::to_string(count));
  // All ranks have probed while no stream was ready.
  MUST(MPI_Barrier(MPI_COMM_WORLD));
  const Numbers in(5000);
  int got = 0;
  MPI_Request receives[2];
  MUST(MPI_Irecv(in.host(), in.count(), MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, on.comm(), &receives[0]));
  MUST(MPI_Irecv(&got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, on.comm(), &receives[1]));
  MUST(MPI_Wait(&receives[1], MPI_STATUS_IGNORE));
  int done = 1;
  MUST(MPI_Test(&receives[0], &done, MPI_STATUS_IGNORE));
  check(job, done == 0 && got == 77, "the message behind came first into the wrong receive");
  MUST(MPI_Cancel(&receives[0]));
  MUST(MPI_Barrier(MPI_COMM_WORLD));
  on.open_gate();
  MUST(MPI_Wait(&receives[0], &status));
  int cancelled = 1;
  MUST(MPI_Test_cancelled(&status, &cancelled));
  check(job, cancelled == 0 && status.MPI_SOURCE == job.before() && status.MPI_TAG == tag, "the status of the first message");
  check(job, in.holds(100 * job.before()), "the first message: wrong data");
  MUST(MPI_Wait(&request, MPI_STATUS_IGNORE));
  on.wait();
}

// A receive whose stream is late matches the first message, an ordinary receive behind it the second; messages
// are small, large and synchronous.
void late_receiver(StreamJob& job) {
  for (const std::size_t count : {std::size_t{1}, std::size_t{2000}, std::size_t{200'000}}) {
    OnStream on;
    const Numbers in(count);
    const Numbers out(count);
    in.fill(-1);
    out.fill(10 * job.rank);
    MPI_Status status;
    on.close_gate();
    in.to_device(on);
    MUST(MPIX_Recv_enqueue(in.device(), in.count(), MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, on.comm(), &status));
    in.to_host(on);
    int second = 0;
    MPI_Request requests[3];
    MUST(MPI_Irecv(&second, 1, MPI_INT, job.before(), MPI_ANY_TAG, on.comm(), &requests[0]));
    MUST(MPI_Issend(out.host(), out.count(), MPI_INT, job.next(), 1, on.comm(), &requests[1]));
    MUST(MPI_Isend(&job.rank, 1, MPI_INT, job.next(), 2, on.comm(), &requests[2]));
    MUST(MPI_Wait(&requests[0], MPI_STATUS_IGNORE));
    check(job, second == job.before(), "the ordinary receive took the wrong message");
    MUST(MPI_Barrier(MPI_COMM_WORLD));
    on.open_gate();
    on.wait();
    int got = 0;
    MUST(MPI_Get_count(&status, MPI_INT, &got));
    check(job, got == in.count() && status.MPI_SOURCE == job.before() && status.MPI_TAG == 1, "the status on the stream");
    check(job, in.holds(10 * job.before()), std::to_string(count) + " numbers for a late stream: wrong data");
    MUST(MPI_Waitall(2, &requests[1], MPI_STATUSES_IGNORE));
  }
}

// First one of two streams is late, then the other; device memory is on one side, host memory on the other.
void both_late(StreamJob& job) {
  for (const bool sender : {true, false}) {
    OnStream sends;
    OnStream receives;
    const Numbers out(4000);
    const Numbers in(4000);
    out.fill(job.rank);
    in.fill(-1);
    const Numbers other(4000);
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Request sent = MPI_REQUEST_NULL;
    (sender ? sends : receives).close_gate();
    out.to_device(sends);
    MUST(MPIX_Irecv_enqueue(other.device(), other.count(), MPI_INT, job.before(), 9, sends.comm(), &request));
    MUST(MPIX_Send_enqueue(out.device(), out.count(), MPI_INT, job.next(), 9, sends.comm()));
    MUST(MPIX_Isend_enqueue(out.host(), out.count(), MPI_INT, job.next(), 9, receives.comm(), &sent));
    MUST(MPIX_Recv_enqueue(in.host(), in.count(), MPI_INT, job.before(), 9, receives.comm(), MPI_STATUS_IGNORE));
    MUST(MPIX_Wait_enqueue(&sent, MPI_STATUS_IGNORE));
    MUST(MPI_Barrier(MPI_COMM_WORLD));
    (sender ? sends : receives).open_gate();
    MPI_Status status;
    MUST(MPI_Wait(&request, &status));
    check(job, status.MPI_SOURCE == job.before(), "MPI_Wait of a request of a stream: its status");
    receives.wait();
    sends.wait();
    other.to_host(sends);
    sends.wait();
    check(job, in.holds(job.before()) && other.holds(job.before()), "two streams: wrong data");
  }
}

// A send and a receive are one call, and messages go to MPI_PROC_NULL.
void sendrecv(StreamJob& job) {
  const OnStream on;
  const Numbers out(2000);
  const Numbers in(2000);
  for (int round = 0; round < 20; ++round) {
    out.fill(round + job.rank);
    MPI_Status status;
    out.to_device(on);
    MUST(MPIX_Sendrecv_enqueue(out.device(), out.count(), MPI_INT, job.next(), 1, in.device(), in.count(), MPI_INT,
                               job.before(), MPI_ANY_TAG, on.comm(), &status));
    in.to_host(on);
    on.wait();
    check(job, in.holds(round + job.before()) && status.MPI_TAG == 1, "Sendrecv_enqueue: wrong data");
  }
  MUST(MPIX_Send_enqueue(out.device(), 1, MPI_INT, MPI_PROC_NULL, 1, on.comm()));
  MPI_Status status;
  MUST(MPIX_Recv_enqueue(in.device(), 1, MPI_INT, MPI_PROC_NULL, 1, on.comm(), &status));
  on.wait();
  check(job, status.MPI_SOURCE == MPI_PROC_NULL, "the status of a receive from nobody");
}

// Each request has its own status, and nothing beside the array is written.
void statuses_in_arrays(StreamJob& job) {
  constexpr int kCount = 3;
  constexpr int kUntouched = -77;
  OnStream on;
  const Numbers in(kCount * kCount);
  const Numbers out(kCount);
  MPI_Request requests[kCount + 1];
  MPI_Status statuses[kCount + 2];
  for (MPI_Status& status : statuses) status.MPI_SOURCE = status.MPI_TAG = status.MPI_ERROR = kUntouched;
  on.close_gate();
  for (int i = 0; i < kCount; ++i) {
    MUST(MPIX_Irecv_enqueue(in.host() + kCount * i, i + 1, MPI_INT, MPI_ANY_SOURCE, i + 1, on.comm(), &requests[i]));
  }
  requests[kCount] = MPI_REQUEST_NULL;
  for (int i = 0; i < kCount; ++i) MUST(MPIX_Send_enqueue(out.host(), i, MPI_INT, job.next(), i + 1, on.comm()));
  MUST(MPIX_Waitall_enqueue(kCount + 1, requests, statuses));
  on.open_gate();
  on.wait();
  for (int i = 0; i < kCount; ++i) {
    int got = -1;
    MUST(MPI_Get_count(&statuses[i], MPI_INT, &got));
    const bool right = statuses[i].MPI_SOURCE == job.before() && statuses[i].MPI_TAG == i + 1 && got == i;
    check(job, right && requests[i] == MPI_REQUEST_NULL, "status " + std::to_string(i) + " of an array");
  }
  const MPI_Status& empty = statuses[kCount];
  check(job, empty.MPI_SOURCE == MPI_ANY_SOURCE && empty.MPI_ERROR == MPI_SUCCESS, "the status of a null request in an array");
  const MPI_Status& behind = statuses[kCount + 1];
  check(job, behind.MPI_SOURCE == kUntouched && behind.MPI_TAG == kUntouched && behind.MPI_ERROR == kUntouched,
        "what lies behind an array of statuses was written");
}

}  // namespace penstock::test
