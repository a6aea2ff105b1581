// RemoteAccess is Remote over the engine's one-sided operations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "proto/layout/layout.hpp"
#include "proto/rma/rma.hpp"
#include "runtime/job.hpp"
#include "shmem/remote.hpp"
#include "shmem/symmetric_memory.hpp"

namespace penstock::shmem {

// A RemoteOperation is one operation of the engine's on symmetric memory. It is reused, and lies still until `call` is done, as
// its buffers do. Operands and results of atomics are its own.
struct RemoteOperation {
  proto::rma::Call call;
  std::vector<std::byte> kept;
  proto::Layout here;
  proto::Layout there;
  std::uint64_t value = 0;
  std::uint64_t compare = 0;
  std::uint64_t result = 0;
  const char* routine = nullptr;
  int pe = -1;
};

// Operations take the engine's lock. Memory grows with operations that are under way, of which there are at most kMost.
class RemoteAccess final : public Remote {
 public:
  // Both outlive it.
  RemoteAccess(SymmetricMemory& memory, runtime::Job& job);
  // All operations are over (quiet()).
  ~RemoteAccess() override;

  void put(const Transfer& transfer) override;
  void get(const Transfer& transfer) override;
  std::uint64_t atomic(const AtomicRequest& request) override;
  void quiet(const char* routine) override;
  void fence(const char* routine, int pe) override;
  // It is quiet() for a caller that holds the lock.
  void complete(const char* routine);
  [[nodiscard]] std::byte* find(const void* address, std::uint64_t bytes, int pe) override;
  void ring(int pe) override;

  // These begin operations for a caller that holds the lock and looks at the operation's call: complete() does not know of
  // them.
  void begin_put(const Transfer& transfer, RemoteOperation* operation);
  void begin_get(const Transfer& transfer, RemoteOperation* operation);
  void begin_atomic(const AtomicRequest& request, RemoteOperation* operation);
  // It flushes all that was begun on memory of that PE so far.
  void begin_flush(int pe, RemoteOperation* operation);

 private:
  static constexpr std::size_t kMost = 1024;
  static constexpr std::size_t kKept = 4096;  // bytes of a source that are copied, so that the call returns at once

  using Operation = RemoteOperation;

  std::unique_ptr<Operation> take(const char* routine, int pe);
  // The operation has begun: it is over, is left under way (`returns`), or is waited for.
  void settle(std::unique_ptr<Operation> operation, bool returns);
  void wait(const proto::rma::Call& call);
  void end(std::unique_ptr<Operation> operation);
  void collect();
  void flush(const char* routine, int pe);
  proto::rma::Target& describe(Operation* operation, const Transfer& transfer, proto::Buffer* local,
                               proto::rma::RemoteBuffer* remote);

  SymmetricMemory& memory_;
  proto::Engine& engine_;
  proto::rma::Rma& rma_;
  std::vector<std::unique_ptr<Operation>> spare_;
  std::vector<std::unique_ptr<Operation>> under_way_;
  std::vector<bool> touched_;  // by PE: something to flush
  bool any_touched_ = false;
};

}  // namespace penstock::shmem
