// This header connects to the launcher's TCP port, for launchers that give a port instead of a descriptor.
#pragma once

#include <string_view>

#include "base/fd.hpp"
#include "base/status.hpp"

namespace penstock::boot::pmi {

// `where` has the form "host:number".
Status connect_port(std::string_view where, base::Fd* out);

}  // namespace penstock::boot::pmi
