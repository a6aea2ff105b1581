// Probes how a stream can wait, what such waits cost, and what they cost others: the figures of docs/design/streams.md.
//
//   nvcc -O2 -std=c++17 -arch=sm_90 streams.cu -o streams -lcuda
//   ./streams                                         one GPU; two processes, the second one forked
//   CUDA_DEVICE_MAX_CONNECTIONS=1 ./streams queues    one section alone
//
// Prints lines of "section  what  figure". Every wait is bounded: the process ends after two minutes.
#include <cuda.h>
#include <cuda_runtime.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#define CU(call)                                                                      \
  do {                                                                                \
    const CUresult r_ = (call);                                                       \
    if (r_ != CUDA_SUCCESS) {                                                         \
      const char* n_ = "?";                                                           \
      cuGetErrorName(r_, &n_);                                                        \
      std::printf("FAILED %s: %s (line %d, process %d)\n", #call, n_, __LINE__, who); \
      std::fflush(stdout);                                                            \
      std::_Exit(1);                                                                  \
    }                                                                                 \
  } while (0)

using Clock = std::chrono::steady_clock;
using Word = std::uint32_t;
static int who = 0;

static double us_since(Clock::time_point t) {
  return std::chrono::duration<double, std::micro>(Clock::now() - t).count();
}
static double median(std::vector<double> v) {
  std::sort(v.begin(), v.end());
  return v.empty() ? 0 : v[v.size() / 2];
}

__device__ Word look(const volatile Word* w) {
  const Word v = *w;
  __threadfence_system();
  return v;
}
__global__ void poll(const volatile Word* w, Word goal, const volatile Word* abort_word) {
  while (static_cast<int>(look(w) - goal) < 0 && *abort_word == 0) __nanosleep(20);
}
__global__ void poll_hot(const volatile Word* w, Word goal, const volatile Word* abort_word) {
  while (static_cast<int>(look(w) - goal) < 0 && *abort_word == 0) {
  }
}
__global__ void store(volatile Word* w, Word v) {
  __threadfence_system();
  *w = v;
}
__global__ void spin(long long ns) {
  long long begin, now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(begin));
  do asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  while (now - begin < ns);
}
__global__ void hops(volatile Word* mine, volatile Word* theirs, Word n, int first, const volatile Word* abort_word) {
  for (Word i = 1; i <= n; ++i) {
    if (first) {
      *theirs = i;
      __threadfence_system();
    }
    while (look(mine) < i)
      if (*abort_word != 0) return;
    if (!first) {
      *theirs = i;
      __threadfence_system();
    }
  }
}

// Memory that both processes share.
struct Board {
  volatile Word a[32], b[32], abort_word[32], cpu[32];
  volatile Word ready[2];
  char handle[64];
};
static Board* board;
static Word turn = 0;

// A barrier of both processes, on the CPU.
static void meet() {
  static Word round = 0;
  ++round;
  __atomic_fetch_add(&board->cpu[who], 1, __ATOMIC_ACQ_REL);
  const auto t = Clock::now();
  while (__atomic_load_n(&board->cpu[1 - who], __ATOMIC_ACQUIRE) < round) {
    usleep(10);
    if (us_since(t) > 60e6) {
      std::printf("FAILED: the other process does not come (process %d)\n", who);
      std::_Exit(1);
    }
  }
}

static CUdeviceptr dev(volatile void* host) {
  CUdeviceptr p = 0;
  CU(cuMemHostGetDevicePointer(&p, const_cast<void*>(host), 0));
  return p;
}
static CUstream stream(bool high = false) {
  int least = 0, greatest = 0;
  CU(cuCtxGetStreamPriorityRange(&least, &greatest));
  CUstream s = nullptr;
  CU(cuStreamCreateWithPriority(&s, CU_STREAM_NON_BLOCKING, high ? greatest : least));
  return s;
}
static void say(const char* section, const std::string& what, double value, const char* unit) {
  std::printf("%-8s %-72s %10.2f %s\n", section, what.c_str(), value, unit);
  std::fflush(stdout);
}
static Word* d(CUdeviceptr p) {
  return reinterpret_cast<Word*>(p);
}

// (c) The time from the CPU's store until the CPU sees that a kernel behind the wait has run.
static void releases() {
  CUstream s = stream();
  Word *pinned = nullptr, *seen = nullptr;
  CU(cuMemHostAlloc(reinterpret_cast<void**>(&pinned), 4096, CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP));
  seen = pinned + 64;
  std::memset(pinned, 0, 4096);
  CUdeviceptr memory = 0;
  CU(cuMemAlloc(&memory, 4096));
  CU(cuMemsetD32(memory, 0, 1024));
  volatile Word* shared = board->a;
  const CUdeviceptr no_abort = dev(board->abort_word);
  const auto run = [&](const char* name, CUdeviceptr word, volatile Word* store_to, int way, bool by_kernel_end) {
    std::vector<double> t, call;
    for (int i = 0; i < 300; ++i) {
      ++turn;
      const auto c = Clock::now();
      if (way == 0) CU(cuStreamWaitValue32(s, word, turn, CU_STREAM_WAIT_VALUE_GEQ));
      if (way == 1) poll_hot<<<1, 1, 0, s>>>(d(word), turn, d(no_abort));
      call.push_back(us_since(c));
      if (by_kernel_end)
        store<<<1, 1, 0, s>>>(d(dev(seen)), turn);
      else
        CU(cuStreamWriteValue32(s, dev(seen), turn, 0));
      usleep(60);
      const auto begin = Clock::now();
      __atomic_store_n(store_to, turn, __ATOMIC_RELEASE);
      while (__atomic_load_n(seen, __ATOMIC_ACQUIRE) != turn)
        if (us_since(begin) > 5e6) {
          std::printf("FAILED: never released: %s\n", name);
          std::_Exit(1);
        }
      t.push_back(us_since(begin));
      CU(cuStreamSynchronize(s));
    }
    say("release", std::string(name) + ": CPU's store to what follows seen", median(t), "us");
    say("release", std::string(name) + ": call", median(call), "us");
  };
  run("WaitValue on pinned, kernel behind", dev(pinned), pinned, 0, true);
  run("WaitValue on pinned, WriteValue behind", dev(pinned), pinned, 0, false);
  run("poll kernel on pinned, kernel behind", dev(pinned), pinned, 1, true);
  run("poll kernel on pinned, WriteValue behind", dev(pinned), pinned, 1, false);
  run("WaitValue on registered shared memory, kernel behind", dev(shared), shared, 0, true);
  run("poll kernel on registered shared memory, kernel behind", dev(shared), shared, 1, true);

  // Trigger: the time from the end of a kernel until the CPU sees it.
  for (int way = 0; way < 3; ++way) {
    std::vector<double> t;
    for (int i = 0; i < 300; ++i) {
      ++turn;
      CU(cuStreamWaitValue32(s, dev(pinned), turn, CU_STREAM_WAIT_VALUE_GEQ));
      if (way == 0) store<<<1, 1, 0, s>>>(d(dev(seen)), turn);
      if (way == 1) CU(cuStreamWriteValue32(s, dev(seen), turn, 0));
      if (way == 2)
        CU(cuLaunchHostFunc(s, [](void* w) { __atomic_store_n(static_cast<Word*>(w), turn, __ATOMIC_RELEASE); }, seen));
      usleep(60);
      const auto begin = Clock::now();
      __atomic_store_n(pinned, turn, __ATOMIC_RELEASE);
      while (__atomic_load_n(seen, __ATOMIC_ACQUIRE) != turn) {
      }
      t.push_back(us_since(begin));
      CU(cuStreamSynchronize(s));
    }
    const char* names[] = {"kernel's store", "WriteValue", "host function"};
    say("trigger", std::string("wait, then ") + names[way], median(t), "us");
  }
  // Kernel to kernel: nothing, an event on another stream, a write and a wait on device memory of another stream.
  CUstream other = stream();
  CUevent event = nullptr;
  CU(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
  for (int way = 0; way < 4; ++way) {
    std::vector<double> t;
    for (int i = 0; i < 300; ++i) {
      ++turn;
      CU(cuStreamWaitValue32(s, dev(pinned), turn, CU_STREAM_WAIT_VALUE_GEQ));
      store<<<1, 1, 0, s>>>(d(memory) + 256, turn);
      CUstream to = way == 0 ? s : other;
      if (way == 1) {
        CU(cuEventRecord(event, s));
        CU(cuStreamWaitEvent(other, event, 0));
      }
      if (way == 2) {
        CU(cuStreamWaitValue32(other, memory, turn, CU_STREAM_WAIT_VALUE_GEQ));
        CU(cuStreamWriteValue32(s, memory, turn, 0));
      }
      if (way == 3) {
        poll_hot<<<1, 1, 0, other>>>(d(memory), turn, d(no_abort));
        store<<<1, 1, 0, s>>>(d(memory), turn);
      }
      store<<<1, 1, 0, to>>>(d(dev(seen)), turn);
      usleep(60);
      const auto begin = Clock::now();
      __atomic_store_n(pinned, turn, __ATOMIC_RELEASE);
      while (__atomic_load_n(seen, __ATOMIC_ACQUIRE) != turn) {
      }
      t.push_back(us_since(begin));
      CU(cuCtxSynchronize());
    }
    const char* names[] = {"same stream", "event to another stream",
                           "WriteValue and WaitValue on device memory, another stream",
                           "kernel's store and poll kernel, another stream"};
    say("chain", std::string("released kernel, kernel: ") + names[way], median(t), "us");
  }
  // A host function as the operation that continues: the rate of an empty one.
  {
    const auto begin = Clock::now();
    for (int i = 0; i < 1000; ++i) CU(cuLaunchHostFunc(s, [](void*) {}, nullptr));
    CU(cuStreamSynchronize(s));
    say("host", "empty host functions behind one another", us_since(begin) / 1000, "us each");
  }
}

// The cost of many enqueues.
static void calls() {
  CUstream s = stream();
  CUdeviceptr memory = 0;
  CU(cuMemAlloc(&memory, 4096));
  CU(cuMemsetD32(memory, 0, 1024));
  const auto rate = [&](const char* name, const std::function<void(int)>& one) {
    for (int warm = 0; warm < 2; ++warm) {
      const auto begin = Clock::now();
      for (int i = 0; i < 500; ++i) one(i);
      const double enqueue = us_since(begin) / 500;
      CU(cuStreamSynchronize(s));
      if (warm) {
        say("calls", std::string(name) + ": enqueue", enqueue, "us");
        say("calls", std::string(name) + ": until done", us_since(begin) / 500, "us");
      }
    }
  };
  rate("WriteValue", [&](int i) { CU(cuStreamWriteValue32(s, memory, i, 0)); });
  rate("WaitValue that is fulfilled", [&](int) { CU(cuStreamWaitValue32(s, memory, 0, CU_STREAM_WAIT_VALUE_GEQ)); });
  rate("one-thread kernel", [&](int i) { store<<<1, 1, 0, s>>>(d(memory), i); });
  rate("batch of a write and a wait", [&](int i) {
    CUstreamBatchMemOpParams p[2] = {};
    p[0].writeValue.operation = CU_STREAM_MEM_OP_WRITE_VALUE_32;
    p[0].writeValue.address = memory, p[0].writeValue.value = i;
    p[1].waitValue.operation = CU_STREAM_MEM_OP_WAIT_VALUE_32;
    p[1].waitValue.address = memory + 64, p[1].waitValue.value = 0, p[1].waitValue.flags = CU_STREAM_WAIT_VALUE_GEQ;
    CU(cuStreamBatchMemOp(s, 2, p, 0));
  });
  rate("kernel, write, wait, kernel", [&](int i) {
    store<<<1, 1, 0, s>>>(d(memory), i);
    CU(cuStreamWriteValue32(s, memory, i, 0));
    CU(cuStreamWaitValue32(s, memory + 64, 0, CU_STREAM_WAIT_VALUE_GEQ));
    store<<<1, 1, 0, s>>>(d(memory), i);
  });
}

// (f) Capture and replay.
static void graphs() {
  CUstream s = stream();
  Word* pinned = nullptr;
  CU(cuMemHostAlloc(reinterpret_cast<void**>(&pinned), 4096, CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP));
  std::memset(pinned, 0, 4096);
  const CUdeviceptr word = dev(pinned), seen = dev(pinned + 64), no_abort = dev(board->abort_word);
  for (int way = 0; way < 2; ++way) {
    CU(cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL));
    store<<<1, 1, 0, s>>>(d(seen) + 32, 1);
    CUresult r = CUDA_SUCCESS;
    if (way == 0) {
      r = cuStreamWaitValue32(s, word, 1, CU_STREAM_WAIT_VALUE_EQ);
      if (r == CUDA_SUCCESS) r = cuStreamWriteValue32(s, word, 0, 0);
    } else {
      poll_hot<<<1, 1, 0, s>>>(d(word), 1, d(no_abort));
      store<<<1, 1, 0, s>>>(d(word), 0);
    }
    store<<<1, 1, 0, s>>>(d(seen), 1);
    CUgraph g = nullptr;
    CU(cuStreamEndCapture(s, &g));
    if (r != CUDA_SUCCESS) {
      say("graph", "capture of WaitValue: refused, error", r, "");
      continue;
    }
    CUgraphExec e = nullptr;
    CU(cuGraphInstantiate(&e, g, 0));
    std::vector<double> t, l;
    for (int i = 0; i < 300; ++i) {
      __atomic_store_n(pinned + 64, 0, __ATOMIC_RELEASE);
      const auto c = Clock::now();
      CU(cuGraphLaunch(e, s));
      l.push_back(us_since(c));
      usleep(80);
      const auto begin = Clock::now();
      __atomic_store_n(pinned, 1, __ATOMIC_RELEASE);
      while (__atomic_load_n(pinned + 64, __ATOMIC_ACQUIRE) != 1)
        if (us_since(begin) > 5e6) {
          std::printf("FAILED: graph never released\n");
          std::_Exit(1);
        }
      t.push_back(us_since(begin));
      CU(cuStreamSynchronize(s));
    }
    say("graph", way ? "poll kernel: store to last kernel seen" : "WaitValue: store to last kernel seen", median(t), "us");
    say("graph", way ? "poll kernel: launch of 4 nodes" : "WaitValue: launch of 4 nodes", median(l), "us");
    CU(cuGraphExecDestroy(e));
    CU(cuGraphDestroy(g));
  }
}

// (e) Kernels and copies of other streams, which may or may not overtake a waiting stream.
static void queues() {
  Word* pinned = nullptr;
  CU(cuMemHostAlloc(reinterpret_cast<void**>(&pinned), 1 << 20, CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP));
  std::memset(pinned, 0, 4096);
  CUdeviceptr memory = 0;
  CU(cuMemAlloc(&memory, 1 << 20));
  const char* connections = std::getenv("CUDA_DEVICE_MAX_CONNECTIONS");
  for (int kind = 0; kind < 2; ++kind) {
    for (const int waiting : {1}) {
      std::vector<CUstream> waiters;
      ++turn;
      for (int i = 0; i < waiting; ++i) {
        waiters.push_back(stream());
        if (kind == 0)
          CU(cuStreamWaitValue32(waiters.back(), dev(pinned), turn, CU_STREAM_WAIT_VALUE_GEQ));
        else
          poll<<<1, 1, 0, waiters.back()>>>(d(dev(pinned)), turn, d(dev(board->abort_word)));
        store<<<1, 1, 0, waiters.back()>>>(d(memory) + i, turn);
      }
      int passed[4] = {0, 0, 0, 0}, tried = 8;
      std::vector<CUstream> others;
      for (int i = 0; i < tried; ++i) {
        for (int high = 0; high < 2; ++high) {
          CUstream k = stream(high), c = stream(high);
          others.push_back(k), others.push_back(c);
          store<<<1, 1, 0, k>>>(d(memory) + 64, turn);
          CU(cuMemcpyDtoHAsync(pinned + 4096, memory, 65536, c));
          const auto begin = Clock::now();
          bool kd = false, cd = false;
          while (us_since(begin) < 20e3 && !(kd && cd)) {
            kd = kd || cuStreamQuery(k) == CUDA_SUCCESS;
            cd = cd || cuStreamQuery(c) == CUDA_SUCCESS;
          }
          passed[2 * high] += kd, passed[2 * high + 1] += cd;
        }
      }
      __atomic_store_n(pinned, turn, __ATOMIC_RELEASE);
      CU(cuCtxSynchronize());
      for (CUstream s : waiters) CU(cuStreamDestroy(s));
      for (CUstream s : others) CU(cuStreamDestroy(s));
      char text[200];
      std::snprintf(text, sizeof text,
                    "connections %s, %d streams wait by %s; passed of %d: kernels %d, copies %d; high priority",
                    connections ? connections : "default", waiting, kind ? "kernel" : "WaitValue", tried, passed[0], passed[1]);
      std::printf("queues   %s: kernels %d, copies %d\n", text, passed[2], passed[3]);
      std::fflush(stdout);
    }
  }
}

// (d) WaitValue on other kinds of memory. (a), (b) Two processes.
static void two() {
  CUstream s = stream();
  const CUdeviceptr a = dev(board->a), b = dev(board->b), abort_word = dev(board->abort_word);
  // (d) memory of the other process.
  CUdeviceptr own = 0;
  CU(cuMemAlloc(&own, 1 << 21));
  CU(cuMemsetD32(own, 0, 1024));
  CU(cuCtxSynchronize());
  CUipcMemHandle handle;
  if (who == 0) {
    CU(cuIpcGetMemHandle(&handle, own));
    std::memcpy(board->handle, &handle, sizeof handle);
  }
  meet();
  CUdeviceptr peer = own;
  if (who == 1) {
    std::memcpy(&handle, board->handle, sizeof handle);
    CU(cuIpcOpenMemHandle(&peer, handle, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS));
  }
  if (who == 1) {
    const CUresult r = cuStreamWaitValue32(s, peer, 1, CU_STREAM_WAIT_VALUE_GEQ);
    say("kinds", "WaitValue on cuIpcOpenMemHandle memory (0: accepted)", r, "");
    if (r == CUDA_SUCCESS) {
      store<<<1, 1, 0, s>>>(d(b), 1);
    }
    meet();
    const auto begin = Clock::now();
    while (r == CUDA_SUCCESS && board->b[0] != 1 && us_since(begin) < 2e6) {
    }
    say("kinds", "  seen after the owner's stream wrote it", us_since(begin), "us");
    CU(cuStreamSynchronize(s));
  } else {
    meet();
    CU(cuStreamWriteValue32(s, own, 1, 0));
    CU(cuStreamSynchronize(s));
  }
  meet();
  if (who == 0) board->a[0] = board->b[0] = 0;
  meet();
  // (b) hops.
  for (int way = 0; way < 2; ++way) {
    const Word n = 200;
    volatile Word* mine = who ? board->b : board->a;
    volatile Word* theirs = who ? board->a : board->b;
    mine[0] = 0;
    // A first launch loads modules before any stream waits.
    hops<<<1, 1, 0, s>>>(d(dev(mine)) + 16, d(dev(theirs)) + 16, 0, who, d(abort_word));
    CU(cuStreamSynchronize(s));
    meet();
    const auto begin = Clock::now();
    if (way == 0) {
      hops<<<1, 1, 0, s>>>(d(dev(mine)), d(dev(theirs)), n, who, d(abort_word));
    } else {
      for (Word i = 1; i <= n; ++i) {
        if (who) CU(cuStreamWriteValue32(s, dev(theirs), i, 0));
        CU(cuStreamWaitValue32(s, dev(mine), i, CU_STREAM_WAIT_VALUE_GEQ));
        if (!who) CU(cuStreamWriteValue32(s, dev(theirs), i, 0));
      }
    }
    while (cuStreamQuery(s) == CUDA_ERROR_NOT_READY)
      if (us_since(begin) > 10e6) board->abort_word[0] = 1;
    if (who == 0)
      say("hops", way ? "two streams that wait for each other, a hop" : "two kernels that poll for each other, a hop",
          us_since(begin) / (2 * n), "us");
    meet();
    if (way == 1 && board->abort_word[0]) std::_Exit(1);
    mine[0] = 0;
    meet();
    if (who == 0) board->a[0] = board->b[0] = board->abort_word[0] = 0;
    meet();
  }
  // (a) B's kernels while A is idle, waits, polls. Process 1 is A.
  for (int way = 0; way < 4; ++way) {
    ++turn;
    const Word goal = 1000 + way;
    if (who == 1) {
      if (way == 1) CU(cuStreamWaitValue32(s, a, goal, CU_STREAM_WAIT_VALUE_GEQ));
      if (way == 2) poll_hot<<<1, 1, 0, s>>>(d(a), goal, d(abort_word));
      if (way == 3) poll<<<1, 1, 0, s>>>(d(a), goal, d(abort_word));
      usleep(20000);
      meet();
      meet();
      board->a[0] = goal;
      CU(cuStreamSynchronize(s));
      meet();
    } else {
      meet();
      std::vector<double> each;
      int done = 0;
      const auto begin = Clock::now();
      while (us_since(begin) < 1e6) {
        for (int i = 0; i < 20; ++i) spin<<<1, 32, 0, s>>>(10000);
        CU(cuStreamSynchronize(s));
        done += 20;
      }
      const char* names[] = {"is idle", "waits by WaitValue", "polls by a kernel", "polls by a kernel with nanosleep"};
      say("bystander", std::string("kernels of 10 us of one process while a stream of the other ") + names[way],
          us_since(begin) / done, "us each");
      std::vector<double> one;
      for (int i = 0; i < 200; ++i) {
        const auto t = Clock::now();
        spin<<<1, 32, 0, s>>>(1000);
        CU(cuStreamSynchronize(s));
        one.push_back(us_since(t));
      }
      say("bystander", "  one of 1 us, launched and waited for", median(one), "us");
      meet();
      meet();
    }
    meet();
  }
}

int main(int argc, char** argv) {
  alarm(20);
  setenv("CUDA_MODULE_LOADING", "EAGER", 1);  // loading at first use waits for streams that wait
  const std::string only = argc > 1 ? argv[1] : "";
  board = static_cast<Board*>(mmap(nullptr, 65536, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  if (board == MAP_FAILED) return 1;
  const bool pair = only.empty() || only == "two";
  pid_t child = 0;
  if (pair && (child = fork()) == 0) who = 1;
  alarm(20);
  CU(cuInit(0));
  CUdevice device = 0;
  CU(cuDeviceGet(&device, 0));
  CUcontext context = nullptr;
  CU(cuDevicePrimaryCtxRetain(&context, device));
  CU(cuCtxSetCurrent(context));
  CU(cuMemHostRegister(board, 65536, CU_MEMHOSTREGISTER_DEVICEMAP | CU_MEMHOSTREGISTER_PORTABLE));
  {
    // The first launch of a kernel loads it, which waits for streams that wait.
    Word* w = nullptr;
    CU(cuMemAlloc(reinterpret_cast<CUdeviceptr*>(&w), 4096));
    CU(cuMemsetD32(reinterpret_cast<CUdeviceptr>(w), 5, 1024));
    poll<<<1, 1>>>(w, 1, w);
    poll_hot<<<1, 1>>>(w, 1, w);
    store<<<1, 1>>>(w, 5);
    spin<<<1, 1>>>(10);
    hops<<<1, 1>>>(w, w, 0, 0, w);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  }
  if (pair) two();
  if (who == 0) {
    if (only.empty() || only == "releases") releases();
    if (only.empty() || only == "calls") calls();
    if (only.empty() || only == "graphs") graphs();
    if (only.empty() || only == "queues") queues();
    int status = 0;
    if (child) waitpid(child, &status, 0);
    std::printf("done, other process %d\n", status);
  }
  return 0;
}
