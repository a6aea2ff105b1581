// Small messages between GPUs: those between two streams, and those whose other side is anything else.
#include <string>

#include "scenarios.hpp"

namespace penstock::test {
namespace {

constexpr int kTag = 11;
constexpr std::size_t kCounts[] = {1, 2, 3, 63, 255, 256, 257, 300};  // 1 KiB is the limit

// Returns the partner; -1: a rank without one.
int partner(const StreamJob& job) {
  const int other = job.rank ^ 1;
  return other < job.size ? other : -1;
}

void send(const OnStream& on, const int* from, int count, int peer) {
  MUST(MPIX_Send_enqueue(from, count, MPI_INT, peer, kTag, on.comm()));
}
void receive(const OnStream& on, int* to, int count, int peer, MPI_Status* status = MPI_STATUS_IGNORE) {
  MUST(MPIX_Recv_enqueue(to, count, MPI_INT, peer, kTag, on.comm(), status));
}

// All of it is on the streams before a host waits; each byte goes through the partner's buffer.
void forth_and_back(StreamJob& job, const OnStream& on, std::size_t count) {
  constexpr int kRounds = 40;
  const int peer = partner(job);
  if (peer < 0) return;
  std::vector<std::unique_ptr<Numbers>> out;
  std::vector<std::unique_ptr<Numbers>> in;
  const Numbers echo(count);
  for (int i = 0; i < kRounds; ++i) {
    if (job.rank > peer) {
      receive(on, echo.device(), echo.count(), peer);
      send(on, echo.device(), echo.count(), peer);
      continue;
    }
    out.push_back(std::make_unique<Numbers>(count));
    in.push_back(std::make_unique<Numbers>(count));
    out.back()->fill(1000 * job.rank + i);
    out.back()->to_device(on);
    send(on, out.back()->device(), out.back()->count(), peer);
    receive(on, in.back()->device(), in.back()->count(), peer);
    in.back()->to_host(on);
  }
  if (job.rank > peer) echo.to_host(on);
  on.wait();
  check(job, job.rank < peer || echo.holds(1000 * peer + kRounds - 1),
        std::to_string(count) + " numbers to give back: the last");
  for (std::size_t i = 0; i < in.size(); ++i) {
    check(job, in[i]->holds(1000 * job.rank + static_cast<int>(i)),
          std::to_string(count) + " numbers forth and back, round " + std::to_string(i));
  }
}

// All messages are in front of the first receive, and outnumber the slots; or they are behind the last.
void many_ahead(StreamJob& job, bool receives_first) {
  const int many = receives_first ? 300 : 1100;
  const OnStream on;
  const int peer = partner(job);
  const Numbers in(static_cast<std::size_t>(many));
  const Numbers out(static_cast<std::size_t>(many));
  in.fill(-7);
  in.to_device(on);
  out.fill(5000);
  out.to_device(on);
  std::vector<MPI_Request> sent(static_cast<std::size_t>(many), MPI_REQUEST_NULL);
  const auto put = [&](bool sends) {
    for (int i = 0; i < many && peer >= 0; ++i) {
      if (!sends && job.rank > peer) receive(on, in.device() + i, 1, peer);
      if (!sends || job.rank > peer) continue;
      MUST(MPIX_Isend_enqueue(out.device() + i, 1, MPI_INT, peer, kTag, on.comm(), &sent[static_cast<std::size_t>(i)]));
    }
  };
  put(!receives_first);
  MUST(MPI_Barrier(MPI_COMM_WORLD));
  put(receives_first);
  MUST(MPIX_Waitall_enqueue(many, sent.data(), MPI_STATUSES_IGNORE));
  in.to_host(on);
  on.wait();
  const bool received = peer >= 0 && job.rank > peer;
  check(job, in.holds(received ? 5000 : -7),
        std::string("many messages ahead, receives ") + (receives_first ? "first" : "last"));
}

// Streams send and the host receives: by a blocking call, by a request, by a matched probe.
void to_hosts(StreamJob& job) {
  const OnStream on;
  const Numbers out(16);
  out.fill(10 * job.rank);
  out.to_device(on);
  for (int i = 0; i < 3; ++i) send(on, out.device(), out.count(), job.next());
  const Numbers in(3 * 16);
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Message message = MPI_MESSAGE_NULL;
  MPI_Status status;
  MUST(MPI_Irecv(in.host(), 16, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, on.comm(), &request));
  MUST(MPI_Recv(in.host() + 16, 16, MPI_INT, job.before(), kTag, on.comm(), &status));
  MUST(MPI_Mprobe(job.before(), kTag, on.comm(), &message, MPI_STATUS_IGNORE));
  MUST(MPI_Mrecv(in.host() + 32, 16, MPI_INT, &message, MPI_STATUS_IGNORE));
  MUST(MPI_Wait(&request, MPI_STATUS_IGNORE));
  on.wait();
  for (int i = 0; i < 48; ++i) check(job, in.host()[i] == 10 * job.before() + i % 16, "a stream's message for a host");
}

// The host sends, and streams with a buffer that has more room than needed.
void from_others(StreamJob& job) {
  OnStream on;
  const Numbers out(16);
  const Numbers in(200);
  MPI_Status statuses[2];
  out.fill(20 * job.rank);
  in.fill(-3);
  on.close_gate();
  in.to_device(on);
  out.to_device(on);
  MPI_Request request = MPI_REQUEST_NULL;
  MUST(MPI_Isend(out.host(), 16, MPI_INT, job.next(), kTag, on.comm(), &request));
  receive(on, in.device(), 100, MPI_ANY_SOURCE, &statuses[0]);
  MUST(MPIX_Sendrecv_enqueue(out.device(), 9, MPI_INT, job.next(), kTag, in.device() + 100, 100, MPI_INT, job.before(), kTag,
                             on.comm(), &statuses[1]));
  in.to_host(on);
  on.open_gate();
  on.wait();
  MUST(MPI_Wait(&request, MPI_STATUS_IGNORE));
  for (int i = 0; i < 2; ++i) {
    int count = 0;
    MUST(MPI_Get_count(&statuses[i], MPI_INT, &count));
    check(job, statuses[i].MPI_SOURCE == job.before() && statuses[i].MPI_TAG == kTag && count == (i == 0 ? 16 : 9), "a status");
    for (int j = 0; j < 100; ++j) {
      check(job, in.host()[100 * i + j] == (j < count ? 20 * job.before() + j : -3 + 100 * i + j),
            "a message shorter than its receive");
    }
  }
}

// Small and large messages, from streams and from hosts, have requests for which the stream waits together; they
// outnumber those of one kernel.
void by_requests(StreamJob& job, std::size_t many) {
  const OnStream on;
  const Numbers out(many);
  const Numbers in(many);
  const Numbers large_out(2000);
  const Numbers large_in(2000);
  out.fill(3000 * job.rank);
  in.fill(-9);
  large_out.fill(job.rank);
  out.to_device(on);
  in.to_device(on);
  large_out.to_device(on);
  std::vector<MPI_Request> requests;
  std::vector<MPI_Request> sent;
  const auto add = [](std::vector<MPI_Request>& list) {
    list.push_back(MPI_REQUEST_NULL);
    return &list.back();
  };
  on.wait();
  for (std::size_t i = 0; i < many; ++i) {
    MUST(MPIX_Irecv_enqueue(in.device() + i, 1, MPI_INT, job.before(), kTag, on.comm(), add(requests)));
    if (i % 4 == 3) {
      MUST(MPI_Isend(out.host() + i, 1, MPI_INT, job.next(), kTag, on.comm(), add(sent)));
    } else {
      MUST(MPIX_Isend_enqueue(out.device() + i, 1, MPI_INT, job.next(), kTag, on.comm(), add(requests)));
    }
  }
  MUST(MPIX_Irecv_enqueue(large_in.device(), 2000, MPI_INT, job.before(), kTag + 1, on.comm(), add(requests)));
  MUST(MPIX_Isend_enqueue(large_out.device(), 2000, MPI_INT, job.next(), kTag + 1, on.comm(), add(requests)));
  std::vector<MPI_Status> statuses(requests.size());
  MUST(MPIX_Waitall_enqueue(static_cast<int>(requests.size()), requests.data(), statuses.data()));
  in.to_host(on);
  large_in.to_host(on);
  on.wait();
  MUST(MPI_Waitall(static_cast<int>(sent.size()), sent.data(), MPI_STATUSES_IGNORE));
  check(job, in.holds(3000 * job.before()) && large_in.holds(job.before()), std::to_string(many) + " requests: wrong data");
  const bool told = statuses[0].MPI_SOURCE == job.before() && statuses[0].MPI_TAG == kTag &&
                    statuses[statuses.size() - 2].MPI_TAG == kTag + 1;
  check(job, told && statuses[1].MPI_SOURCE == MPI_ANY_SOURCE, std::to_string(many) + " requests: statuses");
}

// The host waits for some requests, but for others nothing waits.
void by_requests_of_hosts(StreamJob& job) {
  const OnStream on;
  const Numbers out(8);
  const Numbers in(24);
  MPI_Request receives[3];
  MPI_Request sends[3];
  MPI_Status status;
  out.fill(40 * job.rank);
  in.fill(-1);
  out.to_device(on);
  in.to_device(on);
  for (int i = 0; i < 3; ++i) {
    MUST(MPIX_Isend_enqueue(out.device(), 8, MPI_INT, job.next(), kTag, on.comm(), &sends[i]));
    MUST(MPIX_Irecv_enqueue(in.device() + 8 * i, 8, MPI_INT, job.before(), kTag, on.comm(), &receives[i]));
  }
  MUST(MPI_Wait(&receives[1], &status));
  check(job, status.MPI_SOURCE == job.before() && status.MPI_TAG == kTag, "MPI_Wait of a small receive: its status");
  MUST(MPI_Request_free(&receives[0]));
  MUST(MPIX_Wait_enqueue(&receives[2], MPI_STATUS_IGNORE));
  MUST(MPI_Waitall(3, sends, MPI_STATUSES_IGNORE));
  MUST(MPIX_Barrier_enqueue(on.comm()));
  // The request of this receive has been freed, so only its data show that it is complete.
  do {
    in.to_host(on);
    on.wait();
  } while (in.host()[7] != 40 * job.before() + 7);
  for (int i = 0; i < 24; ++i)
    check(job, in.host()[i] == 40 * job.before() + i % 8, "small receives that hosts wait for: wrong data");
}

// The ring is one call, with host memory on one side or on none.
void exchanges(StreamJob& job) {
  const OnStream on;
  const Numbers out(30);
  const Numbers in(30);
  for (int round = 0; round < 40; ++round) {
    const bool host_out = round % 4 == 1;
    const bool host_in = round % 4 == 2;
    out.fill(round + 100 * job.rank);
    out.to_device(on);
    MPI_Status status;
    MUST(MPIX_Sendrecv_enqueue(host_out ? out.host() : out.device(), 30, MPI_INT, job.next(), 1,
                               host_in ? in.host() : in.device(), 30, MPI_INT, job.before(), MPI_ANY_TAG, on.comm(), &status));
    if (!host_in) in.to_host(on);
    on.wait();
    check(job, in.holds(round + 100 * job.before()) && status.MPI_TAG == 1 && status.MPI_SOURCE == job.before(),
          "a small exchange");
  }
}

// If a message is too long the receive gets the bytes that fit, and the next call returns the error.
void too_long(StreamJob& job) {
  const OnStream on;
  const Numbers out(8);
  const Numbers in(4);
  out.fill(0);
  out.to_device(on);
  MUST(MPIX_Sendrecv_enqueue(out.device(), 8, MPI_INT, job.next(), kTag, in.device(), 4, MPI_INT, job.before(), kTag, on.comm(),
                             MPI_STATUS_IGNORE));
  on.wait();
  check_error(job, MPIX_Barrier_enqueue(on.comm()), MPI_ERR_TRUNCATE, "has 32 bytes, the receive has room for 16",
              "a small message that was too long");
  MUST(MPIX_Barrier_enqueue(on.comm()));
  on.wait();
}

}  // namespace

// Messages go from GPU to GPU where that is possible. The calls do not rely on
// launches that return before their kernels end: under compute-sanitizer none does.
void small_messages(StreamJob& job) {
  const OnStream on;
  for (const std::size_t count : kCounts) forth_and_back(job, on, count);
}

void small_messages_mixed(StreamJob& job) {
  many_ahead(job, true);
  many_ahead(job, false);
  to_hosts(job);
  from_others(job);
  for (const std::size_t many : {1U, 5U, 70U, 200U}) by_requests(job, many);
  by_requests_of_hosts(job);
  exchanges(job);
  too_long(job);
}

}  // namespace penstock::test
