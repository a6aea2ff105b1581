#include "nvshmem.hpp"

#include <mpi.h>
#include <cstdlib>

#include "mpi_call.hpp"

namespace bench::nvshmem {
namespace {

constexpr unsigned kWithUniqueId = 1U << 3;
constexpr std::size_t kPiece = 4096;                   // buffers begin at multiples of it
constexpr std::size_t kMemory = std::size_t{1} << 30;  // of the symmetric heap, for buffers
constexpr const char* kHeapVariable = "NVSHMEM_SYMMETRIC_SIZE";

}  // namespace

Api::Api() {
  library.find("nvshmemx_vendor_get_version_info", &version);
  library.find("nvshmemx_get_uniqueid", &get_unique_id);
  library.find("nvshmemx_set_attr_uniqueid_args", &set_unique_id);
  library.find("nvshmemx_hostlib_init_attr", &init);
  library.find("nvshmemx_hostlib_finalize", &finalize);
  library.find("nvshmem_malloc", &allocate);
  library.find("nvshmem_free", &free);
  library.find("nvshmem_putmem", &put);
  library.find("nvshmem_getmem", &get);
  library.find("nvshmem_putmem_nbi", &put_nbi);
  library.find("nvshmem_getmem_nbi", &get_nbi);
  library.find("nvshmem_quiet", &quiet);
  library.find("nvshmemx_barrier_all_on_stream", &barrier_all);
  library.find("nvshmemx_float_sum_reduce_on_stream", &float_sum);
  library.find("nvshmemx_float_sum_reducescatter_on_stream", &float_sum_scatter);
  library.find("nvshmemx_broadcastmem_on_stream", &broadcast);
  library.find("nvshmemx_fcollectmem_on_stream", &collect);
  library.find("nvshmemx_alltoallmem_on_stream", &all_to_all);
}

const Api& api() {
  static const Api loaded;
  return loaded;
}

void must(int result, const char* call) {
  if (result != 0)
    throw Failure(std::string(call) + " failed with " + std::to_string(result) + "; NVSHMEM_DEBUG=WARN says more");
}

Session& Session::get() {
  static Session session;
  return session;
}

Session::Session() : capacity_(kMemory) {
  // Room for what the library keeps there itself. The user's own size goes before ours.
  const std::string heap = std::to_string(kMemory + kMemory / 4);
  setenv(kHeapVariable, heap.c_str(), 0);
  int rank = 0, ranks = 1;
  check(MPI_Comm_rank(MPI_COMM_WORLD, &rank), "MPI_Comm_rank");
  check(MPI_Comm_size(MPI_COMM_WORLD, &ranks), "MPI_Comm_size");
  UniqueId id;
  if (rank == 0) must(api().get_unique_id(&id), "nvshmemx_get_uniqueid");
  check(MPI_Bcast(&id, sizeof id, MPI_BYTE, 0, MPI_COMM_WORLD), "MPI_Bcast");
  InitAttributes attributes;
  must(api().set_unique_id(rank, ranks, &id, &attributes), "nvshmemx_set_attr_uniqueid_args");
  must(api().init(kWithUniqueId, &attributes), "nvshmemx_hostlib_init_attr");
  memory_ = static_cast<char*>(api().allocate(capacity_));
  if (memory_ == nullptr) {
    throw Failure("nvshmem_malloc has no " + std::to_string(capacity_) + " bytes: set NVSHMEM_SYMMETRIC_SIZE=" + heap +
                  " or more");
  }
  at_end([] { get().end(); });
}

void Session::end() {
  api().free(memory_);
  api().finalize();
}

void* Session::take(std::size_t bytes) {
  const std::size_t whole = (bytes + kPiece - 1) / kPiece * kPiece;
  if (whole > capacity_ - used_) return nullptr;
  char* const found = memory_ + used_;
  used_ += whole;
  ++pieces_;
  return found;
}

void Session::give_back() {
  if (--pieces_ == 0) used_ = 0;  // buffers of a case go together
}

}  // namespace bench::nvshmem
