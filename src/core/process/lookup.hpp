// What the generated entry points ask of the objects: handle -> object, and where an error goes. Declared apart from the
// objects' headers so that the ABI layer compiles against this page alone.
#pragma once

#include <string_view>

#include "base/status.hpp"
#include "core/object/count_array.hpp"
#include "core/object/errhandler_kind.hpp"
#include "mpi.h"
#include "proto/engine/lock.hpp"

namespace penstock::core {

class Comm;
class Datatype;
class Errhandler;
class Group;
class Info;
class Op;
class Instance;
class Session;
class Window;

// Each finds the live object of a handle, predefined ones included, and leaves it in *out. On a null, freed or foreign
// handle: *out untouched and a failure of the handle's own code (kComm, kType, kOp, kGroup, kErrhandler, kInfo, kSession, kWin)
// that says which of the three it was. No reference is taken: the object lives as long as the caller's handle does. Callable
// from any thread; no lock, no allocation on success.
[[nodiscard]] Status find_comm(Instance& instance, MPI_Comm handle, Comm** out);
[[nodiscard]] Status find_datatype(Instance& instance, MPI_Datatype handle, Datatype** out);
// For MPI_DATATYPE_NULL in a call of that name which moves nothing: others accept it. A type like any other; noted under
// PENSTOCK_CHECK.
[[nodiscard]] Status stand_in_for_null(Instance& instance, std::string_view call, Datatype** out);
// Whether every count of a collective with one for each rank is 0; false of a null array.
[[nodiscard]] bool are_zero(const Comm& comm, CountArray counts) noexcept;
[[nodiscard]] Status find_op(Instance& instance, MPI_Op handle, Op** out);
[[nodiscard]] Status find_group(Instance& instance, MPI_Group handle, Group** out);
[[nodiscard]] Status find_errhandler(Instance& instance, MPI_Errhandler handle, Errhandler** out);
[[nodiscard]] Status find_info(Instance& instance, MPI_Info handle, Info** out);
[[nodiscard]] Status find_session(Instance& instance, MPI_Session handle, Session** out);
[[nodiscard]] Status find_win(Instance& instance, MPI_Win handle, Window** out);

// Whether the type may be used for communication.
[[nodiscard]] bool is_committed(const Datatype& datatype) noexcept;

// Whether the calling rank is the one that `root` of a rooted collective names: its own rank, or MPI_ROOT between groups.
[[nodiscard]] bool is_root(const Comm& comm, int root) noexcept;

// The handle a program knows the object by.
[[nodiscard]] MPI_Comm handle_of(const Comm& comm) noexcept;
[[nodiscard]] MPI_Session handle_of(const Session& session) noexcept;
[[nodiscard]] MPI_Win handle_of(const Window& window) noexcept;

// The handler attached to the object, and the one for errors that belong to none (MPI_COMM_SELF's between MPI_Init and
// MPI_Finalize, else the initial one, which is fatal). Each lives at least as long as the object keeps it attached.
[[nodiscard]] Errhandler& errhandler_of(const Comm& comm) noexcept;
[[nodiscard]] Errhandler& errhandler_of(const Session& session) noexcept;
[[nodiscard]] Errhandler& errhandler_of(const Window& window) noexcept;
[[nodiscard]] Errhandler& default_errhandler(Instance& instance) noexcept;

// Ends the job with this exit code; `why` reaches the user through whoever started the job. Does not return.
[[noreturn]] void abort_job(Instance& instance, int exit_code, std::string_view why) noexcept;

[[nodiscard]] ErrhandlerKind kind_of(const Errhandler& errhandler) noexcept;
// A kUser handler whose function takes a session.
[[nodiscard]] bool is_for_sessions(const Errhandler& errhandler) noexcept;
// One whose function takes a window.
[[nodiscard]] bool is_for_windows(const Errhandler& errhandler) noexcept;
// Calls a kUser handler's function, with the engine's lock released meanwhile; it may change *code. `object` is where the
// handle of the communicator, session or window stands, whichever the handler is made for.
void call_errhandler(Instance& instance, Errhandler& errhandler, void* object, int* code);

// What every entry point holds while it is inside the library.
[[nodiscard]] proto::EngineLock& lock_of(Instance& instance) noexcept;

}  // namespace penstock::core
