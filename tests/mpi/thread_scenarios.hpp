// Scenarios in which threads of a rank call MPI at the same time under MPI_THREAD_MULTIPLE. Every rank calls each scenario,
// from one thread; failures are GoogleTest's. They use plain MPI: the ranks may be processes or threads.
#pragma once

#include <functional>

namespace penstock::test {

// Runs body(0) ... body(count - 1) in threads of the calling rank, and waits for them. Each program
// defines this function in its own way.
void in_threads(int count, const std::function<void(int thread)>& body);

void ping_pong_on_own_communicators(int threads);
void tags_of_one_communicator(int threads);
void partitions_of_one_message(int threads);
void wildcards_take_each_message_once(int threads);
void probed_messages_are_taken_once(int threads);
void collectives_on_own_communicators(int threads);
// Many collectives of all kinds are active at the same time, and end in an order of their own.
void outstanding_collectives_on_own_communicators(int threads);
void waitany_in_every_thread(int threads);
// One thread stays in MPI_Recv while another exchanges messages.
void blocked_receive_beside_traffic();
void threads_write_to_each_other(int threads);
// Some threads poll (MPI_Test), others sleep (MPI_Wait).
void testers_beside_sleepers(int threads);
void operations_of_the_program(int threads);
void generalised_requests_end_from_another_thread();
void failures_in_every_thread(int threads);

}  // namespace penstock::test
