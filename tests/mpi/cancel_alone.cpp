// Sends are cancelled while their receiver makes no call of MPI, on two ranks of one host. With an argument, more small
// messages than there is room for are sent too.
#include <mpi.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

namespace {

constexpr int kTag = 5;
constexpr int kSmall = 16;
constexpr int kLarge = 1 << 20;

void check(bool holds, const char* what, int line) {
  if (holds) return;
  std::fprintf(stderr, "cancel_alone.cpp:%d: %s\n", line, what);
  std::_Exit(3);
}
#define CHECK(what) check((what), #what, __LINE__)
#define CHECK_MPI(call) check((call) == MPI_SUCCESS, #call, __LINE__)

// The steps of the two ranks, in memory that both see. A rank that waits here makes no call of MPI.
class Steps {
 public:
  Steps() {
    void* base = nullptr;
    const MPI_Aint bytes = rank() == 0 ? sizeof *word_ : 0;
    CHECK_MPI(MPI_Win_allocate_shared(bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, static_cast<void*>(&base), &window_));
    MPI_Aint size = 0;
    int unit = 0;
    CHECK_MPI(MPI_Win_shared_query(window_, 0, &size, &unit, static_cast<void*>(&base)));
    word_ = static_cast<std::atomic<int>*>(base);
    CHECK_MPI(MPI_Barrier(MPI_COMM_WORLD));
  }
  ~Steps() { CHECK_MPI(MPI_Win_free(&window_)); }
  Steps(const Steps&) = delete;
  Steps& operator=(const Steps&) = delete;

  static int rank() {
    int rank = -1;
    CHECK_MPI(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    return rank;
  }
  void reach(int step) { word_->store(step); }
  void await(int step) const {
    while (word_->load() < step) std::this_thread::yield();
  }

 private:
  MPI_Win window_ = MPI_WIN_NULL;
  std::atomic<int>* word_ = nullptr;
};

bool end(MPI_Request* request) {
  MPI_Status status;
  int cancelled = -1;
  CHECK_MPI(MPI_Wait(request, &status));
  CHECK_MPI(MPI_Test_cancelled(&status, &cancelled));
  return cancelled != 0;
}
MPI_Request send(const std::vector<char>& data) {
  MPI_Request request = MPI_REQUEST_NULL;
  CHECK_MPI(MPI_Issend(data.data(), static_cast<int>(data.size()), MPI_CHAR, 1, kTag, MPI_COMM_WORLD, &request));
  return request;
}

// The receive is posted before the message is sent. It gets the next message.
void expected(int bytes) {
  Steps steps;
  std::vector<char> data(static_cast<std::size_t>(bytes), 'x');
  if (Steps::rank() == 1) {
    MPI_Request receive = MPI_REQUEST_NULL;
    CHECK_MPI(MPI_Irecv(data.data(), bytes, MPI_CHAR, 0, kTag, MPI_COMM_WORLD, &receive));
    steps.reach(1);
    steps.await(2);
    CHECK_MPI(MPI_Wait(&receive, MPI_STATUS_IGNORE));
    CHECK(data == std::vector<char>(data.size(), 'b'));
    return;
  }
  steps.await(1);
  const std::vector<char> first(data.size(), 'a'), second(data.size(), 'b');
  MPI_Request request = send(first);
  CHECK_MPI(MPI_Cancel(&request));
  CHECK(end(&request));
  request = send(second);
  steps.reach(2);
  CHECK(!end(&request));
}

// The message has arrived, and the receive begins after the message was cancelled.
void kept(int bytes) {
  Steps steps;
  std::vector<char> data(static_cast<std::size_t>(bytes), 'x');
  if (Steps::rank() == 1) {
    int flag = 0;
    while (flag == 0) CHECK_MPI(MPI_Iprobe(0, kTag, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE));
    steps.reach(1);
    steps.await(2);
    CHECK_MPI(MPI_Recv(data.data(), bytes, MPI_CHAR, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    CHECK(data == std::vector<char>(data.size(), 'b'));
    return;
  }
  const std::vector<char> first(data.size(), 'a'), second(data.size(), 'b');
  MPI_Request request = send(first);
  steps.await(1);
  CHECK_MPI(MPI_Cancel(&request));
  CHECK(end(&request));
  request = send(second);
  steps.reach(2);
  CHECK(!end(&request));
}

// A matched probe has matched the message: it is received, and the send is not cancelled.
void taken(int bytes) {
  Steps steps;
  std::vector<char> data(static_cast<std::size_t>(bytes), 'x');
  if (Steps::rank() == 1) {
    MPI_Message message = MPI_MESSAGE_NULL;
    CHECK_MPI(MPI_Mprobe(0, kTag, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE));
    steps.reach(1);
    steps.await(2);
    CHECK_MPI(MPI_Mrecv(data.data(), bytes, MPI_CHAR, &message, MPI_STATUS_IGNORE));
    CHECK(data == std::vector<char>(data.size(), 'a'));
    return;
  }
  const std::vector<char> first(data.size(), 'a');
  MPI_Request request = send(first);
  steps.await(1);
  CHECK_MPI(MPI_Cancel(&request));
  steps.reach(2);
  CHECK(!end(&request));
}

// There are more small messages than shared memory holds. Those that wait for room are complete when they are cancelled, and
// arrive otherwise; the order stays.
void queued() {
  constexpr int kMany = 50000;
  Steps steps;
  std::vector<MPI_Request> requests(kMany, MPI_REQUEST_NULL);
  std::vector<int> numbers(kMany);
  if (Steps::rank() == 1) {
    steps.reach(1);
    steps.await(2);
    int last = -1;
    for (int number = 0; number != kMany;) {
      CHECK_MPI(MPI_Recv(&number, 1, MPI_INT, 0, kTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
      CHECK(number > last);
      last = number;
    }
    return;
  }
  steps.await(1);
  for (int i = 0; i < kMany; ++i) {
    numbers[static_cast<std::size_t>(i)] = i;
    CHECK_MPI(MPI_Isend(&numbers[static_cast<std::size_t>(i)], 1, MPI_INT, 1, kTag, MPI_COMM_WORLD,
                        &requests[static_cast<std::size_t>(i)]));
  }
  int waited = 0;
  for (MPI_Request& request : requests) {
    int over = 0;
    CHECK_MPI(MPI_Request_get_status(request, &over, MPI_STATUS_IGNORE));
    if (over == 0) ++waited;
    CHECK_MPI(MPI_Cancel(&request));
    static_cast<void>(end(&request));
  }
  CHECK(waited > 0);
  steps.reach(2);
  const int last = kMany;
  CHECK_MPI(MPI_Send(&last, 1, MPI_INT, 1, kTag, MPI_COMM_WORLD));
}

// Many sends are active at the same time, and some of them are cancelled.
void many() {
  constexpr int kMany = 200;
  Steps steps;
  std::vector<int> numbers(kMany);
  if (Steps::rank() == 1) {
    std::vector<MPI_Request> receives(kMany / 2);
    for (int i = 0; i < kMany / 2; ++i) {
      CHECK_MPI(MPI_Irecv(&numbers[static_cast<std::size_t>(i)], 1, MPI_INT, 0, kTag, MPI_COMM_WORLD,
                          &receives[static_cast<std::size_t>(i)]));
    }
    steps.reach(1);
    steps.await(2);
    CHECK_MPI(MPI_Waitall(kMany / 2, receives.data(), MPI_STATUSES_IGNORE));
    for (int i = 0; i < kMany / 2; ++i) CHECK(numbers[static_cast<std::size_t>(i)] == 2 * i + 1);
    return;
  }
  steps.await(1);
  std::vector<MPI_Request> sends(kMany);
  for (int i = 0; i < kMany; ++i) {
    numbers[static_cast<std::size_t>(i)] = i;
    CHECK_MPI(MPI_Issend(&numbers[static_cast<std::size_t>(i)], 1, MPI_INT, 1, kTag, MPI_COMM_WORLD,
                         &sends[static_cast<std::size_t>(i)]));
  }
  for (std::size_t i = 0; i < kMany; i += 2) {
    CHECK_MPI(MPI_Cancel(&sends[i]));
    CHECK(end(&sends[i]));
  }
  steps.reach(2);
  for (std::size_t i = 1; i < kMany; i += 2) CHECK(!end(&sends[i]));
}

}  // namespace

int main(int argc, char** argv) {
  CHECK_MPI(MPI_Init(&argc, &argv));
  for (const int bytes : {kSmall, kLarge}) {
    expected(bytes);
    kept(bytes);
    taken(bytes);
  }
  many();
  if (argc > 1) queued();
  CHECK_MPI(MPI_Finalize());
  return 0;
}
