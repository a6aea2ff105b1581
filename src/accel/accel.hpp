// The GPU as the runtime sees it: what a pointer is, sharing allocations between processes, ordered queues of copies and
// kernels. Everything goes through the CUDA driver API, loaded at run time; a process that never uses CUDA pays nothing.
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

// What the driver says of one pointer. Plain host memory has device -1 and nothing else set.
struct Memory {
  MemoryKind kind = MemoryKind::kHost;
  bool exportable = false;      // another process can map it: the whole allocation by a legacy IPC handle, or
  bool by_descriptors = false;  // chunk by chunk: the message may touch others beside this one (Accel::export_range)
  int device = -1;              // ordinal in this process
  std::uint64_t buffer_id = 0;  // never re-used within this process; changes when the address is allocated anew
  std::uintptr_t base = 0;      // the allocation that holds the pointer
  std::size_t size = 0;

  [[nodiscard]] bool on_host() const noexcept { return kind == MemoryKind::kHost || kind == MemoryKind::kPinned; }
};

// Names a process among all containers of a host; travels on the wire.
struct ProcessId {
  std::uint64_t host = 0;           // hash of host id (boot id or PENSTOCK_HOST_ID)
  std::uint64_t pid_namespace = 0;  // inode of /proc/self/ns/pid, or hash of PENSTOCK_PID_NAMESPACE
  std::uint32_t pid = 0;
  std::uint32_t reserved = 0;
  friend bool operator==(const ProcessId&, const ProcessId&) = default;
};
[[nodiscard]] ProcessId this_process(const Config& config);

// Names an exported allocation among those of its owner: an address that is allocated anew has another name. Travels on the
// wire.
struct ExportName {
  std::uint64_t base = 0;
  std::uint64_t buffer_id = 0;
  friend bool operator==(const ExportName&, const ExportName&) = default;
};

// An allocation as another process can map it. Trivially copyable, travels on the wire.
struct Export {
  ProcessId owner;
  GpuUuid gpu{};
  std::uint64_t buffer_id = 0;
  std::uint64_t base = 0;
  std::uint64_t size = 0;
  std::array<std::byte, 64> handle{};  // legacy IPC
  std::uint64_t token = 0;             // not 0: a range of chunks, whose descriptors go ahead under this number
  std::uint64_t reserved = 0;          // not 0: a heap, to which chunks are added behind the others, in so many bytes at most

  [[nodiscard]] ExportName name() const noexcept { return {base, buffer_id}; }
};

// One chunk of an exported range, on its way to another process.
struct ChunkDescriptor {
  base::Fd fd;
  std::uint64_t bytes = 0;
};
inline constexpr std::size_t kMostChunks = 512;  // of a range

// Completion of everything enqueued on a queue up to here.
struct Ticket {
  std::uint32_t queue = 0;
  std::uint64_t sequence = 0;  // 0: complete at once
};
enum class Progress : std::uint8_t { kPending, kDone };

struct Extent3 {
  unsigned x = 1, y = 1, z = 1;
};

// Who may move contiguous bytes: the copy engine reaches whatever the process reaches; a kernel is quicker for small copies,
// and reaches memory of its device, pinned memory, and memory of peers and other devices that is mapped for it. kKernel: the
// copy engine is busy with what this copy is to go beside; it is made by a kernel if it is not too large for one.
enum class By : std::uint8_t { kEngine, kEngineOrKernel, kKernel };
// For a copy between two kinds of memory. `reaches`: whatever of them is device memory, kernels of the device that works
// reach it.
[[nodiscard]] By copied_by(MemoryKind one, MemoryKind other, bool reaches, std::uint64_t bytes) noexcept;

struct Finish;  // accel/flag.hpp

struct DeviceLimits {
  int multiprocessors = 1;
  int block_threads = 1;  // most threads of a block
  int kilohertz = 1000;   // of the clock that kernels read
};

class Queue;

// Work that another library puts on a stream.
class ForeignWork {
 public:
  ForeignWork() = default;
  ForeignWork(const ForeignWork&) = delete;
  ForeignWork& operator=(const ForeignWork&) = delete;
  virtual ~ForeignWork() = default;
  // `stream` is a CUstream; in its device's context. Does not wait for the device. After a failure nothing of it runs, or will.
  virtual Status enqueue(void* stream) = 0;
};

// Work on a thread of its own, which may wait for other processes. What is not over when this object goes is waited for by
// nobody, and goes on.
class Beside {
 public:
  Beside() = default;
  Beside(const Beside&) = delete;
  Beside& operator=(const Beside&) = delete;
  virtual ~Beside() = default;
  [[nodiscard]] virtual bool over() const noexcept = 0;
  // Once it is over.
  [[nodiscard]] virtual Status& status() noexcept = 0;
};

// Work of a device that is begun as a whole, again and again, for one call to the driver (Queue::launch_and_mark()).
class Graph {
 public:
  virtual ~Graph() = default;
  // Takes work as a queue of the device does, into the graph: nothing runs, and tickets are done at once. Work of one branch
  // runs in order, that of several side by side. Copies are the copy engine's. Until close(); lives as long as the graph.
  [[nodiscard]] virtual Queue& add_branch() = 0;
  // Kernels and copies in it.
  [[nodiscard]] virtual std::size_t parts() const noexcept = 0;
  // Makes it ready to begin.
  virtual Status close() = 0;
};

// One library-owned, non-blocking stream (never the application's, never the legacy default stream) of one device.
// Work on a queue runs in order. Used by one thread at a time. A call that fails first waits until nothing of the queue runs
// any more, so that memory of its work may be freed; earlier tickets are then done.
class Queue {
 public:
  virtual ~Queue() = default;
  [[nodiscard]] virtual int device() const = 0;
  [[nodiscard]] virtual const DeviceLimits& limits() const = 0;
  // Any two addresses this process can reach (host, device, mapped peer). Asynchronous for pinned and device memory; with
  // pageable host memory on one side the driver stages the bytes and the call may block until they have been read or written.
  virtual Status copy(void* destination, const void* source, std::size_t bytes) = 0;
  // A kernel of the library's image by name; `arguments` is its one parameter block, copied at the call.
  virtual Status launch(std::string_view kernel, Extent3 grid, Extent3 block, const void* arguments,
                        std::size_t argument_bytes) = 0;
  // A mark after all work so far. Cheap to test, never blocks.
  virtual Status mark(Ticket* out) = 0;

  // The same with their mark, for less than two calls. Work may be kept back, to be given to the driver together with more of
  // its kind: until a ticket of the queue that comes with it or after it is tested and the device is free, or other work
  // follows. What then fails is told to whoever tests the tickets of that work, and to the caller in whose call it failed.
  // A copy not By::kEngine is made at any time between this call and the end of its ticket, whatever else the queue does,
  // and its ticket may be of another queue.
  virtual Status copy_and_mark(void* destination, const void* source, std::size_t bytes, By by, Ticket* out) = 0;
  // `finish` lies within `arguments`: it is filled in, and the kernel ends with kernels::sync::finish.
  virtual Status launch_and_mark(std::string_view kernel, Extent3 grid, Extent3 block, void* arguments,
                                 std::size_t argument_bytes, Finish* finish, Ticket* out) = 0;
  // What another library enqueues; it is called once, in this call.
  virtual Status enqueue_and_mark(ForeignWork& /*work*/, Ticket* /*out*/) {
    return Status::error(Code::kUnsupported, "no streams of other libraries here");
  }
  // A graph of this device, closed, which outlives the ticket and is not under way.
  virtual Status launch_and_mark(Graph& /*graph*/, Ticket* /*out*/) {
    return Status::error(Code::kUnsupported, "no graphs here");
  }
};

// Mapped for as long as the cache keeps it; the owner pins it while work that uses it is outstanding.
struct Mapping {
  std::uintptr_t address = 0;  // where the allocation's base is in this process
  std::uint64_t id = 0;
};

class Holds;          // holds.hpp
class QueueOpener;    // program_queue.hpp
class StreamAdopter;  // program_stream.hpp

class Accel {
 public:
  // Never fails for want of a GPU: without one (or with PENSTOCK_CUDA=0) every pointer is host memory.
  // `images` are the fat binaries that Queue::launch finds its kernels in (kernels::images()); there may be none, and they
  // outlive the object. `config` is read now; `log` outlives the object. Used by one thread at a time.
  static Status create(const Config& config, Log& log, std::span<const Image> images, std::unique_ptr<Accel>* out);
  virtual ~Accel() = default;

  // True once the application itself has initialised CUDA in this process. Does not initialise it.
  [[nodiscard]] virtual bool live() noexcept = 0;
  // "CUDA 13.0, 4 x NVIDIA H200", "no CUDA", "stand-in driver, 2 devices (tests only)".
  [[nodiscard]] virtual std::string describe() = 0;

  // Whether any pointer is host memory now: this process has no CUDA. Costs two loads; false where that is not known.
  [[nodiscard]] bool all_host() const noexcept { return never_ || without_cuda_.unchanged(); }
  // tend() has something to do. Costs a load.
  [[nodiscard]] bool restless() const noexcept { return restless_; }
  // What is done ahead for copies to come, in a moment when the caller would else only wait.
  virtual void tend() {}
  // What `pointer` is. No driver call for the stack, static data and the brk heap, nor while the process has no CUDA.
  virtual Status query(const void* pointer, Memory* out) = 0;

  // Handle for a device allocation with `exportable` set; cached by buffer id.
  virtual Status export_memory(const Memory& memory, Export* out) = 0;
  // Something is exported, so that check_exports() has something to look at.
  [[nodiscard]] virtual bool any_exported() const noexcept { return false; }
  // Looks at the next few of the exported allocations in turn, a driver call each. `gone` gets the names of those that are
  // exported no more, since the application has freed them, or to make room: whoever has mapped them should close them. On
  // failure some were not looked at; `gone` is right all the same.
  virtual Status check_exports(std::vector<ExportName>* /*gone*/) { return Status::ok(); }
  // Whether this process could map it: same host, same PID namespace unless by descriptors (a legacy handle is refused in
  // others), its GPU visible here and reachable from `device`.
  [[nodiscard]] virtual bool importable(const Export& exported, int device) = 0;
  // Whether kernels of `device` that change words of what is mapped so do that in one step for its own GPU, too.
  [[nodiscard]] virtual bool atomics_reach(const Export& /*exported*/, int /*device*/) { return false; }
  // Maps a peer's allocation (or finds it mapped; the owner's own allocations map to themselves). Mapped lazily, cached by
  // (owner, buffer id), capped in bytes; a stale entry (same owner and base, new buffer id) is closed first.
  virtual Status import_memory(const Export& exported, int device, Mapping* out) = 0;
  // Whether import_memory() would find it without a call to the driver.
  [[nodiscard]] virtual bool mapped(const Export& exported, int device) = 0;
  // What mapping an allocation of a peer took lately, once the first is mapped; 0: not known.
  [[nodiscard]] virtual double mapping_us() const noexcept { return 0; }
  // The owner says that it is gone: what is mapped of it here is closed, now or when it is pinned no more. The failure is the
  // driver's; nothing is left to do about it.
  virtual Status forget_import(const ProcessId& /*owner*/, const ExportName& /*name*/) { return Status::ok(); }
  // Closes all mappings of peers' memory; none is pinned or in use. The first failure; nothing is mapped afterwards in any
  // case.
  virtual Status close_imports() { return Status::ok(); }
  virtual void pin_mapping(const Mapping& mapping) noexcept = 0;
  virtual void unpin_mapping(const Mapping& mapping) noexcept = 0;

  // Managed memory [address, address + bytes) is about to be copied by queues of `device`: their later work waits until pages
  // that are elsewhere have come (PENSTOCK_MANAGED_PREFETCH). Never blocks; only speed depends on it. A failure is returned
  // once, and nothing is brought to that device any more.
  virtual Status bring(const void* /*address*/, std::size_t /*bytes*/, int /*device*/) { return Status::ok(); }

  // The device on which this process would work on host memory: the current context's, else the first with an active
  // primary context. -1 if there is none.
  [[nodiscard]] virtual int working_device() = 0;
  // Queues are few, made on first use and shared; `queue` spreads independent operations (taken modulo kQueues).
  static constexpr unsigned kQueues = 5;
  virtual Status queue(int device, unsigned queue_index, Queue** out) = 0;
  // A queue of its own, for work that may wait on the device for other processes (`queue`).
  static constexpr unsigned kWaitingQueue = ~0U;
  // Makes sure that queues of `device` can launch the kernel, and loads it.
  virtual Status find_kernel(int /*device*/, std::string_view name) {
    return Status::error(Code::kUnsupported, "no kernel {} without a GPU", name);
  }
  // An empty graph of `device`; gone before this object.
  virtual Status make_graph(int /*device*/, std::unique_ptr<Graph>* /*out*/) {
    return Status::error(Code::kUnsupported, "no graphs here");
  }
  // Runs `work`, which owns what it uses, beside this thread, in the context of `device`.
  virtual Status run_beside(int /*device*/, std::function<Status()> /*work*/, std::unique_ptr<Beside>* /*out*/) {
    return Status::error(Code::kUnsupported, "no device to work on");
  }
  // Makes work enqueued later on any queue of `device` wait for the default stream that PENSTOCK_SYNC_STREAM names. Does
  // nothing with `none`. Never blocks.
  virtual Status order_after_application(int device) = 0;
  // With PENSTOCK_CHECK: warns, once, if the default stream (legacy) of `device` is busy, on whose work a transfer that begins
  // now does not wait. Without it, and where PENSTOCK_SYNC_STREAM=legacy makes transfers wait, asks nothing.
  virtual Status check_application(int device) = 0;
  // One load of host memory in the common case; gives the driver what the queue kept back. A failure of the device since then
  // is returned here, within bounded time.
  virtual Status test(const Ticket& ticket, Progress* out) = 0;
  // Blocks (spinning, then sleeping) until done.
  virtual Status wait(const Ticket& ticket) = 0;

  // Makes host memory of ours (staging segments) pinned for all devices; undone by unregister or at destruction.
  // Idempotent for the same range. Does nothing while the process has no CUDA: call again before use with a device.
  virtual Status register_host(void* address, std::size_t bytes) = 0;
  virtual Status unregister_host(void* address) = 0;

  // Library buffers on a device that peers can map (bounce buffers). What is not released goes with the object.
  virtual Status allocate(int device, std::size_t bytes, Memory* out) = 0;
  virtual Status release(const Memory& memory) = 0;
  // A heap: memory in chunks that are added as it is needed, in addresses that are taken at once. `most`: how many bytes of
  // addresses; 0: as many as the device has memory. `out->size`: what it became. Nothing is mapped yet; query() tells what is.
  // export_range() exports what it exported before, or all that is mapped if that does not reach far enough, under a name that
  // stays. Peers map what is added behind what they have mapped. release() ends it. Code::kUnsupported: the device or its
  // driver does not have such memory.
  virtual Status reserve_heap(int /*device*/, std::uint64_t /*most*/, Memory* /*out*/) {
    return Status::error(Code::kUnsupported, "no heaps on devices here");
  }
  // One chunk more, of at least `bytes`. `mapped`: what the heap has then. All or nothing.
  virtual Status grow_heap(std::uintptr_t /*base*/, std::uint64_t /*bytes*/, std::uint64_t* /*mapped*/) {
    return Status::error(Code::kUnsupported, "no heaps on devices here");
  }
  // Gives chunks back that nobody was told of, down to what grow_heap() said of an earlier one, or 0.
  virtual Status shrink_heap(std::uintptr_t /*base*/, std::uint64_t /*mapped*/) {
    return Status::error(Code::kUnsupported, "no heaps on devices here");
  }
  // Managed memory, attached to all devices.
  virtual Status allocate_managed(int /*device*/, std::size_t /*bytes*/, Memory* /*out*/) {
    return Status::error(Code::kUnsupported, "no managed memory here");
  }
  // The same as one chunk of at least `bytes`, which peers map by descriptor, in whatever PID namespace they are.
  virtual Status allocate_chunk(int /*device*/, std::size_t /*bytes*/, Memory* /*out*/) {
    return Status::error(Code::kUnsupported, "no memory in chunks here");
  }

  // Synchronous copy of small things between any two addresses of this process.
  virtual Status copy_now(void* destination, const void* source, std::size_t bytes) = 0;

  // Memory in chunks (Memory::by_descriptors). As export_memory() for the chunks that hold [low, high), looked at each time.
  // Code::kUnsupported if one of them cannot be shared, or they are more than kMostChunks.
  virtual Status export_range(const Memory& /*memory*/, std::uint64_t /*low*/, std::uint64_t /*high*/, Export* /*out*/) {
    return Status::error(Code::kUnsupported, "no memory in chunks here");
  }
  // New descriptors of at most `most` chunks of an exported range, from those that begin `from` bytes behind its base on;
  // `total`: how many chunks it has from there on.
  virtual Status descriptors(const ExportName& /*name*/, std::uint64_t /*from*/, std::size_t /*most*/,
                             std::vector<ChunkDescriptor>* /*out*/, std::size_t* /*total*/) {
    return Status::error(Code::kUnsupported, "no memory in chunks here");
  }
  // A peer's descriptors, for importable() and import_memory() to come. Code::kProtocol if they do not make up what was
  // exported; of a heap the last will do, behind those that came before.
  virtual Status accept_descriptors(const Export& /*exported*/, std::vector<ChunkDescriptor>&& /*chunks*/) {
    return Status::error(Code::kUnsupported, "no memory in chunks here");
  }
  // Peers' ranges that were closed here although their owners still export them: mapping one again takes new descriptors.
  virtual void take_closed(std::vector<std::pair<ProcessId, ExportName>>* /*out*/) {}

  // Parts that not every form has; null: this one has none. Each lives as long as the object.
  [[nodiscard]] virtual Holds* holds() noexcept { return nullptr; }
  [[nodiscard]] virtual StreamAdopter* stream_adopter() noexcept { return nullptr; }
  [[nodiscard]] virtual QueueOpener* queue_opener() noexcept { return nullptr; }

 protected:
  bool never_ = false;  // there will be no CUDA
  bool restless_ = false;
  LibraryWatch without_cuda_;  // kept while libcuda is not loaded
};

}  // namespace penstock::accel
