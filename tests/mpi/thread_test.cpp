// Several threads of a rank run each scenario; the ranks are processes (thread_test) or themselves threads (thread_ranks_test),
// where ThreadSanitizer sees both sides of every message.
#include <gtest/gtest.h>

#include "mpi_test.hpp"
#include "thread_ranks.hpp"
#include "thread_scenarios.hpp"

namespace penstock::test {
namespace {

TEST(Threads, LevelIsMultiple) {
  on_ranks([] {
    int level = MPI_THREAD_SINGLE;
    EXPECT_MPI(MPI_Query_thread(&level));
    EXPECT_EQ(level, MPI_THREAD_MULTIPLE);
    int main_thread = -1;
    in_threads(1, [&](int) { EXPECT_MPI(MPI_Is_thread_main(&main_thread)); });
    EXPECT_EQ(main_thread, 0);
  });
}

TEST(Threads, PingPongOnOwnCommunicators) {
  on_ranks([] { ping_pong_on_own_communicators(4); });
}
TEST(Threads, TagsOfOneCommunicator) {
  on_ranks([] { tags_of_one_communicator(4); });
}
TEST(Threads, PartitionsOfOneMessage) {
  on_ranks([] { partitions_of_one_message(4); });
}
TEST(Threads, WildcardsTakeEachMessageOnce) {
  on_ranks([] { wildcards_take_each_message_once(3); });
}
TEST(Threads, ProbedMessagesAreTakenOnce) {
  on_ranks([] { probed_messages_are_taken_once(3); });
}
TEST(Threads, CollectivesOnOwnCommunicators) {
  on_ranks([] { collectives_on_own_communicators(3); });
}
TEST(Threads, OutstandingCollectivesOnOwnCommunicators) {
  on_ranks([] { outstanding_collectives_on_own_communicators(3); });
}
TEST(Threads, WaitanyInEveryThread) {
  on_ranks([] { waitany_in_every_thread(4); });
}
TEST(Threads, BlockedReceiveBesideTraffic) {
  on_ranks([] { blocked_receive_beside_traffic(); });
}
TEST(Threads, ThreadsWriteToEachOther) {
  on_ranks([] { threads_write_to_each_other(3); });
}
TEST(Threads, TestersBesideSleepers) {
  on_ranks([] { testers_beside_sleepers(4); });
}
TEST(Threads, OperationsOfTheProgram) {
  on_ranks([] { operations_of_the_program(3); });
}
TEST(Threads, GeneralisedRequestsEndFromAnotherThread) {
  on_ranks([] { generalised_requests_end_from_another_thread(); });
}
TEST(Threads, FailuresInEveryThread) {
  on_ranks([] { failures_in_every_thread(4); });
}
TEST(Threads, EightThreadsAtOnce) {
  on_ranks([] { tags_of_one_communicator(8); });
}

}  // namespace
}  // namespace penstock::test
