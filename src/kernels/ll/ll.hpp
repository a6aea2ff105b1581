// Collectives of little data on GPUs that reach each other: one kernel on each, which gives its data away in packets, takes
// what comes and folds or copies it, without a word between processors meanwhile.
#pragma once

#include <cstdint>
#include <span>

#include "accel/accel.hpp"
#include "kernels/fold/fold.hpp"
#include "kernels/ll/ll_arguments.hpp"
#include "kernels/ll/message_arguments.hpp"

namespace penstock::kernels {

// What one rank does; at most kMostExchanging of each list. Memory of packets is a multiple of 16, in reach of the queue's
// device, and takes twice the bytes of data. Other addresses are multiples of what an element's members are aligned to, and
// `bytes` of elements. A result may lie where parts that are pushed do, from the same byte of a part on.
//
// A task that runs again and again without being told anew has a `counter` in place of a number, in memory of the queue's
// device: each run takes the next number, and packets of odd numbers lie `odd` bytes further. It runs in one block.
//
// Every packet that a rank waits for, a peer pushes in the same call: until then, or until the word at `abort` is not 0, the
// kernel stays. So all ranks launch it at about the same time, on devices of their own.
struct LlTask {
  Folding folding = {};      // of sources; copying() where there are none
  std::uint64_t abort = 0;   // of the queue's device
  std::uint32_t number = 0;  // of the call's packets; not 0
  std::uint64_t counter = 0;
  std::uint64_t odd = 0;
  std::span<const LlPart> pushes = {};
  std::uint64_t bytes = 0;                      // of each source
  std::span<const std::uint64_t> sources = {};  // packets, in the order in which they are folded
  std::uint32_t own = kMostExchanging;          // the one that is plain memory
  std::uint64_t target = 0;                     // of the fold
  std::span<const std::uint64_t> results = {};  // the same in packets
  LlPart copy = {};                             // within this rank's memory
  std::span<const LlPart> pulls = {};
  MessageWord told = {};  // with a counter: the kernel writes it last, and there is no ticket
};

// By at most `most_blocks` blocks. The task is read now; `*out` is done when all is where it belongs.
// Code::kInternal for a task that is none.
Status ll(accel::Queue& queue, const LlTask& task, unsigned most_blocks, accel::Ticket* out);

}  // namespace penstock::kernels
