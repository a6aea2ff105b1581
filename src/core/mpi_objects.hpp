// The objects of MPI that one rank has, by their handles.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "base/pool.hpp"
#include "base/status.hpp"
#include "core/attribute.hpp"
#include "core/comm.hpp"
#include "core/datatype.hpp"
#include "core/errhandler.hpp"
#include "core/group.hpp"
#include "core/handle_table.hpp"
#include "core/info.hpp"
#include "core/message.hpp"
#include "core/op.hpp"
#include "core/orphaned_requests.hpp"
#include "core/request.hpp"
#include "core/session.hpp"
#include "core/window.hpp"
#include "proto/engine/engine.hpp"
#include "runtime/job.hpp"

namespace penstock::core {

struct Lasting;  // lasting.hpp

// Used by one thread at a time: whoever holds the engine's lock.
class MpiObjects {
 public:
  MpiObjects(const MpiObjects&) = delete;
  MpiObjects& operator=(const MpiObjects&) = delete;

  // Each gives the object a handle; from then on the handle owns the reference. *out stays valid as long as the handle.
  [[nodiscard]] Status publish(Ref<Comm> made, Comm** out);
  [[nodiscard]] Status publish(Ref<Group> made, Group** out);
  [[nodiscard]] Status publish(Ref<Datatype> made, Datatype** out);
  [[nodiscard]] Status publish(Ref<Op> made, Op** out);
  [[nodiscard]] Status publish(Ref<Info> made, Info** out);
  [[nodiscard]] Status publish(Ref<Session> made, Session** out);
  [[nodiscard]] Status publish(Ref<Window> made, Window** out);
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
  void withdraw(Window& window) noexcept;
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
  [[nodiscard]] const HandleTable<Window>& windows() const noexcept { return windows_; }
  [[nodiscard]] const HandleTable<ProbedMessage>& messages() const noexcept { return messages_; }
  [[nodiscard]] Errhandler& initial_errhandler() noexcept { return *predefined_errhandlers_.front(); }
  [[nodiscard]] Group& empty_group() noexcept { return *empty_group_; }
  // Predefined types without a name, by what the program asked for.
  std::map<std::vector<std::int64_t>, Ref<Datatype>> unnamed_types;

  // A request object with its handle. Arguments as Request's constructors.
  template <typename... Args>
  [[nodiscard]] Status add_request(MPI_Request* handle, Args&&... args);
  // Whether the next add_request() allocates nothing and cannot fail.
  [[nodiscard]] bool has_spare_request() const noexcept {
    const std::size_t live = request_pool_.live();
    return live < request_pool_.capacity() && live < HandleTable<Request>::kSlots;
  }
  // The handle of all sends that were over at once: one request, done, that is never freed.
  [[nodiscard]] MPI_Request over_request() const noexcept { return over_; }
  // Ends a request that is done: the handle is free again.
  void end_request(Request& request) noexcept;
  // MPI_Request_free: the handle is free at once, the object goes when the operation is done.
  void orphan_request(Request& request);
  // Whether nothing that was begun on `comm` is under way.
  [[nodiscard]] bool is_quiet(const Comm& comm) const;

  // A handle for a message that was taken out of matching, and its end.
  [[nodiscard]] Status add_message(Comm& comm, proto::Unexpected* message, MPI_Message* handle);
  void end_message(ProbedMessage& message) noexcept;

 protected:
  explicit MpiObjects(std::unique_ptr<runtime::Job> job);
  ~MpiObjects() = default;

  // Makes the tables, and the predefined objects but communicators.
  [[nodiscard]] Status open_objects(const Process& process);
  void bind_comm(MPI_Comm handle, Comm* comm) noexcept { comms_.bind(number_of(handle), comm); }
  // Blocks until what was begun and given up is over, but for receives for which nothing has come.
  void complete_orphans();
  // So many are left.
  [[nodiscard]] std::size_t count_orphans();
  // What a program has left behind goes, but for what hand_over() takes. Before the engine does.
  void release_objects(bool but_lasting) noexcept;
  // Info objects and error handlers, once no other object is left that may use them. False: there are none.
  bool hand_over(Lasting* out);
  void take_over(Lasting& kept, Process& process) noexcept;

  // Goes last: objects use its engine to their end.
  std::unique_ptr<runtime::Job> job_;
  proto::Engine& engine_;
  bool had_session_ = false;

 private:
  Status open_tables();
  [[nodiscard]] Status bind_datatypes(const Process& process);
  void bind_ops();
  void bind_errhandlers();

  HandleTable<Comm> comms_;
  HandleTable<Group> groups_;
  HandleTable<Datatype> datatypes_;
  HandleTable<Op> ops_;
  HandleTable<Errhandler> errhandlers_;
  HandleTable<Request> requests_;
  HandleTable<Info> infos_;
  HandleTable<Keyval> keyvals_;
  HandleTable<Session> sessions_;
  HandleTable<Window> windows_;
  HandleTable<ProbedMessage> messages_;

  base::Pool<Request> request_pool_;
  base::Pool<ProbedMessage> message_pool_;
  OrphanedRequests orphans_{request_pool_};
  // Ends those that are done, while ranks make progress: what they hold may be in others' way.
  class Sweeper final : public proto::Progressor {
   public:
    explicit Sweeper(MpiObjects& objects) noexcept : objects_(objects) {}
    void watch();
    bool advance() override;

   private:
    MpiObjects& objects_;
    bool listed_ = false;
  };
  Sweeper sweeper_{*this};
  MPI_Request over_ = MPI_REQUEST_NULL;

  Ref<Group> empty_group_;
  std::vector<Ref<Datatype>> predefined_datatypes_;
  std::vector<Ref<Op>> predefined_ops_;
  std::vector<Ref<Errhandler>> predefined_errhandlers_;
};

template <typename... Args>
Status MpiObjects::add_request(MPI_Request* handle, Args&&... args) {
  Request* request = request_pool_.acquire(std::forward<Args>(args)...);
  std::uintptr_t number = 0;
  if (Status added = requests_.add(request, &number); !added.is_ok()) {
    // The operation is under way and its buffer in use: it ends as an orphan, the call fails.
    orphans_.add(*request);
    sweeper_.watch();
    return added;
  }
  request->handle = handle_from<MPI_Request>(number);
  *handle = request->handle;
  return Status::ok();
}

}  // namespace penstock::core
