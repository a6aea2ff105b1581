#include "staged.hpp"

#include <algorithm>

namespace bench {

Staged::Staged(const Scene& scene, const Bytes& bytes)
    : bytes_(bytes),
      memory_(scene.memory.pinned()),
      send_(memory_, bytes.in),
      recv_(memory_, std::max(bytes.out, bytes.first)) {}

void Staged::copy_in(Scene& scene) {
  if (bytes_.in != 0) scene.send().read(send_.data(), bytes_.in);
  if (bytes_.first != 0) scene.recv().read(recv_.data(), bytes_.first);
}

void Staged::copy_out(Scene& scene) {
  if (bytes_.out != 0) scene.recv().write(recv_.data(), bytes_.out);
}

}  // namespace bench
