// Accel is the GPU as the runtime sees it: it classifies pointers, shares allocations between processes, and has ordered queues
// of copies and kernels. It uses the CUDA driver API, which is loaded at run time; a process that never uses CUDA pays nothing.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "accel/driver/gpu.hpp"
#include "accel/driver/image.hpp"
#include "accel/driver/library_watch.hpp"
#include "accel/memory/allocations.hpp"
#include "accel/memory/memory.hpp"
#include "accel/queue/queue.hpp"
#include "accel/queue/queues.hpp"
#include "accel/queue/work.hpp"
#include "accel/share/export.hpp"
#include "accel/share/exports.hpp"
#include "accel/share/imports.hpp"
#include "accel/share/process_id.hpp"
#include "base/config.hpp"
#include "base/log.hpp"
#include "base/status.hpp"

namespace penstock::accel {

class ProgramStreams;  // accel/program/program_streams.hpp

// Accel itself answers what every message asks. Its contracts do the rest, and each is found by an accessor that makes no call.
// One thread at a time uses the object and its contracts.
class Accel {
 public:
  // Creates the object. The absence of a GPU is no failure: without one (or with PENSTOCK_CUDA=0) every pointer is host memory.
  // `images` are the fat binaries in which queues find their kernels (kernels::images()); the list may be empty, and must
  // outlive the object. `config` is read in the call; `log` must outlive the object.
  static Status create(const Config& config, Log& log, std::span<const Image> images, std::unique_ptr<Accel>* out);
  Accel(const Accel&) = delete;
  Accel& operator=(const Accel&) = delete;
  virtual ~Accel() = default;

  // Returns true if every pointer is host memory now, because this process has no CUDA; false if that is unknown. It costs two
  // loads.
  [[nodiscard]] bool all_host() const noexcept { return never_ || without_cuda_.unchanged(); }
  // Classifies `pointer`. It makes no driver call for the stack, static data and the brk heap, nor while the process has no
  // CUDA.
  virtual Status query(const void* pointer, Memory* out) = 0;
  // Returns true once the application has initialised CUDA in this process. The call does not initialise it.
  [[nodiscard]] virtual bool live() noexcept = 0;
  // Returns the device on which this process would work on host memory: the device of the current context, else the first with
  // an active primary context, else -1.
  [[nodiscard]] virtual int working_device() = 0;
  // Returns "CUDA 13.0, 4 x NVIDIA H200", "no CUDA" or "stand-in driver, 2 devices (tests only)".
  [[nodiscard]] virtual std::string describe() = 0;

  [[nodiscard]] Allocations& allocations() const noexcept { return *parts_.allocations; }
  [[nodiscard]] Exports& exports() const noexcept { return *parts_.exports; }
  [[nodiscard]] Imports& imports() const noexcept { return *parts_.imports; }
  [[nodiscard]] Queues& queues() const noexcept { return *parts_.queues; }
  [[nodiscard]] ProgramStreams& program_streams() const noexcept { return *parts_.program_streams; }

 protected:
  struct Parts {
    Allocations* allocations = nullptr;
    Exports* exports = nullptr;
    Imports* imports = nullptr;
    Queues* queues = nullptr;
    ProgramStreams* program_streams = nullptr;
  };

  Accel() = default;

  Parts parts_;                // set by the constructor of the implementation
  bool never_ = false;         // CUDA will never be used
  LibraryWatch without_cuda_;  // valid while libcuda is not loaded
};

}  // namespace penstock::accel
