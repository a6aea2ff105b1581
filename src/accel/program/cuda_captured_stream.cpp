#include "accel/program/cuda_captured_stream.hpp"

#include <cstddef>
#include <cstring>

namespace penstock::accel {
namespace {

constexpr std::size_t kBlock = 64 << 10;  // 512 calls
constexpr std::size_t kLine = 64;

CUdeviceptr address_of(std::uint32_t* word) noexcept {
  return reinterpret_cast<CUdeviceptr>(word);
}

}  // namespace

// Each word has a cache line of its own, since one side writes it while the other polls.
Status CallFlagPool::grow() {
  void* block = nullptr;
  PENSTOCK_TRY(
      driver_.cuMemHostAlloc(&block, kBlock, static_cast<unsigned>(CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP)));
  std::memset(block, 0, kBlock);
  auto* const lines = static_cast<std::byte*>(block);
  for (std::size_t at = 0; at < kBlock; at += 2 * kLine) {
    free_.push_back({reinterpret_cast<std::uint32_t*>(lines + at), reinterpret_cast<std::uint32_t*>(lines + at + kLine)});
  }
  return {};
}

Status CallFlagPool::reserve(std::size_t flags) {
  while (free_.size() < flags) PENSTOCK_TRY(grow());
  return {};
}

Status CallFlagPool::take(CallFlags* out) {
  PENSTOCK_TRY(reserve(1));
  *out = free_.back();
  free_.pop_back();
  return {};
}

void CallFlagPool::give_back(const CallFlags& flags) {
  for (std::uint32_t* const word : {flags.begun, flags.over}) std::atomic_ref<std::uint32_t>(*word).store(0);
  free_.push_back(flags);
}

CudaCapturedStream::CudaCapturedStream(const Driver& driver, Holds& holds, CallFlagPool& pool, CUcontext context,
                                       CUstream stream)
    : driver_(driver),
      holds_(holds),
      pool_(pool),
      context_(context),
      stream_(stream),
      gone_(std::make_shared<std::atomic<bool>>(false)) {
  holds_.begin();
}

// If the graph outlives this object, as at MPI_Finalize, it keeps its flags.
CudaCapturedStream::~CudaCapturedStream() {
  if (gone()) {
    for (const CallFlags& flags : calls_) pool_.give_back(flags);
  }
  holds_.end();
}

// The driver calls this on a thread of its own, which must not make CUDA calls.
void CudaCapturedStream::tell_gone(void* gone) {
  const std::unique_ptr<Gone> mine(static_cast<Gone*>(gone));
  (*mine)->store(true, std::memory_order_release);
}

Status CudaCapturedStream::attach() {
  return within_context(driver_, context_, Capture::kRelaxed, [&]() -> Status {
    CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
    cuuint64_t id = 0;
    CUgraph graph = nullptr;
    PENSTOCK_TRY(driver_.cuStreamGetCaptureInfo(stream_, &status, &id, &graph, static_cast<const CUgraphNode**>(nullptr),
                                                static_cast<std::size_t*>(nullptr)));
    CUuserObject object = nullptr;
    auto told = std::make_unique<Gone>(gone_);
    PENSTOCK_TRY(driver_.cuUserObjectCreate(&object, static_cast<void*>(told.get()), &tell_gone, 1U,
                                            static_cast<unsigned>(CU_USER_OBJECT_NO_DESTRUCTOR_SYNC)));
    [[maybe_unused]] Gone* const theirs = told.release();  // freed by tell_gone()
    return driver_.cuGraphRetainUserObject(graph, object, 1U, static_cast<unsigned>(CU_GRAPH_USER_OBJECT_MOVE));
  });
}

Status CudaCapturedStream::add_call(std::size_t* call) {
  CallFlags flags;
  PENSTOCK_TRY(within_context(driver_, context_, Capture::kRelaxed, [&] { return pool_.take(&flags); }));
  *call = calls_.size();
  calls_.push_back(flags);
  return {};
}

Status CudaCapturedStream::tell(std::size_t call) {
  return within_context(driver_, context_, Capture::kAsItIs, [&] {
    return driver_.cuStreamWriteValue32(stream_, address_of(calls_[call].begun), 1U,
                                        static_cast<unsigned>(CU_STREAM_WRITE_VALUE_DEFAULT));
  });
}

// A node behind the wait clears the word for the next replay.
Status CudaCapturedStream::hold(std::size_t call) {
  const CUdeviceptr over = address_of(calls_[call].over);
  return within_context(driver_, context_, Capture::kAsItIs, [&]() -> Status {
    PENSTOCK_TRY(driver_.cuStreamWaitValue32(stream_, over, 1U, static_cast<unsigned>(CU_STREAM_WAIT_VALUE_EQ)));
    return driver_.cuStreamWriteValue32(stream_, over, 0U, static_cast<unsigned>(CU_STREAM_WRITE_VALUE_DEFAULT));
  });
}

bool CudaCapturedStream::take_begun(std::size_t call) noexcept {
  const std::atomic_ref<std::uint32_t> begun(*calls_[call].begun);
  if (begun.load(std::memory_order_acquire) == 0) return false;
  begun.store(0, std::memory_order_relaxed);
  return true;
}

// The store also orders the clearing of the other word.
void CudaCapturedStream::end(std::size_t call) noexcept {
  std::atomic_ref<std::uint32_t>(*calls_[call].over).store(1, std::memory_order_release);
}

}  // namespace penstock::accel
