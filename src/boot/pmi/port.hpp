// The launcher's TCP port, where it gives one instead of a descriptor.
#pragma once

#include <string_view>

#include "base/fd.hpp"
#include "base/status.hpp"

namespace penstock::boot::pmi {

// `where` is "host:number".
Status connect_port(std::string_view where, base::Fd* out);

}  // namespace penstock::boot::pmi
