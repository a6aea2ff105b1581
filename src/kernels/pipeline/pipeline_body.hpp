// A collective of much data is one kernel on each device: every rank writes pieces into FIFOs in every other rank's memory, and
// folds or copies the pieces that it receives. A warp works independently: it reports its progress to the warps of the same
// channel on other devices, and waits for theirs.
//
// A lane has the same bytes of all parts, and has sent the old data some steps before it writes a result, so operands and
// results may be the same memory.
#pragma once

#include <cstdint>

#include "kernels/fold/fold_body.hpp"
#include "kernels/fold/fold_kinds.hpp"
#include "kernels/ll/ll_body.hpp"
#include "kernels/pipeline/pipeline_arguments.hpp"
#include "kernels/sync/finish.hpp"
#include "kernels/sync/warp.hpp"

#if defined(__CUDACC__)
#define PENSTOCK_UNROLLED _Pragma("unroll")
#define PENSTOCK_ROLLED _Pragma("unroll 1")
#else
#define PENSTOCK_UNROLLED
#define PENSTOCK_ROLLED
#endif

namespace penstock::kernels {

inline constexpr std::uint32_t kPipelineUnroll = 4;  // accesses that a lane has in flight
inline constexpr std::uint64_t kPipelineQuad = sizeof(sync::Quad);

// These access any address, behind which `left` bytes may be used.
PENSTOCK_DEVICE_CALL sync::Quad load_odd_quad(std::uint64_t address, std::uint64_t left) {
  const LlUnit<2> unit = load_plain<2>(address, left);
  sync::Quad quad;
  __builtin_memcpy(&quad, &unit, sizeof quad);
  return quad;
}
PENSTOCK_DEVICE_CALL void store_odd_quad(std::uint64_t address, std::uint64_t left, const sync::Quad& quad) {
  LlUnit<2> unit;
  __builtin_memcpy(&unit, &quad, sizeof quad);
  store_plain<2>(address, left, unit);
}

// These are the places of bytes on their way: memory of the application, or a FIFO, whose pieces begin at whole quads and may
// be padded. Loads from a FIFO bypass the cache, because others write there.
struct PipelinePlain {
  std::uint64_t address;
  PENSTOCK_DEVICE sync::Quad load(std::uint64_t at, std::uint64_t bytes) const {
    if (((address | bytes) & (kPipelineQuad - 1)) == 0) return sync::GlobalPtr<sync::Quad>(address + at).load();
    return load_odd_quad(address + at, bytes - at);
  }
  PENSTOCK_DEVICE void store(std::uint64_t at, std::uint64_t bytes, const sync::Quad& quad) const {
    if (((address | bytes) & (kPipelineQuad - 1)) == 0) return sync::GlobalPtr<sync::Quad>(address + at).store(quad);
    store_odd_quad(address + at, bytes - at, quad);
  }
};
struct Fifo {
  std::uint64_t address;
  PENSTOCK_DEVICE sync::Quad load(std::uint64_t at, std::uint64_t /*bytes*/) const {
    return sync::GlobalPtr<sync::Quad>(address + at).load_fresh();
  }
  PENSTOCK_DEVICE void store(std::uint64_t at, std::uint64_t /*bytes*/, const sync::Quad& quad) const {
    sync::GlobalPtr<sync::Quad>(address + at).store(quad);
  }
};

// Calls visit(offset, k) for the k-th of this lane's quads in a batch.
template <typename Visit>
PENSTOCK_DEVICE void for_quads(std::uint64_t at, std::uint64_t bytes, const Visit& visit) {
  PENSTOCK_UNROLLED
  for (unsigned k = 0; k < kPipelineUnroll; ++k) {
    const std::uint64_t mine = at + k * sync::kWarp * kPipelineQuad;
    if (mine < bytes) visit(mine, k);
  }
}
inline constexpr std::uint64_t kPipelineBatch = sync::kWarp * kPipelineQuad * kPipelineUnroll;

template <typename To, typename From>
PENSTOCK_DEVICE void pipeline_copy(const To& to, const From& from, std::uint64_t bytes, unsigned self) {
  PENSTOCK_ROLLED
  for (std::uint64_t at = self * kPipelineQuad; at < bytes; at += kPipelineBatch) {
    sync::Quad quad[kPipelineUnroll] = {};
    for_quads(at, bytes, [&](std::uint64_t mine, unsigned k) { quad[k] = from.load(mine, bytes); });
    for_quads(at, bytes, [&](std::uint64_t mine, unsigned k) { to.store(mine, bytes, quad[k]); });
  }
}

// Pipeline is a warp's part of a call.
class Pipeline {
 public:
  PENSTOCK_DEVICE Pipeline(const PipelineArguments& arguments, const sync::GpuThread& self)
      : call_(arguments),
        shape_(arguments.shape),
        self_(self),
        channel_(self.block() * (self.threads() / sync::kWarp) + self.thread() / sync::kWarp),
        place_(self.thread() % sync::kWarp) {}

  // Called before a step: waits until the pieces that it receives have arrived, and the slots that it fills are free.
  PENSTOCK_DEVICE void wait(std::uint32_t step) {
    const std::uint32_t k = place_ % kMostPipelined;
    const std::uint32_t folded = step - shape_.lag;
    if (place_ < kMostPipelined) {
      if (k < call_.pushes && has(step, call_.push[k].bytes)) wait_for_room(call_.push[k].peer, kOperands, step);
      if (k < call_.sources && k != call_.own && has(folded, call_.bytes)) wait_for_piece(call_.source[k], kOperands, folded);
    } else {
      if (k < call_.results && has(folded, call_.bytes)) wait_for_room(call_.result[k], kResults, folded);
      if (k < call_.pulls && has(pulled(step, k), call_.pull[k].bytes)) {
        wait_for_piece(call_.pull[k].peer, call_.pull[k].stream, pulled(step, k));
      }
    }
    sync::warp_sync(self_);
  }
  // Called after a step: publishes the pieces that were sent, and the slots that are free.
  PENSTOCK_DEVICE void tell(std::uint32_t step) const {
    const std::uint32_t k = place_ % kMostPipelined;
    const std::uint32_t folded = step - shape_.lag;
    sync::warp_sync(self_);
    sync::fence_system();
    if (place_ < kMostPipelined) {
      if (k < call_.pushes && has(step, call_.push[k].bytes)) tell_word(call_.push[k].peer, kOperands, step);
      if (k < call_.sources && k != call_.own && has(folded, call_.bytes)) {
        tell_word(call_.source[k], kPipelineStreams + kOperands, folded);
      }
    } else {
      if (k < call_.results && has(folded, call_.bytes)) tell_word(call_.result[k], kResults, folded);
      if (k < call_.pulls && has(pulled(step, k), call_.pull[k].bytes)) {
        tell_word(call_.pull[k].peer, kPipelineStreams + call_.pull[k].stream, pulled(step, k));
      }
    }
  }

  PENSTOCK_DEVICE void push(std::uint32_t step) const {
    PENSTOCK_ROLLED
    for (std::uint32_t k = 0; k < call_.pushes; ++k) {
      const PipelinePart& part = call_.push[k];
      if (!has(step, part.bytes)) continue;
      pipeline_copy(fifo_at(call_.peer[part.peer].theirs, kOperands, step), PipelinePlain{part.address + offset(step)},
                    length(step, part.bytes), place_);
    }
  }
  PENSTOCK_DEVICE void pull(std::uint32_t step) const {
    PENSTOCK_ROLLED
    for (std::uint32_t k = 0; k < call_.pulls; ++k) {
      const PipelinePart& part = call_.pull[k];
      const std::uint32_t piece = pulled(step, k);
      if (!has(piece, part.bytes)) continue;
      pipeline_copy(PipelinePlain{part.address + offset(piece)}, fifo_at(call_.peer[part.peer].mine, part.stream, piece),
                    length(piece, part.bytes), place_);
    }
  }
  PENSTOCK_DEVICE void copy(std::uint32_t step) const {
    if (!has(step, call_.copy_bytes)) return;
    pipeline_copy(PipelinePlain{call_.copy_to + offset(step)}, PipelinePlain{call_.copy_from + offset(step)},
                  length(step, call_.copy_bytes), place_);
  }
  template <typename Combination>
  PENSTOCK_DEVICE void fold(std::uint32_t step, const Combination& combined) const {
    const std::uint32_t piece = step - shape_.lag;
    if (call_.sources == 0 || !has(piece, call_.bytes)) return;
    const std::uint64_t bytes = length(piece, call_.bytes);
    PENSTOCK_ROLLED
    for (std::uint64_t at = place_ * kPipelineQuad; at < bytes; at += kPipelineBatch) {
      sync::Quad made[kPipelineUnroll] = {};
      load_source(0, piece, at, bytes, made);
      PENSTOCK_ROLLED
      for (std::uint32_t i = 1; i < call_.sources; ++i) {
        sync::Quad next[kPipelineUnroll] = {};
        load_source(i, piece, at, bytes, next);
        PENSTOCK_UNROLLED
        for (unsigned k = 0; k < kPipelineUnroll; ++k) made[k] = combined(made[k], next[k]);
      }
      PENSTOCK_ROLLED
      for (std::uint32_t i = 0; i < call_.results; ++i) {
        const Fifo fifo = fifo_at(call_.peer[call_.result[i]].theirs, kResults, piece);
        for_quads(at, bytes, [&](std::uint64_t mine, unsigned k) { fifo.store(mine, bytes, made[k]); });
      }
      if (call_.target == 0) continue;
      const PipelinePlain target{call_.target + offset(piece)};
      for_quads(at, bytes, [&](std::uint64_t mine, unsigned k) { target.store(mine, bytes, made[k]); });
    }
  }

 private:
  // Pieces are distributed to the channels in turn. Before the first step of a part `piece` is negative.
  [[nodiscard]] PENSTOCK_DEVICE std::uint64_t offset(std::uint32_t piece) const {
    return (channel_ + std::uint64_t{piece} * shape_.channels) * shape_.piece;
  }
  [[nodiscard]] PENSTOCK_DEVICE bool has(std::uint32_t piece, std::uint64_t bytes) const {
    return static_cast<std::int32_t>(piece) >= 0 && offset(piece) < bytes;
  }
  [[nodiscard]] PENSTOCK_DEVICE std::uint64_t length(std::uint32_t piece, std::uint64_t bytes) const {
    const std::uint64_t left = bytes - offset(piece);
    return left < shape_.piece ? left : shape_.piece;
  }
  // Results arrive one lag after operands.
  [[nodiscard]] PENSTOCK_DEVICE std::uint32_t pulled(std::uint32_t step, std::uint32_t k) const {
    return step - (call_.pull[k].stream + 1) * shape_.lag;
  }
  [[nodiscard]] PENSTOCK_DEVICE Fifo fifo_at(std::uint64_t slot, std::uint32_t stream, std::uint32_t piece) const {
    const std::uint64_t fifo = stream * shape_.channels + channel_;
    return {slot + shape_.channels * FifoShape::kWordBytes +
            (fifo * shape_.depth + (piece & (shape_.depth - 1))) * shape_.piece};
  }
  [[nodiscard]] PENSTOCK_DEVICE std::uint64_t word_at(std::uint64_t slot, std::uint32_t row) const {
    return slot + (std::uint64_t{row} * shape_.channels + channel_) * sizeof(std::uint64_t);
  }
  PENSTOCK_DEVICE void load_source(std::uint32_t i, std::uint32_t piece, std::uint64_t at, std::uint64_t bytes,
                                   sync::Quad (&out)[kPipelineUnroll]) const {
    if (i == call_.own) {
      const PipelinePlain plain{call_.operand + offset(piece)};
      for_quads(at, bytes, [&](std::uint64_t mine, unsigned k) { out[k] = plain.load(mine, bytes); });
    } else {
      const Fifo fifo = fifo_at(call_.peer[call_.source[i]].mine, kOperands, piece);
      for_quads(at, bytes, [&](std::uint64_t mine, unsigned k) { out[k] = fifo.load(mine, bytes); });
    }
  }

  // A word contains a number of pieces of this call: those that have arrived, or those that have been received.
  PENSTOCK_DEVICE void tell_word(std::uint32_t peer, std::uint32_t row, std::uint32_t piece) const {
    sync::store_behind_fence(sync::GlobalPtr<std::uint64_t>(word_at(call_.peer[peer].theirs, row)),
                             call_.number << kPipelineCountBits | (piece + 1));
  }
  PENSTOCK_DEVICE void wait_for_piece(std::uint32_t peer, std::uint32_t stream, std::uint32_t piece) {
    wait_word(peer, stream, piece + 1);
  }
  PENSTOCK_DEVICE void wait_for_room(std::uint32_t peer, std::uint32_t stream, std::uint32_t piece) {
    if (piece >= shape_.depth) wait_word(peer, kPipelineStreams + stream, piece - shape_.depth + 1);
  }
  // Returns also when the word at `abort` is not 0; then the contents of the FIFOs are undefined, and the call fails.
  PENSTOCK_DEVICE void wait_word(std::uint32_t peer, std::uint32_t row, std::uint32_t count) {
    constexpr std::uint32_t kLooks = 256;
    const sync::GlobalPtr<std::uint64_t> word(word_at(call_.peer[peer].mine, row));
    for (std::uint32_t look = 1; !stopped_; ++look) {
      if (sync::load_acquire_system(word) >= (call_.number << kPipelineCountBits | count)) return;
      if (look % kLooks == 0) stopped_ = sync::load_acquire_system(sync::GlobalPtr<std::uint32_t>(call_.abort)) != 0;
      self_.relax();
    }
  }

  const PipelineArguments& call_;
  const FifoShape& shape_;
  const sync::GpuThread& self_;
  std::uint32_t channel_;
  std::uint32_t place_;
  bool stopped_ = false;
};

// `fold(pipeline, step)` makes the fold of a step.
template <typename Fold>
PENSTOCK_DEVICE void pipeline_by(const PipelineArguments& arguments, const sync::GpuThread& self, const Fold& fold) {
  Pipeline pipeline(arguments, self);
  PENSTOCK_ROLLED
  for (std::uint32_t step = 0; step < arguments.steps; ++step) {
    pipeline.wait(step);
    pipeline.push(step);
    fold(pipeline, step);
    pipeline.copy(step);
    pipeline.pull(step);
    pipeline.tell(step);
  }
  sync::finish(self, arguments.finish);
}

// There is one kernel for each kind of element that is folded often; it has the kind's sum, minimum and maximum.
template <typename T, typename Kind>
PENSTOCK_DEVICE void pipeline_body(const PipelineArguments& arguments, const sync::GpuThread& self) {
  pipeline_by(arguments, self, [&](const Pipeline& pipeline, std::uint32_t step) {
    Kind::choose(arguments.operation, [&]<typename Operation>() { pipeline.fold(step, Combine<T, Operation>()); });
  });
}
// This kernel has all operations on all kinds of elements.
PENSTOCK_DEVICE void pipeline_any_body(const PipelineArguments& arguments, const sync::GpuThread& self) {
  const CombineAny combined{arguments.kind, arguments.operation};
  pipeline_by(arguments, self, [&](const Pipeline& pipeline, std::uint32_t step) { pipeline.fold(step, combined); });
}
// This kernel only copies, since a fold has a source.
PENSTOCK_DEVICE void pipeline_copy_body(const PipelineArguments& arguments, const sync::GpuThread& self) {
  pipeline_by(arguments, self, [](const Pipeline& pipeline, std::uint32_t step) {
    pipeline.fold(step, Combine<std::uint64_t, fold_operation::None>());
  });
}

}  // namespace penstock::kernels

#undef PENSTOCK_UNROLLED
#undef PENSTOCK_ROLLED
