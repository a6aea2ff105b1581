// One-sided operations by hand, as programs make them for a library whose windows are of the host's memory: copies to the host
// before, copies from it afterwards, and messages by which the target hears when its part comes.
#pragma once

#include <cstddef>

#include "scene.hpp"
#include "verb.hpp"

namespace bench {

class ByHand {
 public:
  // Of the ranks of a pair. The scene's memory is a GPU's, and outlives it.
  ByHand(Scene& scene, Verb verb, int peer, bool origin, bool target);

  // In place of the scene's: items that operations read and fill, and memory for a window.
  [[nodiscard]] void* item(std::size_t index) const { return static_cast<char*>(items_.data()) + index * slot_; }
  [[nodiscard]] void* window() const { return window_.data(); }

  // Around an epoch with so many operations on a window over `host`. Both ranks call; what moves is complete on return.
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
