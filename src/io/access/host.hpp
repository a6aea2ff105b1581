// The same for memory of the host, without the engine: the CPU and the system do everything.
#pragma once

#include "io/access/access.hpp"

namespace penstock::io {

// As read() and write() of access.hpp, for stream bytes that are within reach of the view. Block.
Status read_host(Device& device, const View& view, const AccessChoice& choice, const proto::Buffer& buffer, std::uint64_t first,
                 std::uint64_t* moved);
Status write_host(Device& device, const View& view, const proto::Buffer& buffer, std::uint64_t first, std::uint64_t* moved);

}  // namespace penstock::io
