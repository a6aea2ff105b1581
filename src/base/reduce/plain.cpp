// This table serves any processor of the architecture, and the types without vectors.
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "base/quad.hpp"
#include "base/reduce/table.hpp"

namespace penstock::base {
namespace {

// `__extension__` may only precede a declaration, so these cannot be aliases.
__extension__ typedef __int128 Int128;            // NOLINT(modernize-use-using)
__extension__ typedef unsigned __int128 Uint128;  // NOLINT(modernize-use-using)

#define PENSTOCK_REDUCE_PLAIN
#include "base/reduce/bodies.inc"
#include "base/reduce/rows.inc"

}  // namespace

constinit const KernelTable kPlainKernels = make_table();

}  // namespace penstock::base
