// Chooses how the bytes of a matched message move: one pure function of capabilities and costs.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "transport/transport.hpp"

namespace penstock::proto {

enum class Method : std::uint8_t {
  kGet,        // this rank pulls in one operation
  kPut,        // this rank pushes in one operation
  kAskPut,     // the peer is asked to push, if it can; it falls back to pieces
  kStaged,     // pieces through staging slots
  kFragments,  // pieces as messages
  kBounce,     // pieces through bounce buffers in GPU memory
  kStream,     // streams between places that the receiver names
};

struct Choice {
  Method method = Method::kStaged;
  transport::Transport* via = nullptr;  // kGet, kPut, kBounce, kStream
  transport::Cost cost;                 // the cost of that method
  std::string_view reason;              // a constant
  bool may_pull = false;                // kAskPut: this rank could pull as well
  bool closed = false;                  // no transport moves these bytes in one operation from here, so they go in pieces
                                        // or the peer is asked to push
};

// Transports that reach the peer: bit i of `mask` for transports[i].
struct Candidates {
  std::span<const std::unique_ptr<transport::Transport>> transports;
  std::uint8_t mask = 0;
  bool staging = false;  // the lane to the peer has staging slots
  // The transport whose bounce buffers these bytes can use: both ranks want the GPU to move them, and the receiver's GPU
  // reaches the sender's buffers. Null: none.
  transport::Transport* bounce = nullptr;
  transport::Cost bounce_cost = {};
  transport::Transport* stream =
      nullptr;                       // the lane to the peer, where it has streams that this rank, as the receiver, can begin
  bool may_push = false;             // the peer can be asked to push what could be pulled as well
  bool twice = false;                // both ranks copy at once, through `staging`, in less time than a single copy takes
  bool listed = false;               // the peer's side is no strided run, but the peer can push it into
                                     // a strided run that it can map
  transport::Cost staged_cost = {};  // cost of a move of host memory by the CPUs of both ranks, through `staging`
};

// Chooses for the receiver. `bulk` describes both sides. `both_known`: the peer's side is one strided run, and the local side
// is a strided run or a list on a device. `refused`: a direct operation failed.
[[nodiscard]] Choice choose_pull(int peer, const Candidates& candidates, const transport::Bulk& bulk, bool both_known,
                                 bool refused);
// Chooses for the sender, once the receiver asked it to move the data.
[[nodiscard]] Choice choose_push(int peer, const Candidates& candidates, const transport::Bulk& bulk, bool both_known,
                                 bool may_put);

// Replaces a kGet or kPut that would have to map the peer's memory first.
[[nodiscard]] Choice choose_unmapped(const Candidates& candidates);

[[nodiscard]] std::string_view method_name(Method method) noexcept;
// Returns a text such as "get over ipc, 6.6 us expected: the cheapest direct way".
[[nodiscard]] std::string describe(const Choice& choice, std::uint64_t bytes);
// Returns a text such as "64 KiB host -> device with rank 3: get over ipc, 6.6 us expected: the cheapest direct way".
[[nodiscard]] std::string explain(const Choice& choice, int peer, std::uint64_t bytes, accel::MemoryKind source,
                                  accel::MemoryKind destination);

}  // namespace penstock::proto
