// Primary contexts and each thread's stack of current ones.
#pragma once

#include <cuda.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "device.hpp"

namespace penstock::fakecuda {

class Board;
struct Stream;

// Contexts are never deleted: handles to a destroyed context stay safe to look at.
struct Context {
  int device = 0;
  std::atomic<bool> destroyed{false};
  std::atomic<CUresult> failure{CUDA_SUCCESS};  // first failure of an operation; every later call returns it
  std::atomic<unsigned> peers{0};               // bit per ordinal that cuCtxEnablePeerAccess was called for
  std::shared_ptr<Stream> legacy;               // the default stream
  [[nodiscard]] CUcontext handle() { return reinterpret_cast<CUcontext>(this); }
};

// Any thread may call these functions.
class Contexts {
 public:
  Contexts(const Devices& devices, Board& board) : board_(board), primaries_(static_cast<std::size_t>(devices.count())) {}

  // Returns the calling thread's current context if it is usable: present, alive and without failure.
  [[nodiscard]] CUresult current(Context** out);
  // Returns the context behind `handle`; null if it never was one of ours.
  [[nodiscard]] Context* find(CUcontext handle);

  CUresult retain(int device, CUcontext* out);
  // The last release destroys the context with its streams and memory.
  CUresult release(int device);
  void state(int device, unsigned* flags, int* active);

 private:
  struct Primary {
    Context* context = nullptr;
    unsigned references = 0;
  };

  std::mutex mutex_;
  Board& board_;
  std::vector<Primary> primaries_;
  std::vector<std::unique_ptr<Context>> all_;
};

}  // namespace penstock::fakecuda
