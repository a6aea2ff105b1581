// Checks the state that MPI must leave unchanged: MPI_Init and messages of host memory make no context; the current context is
// the same before and after each call, whatever device the memory is on; captures of the application's streams continue while
// messages of device memory move. mpiexec -n 2 gpu_context
#include <mpi.h>

#include <dlfcn.h>

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "accel/driver/driver.hpp"
#include "gpu_job.hpp"

namespace penstock::test {
namespace {

constexpr std::size_t kLargest = 3 << 20;

struct Capturing {
  PFN_cuStreamBeginCapture_v10010 begin = nullptr;
  PFN_cuStreamEndCapture_v10000 end = nullptr;
  PFN_cuGraphDestroy_v10000 destroy = nullptr;
};

struct Bench {
  accel::Driver driver;
  Capturing capturing;
  int rank = 0, partner = 0, devices = 0;
  int checks = 0, failures = 0;
};

void expect(Bench& bench, bool holds, const std::string& what) {
  ++bench.checks;
  if (holds) return;
  ++bench.failures;
  std::printf("rank %d: FAILED: %s\n", bench.rank, what.c_str());
  std::fflush(stdout);
}

void must(const Status& status) {
  if (!status.is_ok()) give_up(std::string(status.message()));
}

template <typename Function>
void find(void* library, const char* name, int version, Function* out) {
  auto* look_up = reinterpret_cast<PFN_cuGetProcAddress_v12000>(dlsym(library, "cuGetProcAddress_v2"));
  void* found = nullptr;
  CUdriverProcAddressQueryResult status{};
  const bool there = look_up != nullptr && look_up(name, &found, version, 0, &status) == CUDA_SUCCESS && found != nullptr;
  if (!there) give_up(std::string("the driver has no ") + name);
  *out = reinterpret_cast<Function>(found);
}

CUcontext current(Bench& bench) {
  CUcontext context = nullptr;
  must(bench.driver.cuCtxGetCurrent(&context));
  return context;
}

// Makes any MPI call: it must succeed and leave the context unchanged.
template <typename Call>
void calm(Bench& bench, const std::string& what, Call&& call) {
  const CUcontext before = current(bench);
  const int code = call();
  expect(bench, code == MPI_SUCCESS, what + " gives error " + std::to_string(code));
  expect(bench, current(bench) == before, what + " changes the current context");
}

int active_contexts(Bench& bench) {
  int found = 0;
  for (int i = 0; i < bench.devices; ++i) {
    CUdevice device = 0;
    unsigned flags = 0;
    int active = 0;
    must(bench.driver.cuDeviceGet(&device, i));
    must(bench.driver.cuDevicePrimaryCtxGetState(device, &flags, &active));
    found += active;
  }
  return found;
}

void exchange_host(Bench& bench, std::size_t bytes) {
  std::vector<char> out(bytes, 'o');
  std::vector<char> in(bytes, 'i');
  const auto count = static_cast<int>(bytes);
  calm(bench, "MPI_Sendrecv", [&] {
    return MPI_Sendrecv(out.data(), count, MPI_BYTE, bench.partner, 1, in.data(), count, MPI_BYTE, bench.partner, 1,
                        MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  });
  expect(bench, in == out, "host memory arrives");
}

void no_context_is_made(Bench& bench) {
  expect(bench, active_contexts(bench) == 0, "MPI_Init makes no context");
  for (const std::size_t bytes : {std::size_t{1}, std::size_t{100'000}, kLargest}) exchange_host(bench, bytes);
  int sum = 0;
  calm(bench, "MPI_Allreduce", [&] { return MPI_Allreduce(&bench.rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); });
  expect(bench, active_contexts(bench) == 0, "messages of host memory make no context");
}

// Exchanges a message by MPI_Isend, MPI_Irecv, MPI_Test and MPI_Wait.
void exchange(Bench& bench, void* source, void* target, std::size_t bytes) {
  MPI_Request requests[2];
  const auto count = static_cast<int>(bytes);
  calm(bench, "MPI_Irecv", [&] { return MPI_Irecv(target, count, MPI_BYTE, bench.partner, 2, MPI_COMM_WORLD, &requests[0]); });
  calm(bench, "MPI_Isend", [&] { return MPI_Isend(source, count, MPI_BYTE, bench.partner, 2, MPI_COMM_WORLD, &requests[1]); });
  for (int done = 0; done == 0;) {
    calm(bench, "MPI_Test", [&] { return MPI_Test(&requests[0], &done, MPI_STATUS_IGNORE); });
  }
  calm(bench, "MPI_Wait", [&] { return MPI_Wait(&requests[1], MPI_STATUS_IGNORE); });
}

void expect_bytes(Bench& bench, const Memory& area, unsigned char value, std::size_t bytes, const std::string& what) {
  std::vector<unsigned char> seen(bytes);
  area.get(0, seen.data(), bytes);
  expect(bench, std::string(seen.begin(), seen.end()) == std::string(bytes, static_cast<char>(value)), what);
}

std::unique_ptr<Memory> device_area(bool second) {
  std::string why;
  return make_memory({"device", second ? Where::kSecondDevice : Where::kHelper, PENSTOCK_GPU_DEVICE}, kLargest, &why);
}

// Uses memory of both devices while the first is current, the second, and none.
void contexts_are_restored(Bench& bench) {
  for (const bool second : {false, true}) {
    const std::unique_ptr<Memory> source = device_area(second);
    const std::unique_ptr<Memory> target = device_area(second);
    int here = source != nullptr ? 1 : 0;
    int everywhere = 0;
    MPI_Allreduce(&here, &everywhere, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (everywhere == 0) {
      std::printf("rank %d: one device: memory of a second one is not tried\n", bench.rank);
      continue;
    }
    unsigned char value = 1;
    for (const int current_device : {bench.rank % bench.devices, (bench.rank + 1) % bench.devices, -1}) {
      for (const std::size_t bytes : {std::size_t{8}, std::size_t{70'000}, kLargest}) {
        ++value;
        source->fill(0, value, bytes);
        target->fill(0, 0, bytes);
        if (current_device >= 0 && penstock_gpu_select(current_device) != 0) give_up(penstock_gpu_error());
        CUcontext popped = nullptr;
        if (current_device < 0) must(bench.driver.cuCtxPopCurrent(&popped));
        exchange(bench, source->at(0), target->at(0), bytes);
        if (current_device < 0) must(bench.driver.cuCtxPushCurrent(popped));
        if (penstock_gpu_select(bench.rank % bench.devices) != 0) give_up(penstock_gpu_error());
        expect_bytes(bench, *target, value, bytes, "device memory arrives whatever context is current");
      }
    }
  }
}

// Each round has new memory: the first message of an allocation must leave the capture alone too.
void captures_go_on(Bench& bench) {
  unsigned char value = 0x40;
  for (const unsigned flags : {CU_STREAM_DEFAULT, CU_STREAM_NON_BLOCKING}) {
    for (const auto mode :
         {CU_STREAM_CAPTURE_MODE_GLOBAL, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL, CU_STREAM_CAPTURE_MODE_RELAXED}) {
      CUstream stream = nullptr;
      must(bench.driver.cuStreamCreate(&stream, flags));
      for (const std::size_t bytes : {std::size_t{8}, std::size_t{70'000}, kLargest}) {
        const std::unique_ptr<Memory> source = device_area(false);
        const std::unique_ptr<Memory> target = device_area(false);
        const std::unique_ptr<Memory> other = device_area(false);
        source->fill(0, ++value, bytes);
        target->fill(0, 0, bytes);
        expect(bench, bench.capturing.begin(stream, mode) == CUDA_SUCCESS, "a capture begins");
        must(bench.driver.cuMemsetD8Async(reinterpret_cast<CUdeviceptr>(other->at(0)), static_cast<unsigned char>(1),
                                          std::size_t{64}, stream));
        exchange(bench, source->at(0), target->at(0), bytes);
        CUgraph graph = nullptr;
        const CUresult ended = bench.capturing.end(stream, &graph);
        expect(bench, ended == CUDA_SUCCESS && graph != nullptr,
               "the capture of mode " + std::to_string(mode) + " is whole after " + std::to_string(bytes) +
                   " bytes; its end gives " + std::to_string(ended));
        if (graph != nullptr) expect(bench, bench.capturing.destroy(graph) == CUDA_SUCCESS, "the graph goes");
        expect_bytes(bench, *target, value, bytes, "a message during a capture arrives");
      }
      must(bench.driver.cuStreamDestroy(stream));
    }
  }
}

int run(Bench& bench) {
  no_context_is_made(bench);
  if (const std::string why = open_gpu(bench.rank); !why.empty()) give_up("no GPU: " + why);
  contexts_are_restored(bench);
  captures_go_on(bench);
  int mine[2] = {bench.checks, bench.failures};
  int all[2] = {};
  MPI_Allreduce(mine, all, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (bench.rank == 0) std::printf("gpu_context: %d checks, %d failures\n", all[0], all[1]);
  return all[1] == 0 ? 0 : 1;
}

}  // namespace
}  // namespace penstock::test

int main(int argc, char** argv) {
  using namespace penstock::test;
  static Bench bench;  // CUDA's own objects outlive it
  bench.devices = penstock_gpu_open();
  must(bench.driver.load());
  void* library = dlopen("libcuda.so.1", RTLD_NOW);
  find(library, "cuStreamBeginCapture", 10010, &bench.capturing.begin);
  find(library, "cuStreamEndCapture", 10000, &bench.capturing.end);
  find(library, "cuGraphDestroy", 10000, &bench.capturing.destroy);
  if (MPI_Init(&argc, &argv) != MPI_SUCCESS) return 1;
  int size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &bench.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  if (size % 2 != 0 || bench.devices == 0) give_up("it takes pairs of ranks, and a GPU");
  bench.partner = bench.rank ^ 1;
  const int result = run(bench);
  return MPI_Finalize() == MPI_SUCCESS ? result : 1;
}
