#include "accel/driver/driver.hpp"

#include <dlfcn.h>

#include <array>

namespace penstock::accel {
namespace {

constexpr char kLibrary[] = "libcuda.so.1";

struct Remedy {
  CUresult result;
  std::string_view text;
};

constexpr std::array kRemedies = {
    Remedy{CUDA_ERROR_OUT_OF_MEMORY,
           "free memory of the device, or lower PENSTOCK_BOUNCE_BUFFERS and PENSTOCK_BOUNCE_BUFFER_SIZE"},
    Remedy{CUDA_ERROR_NOT_INITIALIZED, "CUDA is initialised anew in each process: call cuInit or any cuda function after fork"},
    Remedy{CUDA_ERROR_DEINITIALIZED, "the process is exiting: call MPI_Finalize before main returns"},
    Remedy{CUDA_ERROR_INVALID_CONTEXT, "the device was reset; do not call cudaDeviceReset between MPI_Init and MPI_Finalize"},
    Remedy{CUDA_ERROR_CONTEXT_IS_DESTROYED, "do not call cudaDeviceReset between MPI_Init and MPI_Finalize"},
    Remedy{CUDA_ERROR_ILLEGAL_ADDRESS, "a kernel touched memory that is not mapped; look for it with compute-sanitizer"},
    Remedy{CUDA_ERROR_LAUNCH_FAILED, "a kernel of this process failed; look for it with compute-sanitizer"},
    Remedy{CUDA_ERROR_NO_BINARY_FOR_GPU, "build with PENSTOCK_CUDA_ARCHS naming this GPU's generation"},
    Remedy{CUDA_ERROR_UNSUPPORTED_PTX_VERSION,
           "build with PENSTOCK_CUDA_ARCHS naming this GPU's generation, or update the driver"},
    Remedy{CUDA_ERROR_PEER_ACCESS_UNSUPPORTED, "set PENSTOCK_CUDA_IPC=0 to go through bounce buffers"},
    Remedy{CUDA_ERROR_INVALID_VALUE, "was the buffer freed, or is the count larger than it?"},
    Remedy{CUDA_ERROR_ECC_UNCORRECTABLE, "the GPU needs a reset: tell the administrator"},
};

std::string_view remedy_for(CUresult result) {
  for (const Remedy& remedy : kRemedies) {
    if (remedy.result == result) return remedy.text;
  }
  return "PENSTOCK_LOG=debug shows what led to it";
}

}  // namespace

Status Driver::attach(LibraryWatch& watch, bool* bound) {
  if (!bound_ && !watch.unchanged()) {
    watch.renew();
    if (void* library = dlopen(kLibrary, RTLD_LAZY | RTLD_NOLOAD); library != nullptr) {
      watch.let_go();
      PENSTOCK_TRY(bind(library));
    }
  }
  *bound = bound_;
  return {};
}

Status Driver::load() {
  if (bound_) return {};
  void* library = dlopen(kLibrary, RTLD_LAZY | RTLD_LOCAL);
  if (library == nullptr) {
    return Status::error(Code::kUnsupported,
                         "no CUDA driver: {}; install the NVIDIA driver, or add its folder to LD_LIBRARY_PATH", dlerror());
  }
  return bind(library);
}

Status Driver::bind(void* library) {
  // The versioned symbol is used because plain cuGetProcAddress is the older form, which does not report why it found no
  // function.
  auto lookup = reinterpret_cast<PFN_cuGetProcAddress_v12000>(dlsym(library, "cuGetProcAddress_v2"));
  if (lookup == nullptr) {
    return Status::error(Code::kDriver,
                         "{} is older than CUDA 12.0 (it has no cuGetProcAddress_v2); update the NVIDIA driver to 525 or later",
                         kLibrary);
  }
  const auto find = [&](const char* name, int version, bool optional, auto& entry) -> Status {
    void* address = nullptr;
    CUdriverProcAddressQueryResult why = CU_GET_PROC_ADDRESS_SUCCESS;
    const CUresult result = lookup(name, &address, version, CU_GET_PROC_ADDRESS_LEGACY_STREAM, &why);
    if ((result != CUDA_SUCCESS || address == nullptr) && !optional) {
      return Status::error(Code::kDriver, "{} has no {} of version {} (error {}, {}); update the NVIDIA driver to 525 or later",
                           kLibrary, name, version, static_cast<int>(result), static_cast<int>(why));
    }
    entry.bind(address);
    return {};
  };
#define PENSTOCK_DRIVER_ENTRY(name, type, version, by, optional) PENSTOCK_TRY(find(#name, version, optional, name));
#include "accel/gen/driver_entries.inc"
#undef PENSTOCK_DRIVER_ENTRY
  standin_ = dlsym(library, "penstock_fakecuda_is_standin") != nullptr;
  bound_ = true;
  return {};
}

Status Driver::failure(std::string_view entry, CUresult result) const {
  const char* name = nullptr;
  const char* text = nullptr;
  if (cuGetErrorName.raw(result, &name) != CUDA_SUCCESS || name == nullptr) {
    return Status::error(Code::kDriver, "{} failed: error {} (cuGetErrorName failed too); {}", entry, static_cast<int>(result),
                         remedy_for(result));
  }
  if (cuGetErrorString.raw(result, &text) != CUDA_SUCCESS || text == nullptr) text = "cuGetErrorString failed too";
  return Status::error(Code::kDriver, "{} failed: {} ({}); {}", entry, name, text, remedy_for(result));
}

Status Guard::enter(CUcontext context, Capture capture) {
  CUcontext current = nullptr;
  PENSTOCK_TRY(driver_.cuCtxGetCurrent(&current));
  if (current != context) {
    PENSTOCK_TRY(driver_.cuCtxPushCurrent(context));
    pushed_ = true;
  }
  if (capture == Capture::kAsItIs) return {};
  PENSTOCK_TRY(driver_.cuThreadExchangeStreamCaptureMode(&mode_));
  exchanged_ = true;
  return {};
}

Status Guard::leave() {
  Status restored;
  if (std::exchange(exchanged_, false)) restored = driver_.cuThreadExchangeStreamCaptureMode(&mode_);
  if (!std::exchange(pushed_, false)) return restored;
  CUcontext popped = nullptr;
  Status left = driver_.cuCtxPopCurrent(&popped);
  return restored.is_ok() ? std::move(left) : std::move(restored);
}

// Restores the state only after an exception, whose cause is reported.
Guard::~Guard() {
  if (!pushed_ && !exchanged_) return;
  try {
    static_cast<void>(leave());
  } catch (...) {  // NOLINT(bugprone-empty-catch)
  }
}

}  // namespace penstock::accel
