// HostAccel is Accel without a GPU: every pointer is host memory. It serves PENSTOCK_CUDA=0, builds without CUDA's headers, and
// tests, which replace what they need. The limits of a process without a GPU are stated here and nowhere else.
#pragma once

#include <fmt/format.h>

#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "accel/accel.hpp"
#include "accel/driver/holds.hpp"
#include "accel/program/program_streams.hpp"

namespace penstock::accel {

// NoGpuHere refuses what needs a GPU.
class NoGpuHere {
 public:
  explicit NoGpuHere(std::string_view why) noexcept : why_(why) {}
  [[nodiscard]] Status operator()() const { return Status::error(Code::kUnsupported, "no GPU here: {}", why_); }

 private:
  std::string_view why_;
};

class HostAllocations : public Allocations {
 public:
  explicit HostAllocations(NoGpuHere refuse) : refuse_(refuse) {}
  Status register_host(void*, std::size_t) override { return {}; }
  Status unregister_host(void*) override { return {}; }
  Status allocate(int, std::size_t, Memory*) override { return refuse_(); }
  Status allocate_managed(int, std::size_t, Memory*) override { return refuse_(); }
  Status allocate_chunk(int, std::size_t, Memory*) override { return refuse_(); }
  Status release(const Memory&) override { return refuse_(); }
  Status reserve_heap(int, std::uint64_t, Memory*) override { return refuse_(); }
  Status grow_heap(std::uintptr_t, std::uint64_t, std::uint64_t*) override { return refuse_(); }
  Status shrink_heap(std::uintptr_t, std::uint64_t) override { return refuse_(); }

 private:
  NoGpuHere refuse_;
};

class HostExports : public Exports {
 public:
  explicit HostExports(NoGpuHere refuse) : refuse_(refuse) {}
  Status export_memory(const Memory&, Export*) override { return refuse_(); }
  Status export_range(const Memory&, std::uint64_t, std::uint64_t, Export*) override { return refuse_(); }
  Status descriptors(const ExportName&, std::uint64_t, std::size_t, std::vector<ChunkDescriptor>*, std::size_t*) override {
    return refuse_();
  }
  [[nodiscard]] bool any_exported() const noexcept override { return false; }
  Status check_exports(std::vector<ExportName>*) override { return {}; }

 private:
  NoGpuHere refuse_;
};

class HostImports : public Imports {
 public:
  explicit HostImports(NoGpuHere refuse) : refuse_(refuse) {}
  bool importable(const Export&, int) override { return false; }
  bool atomics_reach(const Export&, int) override { return false; }
  Status accept_descriptors(const Export&, std::vector<ChunkDescriptor>&&) override { return refuse_(); }
  Status import_memory(const Export&, int, Mapping*) override { return refuse_(); }
  bool mapped(const Export&, int) override { return false; }
  [[nodiscard]] double mapping_us() const noexcept override { return 0; }
  void pin_mapping(const Mapping&) noexcept override {}
  void unpin_mapping(const Mapping&) noexcept override {}
  Status forget_import(const ProcessId&, const ExportName&) override { return {}; }
  Status close_imports() override { return {}; }
  void take_closed(std::vector<std::pair<ProcessId, ExportName>>*) override {}

 private:
  NoGpuHere refuse_;
};

// No work was ever enqueued, so every ticket is done.
class HostQueues : public Queues {
 public:
  explicit HostQueues(NoGpuHere refuse) : refuse_(refuse) {}
  Status queue(int, unsigned, Queue**) override { return refuse_(); }
  Status find_kernel(int, std::string_view) override { return refuse_(); }
  Status make_graph(int, std::unique_ptr<Graph>*) override { return refuse_(); }
  Status launch_graph(int, unsigned, Graph&, Ticket*) override { return refuse_(); }
  Status enqueue_foreign(int, unsigned, ForeignWork&, Ticket*) override { return refuse_(); }
  Status run_beside(int, std::function<Status()>, std::unique_ptr<Beside>*) override { return refuse_(); }
  Status order_after_application(int) override { return {}; }
  Status check_application(int) override { return {}; }
  Status bring(const void*, std::size_t, int) override { return {}; }
  Status test(const Ticket&, Progress* out) override {
    *out = Progress::kDone;
    return {};
  }
  Status wait(const Ticket&) override { return {}; }
  Status copy_now(void* destination, const void* source, std::size_t bytes) override {
    std::memcpy(destination, source, bytes);
    return {};
  }
  void tend() override {}

 private:
  NoGpuHere refuse_;
};

class HostProgramStreams : public ProgramStreams {
 public:
  explicit HostProgramStreams(NoGpuHere refuse) : refuse_(refuse) {}
  Status adopt_stream(void*, std::unique_ptr<ProgramStream>*) override { return refuse_(); }
  Status open_program_queue(void*, std::unique_ptr<ProgramQueue>*) override { return refuse_(); }
  [[nodiscard]] bool imports_may_fail() const noexcept override { return false; }
  Status catch_up() override { return {}; }
  [[nodiscard]] Holds& holds() noexcept override { return holds_; }
  Status check_hardware_queues(int) override { return {}; }
  Status find_kernel_place(int, KernelPlace*) override { return refuse_(); }

 private:
  NoGpuHere refuse_;
  Holds holds_;
};

// A test derives from HostAccel and overrides functions of any contract. `why` must outlive the object.
class HostAccel : public Accel,
                  public HostAllocations,
                  public HostExports,
                  public HostImports,
                  public HostQueues,
                  public HostProgramStreams {
 public:
  explicit HostAccel(std::string_view why)
      : HostAllocations(NoGpuHere(why)),
        HostExports(NoGpuHere(why)),
        HostImports(NoGpuHere(why)),
        HostQueues(NoGpuHere(why)),
        HostProgramStreams(NoGpuHere(why)),
        why_(why) {
    parts_ = {this, this, this, this, this};
    never_ = true;
  }

  bool live() noexcept override { return false; }
  std::string describe() override { return fmt::format("no CUDA: {}", why_); }
  Status query(const void*, Memory* out) override {
    *out = Memory{};
    return {};
  }
  int working_device() override { return -1; }

 private:
  std::string_view why_;
};

}  // namespace penstock::accel
