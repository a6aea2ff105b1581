// The driver's life in a process. Each case runs in a child that was forked before anything is initialised.
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <set>

#include "test_kernels.hpp"
#include "testing.hpp"

namespace penstock::fakecuda {
namespace {

int exit_code(pid_t child) {
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

// Returns the exit status of `body` in a process of its own.
int in_process(const std::function<int()>& body) {
  const pid_t child = fork();
  if (child == 0) std::exit(body());
  return exit_code(child);
}

CUresult use_device() {
  CUcontext context = nullptr;
  if (const CUresult result = cuInit(0); result != CUDA_SUCCESS) return result;
  if (const CUresult result = cuDevicePrimaryCtxRetain(&context, 0); result != CUDA_SUCCESS) return result;
  return cuCtxPushCurrent(context);
}

TEST(ProcessTest, NothingWorksBeforeInit) {
  EXPECT_EQ(in_process([] {
              int count = 0;
              return cuDeviceGetCount(&count) == CUDA_ERROR_NOT_INITIALIZED ? 0 : 1;
            }),
            0);
}

TEST(ProcessTest, NoDevices) {
  EXPECT_EQ(in_process([] {
              setenv("CUDA_VISIBLE_DEVICES", "", 1);
              return static_cast<int>(cuInit(0));
            }),
            CUDA_ERROR_NO_DEVICE);
}

TEST(ProcessTest, VisibleDevicesAreChosenAndOrdered) {
  EXPECT_EQ(in_process([] {
              setenv("PENSTOCK_FAKECUDA_DEVICES", "4", 1);
              setenv("CUDA_VISIBLE_DEVICES", "3,GPU-50454e53-544f-434b-2d46-414b452d3031,9,0", 1);
              int count = 0;
              CUuuid first;
              CUuuid second;
              if (cuInit(0) != CUDA_SUCCESS || cuDeviceGetCount(&count) != CUDA_SUCCESS || count != 2) return 1;
              if (cuDeviceGetUuid(&first, 0) != CUDA_SUCCESS || first.bytes[15] != '3') return 2;
              return cuDeviceGetUuid(&second, 1) == CUDA_SUCCESS && second.bytes[15] == '1' ? 0 : 3;
            }),
            0);
}

TEST(ProcessTest, AForkedChildHasNoDriver) {
  EXPECT_EQ(in_process([] {
              CUdeviceptr address = 0;
              CUstream stream = nullptr;
              if (use_device() != CUDA_SUCCESS || cuMemAlloc(&address, 100) != CUDA_SUCCESS) return 1;
              if (cuStreamCreate(&stream, 0) != CUDA_SUCCESS) return 2;
              for (int i = 0; i < 50; ++i) {  // so that the driver is busy at the fork
                if (cuMemsetD8Async(address, 1, 100, stream) != CUDA_SUCCESS) return 3;
              }
              const int child = in_process([&] {
                const bool none = cuMemFree(address) == CUDA_ERROR_NOT_INITIALIZED && cuInit(0) == CUDA_ERROR_NOT_INITIALIZED;
                return none ? 0 : 1;
              });
              if (child != 0) return 10 + child;
              return cuStreamSynchronize(stream) == CUDA_SUCCESS && cuMemFree(address) == CUDA_SUCCESS ? 0 : 4;
            }),
            0);
}

// Its destructor runs after the driver's own end.
struct LateCaller {
  ~LateCaller() {
    if (armed && cuStreamQuery(nullptr) != CUDA_ERROR_DEINITIALIZED) std::_Exit(5);
  }
  bool armed = false;
};
LateCaller late;

TEST(ProcessTest, ExitEndsRunningStreamsAndCallsAfterwardsSaySo) {
  EXPECT_EQ(in_process([] {
              late.armed = true;
              const Image image;
              CUmodule module = nullptr;
              CUfunction function = nullptr;
              CUstream first = nullptr;
              CUstream second = nullptr;
              std::uint32_t* words = nullptr;
              if (use_device() != CUDA_SUCCESS || cuModuleLoadData(&module, &image) != CUDA_SUCCESS) return 1;
              if (cuModuleGetFunction(&function, module, "test_wait_word") != CUDA_SUCCESS) return 2;
              if (cuStreamCreate(&first, 0) != CUDA_SUCCESS || cuStreamCreate(&second, 0) != CUDA_SUCCESS) return 3;
              if (cuMemHostAlloc(reinterpret_cast<void**>(&words), 4096, 0) != CUDA_SUCCESS) return 4;
              const auto address = reinterpret_cast<CUdeviceptr>(words);
              WaitArguments never{address, address + 4, address + 256, 1};
              void* parameters[] = {&never};
              if (cuLaunchKernel(function, 8, 1, 1, 64, 1, 1, 0, first, parameters, nullptr) != CUDA_SUCCESS) return 6;
              return cuStreamWaitValue32(second, address, 1, CU_STREAM_WAIT_VALUE_EQ) == CUDA_SUCCESS ? 0 : 7;
            }),
            0);
}

std::set<std::string> shared_files() {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator("/dev/shm")) {
    if (entry.path().filename().string().find("fakecuda") != std::string::npos) names.insert(entry.path());
  }
  return names;
}

TEST(ProcessTest, AKilledProcessLeavesNoFile) {
  int ready[2];
  ASSERT_EQ(pipe(ready), 0);
  const pid_t child = fork();
  if (child == 0) {
    CUdeviceptr address = 0;
    const bool works = use_device() == CUDA_SUCCESS && cuMemAlloc(&address, 1 << 20) == CUDA_SUCCESS;
    if (write(ready[1], works ? "y" : "n", 1) != 1) std::_Exit(1);
    for (;;) pause();
  }
  char answer = 0;
  ASSERT_EQ(read(ready[0], &answer, 1), 1);
  EXPECT_EQ(answer, 'y');
  EXPECT_TRUE(shared_files().empty());
  ASSERT_EQ(kill(child, SIGKILL), 0);
  EXPECT_EQ(exit_code(child), 1000 + SIGKILL);
  EXPECT_TRUE(shared_files().empty());
  close(ready[0]);
  close(ready[1]);
}

TEST(ProcessTest, TheEnvironmentNamesFaults) {
  EXPECT_EQ(in_process([] {
              setenv("PENSTOCK_FAKECUDA_FAIL", "cuDeviceGetCount:2:CUDA_ERROR_OUT_OF_MEMORY,cuDeviceGet,cuCtxGetCurrent:0:3",
                     1);
              int value = 0;
              CUcontext context = nullptr;
              if (cuInit(0) != CUDA_SUCCESS || cuDeviceGetCount(&value) != CUDA_SUCCESS) return 1;
              if (cuDeviceGetCount(&value) != CUDA_ERROR_OUT_OF_MEMORY) return 2;
              if (cuDeviceGet(&value, 0) != CUDA_ERROR_UNKNOWN || cuDeviceGet(&value, 0) != CUDA_SUCCESS) return 3;
              return cuCtxGetCurrent(&context) == CUDA_ERROR_NOT_INITIALIZED ? 0 : 4;
            }),
            0);
}

}  // namespace
}  // namespace penstock::fakecuda
