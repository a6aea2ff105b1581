#include "api/face/stamp.hpp"

#include <cstdio>
#include <cstdlib>

#include "api/gen/entry.hpp"

namespace penstock::api {

void check_stamp(const char* face, std::uint64_t stamp) noexcept {
  if (stamp == kStamp) return;
  std::fprintf(stderr,
               "penstock: %s (interface %016llx) found a libpenstock.so of another build (interface %016llx); "
               "install both from one build, or correct LD_LIBRARY_PATH\n",
               face, static_cast<unsigned long long>(stamp), static_cast<unsigned long long>(kStamp));
  std::_Exit(1);
}

}  // namespace penstock::api
