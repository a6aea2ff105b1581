#include "area.hpp"

#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "accel/driver.hpp"

namespace penstock::test {
namespace {

constexpr std::size_t kUnit = 2 << 20;

int my_device = 0;
int devices = 0;

void must(int result, const char* what) {
  if (result != 0) give_up(std::string(what) + ": " + penstock_gpu_error());
}

const accel::Driver& driver() {
  static auto* const table = [] {
    auto* made = new accel::Driver;
    if (Status loaded = made->load(); !loaded.is_ok()) give_up(std::string(loaded.message()));
    return made;
  }();
  return *table;
}

class HostArea : public Area {
 public:
  HostArea(const AreaKind& kind, std::size_t bytes) : Area(kind, bytes, std::malloc(bytes)) {
    if (data_ == nullptr) give_up("no host memory");
  }
  ~HostArea() override { std::free(data_); }
};

class HelperArea : public Area {
 public:
  HelperArea(const AreaKind& kind, std::size_t bytes, void* data) : Area(kind, bytes, data) {}
  ~HelperArea() override { must(penstock_gpu_free(kind_.gpu, data_), "freeing GPU memory"); }
};

class SecondArea : public Area {
 public:
  SecondArea(const AreaKind& kind, std::size_t bytes) : Area(kind, bytes, nullptr) {
    must(penstock_gpu_select((my_device + 1) % devices), "second device");
    must(penstock_gpu_allocate(PENSTOCK_GPU_DEVICE, bytes, &data_), "memory of the second device");
    must(penstock_gpu_select(my_device), "back to the first device");
  }
  ~SecondArea() override {
    must(penstock_gpu_select((my_device + 1) % devices), "second device");
    must(penstock_gpu_free(PENSTOCK_GPU_DEVICE, data_), "freeing memory of the second device");
    must(penstock_gpu_select(my_device), "back to the first device");
  }
};

// Lent to the peer, whose allocation is mapped here. Both end together.
class PeerArea : public Area {
 public:
  PeerArea(const AreaKind& kind, std::size_t bytes, int rank) : Area(kind, bytes, nullptr), peer_(rank ^ 1) {
    CUipcMemHandle mine{};
    CUipcMemHandle theirs{};
    must(penstock_gpu_allocate(PENSTOCK_GPU_DEVICE, bytes, &lent_), "memory for the peer");
    check(driver().cuIpcGetMemHandle(&mine, reinterpret_cast<CUdeviceptr>(lent_)));
    MPI_Sendrecv(&mine, sizeof mine, MPI_BYTE, peer_, 0, &theirs, sizeof theirs, MPI_BYTE, peer_, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    CUdeviceptr mapped = 0;
    const unsigned flags = CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS;
    failed_ = driver().cuIpcOpenMemHandle(&mapped, theirs, flags);
    data_ = reinterpret_cast<void*>(mapped);
  }
  ~PeerArea() override {
    if (failed_.is_ok()) check(driver().cuIpcCloseMemHandle(reinterpret_cast<CUdeviceptr>(data_)));
    MPI_Sendrecv(nullptr, 0, MPI_BYTE, peer_, 0, nullptr, 0, MPI_BYTE, peer_, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    must(penstock_gpu_free(PENSTOCK_GPU_DEVICE, lent_), "freeing what the peer had mapped");
  }
  [[nodiscard]] std::string why_not() const { return std::string(failed_.is_ok() ? "" : failed_.message()); }

 private:
  static void check(const Status& status) {
    if (!status.is_ok()) give_up(std::string(status.message()));
  }
  int peer_;
  void* lent_ = nullptr;
  Status failed_;
};

std::unique_ptr<Area> make_peer(const AreaKind& kind, std::size_t bytes, std::string* why) {
  int rank = 0;
  int size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size % 2 != 0) {
    *why = "there is no peer for every rank";
    return nullptr;
  }
  auto made = std::make_unique<PeerArea>(kind, bytes, rank);
  *why = made->why_not();
  if (!why->empty()) return nullptr;
  return made;
}

}  // namespace

void give_up(const std::string& what) {
  int rank = -1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::fprintf(stderr, "rank %d: %s\n", rank, what.c_str());
  MPI_Abort(MPI_COMM_WORLD, 1);
  std::abort();
}

bool AreaKind::on_host() const {
  return where == Where::kHost || (where == Where::kHelper && penstock_gpu_host_readable(gpu) != 0);
}

bool AreaKind::of_gpu() const {
  return where != Where::kHost && (!on_host() || gpu == PENSTOCK_GPU_MANAGED);
}

std::vector<AreaKind> area_kinds() {
  std::vector<AreaKind> kinds{{"host", Where::kHost, PENSTOCK_GPU_DEVICE}};
  for (int i = 0; i < PENSTOCK_GPU_KINDS; ++i) {
    const auto gpu = static_cast<penstock_gpu_kind>(i);
    kinds.push_back({penstock_gpu_kind_name(gpu), Where::kHelper, gpu});
  }
  kinds.push_back({"second-device", Where::kSecondDevice, PENSTOCK_GPU_DEVICE});
  kinds.push_back({"peer", Where::kPeer, PENSTOCK_GPU_DEVICE});
  return kinds;
}

std::string open_gpu(int rank) {
  devices = penstock_gpu_open();
  if (devices == 0) return penstock_gpu_error();
  my_device = rank % devices;
  return penstock_gpu_select(my_device) == 0 ? "" : penstock_gpu_error();
}

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

std::unique_ptr<Area> Area::make(const AreaKind& kind, std::size_t bytes, std::string* why) {
  const std::size_t whole = (bytes + kUnit - 1) / kUnit * kUnit;
  switch (kind.where) {
    case Where::kHost: return std::make_unique<HostArea>(kind, bytes);
    case Where::kPeer: return make_peer(kind, bytes, why);
    case Where::kSecondDevice:
      if (devices > 1) return std::make_unique<SecondArea>(kind, bytes);
      *why = "one device";
      return nullptr;
    case Where::kHelper: break;
  }
  void* data = nullptr;
  if (penstock_gpu_allocate(kind.gpu, whole, &data) == 0) return std::make_unique<HelperArea>(kind, whole, data);
  *why = penstock_gpu_error();
  return nullptr;
}

void Area::fill(std::size_t offset, unsigned char value, std::size_t bytes, bool by_host) {
  if (bytes == 0) return;
  if (kind_.where == Where::kHost || kind_.only_read() || (by_host && kind_.on_host())) {
    std::memset(at(offset), value, bytes);
    return;
  }
  // A driver may fill neither several chunks at once nor memory of a device other than the selected one; it copies to both.
  if (penstock_gpu_fill(at(offset), value, bytes) == 0) return;
  const std::vector<unsigned char> filled(bytes, value);
  must(penstock_gpu_copy(at(offset), filled.data(), bytes), ("filling " + kind_.name).c_str());
}

void Area::put(std::size_t offset, const void* from, std::size_t bytes, bool by_host) {
  if (bytes == 0) return;
  if (kind_.where == Where::kHost || kind_.only_read() || (by_host && kind_.on_host())) {
    std::memcpy(at(offset), from, bytes);
  } else {
    must(penstock_gpu_copy(at(offset), from, bytes), ("copying to " + std::string(kind_.name)).c_str());
  }
}

void Area::get(std::size_t offset, void* to, std::size_t bytes, bool by_host) const {
  if (bytes == 0) return;
  if (kind_.where == Where::kHost || (by_host && kind_.on_host())) {
    std::memcpy(to, at(offset), bytes);
  } else {
    must(penstock_gpu_copy(to, at(offset), bytes), ("copying from " + std::string(kind_.name)).c_str());
  }
}

}  // namespace penstock::test
