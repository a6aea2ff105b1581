// A session: a use of MPI that is independent of others and of MPI_Init (chapter 11).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.hpp"
#include "core/memory/send_buffer.hpp"
#include "core/object/errhandler.hpp"
#include "core/object/ref.hpp"
#include "mpi.h"

namespace penstock::core {

class Group;
class Info;
class Instance;

class Session final : public Object {
 public:
  // Returns kErrhandler for a handler that was made for other objects.
  static Status create(Instance& instance, const Info* hints, Ref<Errhandler> errhandler, Ref<Session>* out);

  [[nodiscard]] Errhandler& errhandler() const noexcept { return *errhandler_; }
  void set_errhandler(Ref<Errhandler> errhandler) noexcept { errhandler_ = std::move(errhandler); }
  // The info of MPI_Session_get_info: it has the thread level.
  [[nodiscard]] Ref<Info> describe() const;

  MPI_Session handle = MPI_SESSION_NULL;
  // MPI_Session_attach_buffer; null while none is attached.
  std::unique_ptr<SendBuffer> send_buffer;

 private:
  explicit Session(Ref<Errhandler> errhandler) noexcept : errhandler_(std::move(errhandler)) {}
  ~Session() override = default;

  Ref<Errhandler> errhandler_;
  int thread_level_ = MPI_THREAD_SINGLE;
};

// The names of process sets, in the order of their numbers.
[[nodiscard]] std::vector<std::string_view> process_sets();
// Returns a number that is shared by the members of this process's set of that name and by no
// others; nothing if there is no such set.
[[nodiscard]] std::optional<std::uint64_t> number_of_set(const Instance& instance, std::string_view name);
// Returns kArg for an unknown name. The group knows its session.
[[nodiscard]] Status group_of_set(Instance& instance, Session& session, std::string_view name, Group** out);
[[nodiscard]] Status describe_set(const Instance& instance, std::string_view name, Ref<Info>* out);

// Frees the handle and detaches the buffer, once the messages in it have left. Objects that were made from the session live on.
[[nodiscard]] Status end_session(Instance& instance, Session& session);

}  // namespace penstock::core
