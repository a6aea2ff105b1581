// A rank that ends in unusual ways. Driven by exit_test.py.
//   mpi_leaver ACTION [RANK]    what RANK does (the others finalize): no-finalize, quick-exit, after-finalize
//                               what all do: at-exit, static, thread
#include <mpi.h>

#include <unistd.h>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

namespace {

// Sends to the next rank and receives from the previous, which shows that MPI works.
void exchange() {
  int rank = 0;
  int size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  std::vector<int> out(100000, rank);
  std::vector<int> in(100000, -1);
  const int previous = (rank + size - 1) % size;
  MPI_Sendrecv(out.data(), 100000, MPI_INT, (rank + 1) % size, 1, in.data(), 100000, MPI_INT, previous, 1, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  int most = -1;
  MPI_Allreduce(&rank, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  if (in.back() != previous || most != size - 1) std::_Exit(3);
}

void leave() {
  exchange();
  MPI_Finalize();
  int finalized = 0;
  MPI_Finalized(&finalized);
  if (finalized == 0) std::_Exit(4);
  std::puts("left");
  std::fflush(stdout);
}

// It is made before main, and destroyed after it.
struct LeavesLate {
  bool wanted = false;
  ~LeavesLate() {
    if (wanted) leave();
  }
};
LeavesLate leaves_late;

void misbehave(const std::string& action) {
  if (action == "no-finalize") std::exit(0);
  if (action == "quick-exit") ::_exit(0);
  exchange();
  MPI_Finalize();
  std::puts("left");
  std::fflush(stdout);
  int number = 0;
  if (action == "after-finalize") MPI_Comm_rank(MPI_COMM_WORLD, &number);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string action = argc > 1 ? argv[1] : "";
  const int actor = argc > 2 ? std::atoi(argv[2]) : 0;
  // It is registered before MPI_Init, so it runs after the handlers that the library registers.
  if (action == "at-exit" && std::atexit(leave) != 0) return 5;
  leaves_late.wanted = action == "static";
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
  exchange();
  if (action == "at-exit" || action == "static") return 0;
  if (action == "thread") {  // the thread that initialised is not the last one to call MPI
    std::thread(exchange).join();
    leave();
    return 0;
  }
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == actor) {
    misbehave(action);
    return 0;
  }
  leave();
  return 0;
}
