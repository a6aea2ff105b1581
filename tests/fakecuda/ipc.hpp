// Maps device memory of other processes of the host.
#pragma once

#include <cuda.h>

#include <map>
#include <mutex>
#include <tuple>

#include "context.hpp"

namespace penstock::fakecuda {

// The contents of a CUipcMemHandle.
struct IpcHandle {
  std::uint64_t magic = 0;
  std::int32_t pid = 0;
  std::int32_t fd = -1;
  std::int64_t data = 0;  // offset in the arena
  std::uint64_t bytes = 0;
  std::uint64_t buffer_id = 0;
  std::uint64_t nonce = 0;
  std::int32_t machine_number = -1;  // of its device
  std::uint32_t page = 0;            // offset of the owner's address in its page
  std::uint64_t pid_namespace = 0;
};
static_assert(sizeof(IpcHandle) <= CU_IPC_HANDLE_SIZE);

// Any thread may call these functions.
class Imports {
 public:
  CUresult open(Context& context, const IpcHandle& handle, CUdeviceptr* out);
  CUresult close(CUdeviceptr address);
  void forget(const Context& context);

 private:
  struct Import {
    const Context* context;
    std::uint64_t nonce;
    std::uint64_t buffer_id;
    std::int32_t pid;
    std::uint32_t page;
    unsigned references;
  };
  std::mutex mutex_;
  std::map<CUdeviceptr, Import> imports_;
};

}  // namespace penstock::fakecuda
