// Descriptors passes file descriptors of GPU memory between this rank and its peers.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "transport/fd_channel.hpp"
#include "transport/transport.hpp"

namespace penstock::transport::ipc {

// IpcAddress is the description of a rank's process in its address.
struct IpcAddress {
  accel::ProcessId process;
  FdChannel::Address fd_channel;
};

// Descriptors is not thread-safe. It needs a byte per peer once a peer was asked about, and the memory of the descriptor
// channel.
class Descriptors {
 public:
  using AddressOf = std::function<Status(int peer, IpcAddress* out)>;

  Descriptors(const Environment& environment, AddressOf address_of)
      : environment_(environment), self_(accel::this_process(environment.config)), address_of_(std::move(address_of)) {}
  // Opens the channel for peers' descriptors. Without it memory made of chunks is not shared.
  Status open() { return fd_channel_.open(environment_.inherited.fd_channel); }
  [[nodiscard]] const FdChannel::Address& address() const noexcept { return fd_channel_.address(); }
  [[nodiscard]] Status address_of(int peer, IpcAddress* out) { return address_of_(peer, out); }

  // Returns true if the peer is in another PID namespace or its address cannot be read: legacy handles are invalid there.
  [[nodiscard]] bool in_other_namespace(int peer);
  // Sends the descriptors of a range of chunks, ahead of the message that names it. Code::kTransport: the peer cannot receive
  // them now. `has`: bytes of the range whose descriptors the peer has already.
  Status hand_over(int peer, const accel::Export& exported, std::uint64_t has = 0);
  // Takes the descriptors that the peer has sent for `exported`. Returns false if none came or the memory is not the peer's.
  // Descriptors that do not match are logged and leave the memory unmapped.
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
