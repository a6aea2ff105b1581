#include "core/collective/carrier.hpp"

#include <utility>

#include "core/collective/collective.hpp"
#include "core/object/find.hpp"
#include "core/object/instance.hpp"

namespace penstock::core {

Status CommCarrier::hand(std::span<const std::byte> sent, std::span<std::byte> got, std::size_t cell) {
  Datatype* byte = nullptr;
  PENSTOCK_TRY(find_object(comm_.instance(), MPI_BYTE, &byte));
  Collective swap;
  const auto count = static_cast<MPI_Count>(cell);
  PENSTOCK_TRY(make_alltoall(comm_, {sent.data(), count, byte}, {got.data(), count, byte}, &swap));
  return run(comm_, std::move(swap));
}

}  // namespace penstock::core
