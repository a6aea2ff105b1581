#include "gpu_job.hpp"

#include <cstdlib>

#include "accel/driver/driver.hpp"

namespace penstock::test {
namespace {

constexpr std::size_t kUnit = 2 << 20;

const accel::Driver& driver() {
  static auto* const table = [] {
    auto* made = new accel::Driver;
    if (Status loaded = made->load(); !loaded.is_ok()) give_up(std::string(loaded.message()));
    return made;
  }();
  return *table;
}

void check(const Status& status) {
  if (!status.is_ok()) give_up(std::string(status.message()));
}

// The peer's allocation is mapped here, and this rank's there. Both ranks end together.
void end_peer(int peer, void* mapped, void* shared) {
  if (mapped != nullptr) check(driver().cuIpcCloseMemHandle(reinterpret_cast<CUdeviceptr>(mapped)));
  MPI_Sendrecv(nullptr, 0, MPI_BYTE, peer, 0, nullptr, 0, MPI_BYTE, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  need(penstock_gpu_free(PENSTOCK_GPU_DEVICE, shared), "freeing what the peer had mapped");
}

std::unique_ptr<Memory> make_peer(const MemoryKind& kind, std::size_t bytes, std::string* why) {
  int rank = 0;
  int size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size % 2 != 0) {
    *why = "there is no peer for every rank";
    return nullptr;
  }
  const int peer = rank ^ 1;
  void* shared = nullptr;
  CUipcMemHandle mine{};
  CUipcMemHandle theirs{};
  need(penstock_gpu_allocate(PENSTOCK_GPU_DEVICE, bytes, &shared), "memory for the peer");
  check(driver().cuIpcGetMemHandle(&mine, reinterpret_cast<CUdeviceptr>(shared)));
  MPI_Sendrecv(&mine, sizeof mine, MPI_BYTE, peer, 0, &theirs, sizeof theirs, MPI_BYTE, peer, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  CUdeviceptr mapped = 0;
  const unsigned flags = CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS;
  const Status opened = driver().cuIpcOpenMemHandle(&mapped, theirs, flags);
  auto* const data = opened.is_ok() ? reinterpret_cast<void*>(mapped) : nullptr;
  auto made = std::make_unique<Memory>(kind, bytes, data, [=] { end_peer(peer, data, shared); });
  *why = std::string(opened.is_ok() ? "" : opened.message());
  return opened.is_ok() ? std::move(made) : nullptr;
}

}  // namespace

void begin_job(int* argc, char*** argv, int* rank, int* size, int thread_level) {
  int provided = 0;
  if (MPI_Init_thread(argc, argv, thread_level, &provided) != MPI_SUCCESS) std::exit(1);
  if (provided < thread_level) give_up("threads are not provided for");
  MPI_Comm_rank(MPI_COMM_WORLD, rank);
  MPI_Comm_size(MPI_COMM_WORLD, size);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  if (const std::string why = open_gpu(*rank); !why.empty()) give_up("no GPU: " + why);
}

void begin_job_of_pairs(int* argc, char*** argv, int* rank, int* size) {
  begin_job(argc, argv, rank, size);
  if (*size < 2 || (*size & (*size - 1)) != 0 || *size > 8) give_up("it takes 2, 4 or 8 ranks");
}

std::vector<MemoryKind> all_kinds() {
  std::vector<MemoryKind> kinds = memory_kinds();
  kinds.push_back({"peer", Where::kPeer, PENSTOCK_GPU_DEVICE});
  return kinds;
}

std::unique_ptr<Memory> make_memory(const MemoryKind& kind, std::size_t bytes, std::string* why) {
  if (kind.where == Where::kPeer) return make_peer(kind, bytes, why);
  const std::size_t whole = (bytes + kUnit - 1) / kUnit * kUnit;
  return Memory::make(kind, kind.where == Where::kHelper ? whole : bytes, why);
}

}  // namespace penstock::test
