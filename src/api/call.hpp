// The frame that every entry point has around its body: it finds the process object and turns a Status into an MPI error.
#pragma once

#include <string_view>
#include <variant>

#include "api/export.hpp"
#include "api/gen/functions.hpp"  // enum class Function, one value for each MPI function; function_name()
#include "base/status.hpp"
#include "core/process/lookup.hpp"
#include "mpi.h"

namespace penstock::api {

// Returns the process object of the calling thread: the one static object, or the thread's own under boot/threads. Returns null
// while there is neither a world (between MPI_Init and MPI_Finalize) nor a session.
[[nodiscard]] core::Instance* instance() noexcept;
// Binds a process object to this thread alone (ranks as threads). A null pointer unbinds.
void bind_thread(core::Instance* instance) noexcept;

// The state behind MPI_Initialized and MPI_Finalized; sessions do not count. It is kept beside the process pointer, for
// each thread if ranks are threads. kForked: this process is a child that fork() made of a rank. It is no rank, so MPI
// is over for it: no call reaches the process object, MPI_Finalized returns true, MPI_Finalize does nothing, and every
// other call fails with an error that says so.
enum class Phase { kBefore, kRunning, kAfter, kForked };
[[nodiscard]] Phase phase() noexcept;
// MPI_Init and MPI_Session_init publish the process object to every thread (or, if it is bound, to this thread alone), with the
// phase of the world; a null pointer hides it. The caller keeps ownership.
void publish(core::Instance* instance, Phase phase) noexcept;

// Stands for no open file: the handler of MPI_FILE_NULL gets the errors of calls that have none.
struct OfNoFile {};

// The object whose error handler gets a failure: a communicator, a session, a window, a file, the handler that a call was given
// for a new object, or (none) the default handler.
struct Hearer {
  Hearer() noexcept = default;
  Hearer(OfNoFile none) noexcept : object(none) {}  // NOLINT(google-explicit-constructor): any of the kinds
  // A null pointer stands for no object.
  template <typename T>
  Hearer(T* of) noexcept {  // NOLINT(google-explicit-constructor): any of the kinds
    if (of != nullptr) object = of;
  }

  std::variant<std::monostate, core::Comm*, core::Session*, core::Window*, core::File*, OfNoFile, core::Errhandler*> object;
};

// One call in progress. It lives on the entry point's stack.
class Call {
 public:
  explicit Call(Function function) noexcept : function_(function), instance_(api::instance()) {}
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  // For a call that makes the process object, or needs it before it is published: adopts the object and takes its lock.
  void adopt(core::Instance& instance) {
    instance_ = &instance;
    lock();
  }
  // Called when the process object is destroyed.
  void forget() noexcept { instance_ = nullptr; }

  // These surround the whole call, except for code before MPI_Init and after MPI_Finalize. A second unlock() of a call does
  // nothing: the body that ends the process object calls it first.
  void lock() {
    if (instance_ == nullptr) return;
    lock_ = &core::lock_of(*instance_);
    lock_->lock();
  }
  void unlock() noexcept {
    if (lock_ != nullptr) lock_->leave();
    lock_ = nullptr;
  }

  // Tells if other threads may be in the library and wait for this call.
  [[nodiscard]] bool locked() const noexcept { return lock_ != nullptr && lock_->enabled(); }
  [[nodiscard]] Function function() const noexcept { return function_; }
  [[nodiscard]] core::Instance* instance_or_null() const noexcept { return instance_; }
  [[nodiscard]] core::Instance& instance() const noexcept { return *instance_; }

  // Returns MPI_SUCCESS, or raises the failure on the handler of `hearer` (none: MPI_COMM_SELF's, standard section 9.3; without
  // a world the initial handler, which aborts) and returns the MPI error code. The code has its class (MPI_Error_class) and
  // keeps the sentence for MPI_Error_string: "MPI_Send: rank 2: invalid tag: ...".
  int finish(const Hearer& hearer, Status&& status) noexcept;
  // Finishes a call in the same way after an exception: the fixed text needs no memory.
  int fail(Code code, std::string_view text) noexcept;

  // Sets the object whose handler gets this call's failure. The entry point names its communicator, session, window or file; a
  // body that learns of it late (a request's communicator) names it itself.
  void raise_on(const Hearer& hearer) noexcept { hearer_ = hearer; }
  [[nodiscard]] const Hearer& hearer() const noexcept { return hearer_; }

 private:
  Function function_;
  core::Instance* instance_;
  Hearer hearer_;
  proto::EngineLock* lock_ = nullptr;  // the lock that this call holds
};

// The whole body of a function that is not implemented yet: raises MPI_ERR_UNSUPPORTED_OPERATION on the handler
// of `comm` if it is a live communicator, else on the default handler. Functions of files raise it on the handler of
// MPI_FILE_NULL; functions of the tool interface, and those of files before MPI_Init, return the code and call no handler.
PENSTOCK_EXPORT int unsupported(Function function, MPI_Comm comm) noexcept;

// Maps a Status to an MPI error class; no other code knows both.
[[nodiscard]] int error_class(Code code) noexcept;

// Error codes. A predefined class is a code too. Any other code is positive and has its class in its low 14 bits, the number of
// a recent sentence above them, and bit 30 set (codes between are left to MPI_Add_error_code). make_code() is for errors that
// are stored in an MPI_Status; calls themselves return the code of finish().
[[nodiscard]] int make_code(int error_class, std::string_view sentence) noexcept;
// Returns -1 if the value is no error code.
[[nodiscard]] int class_of(int error_code) noexcept;
[[nodiscard]] inline int make_code(const Status& status) noexcept {
  if (status.is_ok()) return MPI_SUCCESS;
  // A code that an application's function returned is passed on unchanged, unless it is no error code.
  if (class_of(status.user_code()) > 0) return status.user_code();
  return make_code(error_class(status.code()), status.message());
}
// Writes the code's own sentence if it is among the last 64, else the text of its
// class; always ends with 0. Returns the length.
std::size_t describe(int error_code, char (&text)[MPI_MAX_ERROR_STRING]) noexcept;

// These manage classes and codes that the application adds: numbers above MPI_ERR_LASTCODE, with empty texts at
// first. A class or code can be removed if its text is empty and, for a class, if it has no codes. They return kArg
// for numbers that are not the application's.
[[nodiscard]] Status add_class(int* error_class);
[[nodiscard]] Status add_code(int error_class, int* error_code);
[[nodiscard]] Status set_text(int error_code, std::string_view text);
[[nodiscard]] Status remove_text(int error_code);
[[nodiscard]] Status remove_class(int error_class);
[[nodiscard]] Status remove_code(int error_code);

// Passes an error code to the handler of `hearer`, or to the default handler if there is none, as a failing call does: with the
// engine's lock held, which a function of the application does not notice. Returns the code, unless the handler ends the job.
int raise(core::Instance* instance, const Hearer& hearer, int error_code) noexcept;

}  // namespace penstock::api
