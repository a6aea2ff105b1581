// Messages of every kind between two ranks while one driver call fails; fault_test.py runs it and judges what it prints.
//   mpi_fault count                       no fault: how often the library calls each entry point
//   mpi_fault fail RANK ENTRY NTH RESULT  the library's NTH call of ENTRY on RANK (0: every one) returns RESULT
//   mpi_fault device RANK                 the first operation that a stream of RANK executes fails
//   mpi_fault helper ENTRY                the public GPU helper's first call of ENTRY fails
//   mpi_fault stray                       rank 1 reads device memory on the host
#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fault.hpp"
#include "penstock_gpu.h"

namespace penstock::test {
namespace {

constexpr int kRows = 96, kBlock = 256, kStride = 512;       // of a strided message
constexpr std::size_t kArea = std::size_t{kRows} * kStride;  // bytes of every buffer

int world_rank = 0;
int world_size = 0;

[[noreturn]] void give_up(const char* what) {
  std::fprintf(stderr, "mpi_fault: %s: %s\n", what, penstock_gpu_error());
  std::_Exit(3);
}
void need(int result, const char* what) {
  if (result != 0) give_up(what);
}

enum class Kind {
  kHost,
  kDevice,
  kOther,
  kManaged,
  kPinned,
  kPool,
  kChunks,
  kPrivate,
  kRegistered
};  // kOther: device memory on the rank's second GPU

// Bytes of one kind, allocated and looked at outside the fault's count.
class Area {
 public:
  explicit Area(Kind kind) : kind_(kind), host_(kind == Kind::kHost ? kArea : 0) {
    data_ = host_.data();
    if (kind == Kind::kHost) return;
    if (kind == Kind::kOther) need(penstock_gpu_select(1 - world_rank % 2), "selecting the other GPU");
    need(penstock_gpu_allocate(gpu(), kArea, &data_), "allocating");
    if (kind == Kind::kOther) need(penstock_gpu_select(world_rank % 2), "selecting the GPU again");
  }
  ~Area() {
    if (kind_ != Kind::kHost) need(penstock_gpu_free(gpu(), data_), "freeing");
  }
  Area(const Area&) = delete;
  Area& operator=(const Area&) = delete;
  [[nodiscard]] void* data() const { return data_; }
  void put(const std::vector<unsigned char>& bytes) {
    if (kind_ == Kind::kHost) {
      std::memcpy(data_, bytes.data(), kArea);
    } else {
      need(penstock_gpu_copy(data_, bytes.data(), kArea), "writing");
    }
  }
  [[nodiscard]] std::vector<unsigned char> get() const {
    std::vector<unsigned char> bytes(kArea);
    if (kind_ == Kind::kHost) {
      std::memcpy(bytes.data(), data_, kArea);
    } else {
      need(penstock_gpu_copy(bytes.data(), data_, kArea), "reading");
    }
    return bytes;
  }

 private:
  [[nodiscard]] penstock_gpu_kind gpu() const {
    switch (kind_) {
      case Kind::kManaged: return PENSTOCK_GPU_MANAGED;
      case Kind::kPinned: return PENSTOCK_GPU_PINNED;
      case Kind::kPool: return PENSTOCK_GPU_POOL;
      case Kind::kChunks: return PENSTOCK_GPU_VMM_CHUNKS;
      case Kind::kPrivate: return PENSTOCK_GPU_VMM_PRIVATE;
      case Kind::kRegistered: return PENSTOCK_GPU_REGISTERED;
      case Kind::kHost:
      case Kind::kDevice:
      case Kind::kOther: break;
    }
    return PENSTOCK_GPU_DEVICE;
  }

  Kind kind_;
  std::vector<unsigned char> host_;
  void* data_ = nullptr;
};

struct Step {
  const char* name;
  Kind from, to;
  bool strided;
  int rows;  // of a strided message; a contiguous one has as many bytes
  bool to_self = false;
};
constexpr Step kSteps[] = {
    {"device-device", Kind::kDevice, Kind::kDevice, false, kRows},
    {"device-device strided", Kind::kDevice, Kind::kDevice, true, kRows},
    {"device-host", Kind::kDevice, Kind::kHost, false, kRows},
    {"device-host strided", Kind::kDevice, Kind::kHost, true, kRows},
    {"host-device", Kind::kHost, Kind::kDevice, false, kRows},
    {"host-device eager", Kind::kHost, Kind::kDevice, false, 4},
    {"host-device eager strided", Kind::kHost, Kind::kDevice, true, 4},
    {"managed-managed", Kind::kManaged, Kind::kManaged, false, kRows},
    {"pinned-device strided", Kind::kPinned, Kind::kDevice, true, kRows},
    {"pool-device strided", Kind::kPool, Kind::kDevice, true, kRows},
    {"pool-pool", Kind::kPool, Kind::kPool, false, kRows},
    {"chunks-device", Kind::kChunks, Kind::kDevice, false, kRows},
    {"host-chunks", Kind::kHost, Kind::kChunks, false, kRows},
    {"chunks-chunks strided", Kind::kChunks, Kind::kChunks, true, kRows},
    {"private-device", Kind::kPrivate, Kind::kDevice, false, kRows},
    {"registered-private", Kind::kRegistered, Kind::kPrivate, false, kRows},
    {"other device-device", Kind::kOther, Kind::kDevice, false, kRows},
    {"self, between GPUs, strided", Kind::kOther, Kind::kDevice, true, kRows, true},
    {"device-device again", Kind::kDevice, Kind::kDevice, false, kRows},
};

unsigned char byte_at(std::size_t place, int seed) {
  return static_cast<unsigned char>((place * 37 + place / 251 + static_cast<std::size_t>(seed) * 101 + 1) % 250);
}
constexpr unsigned char kUntouched = 255;

// The bytes of an area that holds the message, or waits for it.
std::vector<unsigned char> image(const Step& step, int seed, bool filled) {
  std::vector<unsigned char> bytes(kArea, kUntouched);
  if (!filled) return bytes;
  for (std::size_t row = 0; row < static_cast<std::size_t>(step.rows); ++row) {
    for (std::size_t i = 0; i < kBlock; ++i) {
      const std::size_t packed = row * kBlock + i;
      bytes[step.strided ? row * kStride + i : packed] = byte_at(packed, seed);
    }
  }
  return bytes;
}

// One line a failure; returns whether it was one.
bool told(const Step& step, const char* side, int code) {
  if (code == MPI_SUCCESS) return false;
  char text[MPI_MAX_ERROR_STRING];
  int length = 0, error_class = -1;
  MPI_Error_string(code, text, &length);
  MPI_Error_class(code, &error_class);
  std::printf("error|%d|%s|%s|%d|%s\n", world_rank, step.name, side, error_class == MPI_ERR_OTHER ? 1 : 0, text);
  return true;
}

// A message between the ranks' stacks: nothing may stop it.
int host_message(int mine) {
  int theirs = -1;
  const int peer = world_size - 1 - world_rank;
  const int code =
      MPI_Sendrecv(&mine, 1, MPI_INT, peer, 900, &theirs, 1, MPI_INT, peer, 900, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (code != MPI_SUCCESS) std::printf("lost|%d|a host message failed\n", world_rank);
  return theirs;
}

class Exchange {
 public:
  Exchange(const Step& step, int number, Fault* fault) : step_(step), number_(number), fault_(*fault) {
    MPI_Type_vector(step.rows, kBlock, step.strided ? kStride : kBlock, MPI_UNSIGNED_CHAR, &type_);
    MPI_Type_commit(&type_);
  }
  ~Exchange() { MPI_Type_free(&type_); }
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;

  void run(int source, int destination) {
    const int seed = number_ * 2 + source;
    Area from(step_.from), to(step_.to);
    if (world_rank == source) from.put(image(step_, seed, true));
    if (world_rank == destination) to.put(image(step_, seed, false));
    int failed = 0;
    fault_.resume();
    if (step_.to_self) {
      failed = both(from, to);
    } else if (world_rank == source) {
      failed = told(step_, "send", MPI_Send(from.data(), 1, type_, destination, number_, MPI_COMM_WORLD)) ? 1 : 0;
    } else {
      failed = told(step_, "recv", MPI_Recv(to.data(), 1, type_, source, number_, MPI_COMM_WORLD, MPI_STATUS_IGNORE)) ? 1 : 0;
    }
    fault_.pause();
    if (world_rank == destination && failed == 0 && to.get() != image(step_, seed, true)) {
      std::printf("wrong|%d|%s: the receive succeeded with wrong bytes\n", world_rank, step_.name);
    }
    const int other = host_message(failed);
    // A sender may be through before the receiver fails; a receiver has no message that its sender could not send.
    if (!step_.to_self && world_rank == source && failed == 1 && other == 0) {
      std::printf("untold|%d|%s: the send failed and the receive did not\n", world_rank, step_.name);
    }
  }

 private:
  int both(const Area& from, const Area& to) {
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    int code = MPI_Irecv(to.data(), 1, type_, world_rank, number_, MPI_COMM_WORLD, &requests[0]);
    int failed = told(step_, "irecv", code) ? 1 : 0;
    code = MPI_Isend(from.data(), 1, type_, world_rank, number_, MPI_COMM_WORLD, &requests[1]);
    failed |= told(step_, "isend", code) ? 1 : 0;
    for (MPI_Request& request : requests) failed |= told(step_, "wait", MPI_Wait(&request, MPI_STATUS_IGNORE)) ? 1 : 0;
    return failed;
  }

  const Step& step_;
  int number_;
  Fault& fault_;
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

void open_gpus() {
  if (penstock_gpu_open() < 2) give_up("two devices are needed");
  need(penstock_gpu_select(1 - world_rank % 2), "selecting a GPU");
  need(penstock_gpu_select(world_rank % 2), "selecting a GPU");
}

int run_messages(Fault* fault) {
  open_gpus();
  for (const Step& step : kSteps) {
    Exchange exchange(step, static_cast<int>(&step - kSteps), fault);
    if (step.to_self) {
      exchange.run(world_rank, world_rank);
    } else {
      exchange.run(0, 1);
      exchange.run(1, 0);
    }
  }
  // A collective on device memory: an error on both ranks, or on none.
  Area area(Kind::kDevice);
  area.put(std::vector<unsigned char>(kArea, static_cast<unsigned char>(world_rank == 0 ? 7 : 0)));
  fault->resume();
  constexpr Step kBcast{"bcast", Kind::kDevice, Kind::kDevice, false, 0};
  const bool failed = told(kBcast, "bcast", MPI_Bcast(area.data(), static_cast<int>(kArea), MPI_BYTE, 0, MPI_COMM_WORLD));
  fault->pause();
  if (!failed && area.get() != std::vector<unsigned char>(kArea, 7)) std::printf("wrong|%d|bcast\n", world_rank);
  host_message(0);
  return 0;
}

int end_job(Fault* fault) {
  fault->resume();
  const int code = MPI_Finalize();
  fault->pause();
  if (code != MPI_SUCCESS) std::printf("lost|%d|MPI_Finalize failed\n", world_rank);
  fault->print(world_rank);
  std::printf("end|%d\n", world_rank);
  return 0;
}

// Everything that the helper does; the first failure.
const char* use_helper() {
  if (penstock_gpu_open() < 1) return penstock_gpu_error();
  if (penstock_gpu_select(0) != 0) return penstock_gpu_error();
  for (const auto kind :
       {PENSTOCK_GPU_DEVICE, PENSTOCK_GPU_MANAGED, PENSTOCK_GPU_PINNED, PENSTOCK_GPU_POOL, PENSTOCK_GPU_VMM}) {
    void* memory = nullptr;
    if (penstock_gpu_allocate(kind, kArea, &memory) != 0) return penstock_gpu_error();
    if (penstock_gpu_fill(memory, 1, kArea) != 0) return penstock_gpu_error();
    if (penstock_gpu_free(kind, memory) != 0) return penstock_gpu_error();
  }
  return penstock_gpu_synchronize() != 0 ? penstock_gpu_error() : "";
}

int run_helper(const std::string& entry, Fault* fault) {
  fault->arm(entry, 1, kUnknownError);
  fault->resume();
  std::printf("helper|%d|%s\n", world_rank, use_helper());
  fault->pause();
  if (host_message(5) != 5) std::printf("lost|%d|a message of this rank to itself\n", world_rank);
  return end_job(fault);
}

// A failed operation ends the context: the memory cannot be looked at nor freed afterwards.
int run_device(int rank, Fault* fault) {
  open_gpus();
  static Area* const from = new Area(Kind::kDevice);
  static Area* const to = new Area(Kind::kDevice);
  constexpr Step kStep{"device-device", Kind::kDevice, Kind::kDevice, false, kRows};
  constexpr int kIllegalAddress = 700;
  if (rank == world_rank) fault->arm("async", 1, kIllegalAddress);
  fault->resume();
  for (int source : {0, 1}) {
    const int code = world_rank == source
                         ? MPI_Send(from->data(), int{kArea}, MPI_BYTE, 1 - source, 1, MPI_COMM_WORLD)
                         : MPI_Recv(to->data(), int{kArea}, MPI_BYTE, source, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    told(kStep, world_rank == source ? "send" : "recv", code);
    host_message(0);
  }
  fault->pause();
  return end_job(fault);
}

int run_stray() {
  open_gpus();
  Area area(Kind::kDevice);
  MPI_Barrier(MPI_COMM_WORLD);
  if (world_rank == 1) std::printf("read|%d\n", *static_cast<volatile unsigned char*>(area.data()));
  MPI_Barrier(MPI_COMM_WORLD);
  return end_job(std::make_unique<Fault>().get());
}

int run(const std::vector<std::string>& words) {
  Fault fault;
  if (words[0] == "stray") return run_stray();
  if (words[0] == "device" && words.size() == 2) return run_device(std::atoi(words[1].c_str()), &fault);
  if (words[0] == "helper" && words.size() == 2) return run_helper(words[1], &fault);
  if (words[0] == "fail" && words.size() == 5) {
    const int result = std::atoi(words[4].c_str());
    if (std::atoi(words[1].c_str()) == world_rank) fault.arm(words[2], std::atol(words[3].c_str()), result);
  } else if (words[0] != "count") {
    give_up("unknown arguments");
  }
  run_messages(&fault);
  return end_job(&fault);
}

}  // namespace
}  // namespace penstock::test

int main(int argc, char** argv) {
  using namespace penstock::test;
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  if (argc < 2 || MPI_Init(&argc, &argv) != MPI_SUCCESS) return 3;
  MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
  MPI_Comm_size(MPI_COMM_WORLD, &world_size);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  return run({argv + 1, argv + argc});
}
