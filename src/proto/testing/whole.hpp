// Tells how much of an expensive test runs: a sample in the first tier, all of it where PENSTOCK_TEST_WHOLE is in the
// environment, as in a form of the second tier (penstock_unit_whole in cmake/penstock.cmake).
#pragma once

#include <cstdlib>

namespace penstock::proto::testing {

inline bool is_whole() {
  return std::getenv("PENSTOCK_TEST_WHOLE") != nullptr;
}

}  // namespace penstock::proto::testing
