// The CUDA driver's entry points (spec/cuda_driver.yaml), bound at run time.
#pragma once

#include <cudaTypedefs.h>

#include <string>
#include <string_view>
#include <utility>

#include "accel/library_watch.hpp"
#include "base/status.hpp"

namespace penstock::accel {

class Driver;

// One entry point. A call gives a Status that names it: "cuMemcpyAsync failed: CUDA_ERROR_... (text); remedy".
template <typename Function>
class Entry {
 public:
  Entry(const char* name, const Driver& driver) : name_(name), driver_(driver) {}
  Entry(const Entry&) = delete;
  Entry& operator=(const Entry&) = delete;

  template <typename... Args>
  Status operator()(Args... args) const;
  // For results that are answers, such as CUDA_ERROR_NOT_READY; failure() makes a Status of the others.
  template <typename... Args>
  [[nodiscard]] CUresult raw(Args... args) const {
    return function_ != nullptr ? function_(args...) : CUDA_ERROR_NOT_FOUND;
  }
  Status failure(CUresult result) const;

  [[nodiscard]] bool available() const noexcept { return function_ != nullptr; }
  void bind(void* address) noexcept { function_ = reinterpret_cast<Function>(address); }

 private:
  const char* name_;
  const Driver& driver_;
  Function function_ = nullptr;
};

// Entry points are usable once attach() or load() succeeded; they stay so until the process ends (never unloaded: the
// application may still use the library). Calls are as thread-safe as CUDA's.
class Driver {
 public:
  Driver() = default;
  Driver(const Driver&) = delete;
  Driver& operator=(const Driver&) = delete;

  // Binds the libcuda that the application has loaded; `*bound` stays false while it has none. Cheap to repeat: looks only
  // after a library was loaded since the last call, as `watch` says, which says nothing once the driver is bound.
  Status attach(LibraryWatch& watch, bool* bound);
  // Loads libcuda.so.1 if need be. Code::kUnsupported if this machine has none.
  Status load();
  [[nodiscard]] bool bound() const noexcept { return bound_; }
  // tests/fakecuda instead of a GPU.
  [[nodiscard]] bool standin() const noexcept { return standin_; }

  Status failure(std::string_view entry, CUresult result) const;

#define PENSTOCK_DRIVER_ENTRY(name, type, version, by, optional) Entry<type> name{#name, *this};
#include "accel/gen/driver_entries.inc"
#undef PENSTOCK_DRIVER_ENTRY

 private:
  Status bind(void* library);

  bool bound_ = false;
  bool standin_ = false;
};

template <typename Function>
Status Entry<Function>::failure(CUresult result) const {
  return result == CUDA_SUCCESS ? Status::ok() : driver_.failure(name_, result);
}

template <typename Function>
template <typename... Args>
Status Entry<Function>::operator()(Args... args) const {
  return failure(raw(args...));
}

// Stream-capture checks of the thread. While the application captures, the driver forbids calls that could spoil a capture:
// allocations, queries, anything that may synchronise. Relaxed, they are allowed. Launches of loaded kernels and writes of
// stream memory on streams of ours are allowed in any case: they could be captured themselves.
enum class Capture : std::uint8_t { kRelaxed, kAsItIs };

// Puts the calling thread into `context` (nothing to do if it is there) with its capture checks as said, and back again.
// leave() restores both and tells; the destructor restores what leave() did not. Work within leaves the context current.
class Guard {
 public:
  explicit Guard(const Driver& driver) : driver_(driver) {}
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;
  ~Guard();

  Status enter(CUcontext context, Capture capture = Capture::kRelaxed);
  Status leave();

 private:
  const Driver& driver_;
  bool pushed_ = false;
  bool exchanged_ = false;
  CUstreamCaptureMode mode_ = CU_STREAM_CAPTURE_MODE_RELAXED;
};

// Runs `work` (returning Status) under a Guard; the first failure wins.
template <typename Work>
Status within_context(const Driver& driver, CUcontext context, Capture capture, Work&& work) {
  Guard guard(driver);
  Status done = guard.enter(context, capture);
  if (done.is_ok()) done = std::forward<Work>(work)();
  Status left = guard.leave();
  return done.is_ok() ? std::move(left) : std::move(done);
}

}  // namespace penstock::accel
