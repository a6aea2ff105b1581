// Pictures by libpng.
#include <png.h>

#include <cstddef>
#include <cstring>

#include "picture.hpp"

extern "C" {
// picture_data.S
extern const char demo_picture_begin[] __attribute__((visibility("hidden")));
extern const char demo_picture_end[] __attribute__((visibility("hidden")));
}

namespace demo {

const char* no_pictures() {
  return nullptr;
}

bool read_png(const std::string& path, Picture* out, std::string* complaint) {
  png_image image;
  std::memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  const auto shipped = static_cast<std::size_t>(demo_picture_end - demo_picture_begin);
  bool read = (path.empty() ? png_image_begin_read_from_memory(&image, demo_picture_begin, shipped)
                            : png_image_begin_read_from_file(&image, path.c_str())) != 0;
  if (read) {
    image.format = PNG_FORMAT_GRAY;
    out->width = static_cast<int>(image.width);
    out->height = static_cast<int>(image.height);
    out->grey.resize(PNG_IMAGE_SIZE(image));
    read = png_image_finish_read(&image, nullptr, out->grey.data(), 0, nullptr) != 0;
  }
  if (!read) *complaint = "cannot read the picture " + path + ": " + image.message;
  png_image_free(&image);
  return read;
}

bool write_png(const std::string& path, const Picture& picture, std::string* complaint) {
  png_image image;
  std::memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(picture.width);
  image.height = static_cast<png_uint_32>(picture.height);
  image.format = PNG_FORMAT_GRAY;
  const bool written = png_image_write_to_file(&image, path.c_str(), 0, picture.grey.data(), 0, nullptr) != 0;
  if (!written) *complaint = "cannot write " + path + ": " + image.message;
  png_image_free(&image);
  return written;
}

}  // namespace demo
