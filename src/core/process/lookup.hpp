// The functions by which the generated entry points use MPI objects: they find the object of a handle, and the error handler
// for a failure. They are declared apart from the objects' headers, so that the ABI layer needs only this header.
#pragma once

#include <string_view>

#include "base/status.hpp"
#include "core/object/count_array.hpp"
#include "core/object/errhandler_kind.hpp"
#include "mpi.h"
#include "proto/progress/lock.hpp"

namespace penstock::core {

class Comm;
class Datatype;
class Errhandler;
class File;
class Group;
class Info;
class Op;
class Instance;
class Session;
class Window;

// Each finds the live object of a handle, including predefined objects, and stores it in *out. For a null, freed or foreign
// handle *out is unchanged, and the failure has the handle's own code (kComm, kType, kOp, kGroup, kErrhandler, kInfo, kSession,
// kWin, kFile) and says which of the three it was. No reference is taken: the object lives as long as the caller's handle does.
// Any thread may call these functions; they take no lock, and allocate nothing on success.
[[nodiscard]] Status find_comm(Instance& instance, MPI_Comm handle, Comm** out);
[[nodiscard]] Status find_datatype(Instance& instance, MPI_Datatype handle, Datatype** out);
// Replaces MPI_DATATYPE_NULL by a valid type in a call of that name which moves no data, as other libraries accept
// it. The use is noted under PENSTOCK_CHECK.
[[nodiscard]] Status stand_in_for_null(Instance& instance, std::string_view call, Datatype** out);
// Tells if every count of a collective with one count for each rank is 0; false for a null array.
[[nodiscard]] bool are_zero(const Comm& comm, CountArray counts) noexcept;
[[nodiscard]] Status find_op(Instance& instance, MPI_Op handle, Op** out);
[[nodiscard]] Status find_group(Instance& instance, MPI_Group handle, Group** out);
[[nodiscard]] Status find_errhandler(Instance& instance, MPI_Errhandler handle, Errhandler** out);
[[nodiscard]] Status find_info(Instance& instance, MPI_Info handle, Info** out);
[[nodiscard]] Status find_session(Instance& instance, MPI_Session handle, Session** out);
[[nodiscard]] Status find_win(Instance& instance, MPI_Win handle, Window** out);
[[nodiscard]] Status find_file(Instance& instance, MPI_File handle, File** out);

// Tells if the type may be used for communication.
[[nodiscard]] bool is_committed(const Datatype& datatype) noexcept;

// Tells if the calling rank is the root that `root` of a rooted collective names: its own rank, or MPI_ROOT between groups.
[[nodiscard]] bool is_root(const Comm& comm, int root) noexcept;

// Returns the handle by which the application knows the object.
[[nodiscard]] MPI_Comm handle_of(const Comm& comm) noexcept;
[[nodiscard]] MPI_Session handle_of(const Session& session) noexcept;
[[nodiscard]] MPI_Win handle_of(const Window& window) noexcept;
[[nodiscard]] MPI_File handle_of(const File& file) noexcept;

// Each returns the handler that is attached to the object; default_errhandler() returns the one for errors that belong to no
// object (MPI_COMM_SELF's between MPI_Init and MPI_Finalize, else the initial one, which is fatal). Each handler lives at least
// as long as it is attached to the object.
[[nodiscard]] Errhandler& errhandler_of(const Comm& comm) noexcept;
[[nodiscard]] Errhandler& errhandler_of(const Session& session) noexcept;
[[nodiscard]] Errhandler& errhandler_of(const Window& window) noexcept;
[[nodiscard]] Errhandler& errhandler_of(const File& file) noexcept;
// Returns the handler of MPI_FILE_NULL, for errors of calls on files that belong to no open file.
[[nodiscard]] Errhandler& errhandler_of_no_file(Instance& instance) noexcept;
[[nodiscard]] Errhandler& default_errhandler(Instance& instance) noexcept;

// Ends the job with this exit code; the launcher shows `why` to the user. The call does not return.
[[noreturn]] void abort_job(Instance& instance, int exit_code, std::string_view why) noexcept;

[[nodiscard]] ErrhandlerKind kind_of(const Errhandler& errhandler) noexcept;
// Tells if the handler is a kUser handler whose function takes a session.
[[nodiscard]] bool is_for_sessions(const Errhandler& errhandler) noexcept;
// Tells if the handler is a kUser handler whose function takes a window.
[[nodiscard]] bool is_for_windows(const Errhandler& errhandler) noexcept;
// Tells if it is a kUser handler whose function takes a file.
[[nodiscard]] bool is_for_files(const Errhandler& errhandler) noexcept;
// Calls a kUser handler's function, with the engine's lock released meanwhile; it may change *code. `object` points to the
// handle of the communicator, session, window or file, as the handler expects.
void call_errhandler(Instance& instance, Errhandler& errhandler, void* object, int* code);

// Returns the lock that every entry point holds while it is inside the library.
[[nodiscard]] proto::EngineLock& lock_of(Instance& instance) noexcept;

}  // namespace penstock::core
