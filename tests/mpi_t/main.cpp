// The tool interface as a tool meets it: before MPI_Init, while MPI runs, after MPI_Finalize. mpiexec -n 1..4 mpi_t_test.
// The kinds of tests run one after another, by their names: Before*, then all others, then After*.
#include <gtest/gtest.h>
#include <mpi.h>

#include <string>

namespace {

bool run(const std::string& filter) {
  ::testing::GTEST_FLAG(filter) = filter;
  return RUN_ALL_TESTS() == 0;
}

}  // namespace

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  const std::string wanted = ::testing::GTEST_FLAG(filter);
  bool good = wanted != "*" || run("Before*");
  if (MPI_Init(&argc, &argv) != MPI_SUCCESS) return 1;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  good = run(wanted == "*" ? "-Before*:After*" : wanted) && good;
  int bad = good ? 0 : 1;
  int any = 1;
  if (MPI_Allreduce(&bad, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD) != MPI_SUCCESS) any = 1;
  if (MPI_Finalize() != MPI_SUCCESS) return 1;
  if (wanted == "*" && !run("After*")) any = 1;
  return any;
}
