#include "base/reduce/which.hpp"

#include <cstddef>
#include <cstdint>

#include "base/reduce/table.hpp"

namespace penstock::base {

bool find_operation(const ReduceKernel& kernel, Operation* operation, Element* element) noexcept {
  const auto address = reinterpret_cast<std::uintptr_t>(&kernel);
  for (const KernelTable* table : kTables) {
    // The addresses are compared as integers, because pointers into different objects have no order. An address below a table
    // wraps to a large offset.
    const std::uintptr_t offset = address - reinterpret_cast<std::uintptr_t>(table->rows);
    if (offset >= sizeof table->rows) continue;
    const std::size_t row = offset / sizeof(ReduceKernel);
    *operation = static_cast<Operation>(row / kElements);
    *element = static_cast<Element>(row % kElements);
    return true;
  }
  return false;
}

}  // namespace penstock::base
