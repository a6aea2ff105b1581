// These are collectives of little data on GPUs that can access each other: one kernel on each sends its data in packets (as
// NCCL's LL protocol does), receives packets, and folds or copies them, without any other synchronisation.
#pragma once

#include <cstdint>
#include <span>

#include "accel/accel.hpp"
#include "kernels/fold/fold.hpp"
#include "kernels/ll/ll_arguments.hpp"
#include "kernels/ll/message_arguments.hpp"

namespace penstock::kernels {

// LlTask is the work of one rank; each list has at most kMostExchanging entries. Memory of packets is a multiple of 16,
// accessible to the queue's device, and has twice the size of the data. Other addresses are multiples of the alignment of the
// element's members, and `bytes` is a multiple of the element. A result may lie at the place of parts that are pushed, from the
// same byte of a part on.
//
// A task that runs repeatedly without new arguments has a `counter` in place of a number, in memory of the queue's device: each
// run takes the next number, and packets of odd numbers lie `odd` bytes further. It runs in one block.
//
// A peer pushes every packet for which a rank waits in the same call: the kernel stays until then, or until the word at `abort`
// is not 0. So all ranks must launch it at about the same time, on devices of their own.
struct LlTask {
  Folding folding = {};      // for sources; copying() if there are none
  std::uint64_t abort = 0;   // a word of the queue's device
  std::uint32_t number = 0;  // number of the call's packets; not 0
  std::uint64_t counter = 0;
  std::uint64_t odd = 0;
  std::span<const LlPart> pushes = {};
  std::uint64_t bytes = 0;                      // bytes of each source
  std::span<const std::uint64_t> sources = {};  // packets, in the order in which they are folded
  std::uint32_t own = kMostExchanging;          // the source that is plain memory
  std::uint64_t target = 0;                     // result of the fold
  std::span<const std::uint64_t> results = {};  // the result in packets
  LlPart copy = {};                             // copy within this rank's memory
  std::span<const LlPart> pulls = {};
  MessageWord told = {};  // with a counter: the kernel writes it last, and there is no ticket
};

// Launches at most `most_blocks` blocks. The task is read in the call; `*out` is done when all data are in place. Returns
// Code::kInternal for an invalid task.
Status ll(accel::Queue& queue, const LlTask& task, unsigned most_blocks, accel::Ticket* out);

}  // namespace penstock::kernels
