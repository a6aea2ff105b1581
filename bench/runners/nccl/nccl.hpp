// The part of NCCL's interface that the benchmark needs. It is declared here, because the C
// interface has been stable since 2.7.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <string>

#include "common/library.hpp"

namespace bench::nccl {

enum DataType : int { kInt8 = 0, kFloat32 = 7 };
enum Operation : int { kSum = 0 };

struct UniqueId {
  char bytes[128];
};

using Result = int;
using Handle = struct ncclComm*;
using Type = int;

// The entry points. Streams are CUstream handles.
struct Api {
  SharedLibrary library{"PENSTOCK_NCCL_LIB", "libnccl.so.2"};
  Result (*get_version)(int* version);
  const char* (*get_error_string)(Result result);
  const char* (*get_last_error)(Handle comm);  // null before 2.13
  Result (*get_unique_id)(UniqueId* id);
  Result (*comm_init_rank)(Handle* comm, int ranks, UniqueId id, int rank);
  Result (*comm_destroy)(Handle comm);
  Result (*all_reduce)(const void*, void*, std::size_t, Type, int operation, Handle, void* stream);
  Result (*reduce)(const void*, void*, std::size_t, Type, int operation, int root, Handle, void* stream);
  Result (*broadcast)(const void*, void*, std::size_t, Type, int root, Handle, void* stream);
  Result (*all_gather)(const void*, void*, std::size_t, Type, Handle, void* stream);
  Result (*reduce_scatter)(const void*, void*, std::size_t, Type, int operation, Handle, void* stream);
  Result (*send)(const void*, std::size_t, Type, int peer, Handle, void* stream);
  Result (*recv)(void*, std::size_t, Type, int peer, Handle, void* stream);
  Result (*group_start)();
  Result (*group_end)();

  Api();
};

// Returns the table, which is loaded once, at the first call. Throws Failure.
[[nodiscard]] const Api& api();
// Throws Failure for anything but success; `call` is the name of the failed call.
void must(Result result, const char* call);

// An NCCL communicator with the same ranks as an MPI communicator, and a stream for it.
struct Communicator {
  explicit Communicator(MPI_Comm ranks);

  MPI_Comm mpi;
  int rank = 0, size = 1;
  Handle handle = nullptr;
  Stream stream;
};

// Returns the communicator, which the first call with these ranks makes; that call is collective, and the GPU to use is
// selected by then. Throws Failure.
[[nodiscard]] const Communicator& communicator(MPI_Comm ranks);

}  // namespace bench::nccl
