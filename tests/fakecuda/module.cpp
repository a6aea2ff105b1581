#include "module.hpp"

#include <dlfcn.h>

#include <cstdio>
#include <cstring>

#include "driver.hpp"
#include "grid.hpp"
#include "options.hpp"

namespace penstock::fakecuda {
namespace {

using kernels::standin::Kernel;
using kernels::standin::Lookup;

constexpr char kOwnLibrary[] = "libpenstock_fake_kernels.so";  // beside us, or on our run path

constexpr std::uint32_t kFatbinMagic = 0xba55ed50;
constexpr std::uint32_t kWrapperMagic = 0x466243b1;  // magic number of the structure that nvcc puts into host programs
struct FatbinHeader {
  std::uint32_t magic;
  std::uint16_t version;
  std::uint16_t header_bytes;
  std::uint64_t bytes;
};
struct FatbinWrapper {
  std::uint32_t magic;
  std::uint32_t version;
  const void* image;
};

bool is_fatbin(const void* image) {
  std::uint32_t magic = 0;
  std::memcpy(&magic, image, sizeof magic);
  if (magic == kWrapperMagic) {
    FatbinWrapper wrapper{};
    std::memcpy(&wrapper, image, sizeof wrapper);
    image = wrapper.image;
  }
  FatbinHeader header{};
  std::memcpy(&header, image, sizeof header);
  return header.magic == kFatbinMagic && header.version == 1 && header.header_bytes >= sizeof header && header.bytes > 0;
}

std::string beside_us(const char* name) {
  Dl_info info{};
  if (dladdr(reinterpret_cast<void*>(&is_fatbin), &info) == 0 || info.dli_fname == nullptr) return name;
  const std::string path = info.dli_fname;
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? name : path.substr(0, slash + 1) + name;
}

Lookup lookup_of(const std::string& library) {
  void* opened = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  return opened == nullptr ? nullptr : reinterpret_cast<Lookup>(dlsym(opened, kernels::standin::kLookupSymbol));
}

}  // namespace

void Modules::open_libraries() {
  if (opened_) return;
  opened_ = true;
  Lookup own = lookup_of(beside_us(kOwnLibrary));
  if (own == nullptr) own = lookup_of(kOwnLibrary);
  if (own != nullptr) lookups_.push_back(own);
  for (const std::string& library : options().kernel_libraries) {
    if (const Lookup lookup = lookup_of(library); lookup != nullptr) {
      lookups_.push_back(lookup);
    } else {
      std::fprintf(stderr, "stand-in CUDA driver: PENSTOCK_FAKECUDA_KERNELS: %s gives no kernels\n", library.c_str());
    }
  }
}

CUresult Modules::load(const void* image, CUmodule* out) {
  if (image == nullptr || out == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (!is_fatbin(image)) return CUDA_ERROR_INVALID_IMAGE;
  const std::lock_guard lock(mutex_);
  open_libraries();
  auto module = std::make_unique<Module>();
  *out = reinterpret_cast<CUmodule>(module.get());
  modules_.emplace(*out, std::move(module));
  return CUDA_SUCCESS;
}

CUresult Modules::unload(CUmodule module) {
  const std::lock_guard lock(mutex_);
  return modules_.erase(module) > 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult Modules::find(CUmodule module, const char* name, CUfunction* out) {
  if (name == nullptr || out == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const std::lock_guard lock(mutex_);
  const auto place = modules_.find(module);
  if (place == modules_.end()) return CUDA_ERROR_INVALID_HANDLE;
  for (const Lookup lookup : lookups_) {
    const Kernel* kernel = lookup(name);
    if (kernel == nullptr) continue;
    auto& functions = place->second->functions;
    functions.push_back(std::make_unique<Function>(Function{place->second.get(), kernel}));
    *out = reinterpret_cast<CUfunction>(functions.back().get());
    return CUDA_SUCCESS;
  }
  return CUDA_ERROR_NOT_FOUND;
}

const Kernel* Modules::kernel(CUfunction function) {
  const std::lock_guard lock(mutex_);
  for (const auto& [handle, module] : modules_) {
    for (const auto& each : module->functions) {
      if (reinterpret_cast<CUfunction>(each.get()) == function) return each->kernel;
    }
  }
  return nullptr;
}

}  // namespace penstock::fakecuda

using namespace penstock::fakecuda;

extern "C" {

CUresult CUDAAPI cuModuleLoadData(CUmodule* module, const void* image) {
  return call(Entry::cuModuleLoadData, [&] {
    Context* context = nullptr;
    if (const CUresult result = driver().contexts.current(&context); result != CUDA_SUCCESS) return result;
    return driver().modules.load(image, module);
  });
}

CUresult CUDAAPI cuModuleUnload(CUmodule hmod) {
  return call(Entry::cuModuleUnload, [&] {
    Context* context = nullptr;
    if (const CUresult result = driver().contexts.current(&context); result != CUDA_SUCCESS) return result;
    driver().board.drain(*context);
    return driver().modules.unload(hmod);
  });
}

CUresult CUDAAPI cuModuleGetFunction(CUfunction* hfunc, CUmodule hmod, const char* name) {
  return call(Entry::cuModuleGetFunction, [&] {
    Context* context = nullptr;
    if (const CUresult result = driver().contexts.current(&context); result != CUDA_SUCCESS) return result;
    return driver().modules.find(hmod, name, hfunc);
  });
}
}
