// Host staging, as applications do it with a library that is not GPU-aware: the call is made on pinned host memory.
#pragma once

#include <cstddef>

#include "scene.hpp"

namespace bench {

class Staged {
 public:
  // Bytes from the begin of a scene's buffers.
  struct Bytes {
    std::size_t in = 0;     // bytes that are sent
    std::size_t out = 0;    // bytes that are received
    std::size_t first = 0;  // bytes that are received, or sent on the root of a broadcast
  };
  // The scene's memory is a GPU's, and outlives this object.
  Staged(const Scene& scene, const Bytes& bytes);

  [[nodiscard]] void* send() const { return send_.data(); }
  [[nodiscard]] void* recv() const { return recv_.data(); }
  // Copies before the call, and after it. Complete on return.
  void copy_in(Scene& scene);
  void copy_out(Scene& scene);

 private:
  const Bytes bytes_;
  const Memory memory_;
  Buffer send_, recv_;
};

}  // namespace bench
