// A rank's block of the field in GPU memory, and its update.
#pragma once

#include <memory>
#include <vector>

#include "demo/grid.hpp"
#include "gpu.hpp"
#include "memory.hpp"

namespace bench::apps {

// The field at the start: from 0 to 1, of the same bits in both precisions, rugged enough that a wrong cell shows.
[[nodiscard]] double start_value(int row, int column);

// GPU calls throw Failure. `memory` outlives it.
class Field {
 public:
  Field(const demo::Block& block, bool single, const Memory& memory);
  ~Field();
  Field(const Field&) = delete;
  Field& operator=(const Field&) = delete;

  // Sets the field to its start values, halo included; complete on return.
  void reset();
  // Computes one step from array() into the other array, which becomes array(); complete on return.
  void step();
  // Puts one step on stream(); it is not complete on return.
  void enqueue_step();
  [[nodiscard]] penstock_gpu_stream stream() const { return stream_; }
  // Runs a kernel of the application whose blocks wait for each other. The grid is as large as the device allows if `sharers`
  // such kernels run at the same time; complete on return.
  void run_together(const char* kernel, unsigned sharers, const void* arguments);
  // The other array becomes array().
  void turn() { now_.swap(next_); }
  // Writes a wrong value to one inner cell of array().
  void spoil();
  // (rows + 2) x (columns + 2) cells.
  [[nodiscard]] char* array() const { return static_cast<char*>(now_->data()); }
  [[nodiscard]] char* other() const { return static_cast<char*>(next_->data()); }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  [[nodiscard]] const demo::Block& block() const { return block_; }
  [[nodiscard]] const Memory& memory() const { return memory_; }
  // Copies array() to `out`, whose memory is reused.
  void download(std::vector<std::byte>* out) const;

 private:
  demo::Block block_;
  std::size_t bytes_;
  const Memory& memory_;
  std::unique_ptr<Buffer> start_, now_, next_;
  penstock_gpu_stream stream_ = nullptr;
  penstock_gpu_module module_ = nullptr;
  penstock_gpu_kernel kernel_ = nullptr;
};

}  // namespace bench::apps
