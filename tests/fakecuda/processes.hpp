// This header serves tests between processes: children forked from a test process that never initialises CUDA itself. A child
// that finds a fault prints it and ends with failure.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>

#include "testing.hpp"

namespace penstock::fakecuda {

inline void check(CUresult got, CUresult expected, const char* what) {
  if (got == expected) return;
  std::fprintf(stderr, "process %d: %s: %d, not %d\n", getpid(), what, got, expected);
  std::_Exit(1);
}
#define CHECK_IS(call, expected) check(call, expected, #call)
#define CHECK_OK(call) check(call, CUDA_SUCCESS, #call)

inline void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "process %d: not so: %s\n", getpid(), what);
  std::_Exit(1);
}
#define REQUIRE(condition) require(condition, #condition)

inline void use_device(int device) {
  CUcontext context = nullptr;
  CHECK_OK(cuInit(0));
  CHECK_OK(cuDevicePrimaryCtxRetain(&context, device));
  CHECK_OK(cuCtxPushCurrent(context));
}

inline std::uint32_t word_at(CUdeviceptr address) {
  std::uint32_t word = 0;
  CHECK_OK(cuMemcpy(reinterpret_cast<CUdeviceptr>(&word), address, 4));
  return word;
}

inline void put_word(CUdeviceptr address, std::uint32_t word) {
  CHECK_OK(cuMemcpy(address, reinterpret_cast<CUdeviceptr>(&word), 4));
}

inline pid_t in_child(const std::function<void()>& body) {
  const pid_t child = fork();
  if (child == 0) {
    body();
    std::_Exit(0);
  }
  return child;
}

inline bool succeeds(pid_t child) {
  int status = 0;
  return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

inline void run_both(const std::function<void()>& exporter, const std::function<void()>& importer) {
  const pid_t one = in_child(exporter);
  const pid_t other = in_child(importer);
  EXPECT_TRUE(succeeds(other)) << "importer";
  EXPECT_TRUE(succeeds(one)) << "exporter";
}

}  // namespace penstock::fakecuda
