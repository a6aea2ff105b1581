// Descriptors of GPU memory on their way between this rank and its peers.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "transport/courier.hpp"
#include "transport/transport.hpp"

namespace penstock::transport::ipc {

// What a rank's card says of its process.
struct IpcCard {
  accel::ProcessId process;
  Courier::Address courier;
};

// Not thread-safe. Memory: a byte a peer once one was asked about, and what the courier keeps.
class Descriptors {
 public:
  using CardOf = std::function<Status(int peer, IpcCard* out)>;

  Descriptors(const Environment& environment, CardOf card_of)
      : environment_(environment), self_(accel::this_process(environment.config)), card_of_(std::move(card_of)) {}
  // Where peers' descriptors come. Without it memory made of chunks is not shared.
  Status open() { return courier_.open(environment_.inherited.courier); }
  [[nodiscard]] const Courier::Address& address() const noexcept { return courier_.address(); }
  [[nodiscard]] Status card_of(int peer, IpcCard* out) { return card_of_(peer, out); }

  // The peer is in another PID namespace, or its card cannot be read: legacy handles are of no use there.
  [[nodiscard]] bool apart(int peer);
  // Those of a range of chunks, ahead of the message that names it. Code::kTransport: the peer cannot take them now.
  Status hand_over(int peer, const accel::Export& exported);
  // Takes those that the peer has handed over for `exported`. False: none came, or it is not the peer's. What does not fit is
  // said, and leaves the memory unmapped.
  bool accept(int peer, const accel::Export& exported);

 private:
  enum class Place : signed char { kUnknown, kTogether, kApart };

  Environment environment_;
  accel::ProcessId self_;
  CardOf card_of_;
  Courier courier_;
  std::vector<Place> places_;
};

}  // namespace penstock::transport::ipc
