// The way into this folder for those that know nothing of PMIx's types.
#pragma once

#include <memory>
#include <string>

#include "base/log.hpp"
#include "base/status.hpp"
#include "boot/boot.hpp"

namespace penstock::boot::pmix {

// A rank that a PMIx launcher started: speaks with the launcher's server on this host. `library`: the file of libpmix; empty:
// looked for. Code::kUnsupported: there is none.
Status connect(const std::string& library, const Log& log, std::unique_ptr<Boot>* out);

}  // namespace penstock::boot::pmix
