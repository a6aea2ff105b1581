// This header implements captured streams over the driver.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "accel/driver/driver.hpp"
#include "accel/driver/holds.hpp"
#include "accel/program/captured_stream.hpp"

namespace penstock::accel {

// CallFlags has the words of one call in pinned memory. Graph nodes write constants, so one side sets a word and the other
// clears it.
struct CallFlags {
  std::uint32_t* begun = nullptr;  // the stream sets it
  std::uint32_t* over = nullptr;   // the CPU sets it
};

// CallFlagPool has pinned memory for flags, which is never freed. It is used by one thread at a time.
class CallFlagPool {
 public:
  explicit CallFlagPool(const Driver& driver) noexcept : driver_(driver) {}
  // Must be called in a context. Afterwards at least `flags` can be taken without a driver call, which could wait for a stream.
  Status reserve(std::size_t flags);
  Status take(CallFlags* out);
  // May be called when no graph writes the flags any more.
  void give_back(const CallFlags& flags);

 private:
  Status grow();

  const Driver& driver_;
  std::vector<CallFlags> free_;
};

class CudaCapturedStream final : public CapturedStream {
 public:
  CudaCapturedStream(const Driver& driver, Holds& holds, CallFlagPool& pool, CUcontext context, CUstream stream);
  ~CudaCapturedStream() override;
  // Attaches to the graph while the stream is captured, to be notified of the graph's destruction. After a failure there is no
  // notification, and the attached objects are never freed.
  Status attach();

  Status add_call(std::size_t* call) override;
  Status tell(std::size_t call) override;
  Status hold(std::size_t call) override;
  [[nodiscard]] bool take_begun(std::size_t call) noexcept override;
  void end(std::size_t call) noexcept override;
  [[nodiscard]] bool gone() const noexcept override { return gone_->load(std::memory_order_acquire); }

 private:
  using Gone = std::shared_ptr<std::atomic<bool>>;
  static void CUDA_CB tell_gone(void* gone);

  const Driver& driver_;
  Holds& holds_;
  CallFlagPool& pool_;
  CUcontext context_;
  CUstream stream_;
  std::vector<CallFlags> calls_;
  Gone gone_;
};

}  // namespace penstock::accel
