// The collectives, each blocking, non-blocking and persistent.
#pragma once

#include <mpi.h>

#include <string>
#include <vector>

namespace bench {

// What a call may need. Item r of a buffer with several items belongs to rank r.
struct Arguments {
  const void* send;
  void* recv;
  int count;  // of type, in an item
  MPI_Datatype type;
  MPI_Comm comm;
  std::vector<int> counts, places, byte_places, zeros;  // of each rank's item
  std::vector<MPI_Datatype> types;
  std::vector<int> parts;  // elements of the vector that reduce_scatter leaves with each rank
  MPI_Request* request;    // null: blocking
  bool make;               // a persistent request, which is not started
};

enum class CallForm { kBlocking, kImmediate, kPersistent };

constexpr int kRoot = 0;

// Who ends up with whose data.
enum class Flow { kNone, kBcast, kGather, kScatter, kAllgather, kAlltoall, kReduce, kAllreduce, kScatterSum, kScan, kExscan };

struct Coll {
  const char* name;
  const char* call;  // for messages
  Flow flow;
  bool blocks;  // reduce_scatter_block: the parts are equal
  int (*start)(const Arguments& arguments);
  bool places = false;       // it takes lists of where blocks lie
  void (*meet)() = nullptr;  // what ranks meet at before each call; null: MPI_Barrier
};

[[nodiscard]] const std::vector<Coll>& colls();

[[nodiscard]] inline bool sums(Flow flow) {
  return flow >= Flow::kReduce;
}

}  // namespace bench
