// This file replaces gpu_engine.cpp if the build has no GPU support.
#include "engines.hpp"

namespace demo {

std::unique_ptr<Engine> make_gpu_engine(const Options&, int, std::string* complaint) {
  *complaint = "this build has no GPU support (PENSTOCK_CUDA=OFF): use --memory host";
  return nullptr;
}

}  // namespace demo
