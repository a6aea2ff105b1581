// CudaProgramStreams implements ProgramStreams over the CUDA driver.
#pragma once

#include <memory>

#include "accel/driver/holds.hpp"
#include "accel/driver/presence.hpp"
#include "accel/memory/cuda_allocations.hpp"
#include "accel/program/cuda_captured_stream.hpp"
#include "accel/program/cuda_program_stream.hpp"
#include "accel/program/program_streams.hpp"
#include "accel/queue/sites.hpp"
#include "accel/share/cuda_imports.hpp"

namespace penstock::accel {

class CudaProgramStreams final : public ProgramStreams {
 public:
  CudaProgramStreams(Presence& presence, Sites& sites, Holds& holds, CudaAllocations& allocations, CudaImports& imports)
      : presence_(presence),
        sites_(sites),
        holds_(holds),
        allocations_(allocations),
        imports_(imports),
        words_(presence.driver()),
        flags_(presence.driver()) {}

  Status adopt_stream(void* stream, std::unique_ptr<ProgramStream>* out) override;
  Status open_program_queue(void* stream, std::unique_ptr<ProgramQueue>* out) override;
  [[nodiscard]] bool imports_may_fail() const noexcept override { return adopted_; }
  Status catch_up() override;
  [[nodiscard]] Holds& holds() noexcept override { return holds_; }
  Status check_hardware_queues(int device) override;
  Status find_kernel_place(int device, KernelPlace* out) override;

 private:
  Presence& presence_;
  Sites& sites_;
  Holds& holds_;
  CudaAllocations& allocations_;
  CudaImports& imports_;
  StreamWordPool words_;
  CallFlagPool flags_;
  bool adopted_ = false;  // a stream of the application was adopted
};

}  // namespace penstock::accel
