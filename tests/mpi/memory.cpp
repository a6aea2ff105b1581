#include "memory.hpp"

#include <cstdio>
#include <cstdlib>

#include "penstock_gpu.h"

namespace penstock::test {
namespace {

Kind chosen = Kind::kHost;
bool everywhere_host = true;
constexpr unsigned char kMark = 0xa5;

[[noreturn]] void give_up(const char* what) {
  std::fprintf(stderr, "test: %s: %s\n", what, penstock_gpu_error());
  std::abort();
}

penstock_gpu_kind gpu_kind() {
  switch (chosen) {
    case Kind::kManaged: return PENSTOCK_GPU_MANAGED;
    case Kind::kPinned: return PENSTOCK_GPU_PINNED;
    case Kind::kPool: return PENSTOCK_GPU_POOL;
    case Kind::kHost:
    case Kind::kDevice: break;
  }
  return PENSTOCK_GPU_DEVICE;
}

bool parse(const std::string& name, Kind* out) {
  const struct {
    const char* name;
    Kind kind;
  } rows[] = {{"host", Kind::kHost},
              {"device", Kind::kDevice},
              {"managed", Kind::kManaged},
              {"pinned", Kind::kPinned},
              {"pool", Kind::kPool}};
  for (const auto& row : rows) {
    if (name == row.name) {
      *out = row.kind;
      return true;
    }
  }
  return false;
}

}  // namespace

bool choose_memory(const std::string& option, int rank) {
  const std::size_t comma = option.find(',');
  const std::string even = option.substr(0, comma);
  const std::string odd = comma == std::string::npos ? even : option.substr(comma + 1);
  everywhere_host = even == "host" && odd == "host";
  if (!parse(rank % 2 == 0 ? even : odd, &chosen)) {
    std::fprintf(stderr, "test: --memory %s: not host, device, managed, pinned or pool, or two of them\n", option.c_str());
    return false;
  }
  if (chosen == Kind::kHost) return true;
  const int devices = penstock_gpu_open();
  if (devices == 0 || penstock_gpu_select(rank % devices) != 0) {
    std::fprintf(stderr, "test: no GPU to allocate memory on: %s\n", penstock_gpu_error());
    return false;
  }
  if (rank == 0) std::printf("memory %s on %s\n", option.c_str(), penstock_gpu_is_standin() ? "the stand-in driver" : "GPUs");
  return true;
}

Kind memory_kind() {
  return chosen;
}

bool all_on_host() {
  return everywhere_host;
}

Memory::Memory(std::size_t bytes) : bytes_(bytes == 0 ? 1 : bytes) {
  if (chosen == Kind::kHost) {
    data_ = std::malloc(bytes_);
    if (data_ == nullptr) give_up("no host memory");
    std::memset(data_, kMark, bytes_);
    return;
  }
  if (penstock_gpu_allocate(gpu_kind(), bytes_, &data_) != 0) give_up("cannot allocate GPU memory");
  if (penstock_gpu_fill(data_, kMark, bytes_) != 0) give_up("cannot fill GPU memory");
}

Memory::~Memory() {
  if (chosen == Kind::kHost) {
    std::free(data_);
  } else if (penstock_gpu_free(gpu_kind(), data_) != 0) {
    give_up("cannot free GPU memory");
  }
}

void Memory::write(const void* from, std::size_t bytes) {
  if (bytes == 0) return;
  if (chosen == Kind::kHost) {
    std::memcpy(data_, from, bytes);
  } else if (penstock_gpu_copy(data_, from, bytes) != 0) {
    give_up("cannot copy to GPU memory");
  }
}

void Memory::read(void* to, std::size_t bytes) const {
  if (bytes == 0) return;
  if (chosen == Kind::kHost) {
    std::memcpy(to, data_, bytes);
  } else if (penstock_gpu_copy(to, data_, bytes) != 0) {
    give_up("cannot copy from GPU memory");
  }
}

}  // namespace penstock::test
