// Files in memory, for tests. Several devices may share the bytes of one file.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "io/device/device.hpp"

namespace penstock::io {

struct MemoryFile {
  std::mutex mutex;
  std::vector<std::byte> bytes;
};

std::unique_ptr<Device> open_memory(std::shared_ptr<MemoryFile> file);

}  // namespace penstock::io
