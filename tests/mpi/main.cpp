// All MPI tests as one program: mpiexec -n N mpi_test [--memory KIND[,KIND]] [--multiple] [GoogleTest options].
// --multiple asks for MPI_THREAD_MULTIPLE: every call then takes the engine's lock.
#include <gtest/gtest.h>
#include <mpi.h>

#include <cstdio>
#include <string>

#include "memory.hpp"

namespace {

// Ranks other than 0 print only failures.
class FailuresOnly : public ::testing::EmptyTestEventListener {
 public:
  explicit FailuresOnly(int rank) : rank_(rank) {}
  void OnTestPartResult(const ::testing::TestPartResult& result) override {
    if (!result.failed()) return;
    std::printf("rank %d: %s:%d: %s\n", rank_, result.file_name() != nullptr ? result.file_name() : "?", result.line_number(),
                result.message());
  }

 private:
  int rank_;
};

}  // namespace

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  std::string memory = "host";
  for (int i = 1; i + 1 < argc; ++i) {
    if (std::string(argv[i]) == "--memory") memory = argv[i + 1];
  }
  int wanted = MPI_THREAD_SINGLE;
  for (int i = 1; i < argc; ++i) {
    if (std::string(argv[i]) == "--multiple") wanted = MPI_THREAD_MULTIPLE;
  }
  int level = -1;
  if (MPI_Init_thread(&argc, &argv, wanted, &level) != MPI_SUCCESS || level != wanted) return 1;
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  penstock::test::choose_memory(memory, rank);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  if (rank != 0) {
    auto& listeners = ::testing::UnitTest::GetInstance()->listeners();
    delete listeners.Release(listeners.default_result_printer());
    listeners.Append(new FailuresOnly(rank));
  }
  int failed = RUN_ALL_TESTS() != 0 ? 1 : 0;
  int any = 1;
  if (MPI_Allreduce(&failed, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD) != MPI_SUCCESS) any = 1;
  if (MPI_Finalize() != MPI_SUCCESS) any = 1;
  return any;
}
