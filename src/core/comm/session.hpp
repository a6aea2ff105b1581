// A session: a use of MPI of its own, beside others and beside MPI_Init (chapter 11).
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
  // kErrhandler for a handler that is made for other objects.
  static Status create(Instance& instance, const Info* hints, Ref<Errhandler> errhandler, Ref<Session>* out);

  [[nodiscard]] Errhandler& errhandler() const noexcept { return *errhandler_; }
  void set_errhandler(Ref<Errhandler> errhandler) noexcept { errhandler_ = std::move(errhandler); }
  // MPI_Session_get_info: the level of threads.
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

// Names of process sets, in the order of their numbers.
[[nodiscard]] std::vector<std::string_view> process_sets();
// A number that the members of this process's set of that name share, and no others; nothing where there is none of that name.
[[nodiscard]] std::optional<std::uint64_t> number_of_set(const Instance& instance, std::string_view name);
// kArg for a name that there is not. The group knows its session.
[[nodiscard]] Status group_of_set(Instance& instance, Session& session, std::string_view name, Group** out);
[[nodiscard]] Status describe_set(const Instance& instance, std::string_view name, Ref<Info>* out);

// Gives the handle back and the attached buffer, once what is in it has left. Objects that were made of the session live on.
[[nodiscard]] Status end_session(Instance& instance, Session& session);

}  // namespace penstock::core
