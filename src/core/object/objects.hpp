// The tables of one rank's MPI objects by their handles. They know only the names of the objects' classes.
#pragma once

#include <tuple>
#include <utility>

#include "base/status.hpp"
#include "core/object/handle_table.hpp"
#include "core/object/ref.hpp"
#include "mpi.h"

namespace penstock::core {

class Comm;
class Datatype;
class Errhandler;
class File;
class Group;
class Info;
class Keyval;
class Op;
struct ProbedMessage;
class Request;
class Session;
class Window;

// Handles of number types that the standard gives no constants to: additional floating-point formats, and C's half type, which
// applications of MPICH's ABI know. MPI_INFO_ENV reports them (mpix.h).
inline constexpr std::uintptr_t kBeyondStandard = 0x400;
inline constexpr std::size_t kShortFloats = 4;

// Not thread-safe: the thread that holds the engine's lock uses it. A further kind of object needs one line here and one in the
// constructor.
class Objects {
 public:
  Objects(const Objects&) = delete;
  Objects& operator=(const Objects&) = delete;

  template <typename T>
  [[nodiscard]] HandleTable<T>& table() noexcept {
    return std::get<HandleTable<T>>(tables_);
  }
  template <typename T>
  [[nodiscard]] const HandleTable<T>& table() const noexcept {
    return std::get<HandleTable<T>>(tables_);
  }

  // Gives the object a handle, which holds a reference of its own (T::published()). *out stays valid as long as the handle.
  template <typename T>
  [[nodiscard]] Status publish(Ref<T> made, T** out) {
    std::uintptr_t number = 0;
    PENSTOCK_TRY(table<T>().add(made.get(), &number));
    made->handle = handle_from<decltype(made->handle)>(number);
    made->published();
    *out = made.get();
    return Status::ok();
  }
  // Frees the handle and drops its reference.
  template <typename T>
  void withdraw(T& object) noexcept {
    forget(object);
    object.release();
  }
  // Frees only the handle: for destructors of objects that keep their handle as long as they live.
  template <typename T>
  void forget(T& object) noexcept {
    table<T>().remove(number_of(object.handle));
  }

 protected:
  Objects();
  ~Objects() = default;

  [[nodiscard]] Status open_tables();

 private:
  std::tuple<HandleTable<Comm>, HandleTable<Group>, HandleTable<Datatype>, HandleTable<Op>, HandleTable<Errhandler>,
             HandleTable<Request>, HandleTable<Info>, HandleTable<Keyval>, HandleTable<Session>, HandleTable<Window>,
             HandleTable<File>, HandleTable<ProbedMessage>>
      tables_;
};

}  // namespace penstock::core
