// One rank of a job and everything it owns: what the first MPI_Init or MPI_Session_init makes. docs/design/sessions.md tells
// when it ends.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "accel/accel.hpp"
#include "base/config.hpp"
#include "base/log.hpp"
#include "base/pool.hpp"
#include "base/status.hpp"
#include "boot/boot.hpp"
#include "coll/schedule/schedule.hpp"
#include "coll/select/select.hpp"
#include "core/attribute.hpp"
#include "core/comm.hpp"
#include "core/datatype.hpp"
#include "core/errhandler.hpp"
#include "core/group.hpp"
#include "core/handle_table.hpp"
#include "core/info.hpp"
#include "core/message.hpp"
#include "core/op.hpp"
#include "core/partition_tags.hpp"
#include "core/place.hpp"
#include "core/request.hpp"
#include "core/send_buffer.hpp"
#include "core/session.hpp"
#include "observe/counters.hpp"
#include "proto/engine/engine.hpp"
#include "proto/layout/cache.hpp"

namespace penstock::core {

class PartitionedSide;  // partitioned_side.hpp

// A value for a tunable that comes from the program itself and wins over the environment.
struct Assigned {
  std::string_view name;
  std::string value;
};

// Used by one thread at a time: whoever holds engine().lock().
class Process {
 public:
  // Reads the environment; `assigned` wins over it. Of this rank alone: what needs no other rank works from now on. `left`: the
  // rank has told the launcher that it leaves, from this place.
  static Status prepare(const std::optional<boot::Place>& left, std::span<const Assigned> assigned,
                        std::unique_ptr<Process>* out);
  // With a configuration and a Boot of the caller's, and with the world begun: ranks as threads. Collective over the job.
  static Status create(const Config& config, std::unique_ptr<boot::Boot> boot, std::unique_ptr<Process>* out);
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  ~Process();

  // What follows is called without the lock where it is not enabled, else with it.

  // Collective over the job: meets the other ranks; MPI_COMM_WORLD and MPI_COMM_SELF are there from now on.
  Status begin_world();
  // In front of the first communicator without a world that has other ranks. Waits until those that it asks have called
  // prepare(); under a launcher that is not ours it is collective over the job.
  Status meet();
  // MPI_Finalize's first part: the program's functions run while MPI still works (standard, section 11.2.4).
  Status end_attributes();
  // Collective over the job: completes what is in flight, prints the report if one was asked for. The process goes on without
  // a world.
  Status end_world();
  // The same, and parts from the peers and the launcher. In a forked child it does nothing.
  Status finalize();
  // At the end of a program without a world: completes what is in flight, parts from the launcher. Under a launcher that is not
  // ours it is collective over the job if there was a session. In a forked child it does nothing.
  Status leave();
  // Ends the job. Does not return.
  [[noreturn]] void abort(int exit_code, std::string_view why) noexcept;

  [[nodiscard]] int rank() const noexcept { return boot_->rank(); }
  [[nodiscard]] int size() const noexcept { return boot_->size(); }
  [[nodiscard]] const Config& config() const noexcept { return config_; }
  // Another value for a tunable that is read whenever it is needed (`set: running` in spec/tunables.yaml). kConfig: the value
  // does not fit.
  [[nodiscard]] Status change(std::string_view tunable, std::string_view value);
  // Whether all ranks compare the arguments of their collectives (PENSTOCK_CHECK of rank 0).
  [[nodiscard]] bool checks() const noexcept { return check_wanted_; }
  [[nodiscard]] Log& log() noexcept { return log_; }
  [[nodiscard]] boot::Boot& boot() noexcept { return *boot_; }
  [[nodiscard]] accel::Accel& accel() noexcept { return *accel_; }
  [[nodiscard]] observe::Counters& counters() noexcept { return counters_; }
  [[nodiscard]] proto::Engine& engine() noexcept { return *engine_; }
  // A number of its host for each rank of the job; empty: all are on one.
  [[nodiscard]] std::span<const int> hosts() const noexcept { return hosts_; }
  // What reductions compute with.
  [[nodiscard]] base::Simd simd() const noexcept { return simd_; }

  [[nodiscard]] bool has_world() const noexcept { return world_ != nullptr; }
  // While there is a world.
  [[nodiscard]] Comm& world() noexcept { return *world_; }
  // Without a world the program does not know it.
  [[nodiscard]] Comm& self() noexcept { return *self_; }
  [[nodiscard]] Errhandler& initial_errhandler() noexcept { return *predefined_errhandlers_.front(); }
  [[nodiscard]] Group& empty_group() noexcept { return *empty_group_; }

  // The level that MPI_Init_thread gave, and whether the calling thread is the one that called it. Set while no other thread
  // knows the process.
  int thread_level = MPI_THREAD_SINGLE;
  void set_thread_level(int level) noexcept {
    thread_level = level;
    environment_.reset();  // it tells the level
    if (level == MPI_THREAD_MULTIPLE) engine_->lock().enable();
  }
  [[nodiscard]] bool on_main_thread() const noexcept;
  // Who uses it: the world, and each session. api/life.cpp's own lock guards it.
  int users = 0;
  // Where this rank is in its job.
  [[nodiscard]] boot::Place place() const { return {rank(), size(), boot_->app_number()}; }

  // Each gives the object a handle; from then on the handle owns the reference. *out stays valid as long as the handle.
  [[nodiscard]] Status publish(Ref<Comm> made, Comm** out);
  [[nodiscard]] Status publish(Ref<Group> made, Group** out);
  [[nodiscard]] Status publish(Ref<Datatype> made, Datatype** out);
  [[nodiscard]] Status publish(Ref<Op> made, Op** out);
  [[nodiscard]] Status publish(Ref<Info> made, Info** out);
  [[nodiscard]] Status publish(Ref<Session> made, Session** out);
  // These two keep their handle as long as they live; the program's hold on it is a reference (Errhandler::let_go,
  // free_keyval).
  [[nodiscard]] Status publish(Ref<Errhandler> made, Errhandler** out);
  [[nodiscard]] Status publish(Ref<Keyval> made, int* keyval);
  // Each takes the handle back and drops its reference.
  void withdraw(Comm& comm) noexcept;
  void withdraw(Group& group) noexcept;
  void withdraw(Datatype& datatype) noexcept;
  void withdraw(Op& op) noexcept;
  void withdraw(Info& info) noexcept;
  void withdraw(Session& session) noexcept;
  // For their destructors alone.
  void forget(Errhandler& errhandler) noexcept;
  void forget(Keyval& keyval) noexcept;

  [[nodiscard]] const HandleTable<Comm>& comms() const noexcept { return comms_; }
  [[nodiscard]] const HandleTable<Group>& groups() const noexcept { return groups_; }
  [[nodiscard]] const HandleTable<Datatype>& datatypes() const noexcept { return datatypes_; }
  [[nodiscard]] const HandleTable<Op>& ops() const noexcept { return ops_; }
  [[nodiscard]] const HandleTable<Errhandler>& errhandlers() const noexcept { return errhandlers_; }
  [[nodiscard]] const HandleTable<Request>& requests() const noexcept { return requests_; }
  [[nodiscard]] const HandleTable<Info>& infos() const noexcept { return infos_; }
  [[nodiscard]] const HandleTable<Keyval>& keyvals() const noexcept { return keyvals_; }
  [[nodiscard]] const HandleTable<Session>& sessions() const noexcept { return sessions_; }
  // With which communicators find out whether their members' GPUs reach each other, and what their calls borrow.
  coll::DeviceProbe device_probe{config_, log_};
  // What committed types share.
  proto::PlanCache plans;
  // Predefined types without a name, by what the program asked for.
  std::map<std::vector<std::int64_t>, Ref<Datatype>> unnamed_types;

  // Where each rank of the job ran when it began. Asks the launcher once. Not collective. Good as long as the process.
  [[nodiscard]] Status places(std::span<const Place>* out);

  // MPI_INFO_ENV.
  [[nodiscard]] Info& environment();
  // Those of MPI's own keys.
  PredefinedAttributes attributes;

  // Memory for the program, from the heap: `alignment` is a power of 2. kNoMemory; kBase for an address that is none of it.
  [[nodiscard]] Status allocate(std::size_t bytes, std::size_t alignment, void** out);
  [[nodiscard]] Status deallocate(void* address);

  // A request object with its handle. Arguments as Request's constructors.
  template <typename... Args>
  [[nodiscard]] Status add_request(MPI_Request* handle, Args&&... args);
  // The handle of all sends that were over at once: one request, done, that is never freed.
  [[nodiscard]] MPI_Request over_request() const noexcept { return over_; }
  // Ends a request that is done: the handle is free again.
  void end_request(Request& request) noexcept;
  // MPI_Request_free: the handle is free at once, the object goes when the operation is done.
  void orphan_request(Request& request);

  [[nodiscard]] const HandleTable<ProbedMessage>& messages() const noexcept { return messages_; }
  // A handle for a message that was taken out of matching, and its end.
  [[nodiscard]] Status add_message(Comm& comm, proto::Unexpected* message, MPI_Message* handle);
  void end_message(ProbedMessage& message) noexcept;

  // MPI_Buffer_attach; null while none is attached.
  std::unique_ptr<SendBuffer> send_buffer;

  // Of partitioned requests: tags for their messages, and sides that have not met the other one.
  PartitionTags partition_tags;
  std::vector<std::shared_ptr<PartitionedSide>> pairing;

  // Whether nothing that was begun on `comm` is under way.
  [[nodiscard]] bool is_quiet(const Comm& comm) const;

  // What collectives' algorithms are chosen from.
  [[nodiscard]] const coll::Selection& selection() const noexcept { return selection_; }
  [[nodiscard]] coll::BoardMaker& boards() noexcept { return *boards_; }
  // An empty schedule for the next collective of `comm`, on its team or another that its members form; and its return once
  // done.
  [[nodiscard]] std::unique_ptr<coll::Schedule> take_schedule(Comm& comm) { return take_schedule(comm, comm.team()); }
  // One of `comm`'s team that is begun again and again. `named`: in place of the communicator's algorithms, if not null;
  // outlives it.
  [[nodiscard]] std::unique_ptr<coll::Schedule> take_persistent_schedule(Comm& comm, const coll::Preference* named = nullptr);
  [[nodiscard]] std::unique_ptr<coll::Schedule> take_schedule(Comm& comm, const coll::Team& team);
  // One to be reset() first.
  [[nodiscard]] std::unique_ptr<coll::Schedule> find_schedule();
  void give_schedule(std::unique_ptr<coll::Schedule> schedule) noexcept;

  // An identity that this rank may hand out, once. Unused ones are no loss.
  [[nodiscard]] CommId new_comm_id() noexcept { return {static_cast<std::uint32_t>(rank()), next_comm_++}; }

 private:
  Process(const Config& config, std::unique_ptr<boot::Boot> boot);
  Status open();
  Status open_tables();
  [[nodiscard]] Status bind_predefined();
  Status tell_places();
  Status find_hosts();
  void bind_groups();
  Ref<Comm> make_comm(std::vector<int> members, CommId id, std::string_view name);
  void bind_comm(MPI_Comm handle, Comm* comm) noexcept { comms_.bind(number_of(handle), comm); }
  Status fence();
  Status read(int rank, std::string_view key, std::vector<std::byte>* said);
  Status complete();
  void release_objects() noexcept;
  void destroy(Request& request) noexcept;
  void sweep_orphans();
  Status report();
  void tell_leftovers(std::string_view when);
  // What ranks tell each other at start-up, and hearing what rank 0 tells all. The engine's fence lies between the two.
  Status announce();
  Status agree();
  [[nodiscard]] std::string tables_in_use() const;

  Config config_;
  base::Simd simd_ = base::Simd::kNone;
  Log log_;
  std::unique_ptr<boot::Boot> boot_;
  std::unique_ptr<accel::Accel> accel_;
  observe::Counters counters_;
  std::unique_ptr<proto::Engine> engine_;
  std::unique_ptr<coll::BoardMaker> boards_;
  pid_t pid_;
  pid_t main_thread_;
  bool fenced_ = false;  // what every rank published is there
  bool met_ = false;
  bool had_world_ = false;
  bool had_session_ = false;
  bool finalized_ = false;
  std::uint64_t next_comm_ = 2;  // 0 and 1 of each rank are MPI_COMM_WORLD and MPI_COMM_SELF

  HandleTable<Comm> comms_;
  HandleTable<Group> groups_;
  HandleTable<Datatype> datatypes_;
  HandleTable<Op> ops_;
  HandleTable<Errhandler> errhandlers_;
  HandleTable<Request> requests_;
  HandleTable<Info> infos_;
  HandleTable<Keyval> keyvals_;
  HandleTable<Session> sessions_;
  HandleTable<ProbedMessage> messages_;

  base::Pool<Request> request_pool_;
  base::Pool<ProbedMessage> message_pool_;
  std::vector<Request*> orphans_;
  // Ends those that are done, while ranks make progress: what they hold may be in others' way.
  class Sweeper final : public proto::Progressor {
   public:
    explicit Sweeper(Process& process) noexcept : process_(process) {}
    void watch();
    bool advance() override;

   private:
    Process& process_;
    bool listed_ = false;
  };
  Sweeper sweeper_{*this};
  MPI_Request over_ = MPI_REQUEST_NULL;
  coll::Selection selection_;
  std::vector<std::unique_ptr<coll::Schedule>> schedules_;
  bool report_wanted_ = false;  // by rank 0, so by all
  bool check_wanted_ = false;   // likewise

  Ref<Info> environment_;
  std::unordered_set<void*> allocations_;

  Comm* world_ = nullptr;
  Comm* self_ = nullptr;
  Group* empty_group_ = nullptr;
  std::vector<Ref<Datatype>> predefined_datatypes_;
  std::vector<Ref<Op>> predefined_ops_;
  std::vector<Ref<Errhandler>> predefined_errhandlers_;
  std::vector<Ref<Group>> predefined_groups_;
  Ref<Comm> world_comm_;
  Ref<Comm> self_comm_;
  std::vector<int> hosts_;
  int most_on_a_host_ = 1;     // ranks, which share its CPUs
  std::vector<Place> places_;  // empty until somebody asks
};

template <typename... Args>
Status Process::add_request(MPI_Request* handle, Args&&... args) {
  Request* request = request_pool_.acquire(std::forward<Args>(args)...);
  std::uintptr_t number = 0;
  if (Status added = requests_.add(request, &number); !added.is_ok()) {
    // The operation is under way and its buffer in use: it ends as an orphan, the call fails.
    orphans_.push_back(request);
    sweeper_.watch();
    return added;
  }
  request->handle = handle_from<MPI_Request>(number);
  *handle = request->handle;
  return Status::ok();
}

}  // namespace penstock::core
