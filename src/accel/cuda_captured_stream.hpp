// Captured streams over the driver.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "accel/captured_stream.hpp"
#include "accel/driver.hpp"
#include "accel/holds.hpp"

namespace penstock::accel {

// One call's words in pinned memory. Values of nodes are constants, so each word is set by one side and cleared by the other.
struct CallFlags {
  std::uint32_t* begun = nullptr;  // the stream sets it
  std::uint32_t* over = nullptr;   // the CPU sets it
};

// Pinned memory for flags, which stays as long as the process. Used by one thread at a time.
class CallFlagPool {
 public:
  explicit CallFlagPool(const Driver& driver) noexcept : driver_(driver) {}
  // In a context. At least as many can be taken without a call of the driver's, which could wait for a stream.
  Status reserve(std::size_t flags);
  Status take(CallFlags* out);
  // No graph writes them any more.
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
  // While the stream is captured: hears of the graph's end. After a failure it never does, and what was attached stays.
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
