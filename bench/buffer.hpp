// Buffers of every memory kind for benchmarks, filled and checked on the host.
#pragma once

#include <penstock_gpu.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <vector>

namespace bench {

// Ends the program: a benchmark without its buffer has nothing to say.
[[noreturn]] inline void give_up(const std::string& what) {
  std::fprintf(stderr, "bench: %s\n", what.c_str());
  std::exit(2);
}

// Where one rank's buffers live: "host", or a kind of GPU memory on device (local rank modulo the number of devices).
class Device {
 public:
  Device(int local_rank, const std::string& memory) : memory_(memory) {
    static const std::map<std::string, penstock_gpu_kind> kinds = {{"device", PENSTOCK_GPU_DEVICE},
                                                                   {"managed", PENSTOCK_GPU_MANAGED},
                                                                   {"pinned", PENSTOCK_GPU_PINNED},
                                                                   {"pool", PENSTOCK_GPU_POOL}};
    if (memory == "host") return;
    const auto found = kinds.find(memory);
    if (found == kinds.end()) give_up("--memory knows host, device, managed, pinned and pool, not '" + memory + "'");
    kind_ = found->second;
    gpu_ = true;
    const int devices = penstock_gpu_open();
    if (devices == 0) give_up(memory + " memory needs a GPU: " + penstock_gpu_error());
    char name[64] = "";
    const int mine = local_rank % devices;
    if (penstock_gpu_select(mine) != 0 || penstock_gpu_device_name(mine, name, sizeof name) != 0) give_up(penstock_gpu_error());
    name_ = std::string(penstock_gpu_is_standin() ? "stand-in driver, not a GPU: " : "") + name;
  }

  [[nodiscard]] bool gpu() const { return gpu_; }
  [[nodiscard]] penstock_gpu_kind kind() const { return kind_; }
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  std::string memory_;
  std::string name_ = "host";
  penstock_gpu_kind kind_ = PENSTOCK_GPU_DEVICE;
  bool gpu_ = false;
};

class Buffer {
 public:
  Buffer(const Device& device, std::size_t bytes) : device_(device), shadow_(bytes) {
    if (!device.gpu()) {
      data_ = std::aligned_alloc(4096, (bytes + 4095) / 4096 * 4096);
      if (data_ == nullptr) give_up("out of memory");
    } else {
      check(penstock_gpu_allocate(device.kind(), bytes, &data_));
    }
  }
  ~Buffer() {
    if (!device_.gpu()) {
      std::free(data_);
    } else if (penstock_gpu_free(device_.kind(), data_) != 0) {
      std::fprintf(stderr, "bench: %s\n", penstock_gpu_error());
    }
  }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  [[nodiscard]] void* data() const { return data_; }

  void fill(std::size_t bytes, unsigned seed) {
    pattern(bytes, seed, shadow_.data());
    move(data_, shadow_.data(), bytes);
  }
  [[nodiscard]] bool matches(std::size_t bytes, unsigned seed) {
    std::vector<unsigned char> expected(bytes);
    pattern(bytes, seed, expected.data());
    move(shadow_.data(), data_, bytes);
    return std::equal(expected.begin(), expected.end(), shadow_.begin());
  }

 private:
  static void check(int result) {
    if (result != 0) give_up(penstock_gpu_error());
  }
  void move(void* to, const void* from, std::size_t bytes) const {
    if (device_.gpu()) return check(penstock_gpu_copy(to, from, bytes));
    std::memcpy(to, from, bytes);
  }
  // Every byte depends on its place and the seed.
  static void pattern(std::size_t bytes, unsigned seed, unsigned char* out) {
    std::uint32_t state = seed * 2654435761U + 1;
    for (std::size_t i = 0; i < bytes; ++i) {
      if (i % 4 == 0) state = state * 1664525U + 1013904223U;
      out[i] = static_cast<unsigned char>(state >> (8 * (i % 4)));
    }
  }

  const Device& device_;
  void* data_ = nullptr;
  std::vector<unsigned char> shadow_;
};

}  // namespace bench
