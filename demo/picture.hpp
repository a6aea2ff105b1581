// Grey pictures in PNG files, and their stretching over a field.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace demo {

struct Picture {
  int width = 0, height = 0;
  std::vector<std::uint8_t> grey;  // row by row
};

// Returns null, or a sentence that says why this demo neither reads nor writes PNG files. Then
// read_png("") gives a computed picture.
[[nodiscard]] const char* no_pictures();

// Reads a picture; an empty path is the picture shipped with the demo. Colour becomes grey. False, with a sentence in
// `complaint`, if the file cannot be read or is no PNG.
[[nodiscard]] bool read_png(const std::string& path, Picture* out, std::string* complaint);
[[nodiscard]] bool write_png(const std::string& path, const Picture& picture, std::string* complaint);

// Returns the shade, 0 to 1, at cell (row, column) of a size x size field over which the picture is stretched (bilinear).
[[nodiscard]] double shade_at(const Picture& picture, int size, int row, int column);

}  // namespace demo
