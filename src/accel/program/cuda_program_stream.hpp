// This header implements the application's streams over the driver.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "accel/driver/devices.hpp"
#include "accel/driver/driver.hpp"
#include "accel/driver/holds.hpp"
#include "accel/program/cuda_captured_stream.hpp"
#include "accel/program/program_stream.hpp"

namespace penstock::accel {

// StreamWords has the words of one stream. Numbering continues from the previous user of the words, so that a wait which that
// user enqueued, and which its stream has not reached yet, stays satisfied.
struct StreamWords {
  std::uint32_t* told = nullptr;
  std::uint32_t* released = nullptr;
  std::uint32_t last_told = 0;  // latest number handed out
  std::uint32_t last_held = 0;

  [[nodiscard]] std::uint32_t reached() const noexcept {
    return std::atomic_ref<std::uint32_t>(*told).load(std::memory_order_acquire);
  }
};

// StreamWordPool has pinned memory for words, which is never freed. It is used by one thread at a time.
class StreamWordPool {
 public:
  explicit StreamWordPool(const Driver& driver) noexcept : driver_(driver) {}
  // Must be called in a context. Returns words that no stream will write any more.
  Status take(StreamWords* out);
  // Words whose stream has not yet written its last number are not reused before it has.
  void give_back(const StreamWords& words);

 private:
  Status grow();

  const Driver& driver_;
  std::vector<StreamWords> free_;
};

class CudaProgramStream final : public ProgramStream {
 public:
  // `context` is the stream's context, `device` its ordinal.
  CudaProgramStream(const Driver& driver, Holds& holds, StreamWordPool& pool, CallFlagPool& flags, CUcontext context,
                    int device, CUstream stream)
      : driver_(driver), holds_(holds), pool_(pool), flags_(flags), context_(context), device_(device), stream_(stream) {}
  ~CudaProgramStream() override;
  // Must be called in the stream's context.
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

// `holds`, `pool` and `flags` must outlive the stream.
Status make_program_stream(const Driver& driver, const Devices& devices, Holds& holds, StreamWordPool& pool,
                           CallFlagPool& flags, CUstream stream, std::unique_ptr<ProgramStream>* out);

}  // namespace penstock::accel
