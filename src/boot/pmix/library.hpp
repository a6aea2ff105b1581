// This header loads libpmix when a launcher needs it; nothing here is linked against it.
#pragma once

#include <pmix.h>

#include <string>

#include "base/status.hpp"

namespace penstock::boot::pmix {

struct Library {
  decltype(&PMIx_Init) init = nullptr;
  decltype(&PMIx_Finalize) finalize = nullptr;
  decltype(&PMIx_Abort) abort = nullptr;
  decltype(&PMIx_Put) put = nullptr;
  decltype(&PMIx_Commit) commit = nullptr;
  decltype(&PMIx_Fence) fence = nullptr;
  decltype(&PMIx_Get) get = nullptr;
  decltype(&PMIx_Error_string) error_string = nullptr;
  decltype(&PMIx_Get_version) get_version = nullptr;
  std::string file;
};

// Loads `wanted`, or, if that is empty, the launcher's own library and then the system's. The library is never unloaded.
// Code::kUnsupported lists the files that were tried.
Status load(const std::string& wanted, Library* out);

}  // namespace penstock::boot::pmix
