// The collectives, each blocking, non-blocking and persistent.
#pragma once

#include <mpi.h>

#include <string>
#include <vector>

namespace bench {

// The arguments that a call may need. Item r of a buffer with several items belongs to rank r.
struct Arguments {
  const void* send;
  void* recv;
  int count;  // elements of `type` in an item
  MPI_Datatype type;
  MPI_Comm comm;
  std::vector<int> counts, places, byte_places, zeros;  // one entry for the item of each rank
  std::vector<MPI_Datatype> types;
  std::vector<int> parts;  // elements of the vector that reduce_scatter leaves with each rank
  MPI_Request* request;    // null: blocking
  bool make;               // true: a persistent request, which is not started
};

enum class CallForm { kBlocking, kImmediate, kPersistent };

constexpr int kRoot = 0;

// The way that data go between ranks.
enum class Flow { kNone, kBcast, kGather, kScatter, kAllgather, kAlltoall, kReduce, kAllreduce, kScatterSum, kScan, kExscan };

struct Coll {
  const char* name;
  const char* call;  // the name in messages
  Flow flow;
  bool blocks;  // reduce_scatter_block: the parts are equal
  int (*start)(const Arguments& arguments);
  bool places = false;       // the call takes displacements
  void (*meet)() = nullptr;  // called before each measured call in place of MPI_Barrier, if not null
};

[[nodiscard]] const std::vector<Coll>& colls();

[[nodiscard]] inline bool sums(Flow flow) {
  return flow >= Flow::kReduce;
}

}  // namespace bench
