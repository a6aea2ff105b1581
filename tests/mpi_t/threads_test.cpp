// Several threads use the interface while MPI runs below MPI_THREAD_MULTIPLE: this is allowed if it was
// initialised so before MPI_Init.
#include <gtest/gtest.h>
#include <mpi.h>

#include <atomic>
#include <thread>
#include <vector>

namespace {

using Number = unsigned long long;

// Reads everything, again and again, until `stop`.
void look(const std::atomic<bool>& stop, std::atomic<int>* failures) {
  MPI_T_pvar_session session = MPI_T_PVAR_SESSION_NULL;
  if (MPI_T_pvar_session_create(&session) != MPI_SUCCESS) ++*failures;
  int all = 0;
  if (MPI_T_pvar_get_num(&all) != MPI_SUCCESS) ++*failures;
  int bound = -1;
  if (MPI_T_pvar_get_index("penstock_collectives", MPI_T_PVAR_CLASS_COUNTER, &bound) != MPI_SUCCESS) ++*failures;
  do {
    for (int i = 0; i < all; ++i) {
      if (i == bound) continue;
      MPI_T_pvar_handle handle = MPI_T_PVAR_HANDLE_NULL;
      int count = 0;
      Number value = 0;
      if (MPI_T_pvar_handle_alloc(session, i, nullptr, &handle, &count) != MPI_SUCCESS) ++*failures;
      if (MPI_T_pvar_read(session, handle, &value) != MPI_SUCCESS) ++*failures;
      if (MPI_T_pvar_handle_free(session, &handle) != MPI_SUCCESS) ++*failures;
    }
  } while (!stop);
  if (MPI_T_pvar_session_free(&session) != MPI_SUCCESS) ++*failures;
}

TEST(Threads, LookWhileMpiBeginsRunsAndEnds) {
  int provided = -1;
  ASSERT_EQ(MPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided), MPI_SUCCESS);
  ASSERT_EQ(provided, MPI_THREAD_MULTIPLE);
  std::atomic<bool> stop = false;
  std::atomic<int> failures = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) threads.emplace_back([&] { look(stop, &failures); });
  EXPECT_EQ(MPI_Init(nullptr, nullptr), MPI_SUCCESS);
  for (int i = 0; i < 500; ++i) {
    const int one = 1;
    int sum = 0;
    EXPECT_EQ(MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD), MPI_SUCCESS);
    int got = 0;
    EXPECT_EQ(MPI_Sendrecv(&i, 1, MPI_INT, 0, i, &got, 1, MPI_INT, 0, i, MPI_COMM_SELF, MPI_STATUS_IGNORE), MPI_SUCCESS);
    EXPECT_EQ(got, i);
  }
  EXPECT_EQ(MPI_Finalize(), MPI_SUCCESS);
  stop = true;
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(failures, 0);
  EXPECT_EQ(MPI_T_finalize(), MPI_SUCCESS);
}

}  // namespace
