// Modules and kernels. An image is accepted by its magic number; its kernels are looked up by name in host-compiled libraries.
#pragma once

#include <cuda.h>

#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "kernels/sync/standin.hpp"

namespace penstock::fakecuda {

class Modules {
 public:
  CUresult load(const void* image, CUmodule* out);
  CUresult unload(CUmodule module);
  CUresult find(CUmodule module, const char* name, CUfunction* out);
  // Returns the kernel behind a function of a loaded module; null for any other value.
  const kernels::standin::Kernel* kernel(CUfunction function);

 private:
  struct Module;
  struct Function {
    const Module* module;
    const kernels::standin::Kernel* kernel;
  };
  struct Module {
    std::vector<std::unique_ptr<Function>> functions;
  };
  void open_libraries();

  std::mutex mutex_;
  bool opened_ = false;
  std::vector<kernels::standin::Lookup> lookups_;
  std::map<CUmodule, std::unique_ptr<Module>> modules_;
};

}  // namespace penstock::fakecuda
