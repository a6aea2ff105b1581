// Descriptors of GPU memory on their way between this rank and its peers.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "transport/fd_channel.hpp"
#include "transport/transport.hpp"

namespace penstock::transport::ipc {

// What a rank's address says of its process.
struct IpcAddress {
  accel::ProcessId process;
  FdChannel::Address fd_channel;
};

// Not thread-safe. Memory: a byte a peer once one was asked about, and what the fd channel keeps.
class Descriptors {
 public:
  using AddressOf = std::function<Status(int peer, IpcAddress* out)>;

  Descriptors(const Environment& environment, AddressOf address_of)
      : environment_(environment), self_(accel::this_process(environment.config)), address_of_(std::move(address_of)) {}
  // Where peers' descriptors come. Without it memory made of chunks is not shared.
  Status open() { return fd_channel_.open(environment_.inherited.fd_channel); }
  [[nodiscard]] const FdChannel::Address& address() const noexcept { return fd_channel_.address(); }
  [[nodiscard]] Status address_of(int peer, IpcAddress* out) { return address_of_(peer, out); }

  // The peer is in another PID namespace, or its address cannot be read: legacy handles are of no use there.
  [[nodiscard]] bool in_other_namespace(int peer);
  // Those of a range of chunks, ahead of the message that names it. Code::kTransport: the peer cannot take them now.
  // `has`: bytes of it whose descriptors the peer has got.
  Status hand_over(int peer, const accel::Export& exported, std::uint64_t has = 0);
  // Takes those that the peer has handed over for `exported`. False: none came, or it is not the peer's. What does not fit is
  // said, and leaves the memory unmapped.
  bool accept(int peer, const accel::Export& exported);

 private:
  enum class Place : signed char { kUnknown, kTogether, kOtherNamespace };

  Environment environment_;
  accel::ProcessId self_;
  AddressOf address_of_;
  FdChannel fd_channel_;
  std::vector<Place> places_;
};

}  // namespace penstock::transport::ipc
