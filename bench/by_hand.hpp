// One-sided operations by hand, as applications make them with a library whose windows must be host memory: copies to the host
// before, copies from it afterwards, and messages that tell the target when its part begins.
#pragma once

#include <cstddef>

#include "scene.hpp"
#include "verb.hpp"

namespace bench {

class ByHand {
 public:
  // `origin` and `target` say which roles this rank has in its pair. The scene's memory is a GPU's, and outlives this object.
  ByHand(Scene& scene, Verb verb, int peer, bool origin, bool target);

  // These replace the scene's buffers: items that operations read and fill, and memory for a window.
  [[nodiscard]] void* item(std::size_t index) const { return static_cast<char*>(items_.data()) + index * slot_; }
  [[nodiscard]] void* window() const { return window_.data(); }

  // These enclose an epoch of `operations` operations on a window over `host`. Both ranks call them; all copies and
  // messages are complete on return.
  void before(int operations, void* host);
  void after(int operations, void* host);

 private:
  template <typename Copy>
  void meet(Copy&& copy);
  void tell();
  void hear();

  Scene& scene_;
  const Verb verb_;
  const int peer_;
  const bool origin_, target_;
  const std::size_t slot_;
  const Memory memory_;
  Buffer items_, window_;
};

}  // namespace bench
