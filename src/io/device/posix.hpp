// Files of the operating system.
#pragma once

#include <memory>
#include <string>

#include "base/status.hpp"
#include "io/device/device.hpp"

namespace penstock::io {

struct OpenMode {
  bool reads = false;
  bool writes = false;
  bool creates = false;         // where there is no such file
  bool exclusive = false;       // with `creates`: fails with Code::kFileExists where there is one
  unsigned permissions = 0666;  // of a file that it makes, less the umask
};

// Blocks, so the caller has released the engine's lock, as for remove_file(). Code::kBadFile: the name is that of a folder.
Status open_posix(const std::string& name, const OpenMode& mode, std::unique_ptr<Device>* out);
Status remove_file(const std::string& name);

}  // namespace penstock::io
