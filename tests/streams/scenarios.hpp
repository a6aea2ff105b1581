// The scenarios that streams.cpp runs, one function each; all are collective over MPI_COMM_WORLD.
#pragma once

#include <memory>
#include <vector>

#include "stream_job.hpp"

namespace penstock::test {

// messages.cpp
void in_stream_order(StreamJob& job);
void late_sender(StreamJob& job);
void late_receiver(StreamJob& job);
void both_late(StreamJob& job);
void sendrecv(StreamJob& job);
void statuses_in_arrays(StreamJob& job);
// small.cpp
void small_messages(StreamJob& job);
void small_messages_mixed(StreamJob& job);
// collectives.cpp
void every_collective(StreamJob& job);
void opposite_order(StreamJob& job);
void late_rank(StreamJob& job);
void beside_ordinary_calls(StreamJob& job);
// reductions.cpp
void reductions_on_gpus(StreamJob& job);
// graphs.cpp
void captured_calls(StreamJob& job);
void mixed_with_graphs(StreamJob& job);
void forked_capture(StreamJob& job);
void captured_objects(StreamJob& job);
// random.cpp
void random_programs(StreamJob& job);
// objects.cpp
void arguments(StreamJob& job);
void late_failure(StreamJob& job);
void freed_early(StreamJob& job);
void disconnected(StreamJob& job);

// Work that a stream has left when MPI_Finalize is called; look() checks it afterwards.
class Leftover {
 public:
  explicit Leftover(StreamJob& job);
  void look(StreamJob& job) const;

 private:
  Numbers out_{3000};
  Numbers in_{3000};
  penstock_gpu_stream stream_ = nullptr;
};

}  // namespace penstock::test
