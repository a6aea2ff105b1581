// This file is used if libpng was missing at build time: the field starts from computed rings, and no files are written.
#include <cmath>

#include "picture.hpp"

namespace demo {
namespace {

constexpr int kSize = 512;

// Returns rings around the middle that become narrower outwards: edges of every direction, for the stencil to blur.
std::uint8_t ring(int row, int column) {
  const double y = row + 0.5 - kSize / 2, x = column + 0.5 - kSize / 2;
  return std::sin((x * x + y * y) / 1200) > 0 ? 255 : 0;
}

}  // namespace

const char* no_pictures() {
  return "no pictures: this demo was built without libpng (Debian: libpng-dev); it starts from computed rings";
}

bool read_png(const std::string& path, Picture* out, std::string* complaint) {
  if (!path.empty()) {
    *complaint = "cannot read " + path + ": this demo was built without libpng (Debian: libpng-dev)";
    return false;
  }
  *out = {kSize, kSize, {}};
  for (int row = 0; row < kSize; ++row) {
    for (int column = 0; column < kSize; ++column) out->grey.push_back(ring(row, column));
  }
  return true;
}

bool write_png(const std::string& path, const Picture&, std::string* complaint) {
  *complaint = "cannot write " + path + ": this demo was built without libpng (Debian: libpng-dev)";
  return false;
}

}  // namespace demo
