// Files of the operating system.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/status.hpp"
#include "io/device/device.hpp"

namespace penstock::io {

struct OpenMode {
  bool reads = false;
  bool writes = false;
  bool creates = false;         // creates the file if it does not exist
  bool exclusive = false;       // with `creates`: fails with Code::kFileExists if it does
  unsigned permissions = 0666;  // of a file that is created, before the umask is applied
};

// Both functions block, so the caller has released the engine's lock. open_posix() fails with Code::kBadFile if the name is
// that of a directory.
Status open_posix(const std::string& name, const OpenMode& mode, std::unique_ptr<Device>* out);
Status remove_file(const std::string& name);

// Makes the file at least `size` bytes long by appending zeros; this is what reserves space where the file system has no
// fallocate(). Unlike ftruncate() and a write at an offset, it neither cuts nor overwrites data with which another process
// extends the file at the same time; the file may then become longer. Returns 0 or an errno.
[[nodiscard]] int extend(int fd, std::uint64_t size);

}  // namespace penstock::io
