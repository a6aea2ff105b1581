// The frame that every entry point has around its body: it finds the process and turns a Status into an MPI error.
#pragma once

#include <string_view>
#include <variant>

#include "api/export.hpp"
#include "api/gen/functions.hpp"  // enum class Function, one value per MPI function; function_name()
#include "base/status.hpp"
#include "core/process/lookup.hpp"
#include "mpi.h"

namespace penstock::api {

// The process object of the calling thread: the one static object, or the thread's own under boot/threads. Null while there is
// neither a world (between MPI_Init and MPI_Finalize) nor a session.
[[nodiscard]] core::Instance* instance() noexcept;
// Binds a process object to this thread alone (ranks as threads). Null unbinds.
void bind_thread(core::Instance* instance) noexcept;

// The state behind MPI_Initialized and MPI_Finalized; sessions do not count. It is kept beside the process pointer, per thread
// where ranks are threads. kForked: this process is a child that fork() made of a rank. It is no rank, so MPI is over for it:
// no call reaches the process object, MPI_Finalized returns true, MPI_Finalize does nothing, and every other call fails with an
// error that says so.
enum class Phase { kBefore, kRunning, kAfter, kForked };
[[nodiscard]] Phase phase() noexcept;
// MPI_Init and MPI_Session_init show the process object to every thread (or, where it is bound, to this thread alone), with the
// phase of the world; null hides it. The caller keeps ownership.
void publish(core::Instance* instance, Phase phase) noexcept;

// Errors of calls on files that belong to no open file go to the handler of MPI_FILE_NULL.
struct OfNoFile {};

// The object whose error handler gets a failure: a communicator, a session, a window, a file, the handler that a call was given
// for a new object, or (none) the default one.
struct Hearer {
  Hearer() noexcept = default;
  Hearer(OfNoFile none) noexcept : object(none) {}  // NOLINT(google-explicit-constructor): any of the kinds
  // Null: none.
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

  // For a call that makes the process object, or needs it before it is published: takes its lock too.
  void adopt(core::Instance& instance) {
    instance_ = &instance;
    lock();
  }
  // The process object is gone.
  void forget() noexcept { instance_ = nullptr; }

  // Surrounds the whole call, except for code before MPI_Init and after MPI_Finalize. A second unlock() of a call does nothing:
  // the body that ends the process object does the first.
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
  // a world the initial handler, which aborts) and returns the MPI error code. The code carries its class (MPI_Error_class) and
  // keeps the sentence for MPI_Error_string: "MPI_Send: rank 2: invalid tag: ...".
  int finish(const Hearer& hearer, Status&& status) noexcept;
  // Finishes a call likewise after an exception: the fixed text needs no memory.
  int fail(Code code, std::string_view text) noexcept;

  // Sets the object whose handler gets this call's failure. The entry point names its communicator, session, window or file; a
  // body that learns of it late (a request's communicator) names it itself.
  void raise_on(const Hearer& hearer) noexcept { hearer_ = hearer; }
  [[nodiscard]] const Hearer& hearer() const noexcept { return hearer_; }

 private:
  Function function_;
  core::Instance* instance_;
  Hearer hearer_;
  proto::EngineLock* lock_ = nullptr;  // held
};

// The whole body of a function that has none yet: MPI_ERR_UNSUPPORTED_OPERATION through the handler of `comm` if it is a
// live communicator, else the default handler. Functions of files go to the handler of MPI_FILE_NULL; functions of the tool
// interface, and those of files before MPI_Init, return the code and call no handler.
PENSTOCK_EXPORT int unsupported(Function function, MPI_Comm comm) noexcept;

// Maps a Status to an MPI error class; no other code knows both.
[[nodiscard]] int error_class(Code code) noexcept;

// Error codes. A predefined class is a code too. Any other code is positive and carries its class in its low 14 bits and
// the number of a recent sentence above them, with bit 30 set (codes between are left to MPI_Add_error_code).
// make_code() is for errors that go into an MPI_Status; calls themselves return what finish() gives.
[[nodiscard]] int make_code(int error_class, std::string_view sentence) noexcept;
// Returns -1 where the value is no error code.
[[nodiscard]] int class_of(int error_code) noexcept;
[[nodiscard]] inline int make_code(const Status& status) noexcept {
  if (status.is_ok()) return MPI_SUCCESS;
  // A code that an application's function returned is passed on unchanged, unless it is no error code.
  if (class_of(status.user_code()) > 0) return status.user_code();
  return make_code(error_class(status.code()), status.message());
}
// The code's own sentence while it is among the last 64, else the text of its class; always ends in 0. Returns the length.
std::size_t describe(int error_code, char (&text)[MPI_MAX_ERROR_STRING]) noexcept;

// Classes and codes that the application adds: numbers above MPI_ERR_LASTCODE, with empty texts at first. Removing needs an
// empty text, and of a class that it has no codes. Returns kArg for numbers that are not the application's.
[[nodiscard]] Status add_class(int* error_class);
[[nodiscard]] Status add_code(int error_class, int* error_code);
[[nodiscard]] Status set_text(int error_code, std::string_view text);
[[nodiscard]] Status remove_text(int error_code);
[[nodiscard]] Status remove_class(int error_class);
[[nodiscard]] Status remove_code(int error_code);

// Hands an error code to the handler of `hearer`, or the default one where that is none, as a failing call does: with the
// engine's lock held, which a function of the program does not see. Returns the code, unless the handler ends the job.
int raise(core::Instance* instance, const Hearer& hearer, int error_code) noexcept;

}  // namespace penstock::api
