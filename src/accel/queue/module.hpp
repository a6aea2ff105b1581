// This header has the kernels of the library's images.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "accel/driver/driver.hpp"
#include "accel/driver/image.hpp"
#include "accel/queue/queue.hpp"

namespace penstock::accel {

// Module has the library's kernels on one device. An image is loaded when one of its kernels is first needed.
class Module {
 public:
  Module(const Driver& driver, std::span<const Image> images) : driver_(driver), images_(images), modules_(images.size()) {}

  struct Kernel {
    std::string name;
    CUfunction function = nullptr;
    int block_threads = 0;  // most threads of a block, by the registers of the kernel
    // Returns Code::kConfig for a block that is too large.
    [[nodiscard]] Status check(Extent3 block) const;
  };
  // Must be called in the device's context. The kernel is on the device afterwards: no launch of it loads anything.
  Status find(std::string_view name, const Kernel** out);
  // Returns true if the kernel has been found before; makes no driver call.
  [[nodiscard]] bool known(std::string_view name, const Kernel** out) const noexcept;
  // Must be called in the device's context.
  Status unload();

 private:
  Status load(std::string_view name, CUmodule* out);

  const Driver& driver_;
  std::span<const Image> images_;
  std::vector<CUmodule> modules_;  // the module of each image
  std::vector<std::unique_ptr<Kernel>> kernels_;
  std::unordered_map<std::string_view, const Kernel*> by_name_;
};

}  // namespace penstock::accel
