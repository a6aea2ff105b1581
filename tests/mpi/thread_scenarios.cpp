#include "thread_scenarios.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <random>
#include <vector>

#include "every_coll.hpp"

namespace penstock::test {
namespace {

// One communicator for each thread, which one thread makes and frees, because that is collective.
class Comms {
 public:
  explicit Comms(int count) : comms_(static_cast<std::size_t>(count), MPI_COMM_NULL) {
    for (MPI_Comm& comm : comms_) EXPECT_MPI(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
  }
  ~Comms() {
    for (MPI_Comm& comm : comms_) EXPECT_MPI(MPI_Comm_free(&comm));
  }
  Comms(const Comms&) = delete;
  Comms& operator=(const Comms&) = delete;
  [[nodiscard]] MPI_Comm operator[](int i) const { return comms_[static_cast<std::size_t>(i)]; }

 private:
  std::vector<MPI_Comm> comms_;
};

// A ring in which each rank sends one message, whose bytes depend on the sender.
void ring(MPI_Comm comm, std::size_t bytes, int tag) {
  const auto out = pattern(bytes, rank() * 1000 + tag);
  std::vector<std::uint8_t> in(bytes);
  MPI_Status status;
  EXPECT_MPI(MPI_Sendrecv(out.data(), static_cast<int>(bytes), MPI_BYTE, next(), tag, in.data(), static_cast<int>(bytes),
                          MPI_BYTE, previous(), tag, comm, &status));
  EXPECT_EQ(in, pattern(bytes, previous() * 1000 + tag));
  EXPECT_EQ(status.MPI_SOURCE, previous());
}

// The error handler of the application. It calls MPI, because the library holds no lock.
std::atomic<int> failures{0};
void count_failure(MPI_Comm* comm, int* /*code*/, ...) {
  int ranks = 0;
  MPI_Comm_size(*comm, &ranks);
  if (ranks > 0) ++failures;
}

}  // namespace

void ping_pong_on_own_communicators(int threads) {
  const Comms comms(threads);
  in_threads(threads, [&](int thread) {
    for (const std::size_t bytes : sizes()) ring(comms[thread], bytes % 300'000, 3);
    for (int i = 0; i < 200; ++i) ring(comms[thread], 8, i);
  });
}

void tags_of_one_communicator(int threads) {
  in_threads(threads, [&](int thread) {
    for (int i = 0; i < 100; ++i) ring(MPI_COMM_WORLD, static_cast<std::size_t>(i * 200), thread + 1);
  });
}

// Each thread marks its own partitions ready, and tests for as many of the other rank's.
void partitions_of_one_message(int threads) {
  constexpr int kEach = 8;
  constexpr std::size_t kBytes = 3'000;
  const int partitions = threads * kEach;
  const std::size_t bytes = kBytes * static_cast<std::size_t>(partitions);
  const auto out = pattern(bytes, rank());
  std::vector<std::uint8_t> in(bytes);
  MPI_Request requests[2];
  EXPECT_MPI(MPI_Psend_init(out.data(), partitions, kBytes, MPI_BYTE, next(), 5, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]));
  EXPECT_MPI(
      MPI_Precv_init(in.data(), partitions, kBytes, MPI_BYTE, previous(), 5, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]));
  for (int round = 0; round < 20; ++round) {
    std::fill(in.begin(), in.end(), std::uint8_t{0});
    EXPECT_MPI(MPI_Startall(2, requests));
    in_threads(threads, [&](int thread) {
      for (int i = 0; i < kEach; ++i) EXPECT_MPI(MPI_Pready(thread * kEach + i, requests[0]));
      for (int i = 0; i < kEach; ++i) {
        int flag = 0;
        while (flag == 0) EXPECT_MPI(MPI_Parrived(requests[1], thread * kEach + i, &flag));
      }
    });
    EXPECT_MPI(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
    ASSERT_EQ(in, pattern(bytes, previous())) << round;
  }
  for (MPI_Request& request : requests) EXPECT_MPI(MPI_Request_free(&request));
}

// Half of the threads send, half receive any message; each number arrives once.
void wildcards_take_each_message_once(int threads) {
  constexpr int kEach = 200;
  std::vector<std::atomic<int>> seen(static_cast<std::size_t>(threads * kEach));
  MPI_Barrier(MPI_COMM_WORLD);
  in_threads(2 * threads, [&](int thread) {
    for (int i = 0; i < kEach; ++i) {
      if (thread < threads) {
        const int number = thread * kEach + i;
        EXPECT_MPI(MPI_Send(&number, 1, MPI_INT, next(), thread, MPI_COMM_WORLD));
      } else {
        int number = -1;
        MPI_Status status;
        EXPECT_MPI(MPI_Recv(&number, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status));
        EXPECT_EQ(status.MPI_SOURCE, previous());
        EXPECT_EQ(status.MPI_TAG, number / kEach);
        ++seen.at(static_cast<std::size_t>(number));
      }
    }
  });
  for (const std::atomic<int>& count : seen) EXPECT_EQ(count.load(), 1);
  MPI_Barrier(MPI_COMM_WORLD);
}

void probed_messages_are_taken_once(int threads) {
  constexpr int kEach = 100;
  std::atomic<long> sum{0};
  MPI_Barrier(MPI_COMM_WORLD);
  in_threads(2 * threads, [&](int thread) {
    for (int i = 0; i < kEach; ++i) {
      if (thread < threads) {
        const std::vector<int> numbers(static_cast<std::size_t>(1 + i % 7), i);
        EXPECT_MPI(MPI_Send(numbers.data(), static_cast<int>(numbers.size()), MPI_INT, next(), i, MPI_COMM_WORLD));
        continue;
      }
      MPI_Message message = MPI_MESSAGE_NULL;
      MPI_Status status;
      EXPECT_MPI(MPI_Mprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &message, &status));
      int count = 0;
      EXPECT_MPI(MPI_Get_count(&status, MPI_INT, &count));
      std::vector<int> numbers(static_cast<std::size_t>(count), -1);
      EXPECT_MPI(MPI_Mrecv(numbers.data(), count, MPI_INT, &message, MPI_STATUS_IGNORE));
      EXPECT_EQ(numbers, std::vector<int>(static_cast<std::size_t>(1 + status.MPI_TAG % 7), status.MPI_TAG));
      sum += status.MPI_TAG;
    }
  });
  EXPECT_EQ(sum.load(), static_cast<long>(threads) * kEach * (kEach - 1) / 2);
  MPI_Barrier(MPI_COMM_WORLD);
}

void collectives_on_own_communicators(int threads) {
  const Comms comms(threads);
  in_threads(threads, [&](int thread) {
    for (int i = 0; i < 100; ++i) {
      const int mine = rank() + thread + i;
      int sum = 0;
      EXPECT_MPI(MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, comms[thread]));
      EXPECT_EQ(sum, size() * (size() - 1) / 2 + size() * (thread + i));
      std::vector<int> word(3000, rank() == i % size() ? i : -1);
      EXPECT_MPI(MPI_Bcast(word.data(), 3000, MPI_INT, i % size(), comms[thread]));
      EXPECT_EQ(word, std::vector<int>(3000, i));
      EXPECT_MPI(MPI_Barrier(comms[thread]));
    }
  });
}

void outstanding_collectives_on_own_communicators(int threads) {
  constexpr std::size_t kMany = 100;
  const Comms comms(threads);
  in_threads(threads, [&](int thread) {
    std::vector<std::unique_ptr<Operands>> operands;
    std::vector<std::vector<int>> answers;
    std::vector<MPI_Request> requests(kMany, MPI_REQUEST_NULL);
    for (std::size_t i = 0; i < kMany; ++i) {
      const CallRow& row = all_calls()[i % kCalls];
      const int seed = static_cast<int>(i) + 7 * thread;
      operands.push_back(std::make_unique<Operands>(comms[thread], i % 23 == 0 ? 3000 : seed % 4, seed));
      answers.push_back(answer_of(row, *operands[i], seed));
      EXPECT_MPI(operands[i]->begin(row, Form::kStarted, &requests[i]));
    }
    std::vector<std::size_t> order(kMany);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::shuffle(order.begin(), order.end(), std::mt19937(static_cast<unsigned>(rank() * 10 + thread)));
    for (const std::size_t i : order) {
      EXPECT_MPI(MPI_Wait(&requests[i], MPI_STATUS_IGNORE));
      EXPECT_EQ(operands[i]->recv.get(), answers[i]) << "the " << i << "th of thread " << thread;
    }
  });
}

void waitany_in_every_thread(int threads) {
  constexpr int kMany = 16;
  in_threads(threads, [&](int thread) {
    for (int round = 0; round < 20; ++round) {
      std::vector<int> out(kMany), in(kMany, -1);
      std::iota(out.begin(), out.end(), rank() * 1000);
      std::vector<MPI_Request> requests(2 * kMany);
      for (int i = 0; i < kMany; ++i) {
        const int tag = thread * kMany + i;
        const auto at = static_cast<std::size_t>(i);
        EXPECT_MPI(MPI_Irecv(&in[at], 1, MPI_INT, previous(), tag, MPI_COMM_WORLD, &requests[at]));
        EXPECT_MPI(MPI_Isend(&out[at], 1, MPI_INT, next(), tag, MPI_COMM_WORLD, &requests[at + kMany]));
      }
      for (int i = 0; i < 2 * kMany; ++i) {
        int index = MPI_UNDEFINED;
        EXPECT_MPI(MPI_Waitany(2 * kMany, requests.data(), &index, MPI_STATUS_IGNORE));
        EXPECT_NE(index, MPI_UNDEFINED);
      }
      for (int i = 0; i < kMany; ++i) EXPECT_EQ(in[static_cast<std::size_t>(i)], previous() * 1000 + i);
    }
  });
  MPI_Barrier(MPI_COMM_WORLD);
}

void blocked_receive_beside_traffic() {
  constexpr int kLate = 7;
  in_threads(2, [&](int thread) {
    if (thread == 0) {
      int number = -1;
      EXPECT_MPI(MPI_Recv(&number, 1, MPI_INT, previous(), kLate, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
      EXPECT_EQ(number, 42);
      return;
    }
    for (int i = 0; i < 500; ++i) ring(MPI_COMM_WORLD, 8, kLate + 1);
    const int number = 42;
    EXPECT_MPI(MPI_Send(&number, 1, MPI_INT, next(), kLate, MPI_COMM_WORLD));
  });
}

// No signal announces a message within the rank: its threads must notice each other's work.
void threads_write_to_each_other(int threads) {
  for (const std::size_t bytes : {8U, 20'000U}) {
    in_threads(threads, [&](int thread) {
      const int to = (thread + 1) % threads;
      const int from = (thread + threads - 1) % threads;
      for (int i = 0; i < 100; ++i) {
        const auto out = pattern(bytes, thread);
        std::vector<std::uint8_t> in(bytes);
        const int count = static_cast<int>(bytes);
        if (thread != 0) EXPECT_MPI(MPI_Recv(in.data(), count, MPI_BYTE, 0, from, MPI_COMM_SELF, MPI_STATUS_IGNORE));
        EXPECT_MPI(MPI_Ssend(out.data(), count, MPI_BYTE, 0, to == 0 ? threads - 1 : thread, MPI_COMM_SELF));
        if (thread == 0) EXPECT_MPI(MPI_Recv(in.data(), count, MPI_BYTE, 0, from, MPI_COMM_SELF, MPI_STATUS_IGNORE));
        EXPECT_EQ(in, pattern(bytes, from));
      }
    });
  }
}

void testers_beside_sleepers(int threads) {
  in_threads(threads, [&](int thread) {
    for (int i = 0; i < 100; ++i) {
      const int out = rank() * 1000 + i;
      int in = -1;
      MPI_Request request = MPI_REQUEST_NULL;
      EXPECT_MPI(MPI_Irecv(&in, 1, MPI_INT, previous(), thread, MPI_COMM_WORLD, &request));
      EXPECT_MPI(MPI_Send(&out, 1, MPI_INT, next(), thread, MPI_COMM_WORLD));
      int done = 0;
      while (thread % 2 == 0 && done == 0) EXPECT_MPI(MPI_Test(&request, &done, MPI_STATUS_IGNORE));
      EXPECT_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
      EXPECT_EQ(in, previous() * 1000 + i);
    }
  });
}

void operations_of_the_program(int threads) {
  const Comms comms(threads);
  MPI_Op op = MPI_OP_NULL;
  // The function calls MPI itself, because the library holds no lock.
  const auto add = [](void* in, void* inout, int* count, MPI_Datatype* type) {
    int bytes = 0;
    MPI_Type_size(*type, &bytes);
    for (int i = 0; i < *count && bytes == 4; ++i) static_cast<int*>(inout)[i] += static_cast<int*>(in)[i];
  };
  EXPECT_MPI(MPI_Op_create(add, 1, &op));
  in_threads(threads, [&](int thread) {
    for (int i = 0; i < 50; ++i) {
      const int mine = rank() + i;
      int sum = 0;
      EXPECT_MPI(MPI_Allreduce(&mine, &sum, 1, MPI_INT, op, comms[thread]));
      EXPECT_EQ(sum, size() * (size() - 1) / 2 + size() * i);
    }
  });
  EXPECT_MPI(MPI_Op_free(&op));
}

void generalised_requests_end_from_another_thread() {
  const auto query = [](void*, MPI_Status* status) {
    MPI_Status_set_elements(status, MPI_INT, 3);
    MPI_Status_set_cancelled(status, 0);
    return MPI_SUCCESS;
  };
  const auto free = [](void* state) {
    ++*static_cast<int*>(state);
    return MPI_SUCCESS;
  };
  const auto cancel = [](void*, int) { return MPI_SUCCESS; };
  for (int i = 0; i < 50; ++i) {
    MPI_Request request = MPI_REQUEST_NULL;
    int freed = 0;
    EXPECT_MPI(MPI_Grequest_start(query, free, cancel, &freed, &request));
    in_threads(2, [&](int thread) {
      static_cast<void>(thread == 0 ? MPI_Grequest_complete(request) : MPI_Wait(&request, MPI_STATUS_IGNORE));
    });
    EXPECT_EQ(freed, 1);
  }
}

void failures_in_every_thread(int threads) {
  const int before = failures.load();
  MPI_Comm comm = MPI_COMM_NULL;
  EXPECT_MPI(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
  MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  EXPECT_MPI(MPI_Comm_create_errhandler(count_failure, &handler));
  EXPECT_MPI(MPI_Comm_set_errhandler(comm, handler));
  in_threads(threads, [&](int) {
    for (int i = 0; i < 100; ++i) EXPECT_CLASS(MPI_Send(&i, 1, MPI_INT, next(), -5, comm), MPI_ERR_TAG);
  });
  EXPECT_GE(failures.load() - before, threads * 100);  // failures of all ranks, if they are threads
  EXPECT_MPI(MPI_Errhandler_free(&handler));
  EXPECT_MPI(MPI_Comm_free(&comm));
}

}  // namespace penstock::test
