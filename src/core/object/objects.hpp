// The tables of MPI's objects that one rank has, by their handles. They know the kinds by name alone.
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
class Group;
class Info;
class Keyval;
class Op;
struct ProbedMessage;
class Request;
class Session;
class Window;

// Datatypes of numbers that the standard gives no constants to: floats that it has no types for, and half as a type of C, which
// programs of MPICH's ABI know. MPI_INFO_ENV tells them (mpix.h).
inline constexpr std::uintptr_t kBeyondStandard = 0x400;
inline constexpr std::size_t kShortFloats = 4;

// Used by one thread at a time: whoever holds the engine's lock. A further kind of object is one line here and one in the
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

  // Gives the object a handle, which holds a reference of its own from then on (T::published()). *out stays valid as long as
  // the handle.
  template <typename T>
  [[nodiscard]] Status publish(Ref<T> made, T** out) {
    std::uintptr_t number = 0;
    PENSTOCK_TRY(table<T>().add(made.get(), &number));
    made->handle = handle_from<decltype(made->handle)>(number);
    made->published();
    *out = made.get();
    return Status::ok();
  }
  // Takes the handle back and drops its reference.
  template <typename T>
  void withdraw(T& object) noexcept {
    forget(object);
    object.release();
  }
  // The handle alone: for destructors of objects that keep theirs as long as they live.
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
             HandleTable<ProbedMessage>>
      tables_;
};

}  // namespace penstock::core
