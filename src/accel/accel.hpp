// Accel is the GPU as the runtime sees it: it classifies pointers, shares allocations between processes, and has ordered queues
// of copies and kernels. It uses the CUDA driver API, which is loaded at run time; a process that never uses CUDA pays nothing.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "accel/image.hpp"
#include "accel/library_watch.hpp"
#include "base/config.hpp"
#include "base/fd.hpp"
#include "base/log.hpp"
#include "base/status.hpp"

namespace penstock::accel {

enum class MemoryKind : std::uint8_t { kHost, kPinned, kManaged, kDevice };
[[nodiscard]] std::string_view kind_name(MemoryKind kind) noexcept;  // "host", "pinned", "managed", "device"

using GpuUuid = std::array<std::byte, 16>;

// Memory describes one pointer as the driver reports it. For plain host memory `device` is -1 and no other member is set.
struct Memory {
  MemoryKind kind = MemoryKind::kHost;
  bool exportable = false;      // another process can map it: the whole allocation by a legacy IPC handle, or
  bool by_descriptors = false;  // by descriptors of the chunks that a message touches (Accel::export_range)
  int device = -1;              // ordinal in this process
  std::uint64_t buffer_id = 0;  // unique within this process; it changes when the address is allocated anew
  std::uintptr_t base = 0;      // base of the allocation that holds the pointer
  std::size_t size = 0;

  [[nodiscard]] bool on_host() const noexcept { return kind == MemoryKind::kHost || kind == MemoryKind::kPinned; }
};

// ProcessId identifies a process among all containers of a host. It is sent to other processes.
struct ProcessId {
  std::uint64_t host = 0;           // hash of host id (boot id or PENSTOCK_HOST_ID)
  std::uint64_t pid_namespace = 0;  // inode of /proc/self/ns/pid, or hash of PENSTOCK_PID_NAMESPACE
  std::uint32_t pid = 0;
  std::uint32_t reserved = 0;
  friend bool operator==(const ProcessId&, const ProcessId&) = default;
};
[[nodiscard]] ProcessId this_process(const Config& config);

// ExportName identifies an exported allocation among those of its owner: an address that is allocated anew gets a new name. It
// is sent to other processes.
struct ExportName {
  std::uint64_t base = 0;
  std::uint64_t buffer_id = 0;
  friend bool operator==(const ExportName&, const ExportName&) = default;
};

// Export describes an allocation so that another process can map it. It is trivially copyable and is sent to other processes.
struct Export {
  ProcessId owner;
  GpuUuid gpu{};
  std::uint64_t buffer_id = 0;
  std::uint64_t base = 0;
  std::uint64_t size = 0;
  std::array<std::byte, 64> handle{};  // legacy IPC handle
  std::uint64_t token = 0;             // not 0: a range of chunks, whose descriptors are sent ahead under this number
  std::uint64_t reserved = 0;          // not 0: a heap of at most so many bytes, to whose end chunks are added

  [[nodiscard]] ExportName name() const noexcept { return {base, buffer_id}; }
};

// ChunkDescriptor is the file descriptor of one chunk of an exported range, on its way to another process.
struct ChunkDescriptor {
  base::Fd fd;
  std::uint64_t bytes = 0;
};
inline constexpr std::size_t kMostChunks = 512;  // most chunks of a range

// A ticket stands for the completion of all work enqueued on a queue so far.
struct Ticket {
  std::uint32_t queue = 0;
  std::uint64_t sequence = 0;  // 0: complete already
};
enum class Progress : std::uint8_t { kPending, kDone };

struct Extent3 {
  unsigned x = 1, y = 1, z = 1;
};

// By chooses how contiguous bytes are copied: the copy engine reaches all memory that the process reaches; a kernel is faster
// for small copies, and reaches memory of its device, pinned memory, and mapped memory of peers and other devices. kKernel
// means that the copy engine is busy with concurrent work, so a kernel makes the copy unless it is too large for one.
enum class By : std::uint8_t { kEngine, kEngineOrKernel, kKernel };
// Returns the choice for a copy between two kinds of memory. `reaches`: kernels of the device that does the work can access all
// device memory of the copy.
[[nodiscard]] By copied_by(MemoryKind one, MemoryKind other, bool reaches, std::uint64_t bytes) noexcept;

struct Finish;  // accel/flag.hpp

struct DeviceLimits {
  int multiprocessors = 1;
  int block_threads = 1;  // most threads of a block
  int kilohertz = 1000;   // frequency of the clock that kernels read
};

class Queue;

// ForeignWork is work that another library enqueues on a stream.
class ForeignWork {
 public:
  ForeignWork() = default;
  ForeignWork(const ForeignWork&) = delete;
  ForeignWork& operator=(const ForeignWork&) = delete;
  virtual ~ForeignWork() = default;
  // Enqueues on `stream`, a CUstream, in the context of its device, without waiting for the device. After a failure no part of
  // the work runs, now or later.
  virtual Status enqueue(void* stream) = 0;
};

// Beside is work on a thread of its own, which may wait for other processes. If the object is destroyed before the work is
// over, the work continues and nobody waits for it.
class Beside {
 public:
  Beside() = default;
  Beside(const Beside&) = delete;
  Beside& operator=(const Beside&) = delete;
  virtual ~Beside() = default;
  [[nodiscard]] virtual bool over() const noexcept = 0;
  // May be called once the work is over.
  [[nodiscard]] virtual Status& status() noexcept = 0;
};

// A graph is work of a device that is launched as a whole, any number of times, by one driver call (Queue::launch_and_mark()).
class Graph {
 public:
  virtual ~Graph() = default;
  // Adds a branch. Work enqueued on it goes into the graph: nothing runs, and tickets are done at once. Work of one branch runs
  // in order, that of several branches concurrently. Copies use the copy engine. No work may be added after close(); the branch
  // lives as long as the graph.
  [[nodiscard]] virtual Queue& add_branch() = 0;
  // Returns the number of kernels and copies in the graph.
  [[nodiscard]] virtual std::size_t parts() const noexcept = 0;
  // Instantiates the graph, which can then be launched.
  virtual Status close() = 0;
};

// A queue is a non-blocking stream of one device that the library owns; it is never the application's stream or the legacy
// default stream. Work on a queue runs in order. A queue is used by one thread at a time. A call that fails waits first until
// no work of the queue runs any more, so that memory of the work may be freed; earlier tickets are then done.
class Queue {
 public:
  virtual ~Queue() = default;
  [[nodiscard]] virtual int device() const = 0;
  [[nodiscard]] virtual const DeviceLimits& limits() const = 0;
  // Copies between any two addresses that this process can reach (host, device, mapped peer). The copy is asynchronous for
  // pinned and device memory; if one side is pageable host memory, the driver stages the bytes, and the call may block until
  // they have been read or written.
  virtual Status copy(void* destination, const void* source, std::size_t bytes) = 0;
  // Launches a kernel of the library's image by name; `arguments` is its only parameter block, which is copied in the call.
  virtual Status launch(std::string_view kernel, Extent3 grid, Extent3 block, const void* arguments,
                        std::size_t argument_bytes) = 0;
  // Returns a ticket for all work so far. The ticket is cheap to test, and the call never blocks.
  virtual Status mark(Ticket* out) = 0;

  // These calls enqueue work and return its ticket, in fewer than two driver calls. The queue may hold work back, to submit it
  // together with more work of its kind, until this or a later ticket of the queue is tested and the device is free, or other
  // work follows. A failure at that time is reported to every test of the tickets concerned, and to the caller in whose call it
  // occurred. Unless `by` is By::kEngine, a copy runs at any time between this call and the completion of its ticket, without
  // any order to other work of the queue, and its ticket may belong to another queue.
  virtual Status copy_and_mark(void* destination, const void* source, std::size_t bytes, By by, Ticket* out) = 0;
  // `finish` lies within `arguments`: the call fills it in, and the kernel must end with kernels::sync::finish.
  virtual Status launch_and_mark(std::string_view kernel, Extent3 grid, Extent3 block, void* arguments,
                                 std::size_t argument_bytes, Finish* finish, Ticket* out) = 0;
  // Enqueues the work of another library, by one call of `work` within this call.
  virtual Status enqueue_and_mark(ForeignWork& /*work*/, Ticket* /*out*/) {
    return Status::error(Code::kUnsupported, "no streams of other libraries here");
  }
  // Launches a closed graph of this device, which must outlive the ticket and must not be running.
  virtual Status launch_and_mark(Graph& /*graph*/, Ticket* /*out*/) {
    return Status::error(Code::kUnsupported, "no graphs here");
  }
};

// A mapping lasts as long as the cache keeps it; its user pins it while work that accesses it is outstanding.
struct Mapping {
  std::uintptr_t address = 0;  // address of the allocation's base in this process
  std::uint64_t id = 0;
};

class Holds;          // holds.hpp
class QueueOpener;    // program_queue.hpp
class StreamAdopter;  // program_stream.hpp

class Accel {
 public:
  // Creates the object. The absence of a GPU is no failure: without one (or with PENSTOCK_CUDA=0) every pointer is host memory.
  // `images` are the fat binaries in which Queue::launch finds its kernels (kernels::images()); the list may be empty, and must
  // outlive the object. `config` is read in the call; `log` must outlive the object, which is used by one thread at a time.
  static Status create(const Config& config, Log& log, std::span<const Image> images, std::unique_ptr<Accel>* out);
  virtual ~Accel() = default;

  // Returns true once the application has initialised CUDA in this process. The call does not initialise it.
  [[nodiscard]] virtual bool live() noexcept = 0;
  // Returns "CUDA 13.0, 4 x NVIDIA H200", "no CUDA" or "stand-in driver, 2 devices (tests only)".
  [[nodiscard]] virtual std::string describe() = 0;

  // Returns true if every pointer is host memory now, because this process has no CUDA; false if that is unknown. It costs two
  // loads.
  [[nodiscard]] bool all_host() const noexcept { return never_ || without_cuda_.unchanged(); }
  // Returns true if tend() has work to do. It costs a load.
  [[nodiscard]] bool restless() const noexcept { return restless_; }
  // Prepares for later copies (Resident); called when the caller would otherwise only wait.
  virtual void tend() {}
  // Classifies `pointer`. It makes no driver call for the stack, static data and the brk heap, nor while the process has no
  // CUDA.
  virtual Status query(const void* pointer, Memory* out) = 0;

  // Returns the handle of a device allocation that has `exportable` set; handles are cached by buffer id.
  virtual Status export_memory(const Memory& memory, Export* out) = 0;
  // Returns true if an allocation is exported, so that check_exports() has allocations to check.
  [[nodiscard]] virtual bool any_exported() const noexcept { return false; }
  // Checks the next few exported allocations in turn, with one driver call each. `gone` gets the names of those that are no
  // longer exported, because the application has freed them or to make room: peers that have mapped them should unmap them.
  // After a failure some were not checked; `gone` is valid nevertheless.
  virtual Status check_exports(std::vector<ExportName>* /*gone*/) { return Status::ok(); }
  // Returns true if this process could map the allocation: the same host, the same PID namespace unless it is exported by
  // descriptors (the driver refuses a legacy handle of another namespace), and a GPU that is visible here and reachable from
  // `device`.
  [[nodiscard]] virtual bool importable(const Export& exported, int device) = 0;
  // Returns true if atomic operations of kernels of `device` on the mapped memory are atomic for the GPU that owns it, too.
  [[nodiscard]] virtual bool atomics_reach(const Export& /*exported*/, int /*device*/) { return false; }
  // Maps a peer's allocation or finds its mapping; allocations of this process map to themselves. Mappings are made on first
  // use, cached by (owner, buffer id) and limited in bytes; a stale entry (same owner and base, new buffer id) is closed first.
  virtual Status import_memory(const Export& exported, int device, Mapping* out) = 0;
  // Returns true if import_memory() would find the mapping without a driver call.
  [[nodiscard]] virtual bool mapped(const Export& exported, int device) = 0;
  // Returns the recent time to map a peer's allocation, without the first mapping; 0: unknown.
  [[nodiscard]] virtual double mapping_us() const noexcept { return 0; }
  // Closes the mappings of an allocation that its owner reports as freed, now or when they are no longer pinned. A failure is
  // the driver's, and the caller need not act on it.
  virtual Status forget_import(const ProcessId& /*owner*/, const ExportName& /*name*/) { return Status::ok(); }
  // Closes all mappings of peers' memory, none of which may be pinned or in use. Returns the first failure; afterwards no
  // memory is mapped in any case.
  virtual Status close_imports() { return Status::ok(); }
  virtual void pin_mapping(const Mapping& mapping) noexcept = 0;
  virtual void unpin_mapping(const Mapping& mapping) noexcept = 0;

  // Queues of `device` are about to copy the managed memory [address, address + bytes): their later work waits until pages that
  // are elsewhere have been prefetched (PENSTOCK_MANAGED_PREFETCH). The call never blocks and only affects performance. A
  // failure is returned once, and nothing is prefetched to that device afterwards.
  virtual Status bring(const void* /*address*/, std::size_t /*bytes*/, int /*device*/) { return Status::ok(); }

  // Returns the device on which this process would work on host memory: the device of the current context, else the first with
  // an active primary context, else -1.
  [[nodiscard]] virtual int working_device() = 0;
  // Queues are few, made on first use and shared; `queue` spreads independent operations over them (taken modulo kQueues).
  static constexpr unsigned kQueues = 5;
  virtual Status queue(int device, unsigned queue_index, Queue** out) = 0;
  // This `queue` is separate from the others, for work that may wait on the device for other processes.
  static constexpr unsigned kWaitingQueue = ~0U;
  // Loads the kernel, so that queues of `device` can launch it.
  virtual Status find_kernel(int /*device*/, std::string_view name) {
    return Status::error(Code::kUnsupported, "no kernel {} without a GPU", name);
  }
  // Makes an empty graph of `device`, which must be destroyed before this object.
  virtual Status make_graph(int /*device*/, std::unique_ptr<Graph>* /*out*/) {
    return Status::error(Code::kUnsupported, "no graphs here");
  }
  // Runs `work`, which owns the data that it uses, on another thread in the context of `device`.
  virtual Status run_beside(int /*device*/, std::function<Status()> /*work*/, std::unique_ptr<Beside>* /*out*/) {
    return Status::error(Code::kUnsupported, "no device to work on");
  }
  // Makes all work enqueued later on any queue of `device` wait for the default stream that PENSTOCK_SYNC_STREAM names; with
  // `none` it has no effect. The call never blocks.
  virtual Status order_after_application(int device) = 0;
  // With PENSTOCK_CHECK, warns once if the (legacy) default stream of `device` is busy, since a transfer that begins now does
  // not wait for its work. Without PENSTOCK_CHECK, or if PENSTOCK_SYNC_STREAM=legacy makes transfers wait, it makes no driver
  // call.
  virtual Status check_application(int device) = 0;
  // Tests a ticket, usually by one load of host memory, and submits the work that the queue held back. A failure of the device
  // since then is returned here, within bounded time.
  virtual Status test(const Ticket& ticket, Progress* out) = 0;
  // Blocks (spinning, then sleeping) until the ticket is done.
  virtual Status wait(const Ticket& ticket) = 0;

  // Pins host memory of the library (staging segments) for all devices, until it is unregistered or this object is destroyed.
  // The call is idempotent for one range. It does nothing while the process has no CUDA: call it again before the memory is
  // used with a device.
  virtual Status register_host(void* address, std::size_t bytes) = 0;
  virtual Status unregister_host(void* address) = 0;

  // Allocates library buffers on a device that peers can map (bounce buffers). Buffers that are not released are freed with the
  // object.
  virtual Status allocate(int device, std::size_t bytes, Memory* out) = 0;
  virtual Status release(const Memory& memory) = 0;
  // Reserves a heap: its addresses are reserved at once, and its memory is added in chunks as needed. `most` is its size in
  // bytes of addresses; 0 means as many as the device has memory. `out->size` is the size reserved. Nothing is mapped yet;
  // query() describes the mapped part. export_range() exports the same range as before, or all mapped memory if that range is
  // too short, under a name that does not change. Peers map added chunks behind those that they have mapped. release() frees
  // the heap. Code::kUnsupported means that the device or its driver has no such memory.
  virtual Status reserve_heap(int /*device*/, std::uint64_t /*most*/, Memory* /*out*/) {
    return Status::error(Code::kUnsupported, "no heaps on devices here");
  }
  // Adds one chunk of at least `bytes`. `mapped` becomes the mapped size of the heap. A failure changes nothing.
  virtual Status grow_heap(std::uintptr_t /*base*/, std::uint64_t /*bytes*/, std::uint64_t* /*mapped*/) {
    return Status::error(Code::kUnsupported, "no heaps on devices here");
  }
  // Frees chunks that have not been exported, down to a size that an earlier grow_heap() returned, or to 0.
  virtual Status shrink_heap(std::uintptr_t /*base*/, std::uint64_t /*mapped*/) {
    return Status::error(Code::kUnsupported, "no heaps on devices here");
  }
  // Allocates managed memory that is attached to all devices.
  virtual Status allocate_managed(int /*device*/, std::size_t /*bytes*/, Memory* /*out*/) {
    return Status::error(Code::kUnsupported, "no managed memory here");
  }
  // Allocates one chunk of at least `bytes`, which peers map by descriptor, whatever their PID namespace is.
  virtual Status allocate_chunk(int /*device*/, std::size_t /*bytes*/, Memory* /*out*/) {
    return Status::error(Code::kUnsupported, "no memory in chunks here");
  }

  // Copies a few bytes synchronously between any two addresses of this process.
  virtual Status copy_now(void* destination, const void* source, std::size_t bytes) = 0;

  // Exports memory made of chunks (Memory::by_descriptors): works as export_memory() does for the chunks that hold [low, high),
  // which are looked up in each call. Returns Code::kUnsupported if a chunk cannot be shared or there are more than
  // kMostChunks.
  virtual Status export_range(const Memory& /*memory*/, std::uint64_t /*low*/, std::uint64_t /*high*/, Export* /*out*/) {
    return Status::error(Code::kUnsupported, "no memory in chunks here");
  }
  // Returns new descriptors of at most `most` chunks of an exported range, starting with the chunk that begins `from` bytes
  // behind its base; `total` is the number of chunks from there on.
  virtual Status descriptors(const ExportName& /*name*/, std::uint64_t /*from*/, std::size_t /*most*/,
                             std::vector<ChunkDescriptor>* /*out*/, std::size_t* /*total*/) {
    return Status::error(Code::kUnsupported, "no memory in chunks here");
  }
  // Takes a peer's descriptors, for later calls of importable() and import_memory(). Returns Code::kProtocol if they do not
  // cover the exported range; for a heap the descriptors of the last chunks suffice, behind those received before.
  virtual Status accept_descriptors(const Export& /*exported*/, std::vector<ChunkDescriptor>&& /*chunks*/) {
    return Status::error(Code::kUnsupported, "no memory in chunks here");
  }
  // Returns peers' ranges that were closed here although their owners still export them: new descriptors are needed to map them
  // again.
  virtual void take_closed(std::vector<std::pair<ProcessId, ExportName>>* /*out*/) {}

  // These parts are optional; null means that this implementation has none. Each lives as long as the object.
  [[nodiscard]] virtual Holds* holds() noexcept { return nullptr; }
  [[nodiscard]] virtual StreamAdopter* stream_adopter() noexcept { return nullptr; }
  [[nodiscard]] virtual QueueOpener* queue_opener() noexcept { return nullptr; }

 protected:
  bool never_ = false;  // CUDA will never be used
  bool restless_ = false;
  LibraryWatch without_cuda_;  // valid while libcuda is not loaded
};

}  // namespace penstock::accel
