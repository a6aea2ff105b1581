// Streams of the program's over the driver.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "accel/cuda_captured_stream.hpp"
#include "accel/devices.hpp"
#include "accel/driver.hpp"
#include "accel/holds.hpp"
#include "accel/program_stream.hpp"

namespace penstock::accel {

// The words of one stream. Their numbers go on where the last user of the words left them, so that a wait which it gave its
// stream, and which the stream has not come to yet, stays fulfilled.
struct StreamWords {
  std::uint32_t* told = nullptr;
  std::uint32_t* released = nullptr;
  std::uint32_t last_told = 0;  // number given out
  std::uint32_t last_held = 0;

  [[nodiscard]] std::uint32_t reached() const noexcept {
    return std::atomic_ref<std::uint32_t>(*told).load(std::memory_order_acquire);
  }
};

// Pinned memory for words, which stays as long as the process. Used by one thread at a time.
class StreamWordPool {
 public:
  explicit StreamWordPool(const Driver& driver) noexcept : driver_(driver) {}
  // In a context. Words that no stream will write any more.
  Status take(StreamWords* out);
  // Those whose stream has not told its last number are not given out before it has.
  void give_back(const StreamWords& words);

 private:
  Status grow();

  const Driver& driver_;
  std::vector<StreamWords> free_;
};

class CudaProgramStream final : public ProgramStream {
 public:
  // `context`: the stream's own; `device`: its ordinal.
  CudaProgramStream(const Driver& driver, Holds& holds, StreamWordPool& pool, CallFlagPool& flags, CUcontext context,
                    int device, CUstream stream)
      : driver_(driver), holds_(holds), pool_(pool), flags_(flags), context_(context), device_(device), stream_(stream) {}
  ~CudaProgramStream() override;
  // In its context.
  Status open();

  [[nodiscard]] int device() const noexcept override { return device_; }
  Status find_capture(std::uint64_t* id) override;
  Status open_capture(std::unique_ptr<CapturedStream>* out) override;
  Status tell(std::uint32_t* number) override;
  [[nodiscard]] Telling next_tell() noexcept override;
  [[nodiscard]] std::uint32_t next_hold() noexcept override;
  Status hold(std::uint32_t number) override;
  [[nodiscard]] std::uint32_t told() const noexcept override { return words_.reached(); }
  void release(std::uint32_t number) noexcept override;

 private:
  const Driver& driver_;
  Holds& holds_;
  StreamWordPool& pool_;
  CallFlagPool& flags_;
  CUcontext context_;
  int device_;
  CUstream stream_;
  StreamWords words_;
  bool held_ = false;
};

// `holds`, `pool` and `flags` outlive it.
Status make_program_stream(const Driver& driver, const Devices& devices, Holds& holds, StreamWordPool& pool,
                           CallFlagPool& flags, CUstream stream, std::unique_ptr<ProgramStream>* out);

}  // namespace penstock::accel
