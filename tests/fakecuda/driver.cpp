// The life of the driver in a process: cuInit, fork, exit.
#include "driver.hpp"

#include <pthread.h>

#include <cstdlib>
#include <mutex>

namespace penstock::fakecuda {
namespace {

Driver* instance = nullptr;

// Runs in the handlers of exit, before static objects older than cuInit are destroyed.
void tear_down() {
  if (phase() != Phase::kLive) return;
  set_phase(Phase::kTornDown);
  instance->board.stop();
}

void forked() {
  if (phase() == Phase::kLive) set_phase(Phase::kForked);
}

CUresult initialise() {
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  if (phase() == Phase::kLive) return CUDA_SUCCESS;
  if (phase() == Phase::kTornDown) return CUDA_ERROR_DEINITIALIZED;
  auto made = std::make_unique<Driver>();
  if (made->devices.count() == 0) return CUDA_ERROR_NO_DEVICE;
  if (const CUresult result = made->memory.open(); result != CUDA_SUCCESS) return result;
  if (pthread_atfork(nullptr, nullptr, forked) != 0 || std::atexit(tear_down) != 0) return CUDA_ERROR_OUT_OF_MEMORY;
  instance = made.release();
  set_phase(Phase::kLive);
  return CUDA_SUCCESS;
}

}  // namespace

Driver& driver() noexcept {
  return *instance;
}

}  // namespace penstock::fakecuda

using namespace penstock::fakecuda;

extern "C" {

CUresult CUDAAPI cuInit(unsigned int Flags) {
  return call(Entry::cuInit, [&] {
    if (Flags != 0) return CUDA_ERROR_INVALID_VALUE;
    // The parent's state is unusable, as with the real driver.
    if (phase() == Phase::kForked) return CUDA_ERROR_NOT_INITIALIZED;
    return initialise();
  });
}

CUresult CUDAAPI cuDriverGetVersion(int* driverVersion) {
  return call(Entry::cuDriverGetVersion, [&] {
    if (driverVersion == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *driverVersion = CUDA_VERSION;
    return CUDA_SUCCESS;
  });
}
}
