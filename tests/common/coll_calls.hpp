// The collectives as rows that take the same arguments, in every form.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace penstock::test {

enum class Form : std::uint8_t { kBlocking, kStarted, kPersistent };
inline constexpr Form kForms[] = {Form::kBlocking, Form::kStarted, Form::kPersistent};
[[nodiscard]] const char* name_of(Form form);

// Blocking: the call is complete on return. Otherwise *request is started or, in the persistent form, made.
template <typename Blocking, typename Starting, typename Making, typename... Arguments>
int begin(Form form, MPI_Request* request, Blocking* blocking, Starting* starting, Making* making, Arguments... arguments) {
  if (form == Form::kBlocking) return blocking(arguments...);
  return form == Form::kStarted ? starting(arguments..., request) : making(arguments..., MPI_INFO_NULL, request);
}

// Starts a persistent request, waits unless the call is blocking, and frees what is persistent. Returns the first error code.
int complete(Form form, int begun, MPI_Request* request);

// Returns the error code of the blocking call, or of the first of making, start and wait that fails.
template <typename Blocking, typename Starting, typename Making, typename... Arguments>
int call(Form form, Blocking* blocking, Starting* starting, Making* making, Arguments... arguments) {
  MPI_Request request = MPI_REQUEST_NULL;
  return complete(form, begin(form, &request, blocking, starting, making, arguments...), &request);
}

enum class Call : std::uint8_t {
  kBarrier,
  kBcast,
  kGather,
  kGatherv,
  kScatter,
  kScatterv,
  kAllgather,
  kAllgatherv,
  kAlltoall,
  kAlltoallv,
  kAlltoallw,
  kReduce,
  kAllreduce,
  kReduceScatterBlock,
  kReduceScatter,
  kScan,
  kExscan,
};
inline constexpr std::size_t kCalls = 17;

// The arguments of all calls; each call reads those that it has. The buffer of a broadcast is the receiving side; the
// displacements of alltoallw are in bytes.
struct Arguments {
  const void* send = nullptr;
  void* recv = nullptr;
  int send_count = 0, recv_count = 0;
  const int *send_counts = nullptr, *send_places = nullptr;
  const int *recv_counts = nullptr, *recv_places = nullptr;
  MPI_Datatype send_type = MPI_DATATYPE_NULL, recv_type = MPI_DATATYPE_NULL;
  const MPI_Datatype *send_types = nullptr, *recv_types = nullptr;
  MPI_Op op = MPI_OP_NULL;
  int root = 0;
  MPI_Comm comm = MPI_COMM_NULL;
};

struct CallRow {
  Call call;
  const char* name;
  bool rooted;   // only one rank sends or receives
  bool reduces;  // takes an operation
  bool spread;   // each rank's part has its own length or displacement
  // Begins the call as the template above does.
  int (*begin)(Form form, const Arguments& a, MPI_Request* request);
};

// Returns all rows in the order of Call.
[[nodiscard]] std::span<const CallRow> all_calls();
[[nodiscard]] inline const CallRow& row_of(Call call) {
  return all_calls()[static_cast<std::size_t>(call)];
}

}  // namespace penstock::test
