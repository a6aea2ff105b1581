// This is the interface of this folder for callers that do not include PMIx's types.
#pragma once

#include <memory>
#include <string>

#include "base/log.hpp"
#include "base/status.hpp"
#include "boot/boot.hpp"

namespace penstock::boot::pmix {

// Starts a rank of a PMIx launcher, which speaks with the launcher's server on this host. `library` is the file of libpmix; if
// it is empty, the library is searched for. Returns Code::kUnsupported if there is none.
Status connect(const std::string& library, const Log& log, std::unique_ptr<Boot>* out);

}  // namespace penstock::boot::pmix
