#include "runtime/carrier_steps.hpp"

namespace penstock::runtime {
namespace {

const proto::Layout& byte_layout() {
  static const proto::Layout kLayout = proto::Layout::bytes(1);
  return kLayout;
}

coll::Arguments arguments_of(const void* send, void* recv, std::size_t bytes) noexcept {
  coll::Arguments arguments;
  arguments.send = {const_cast<void*>(send), bytes, &byte_layout()};
  arguments.recv = {recv, bytes, &byte_layout()};
  return arguments;
}

}  // namespace

coll::Arguments gather_arguments(const void* mine, void* all, std::size_t bytes) noexcept {
  return arguments_of(mine, all, bytes);
}

coll::Arguments hand_arguments(std::span<const std::byte> sent, std::span<std::byte> got, std::size_t cell) noexcept {
  return arguments_of(sent.data(), got.data(), cell);
}

Status run_listed(coll::Schedule& schedule) {
  schedule.start(true);
  if (!schedule.done()) schedule.engine().progress().wait_until([&] { return schedule.done(); });
  return schedule.status().clone();
}

}  // namespace penstock::runtime
