// Reads and writes through a view, for data in host memory: they need no engine, since the CPU and the system do everything.
#pragma once

#include "io/access/access.hpp"

namespace penstock::io {

// These functions block and do the work of read() and write() in access.hpp. The view must reach all stream bytes of the
// access.
Status read_host(Device& device, const View& view, const AccessChoice& choice, const proto::Buffer& buffer, std::uint64_t first,
                 std::uint64_t* moved);
Status write_host(Device& device, const View& view, const proto::Buffer& buffer, std::uint64_t first, std::uint64_t* moved);

}  // namespace penstock::io
