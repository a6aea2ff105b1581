// A window: memory of each member of a group that the others reach, and the epochs in which they do.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/function_ref.hpp"
#include "base/status.hpp"
#include "core/comm/comm.hpp"
#include "core/object/attribute.hpp"
#include "core/object/errhandler.hpp"
#include "core/window/core.hpp"
#include "core/window/keys.hpp"
#include "core/window/members.hpp"
#include "core/window/peer.hpp"
#include "core/window/table.hpp"
#include "mpi.h"
#include "penstock_device.h"
#include "transport/registry.hpp"

namespace penstock::runtime {
class DeviceWindow;   // device_window.hpp
struct DeviceMemory;  // device_window.hpp
}  // namespace penstock::runtime

namespace penstock::core {

class ProgramMemory;  // memory/program_memory.hpp

// The epoch in which this rank reaches others. A fence's is kept apart, since it is one only once it is used.
enum class Access : std::uint8_t { kNone, kStarted, kLocked, kLockedAll };

// What a call moves, or operates with, at this rank.
struct OriginData {
  const void* address = nullptr;
  MPI_Count count = 0;
  Datatype* type = nullptr;
};
struct TargetData {
  int rank = MPI_PROC_NULL;
  MPI_Aint displacement = 0;
  MPI_Count count = 0;
  Datatype* type = nullptr;
};

// One whose target lies in several regions of a dynamic window. Origin and result without a layout: it has none.
struct SplitOperation {
  const TargetData& target;
  proto::Buffer origin;
  proto::Buffer result;
  std::uint64_t bytes = 0;    // that move
  std::uint64_t element = 1;  // bytes that stay together
  base::FunctionRef<void(rma::Target&, const proto::Buffer& origin, const proto::Buffer& result, const rma::RemoteBuffer&,
                         rma::Call*)>
      start;
};

struct DirectTarget {
  int rank;
  MPI_Aint displacement;
  MPI_Count count;
  MPI_Datatype type;
};

// Every verb is called with the engine's lock held; those that wait release it meanwhile. Failures of operations that are under
// way are told by the call that completes them.
class Window final : public Object {
 public:
  // `comm` is the window's own, without a handle. `flavor`: MPI_WIN_FLAVOR_*.
  Window(Ref<Comm> comm, int flavor, WindowHints hints);

  [[nodiscard]] Instance& instance() const noexcept { return core_.instance(); }
  [[nodiscard]] Comm& comm() const noexcept { return core_.comm(); }
  [[nodiscard]] int rank() const noexcept { return core_.rank(); }
  [[nodiscard]] int size() const noexcept { return core_.size(); }
  [[nodiscard]] Errhandler& errhandler() const noexcept { return comm().errhandler(); }
  void set_errhandler(Ref<Errhandler> errhandler) noexcept { comm().set_errhandler(std::move(errhandler)); }
  [[nodiscard]] WindowHints& hints() noexcept { return core_.hints(); }
  [[nodiscard]] std::string& name() noexcept { return core_.name; }
  [[nodiscard]] const std::string& name() const noexcept { return core_.name; }
  // The value of an attribute that every window has, as a program gets it; null for a key that is none.
  [[nodiscard]] void* predefined_attribute(int keyval) noexcept;

  // ---- synchronization ----
  Status fence(int assertion);
  Status post(const Group& group, int assertion);
  Status start(const Group& group, int assertion);
  Status complete();
  Status wait();
  Status test(bool* over);
  Status lock(int type, int rank, int assertion);
  Status unlock(int rank);
  Status lock_all(int assertion);
  Status unlock_all();
  Status flush(int rank);
  Status flush_all();
  Status flush_local(int rank);
  Status flush_local_all();
  Status sync();

  // ---- operations ----
  // `request`: null for the plain form. The request-based form needs a passive epoch.
  Status put(const OriginData& origin, const TargetData& target, MPI_Request* request);
  Status get(const OriginData& origin, const TargetData& target, MPI_Request* request);
  // `result` is null for the plain accumulate.
  Status accumulate(const OriginData& origin, const OriginData* result, const TargetData& target, const Op& op,
                    MPI_Request* request);
  Status compare_and_swap(const void* origin, const void* compare, void* result, Datatype& type, int rank,
                          MPI_Aint displacement);

  // ---- the same where nothing is to be looked for or waited for (window/at_once.hpp) ----
  // The arguments are the program's, unchecked. False: nothing was done, and the checks are those of the functions above.
  bool put_at_once(const void* origin, MPI_Count count, MPI_Datatype type, const DirectTarget& target,
                   std::uint8_t admits) noexcept;
  bool get_at_once(void* origin, MPI_Count count, MPI_Datatype type, const DirectTarget& target, std::uint8_t admits) noexcept;
  // `result`: null for the plain accumulate. All three sides have so many elements of that type.
  bool accumulate_at_once(const void* origin, void* result, MPI_Count count, MPI_Datatype type, int rank, MPI_Aint displacement,
                          MPI_Op op, std::uint8_t admits) noexcept;
  bool compare_and_swap_at_once(const void* origin, const void* compare, void* result, MPI_Datatype type, int rank,
                                MPI_Aint displacement) noexcept;
  bool flush_at_once(int rank) noexcept;
  bool flush_all_at_once() noexcept;
  bool flush_local_at_once(int rank) noexcept;

  // ---- memory ----
  Status attach(void* base, MPI_Aint bytes);
  Status detach(const void* base);
  // Where a member's memory lies for loads and stores; size 0 and null where it does not.
  struct Shared {
    std::uint64_t bytes = 0;
    std::int64_t unit = 0;
    void* base = nullptr;
  };
  Status shared_query(int rank, Shared* out);
  // Collective: what kernels are told of the window, the same each time. Code::kUnsupported, on all members, where some GPU
  // does not reach the memory of some member.
  Status device_handle(penstock_device_window* out);

  // ---- for the window's own parts ----
  void explain_memory(WindowPeer& peer);  // unless the window is dynamic
  // Once the window is there: where operations of others on its words or on that memory (null: none) may need this rank's
  // process, a thread does them while it calls nothing. Not for windows without locks: their members call.
  void serve(const transport::Region* memory);
  // The member, with its control region attached.
  Status peer(int rank, WindowPeer** out);

  MPI_Win handle = MPI_WIN_NULL;
  Attributes attributes;

 private:
  friend class WindowMaker;
  friend Status free_window(Window& window);
  ~Window() override;

  void detach_members() noexcept;
  Status find_device_member(int rank, runtime::DeviceMemory* out);
  void release_memory() noexcept;

  // window/epoch.cpp, window_lock.cpp
  Status check_access(int rank, bool passive);
  Status check_passive(int rank) const;
  Status begin_access(Access wanted, std::string_view call);
  Status check_group(const Group& group, std::vector<int>* ranks) const;
  Status await_post(WindowPeer& peer);
  [[nodiscard]] bool all_completed() const;
  [[nodiscard]] Status end_exposure();
  void look_after_others();
  Status complete_locally(WindowPeer& peer);
  Status complete_at(WindowPeer& peer);
  Status complete_before_unlock(WindowPeer& peer);
  Status complete_all(bool at_target);
  Status take_window_lock(LockSide side);
  Status leave_window_lock();
  Status take_lock(WindowPeer& peer, Hold hold);
  Status leave_lock(WindowPeer& peer);

  Status check_fence(int assertion);

  // window/operation.cpp
  struct Spot {
    rma::Target* memory = nullptr;
    std::int64_t offset = 0;
  };
  Status begin(int rank, bool with_request, WindowPeer** out);
  // Of a dynamic window: out->memory is null where no region holds all of it.
  Status locate(WindowPeer& peer, const TargetData& target, Spot* out);
  Status memory_of(WindowPeer& peer, rma::Target** out);
  WindowCall& next_call();
  Status settle(WindowPeer& peer, MPI_Request* request);
  Status over_at_once(MPI_Request* request);
  [[nodiscard]] WindowChecks::Target checked(const TargetData& target) const noexcept;
  [[nodiscard]] static bool is_comparable(const Datatype& type) noexcept;
  Status move(bool puts, const OriginData& origin, const TargetData& target, MPI_Request* request);
  Status move_in_parts(WindowPeer& peer, bool puts, const proto::Buffer& local, const TargetData& target, MPI_Request* request);
  Status operate_in_parts(WindowPeer& peer, const SplitOperation& operation, MPI_Request* request);

  // window/at_once.hpp
  DirectMember* admitted(int rank, std::uint8_t admits) noexcept;
  [[nodiscard]] std::uint64_t contiguous_bytes(MPI_Datatype type, MPI_Count count) const noexcept;
  [[nodiscard]] bool moves_at_once(const void* origin, MPI_Count count, MPI_Datatype type, const DirectTarget& target,
                                   const DirectMember& member, std::uint64_t* offset, std::uint64_t* bytes) const noexcept;
  void note_use() noexcept { fence_used_ = admits_all_ == kAdmitsAccess; }
  void set_access(Access access) noexcept;
  void set_fenced(bool fenced) noexcept;
  [[nodiscard]] bool is_time_to_look() const noexcept { return (quiet_calls_ + 1) % kQuietCalls == 0; }
  void find_direct(WindowPeer& peer) noexcept;

  WindowCore core_;
  std::vector<std::unique_ptr<WindowPeer>> peers_;
  std::uint8_t admits_all_ = 0;  // by an epoch of all members
  bool fence_used_ = false;      // operations were begun since the last fence, which no other epoch has followed
  unsigned quiet_calls_ = 0;     // since the last round of progress of a call that had nothing to wait for
  static constexpr unsigned kQuietCalls = 64;
  // Elements of the last accumulate that were done at once, of the call that goes on in accumulate().
  std::uint64_t done_ahead_ = 0;
  // Predefined ones that accumulate() and compare_and_swap() have checked.
  struct Known {
    MPI_Op op = MPI_OP_NULL;
    MPI_Datatype type = MPI_DATATYPE_NULL;
    rma::Fold fold;
  };
  Known known_;
  Known known_swap_;

  // What the program gets by attributes.
  void* base_ = nullptr;
  MPI_Aint bytes_ = 0;
  int unit_ = 1;
  int model_ = MPI_WIN_UNIFIED;

  const transport::Region* memory_ = nullptr;   // null: no memory of its own, or in another member's
  const transport::Region* control_ = nullptr;  // null: not made yet
  std::unique_ptr<ProgramMemory> own_memory_;   // what memory_ is in where the program wanted another kind than host
  // Of each member: its memory, displacement unit, and where that begins in the region of its keeper.
  PerMember<std::uint64_t> sizes_;
  PerMember<std::int64_t> units_;
  PerMember<std::uint64_t> places_;
  bool serves_ = false;      // the engine serves others as long as the window lives
  bool one_region_ = false;  // all memory lies in member 0's region
  bool all_share_ = false;   // all members reach it by loads and stores
  WindowKeys keys_;          // of the members' regions
  // Where members of this host share them: the region, of the one who has made it; for the others, what they have attached.
  const transport::Region* board_ = nullptr;
  std::unique_ptr<rma::Target> board_target_;
  WindowTable table_;                              // of a dynamic window
  std::unique_ptr<runtime::DeviceWindow> device_;  // null: no kernel was told of it

  Access access_ = Access::kNone;
  bool fenced_ = false;       // a fence has been called, and no other epoch since
  bool window_held_ = false;  // the lock between all and one, once for all exclusive locks
  bool taking_window_ = false;
  LockSide window_side_ = LockSide::kFirst;
  int exclusives_ = 0;
  int locks_ = 0;  // of members, MPI_PROC_NULL among them
  bool null_locked_ = false;
  std::vector<int> started_;  // the group of MPI_Win_start
  std::vector<int> posted_;   // the group of MPI_Win_post
  bool exposes_ = false;
  std::vector<int> touched_;
  Ref<WindowCall> spare_;
};

// Collective over `comm`, and block. Wrong arguments are found before anything is communicated; other failures are told on all
// members alike.
struct WindowRequest {
  MPI_Aint bytes = 0;
  MPI_Aint unit = 1;
  const Info* info = nullptr;
};
[[nodiscard]] Status create_window(Comm& comm, void* base, const WindowRequest& wanted, Window** out);
// *base gets this rank's memory.
[[nodiscard]] Status allocate_window(Comm& comm, const WindowRequest& wanted, void** base, Window** out);
[[nodiscard]] Status allocate_shared_window(Comm& comm, const WindowRequest& wanted, void** base, Window** out);
[[nodiscard]] Status create_dynamic_window(Comm& comm, const Info* info, Window** out);
// Collective. Refused within an epoch. The attributes' functions have run.
[[nodiscard]] Status free_window(Window& window);

}  // namespace penstock::core
