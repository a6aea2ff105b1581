#include "accel/program/cuda_program_stream.hpp"

#include <algorithm>
#include <cstring>

#include "accel/program/cuda_program_queue.hpp"

namespace penstock::accel {
namespace {

constexpr std::size_t kPage = 4096;
constexpr std::size_t kLine = 64;
constexpr std::size_t kReadyFlags = 1024;

CUdeviceptr address_of(std::uint32_t* word) noexcept {
  return reinterpret_cast<CUdeviceptr>(word);
}

}  // namespace

// The stream writes one word and the CPU the other, so each has a cache line of its own. It is unknown when a stream has passed
// its last wait, and the application may destroy the stream before that, so words are never freed.
Status StreamWordPool::grow() {
  void* page = nullptr;
  PENSTOCK_TRY(
      driver_.cuMemHostAlloc(&page, kPage, static_cast<unsigned>(CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP)));
  std::memset(page, 0, kPage);
  auto* const lines = static_cast<std::byte*>(page);
  for (std::size_t at = 0; at < kPage; at += 2 * kLine) {
    free_.push_back({reinterpret_cast<std::uint32_t*>(lines + at), reinterpret_cast<std::uint32_t*>(lines + at + kLine), 0, 0});
  }
  return {};
}

Status StreamWordPool::take(StreamWords* out) {
  const auto quiet = [](const StreamWords& words) { return words.reached() == words.last_told; };
  auto place = std::ranges::find_if(free_, quiet);
  if (place == free_.end()) {
    PENSTOCK_TRY(grow());
    place = std::prev(free_.end());
  }
  *out = *place;
  free_.erase(place);
  return {};
}

void StreamWordPool::give_back(const StreamWords& words) {
  free_.push_back(words);
}

CudaProgramStream::~CudaProgramStream() {
  if (held_) holds_.end();
  if (words_.told != nullptr) pool_.give_back(words_);
}

// Flags for captures are allocated now, while no stream waits that could delay the allocation.
Status CudaProgramStream::open() {
  PENSTOCK_TRY(flags_.reserve(kReadyFlags));
  return pool_.take(&words_);
}

// The driver allows this query at any time.
Status CudaProgramStream::find_capture(std::uint64_t* id) {
  CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
  cuuint64_t number = 0;
  PENSTOCK_TRY(within_context(driver_, context_, Capture::kAsItIs, [&] {
    return driver_.cuStreamGetCaptureInfo(stream_, &status, &number, static_cast<CUgraph*>(nullptr),
                                          static_cast<const CUgraphNode**>(nullptr), static_cast<std::size_t*>(nullptr));
  }));
  if (status == CU_STREAM_CAPTURE_STATUS_INVALIDATED) {
    return Status::error(Code::kUnsupported,
                         "the stream is being captured into a graph, and another call has spoilt the capture");
  }
  *id = status == CU_STREAM_CAPTURE_STATUS_NONE ? 0 : static_cast<std::uint64_t>(number) + 1;
  return {};
}

Status CudaProgramStream::open_capture(std::unique_ptr<CapturedStream>* out) {
  auto made = std::make_unique<CudaCapturedStream>(driver_, holds_, flags_, context_, stream_);
  PENSTOCK_TRY(made->attach());
  *out = std::move(made);
  return {};
}

Status CudaProgramStream::tell(std::uint32_t* number) {
  *number = ++words_.last_told;
  Status told = within_context(driver_, context_, Capture::kAsItIs, [&] {
    return driver_.cuStreamWriteValue32(stream_, address_of(words_.told), *number,
                                        static_cast<unsigned>(CU_STREAM_WRITE_VALUE_DEFAULT));
  });
  if (!told.is_ok()) --words_.last_told;  // no stream will write this number
  return told;
}

ProgramStream::Telling CudaProgramStream::next_tell() noexcept {
  return {static_cast<std::uint64_t>(address_of(words_.told)), ++words_.last_told};
}

std::uint32_t CudaProgramStream::next_hold() noexcept {
  if (!std::exchange(held_, true)) holds_.begin();
  return ++words_.last_held;
}

Status CudaProgramStream::hold(std::uint32_t number) {
  return within_context(driver_, context_, Capture::kAsItIs, [&] {
    return driver_.cuStreamWaitValue32(stream_, address_of(words_.released), number,
                                       static_cast<unsigned>(CU_STREAM_WAIT_VALUE_GEQ));
  });
}

void CudaProgramStream::release(std::uint32_t number) noexcept {
  std::atomic_ref<std::uint32_t>(*words_.released).store(number, std::memory_order_release);
  if (number == words_.last_held && std::exchange(held_, false)) holds_.end();
}

Status make_program_stream(const Driver& driver, const Devices& devices, Holds& holds, StreamWordPool& pool,
                           CallFlagPool& flags, CUstream stream, std::unique_ptr<ProgramStream>* out) {
  if (!driver.cuStreamWriteValue32.available() || !driver.cuStreamWaitValue32.available()) {
    return Status::error(Code::kUnsupported, "this driver has no stream memory operations, by which a stream is waited for");
  }
  CUcontext context = nullptr;
  int device = 0;
  PENSTOCK_TRY(find_stream_device(driver, devices, stream, &context, &device));
  std::unique_ptr<CudaProgramStream> made;
  const auto make = [&]() -> Status {
    made = std::make_unique<CudaProgramStream>(driver, holds, pool, flags, context, device, stream);
    return made->open();
  };
  PENSTOCK_TRY(within_context(driver, context, Capture::kRelaxed, make));
  *out = std::move(made);
  return {};
}

}  // namespace penstock::accel
