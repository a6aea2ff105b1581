// Host staging, as programs do it for a library that knows nothing of GPUs: the call is made on pinned host memory.
#pragma once

#include <cstddef>

#include "scene.hpp"

namespace bench {

class Staged {
 public:
  // Of the buffers of a scene, from their begin.
  struct Bytes {
    std::size_t in = 0;     // of what is sent
    std::size_t out = 0;    // of what is received
    std::size_t first = 0;  // of what is received, but sent on the root of a broadcast
  };
  // The scene's memory is a GPU's, and outlives it.
  Staged(const Scene& scene, const Bytes& bytes);

  [[nodiscard]] void* send() const { return send_.data(); }
  [[nodiscard]] void* recv() const { return recv_.data(); }
  // Before the call, and after it. Complete on return.
  void copy_in(Scene& scene);
  void copy_out(Scene& scene);

 private:
  const Bytes bytes_;
  const Memory memory_;
  Buffer send_, recv_;
};

}  // namespace bench
