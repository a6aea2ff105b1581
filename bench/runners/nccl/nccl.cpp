#include "nccl.hpp"

#include <cstdio>
#include <memory>
#include <vector>

#include "mpi_call.hpp"

namespace bench::nccl {

Api::Api() {
  library.find("ncclGetVersion", &get_version);
  library.find("ncclGetErrorString", &get_error_string);
  library.find_if_there("ncclGetLastError", &get_last_error);
  library.find("ncclGetUniqueId", &get_unique_id);
  library.find("ncclCommInitRank", &comm_init_rank);
  library.find("ncclCommDestroy", &comm_destroy);
  library.find("ncclAllReduce", &all_reduce);
  library.find("ncclReduce", &reduce);
  library.find("ncclBroadcast", &broadcast);
  library.find("ncclAllGather", &all_gather);
  library.find("ncclReduceScatter", &reduce_scatter);
  library.find("ncclSend", &send);
  library.find("ncclRecv", &recv);
  library.find("ncclGroupStart", &group_start);
  library.find("ncclGroupEnd", &group_end);
}

const Api& api() {
  static const Api loaded;
  return loaded;
}

namespace {

std::string reason(Result result, const char* call) {
  std::string text = std::string(call) + ": " + api().get_error_string(result);
  if (api().get_last_error != nullptr) {
    const char* more = api().get_last_error(nullptr);
    if (more != nullptr && *more != '\0') text += std::string(" (") + more + ")";
  }
  return text;
}

}  // namespace

void must(Result result, const char* call) {
  if (result != 0) throw Failure(reason(result, call) + "; NCCL_DEBUG=WARN says more");
}

Communicator::Communicator(MPI_Comm ranks) : mpi(ranks) {
  check(MPI_Comm_rank(ranks, &rank), "MPI_Comm_rank");
  check(MPI_Comm_size(ranks, &size), "MPI_Comm_size");
  UniqueId id{};
  if (rank == 0) must(api().get_unique_id(&id), "ncclGetUniqueId");
  check(MPI_Bcast(&id, sizeof id, MPI_BYTE, 0, ranks), "MPI_Bcast");
  constexpr Result kInvalidUsage = 5;
  const Result result = api().comm_init_rank(&handle, size, id, rank);
  if (result == kInvalidUsage) {
    throw Failure(reason(result, "ncclCommInitRank") + "; NCCL wants a GPU of its own for each of the " + std::to_string(size) +
                  " ranks: fewer --ranks, or more GPUs in CUDA_VISIBLE_DEVICES");
  }
  must(result, "ncclCommInitRank");
}

namespace {

std::vector<std::unique_ptr<Communicator>>& communicators() {
  static auto* made = new std::vector<std::unique_ptr<Communicator>>;
  return *made;
}

void destroy_all() {
  for (const auto& one : communicators()) {
    const Result result = api().comm_destroy(one->handle);
    if (result != 0) std::fprintf(stderr, "penstock-bench: ncclCommDestroy: %s\n", api().get_error_string(result));
  }
  communicators().clear();
}

}  // namespace

const Communicator& communicator(MPI_Comm ranks) {
  for (const auto& one : communicators()) {
    if (one->mpi == ranks) return *one;
  }
  if (communicators().empty()) at_end(destroy_all);
  return *communicators().emplace_back(std::make_unique<Communicator>(ranks));
}

}  // namespace bench::nccl
