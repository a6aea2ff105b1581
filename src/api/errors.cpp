#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <mutex>

#include "api/call.hpp"
#include "core/process/lookup.hpp"

namespace penstock::api {
namespace {

// A line that is built without allocation, since memory may be exhausted. Text that does not fit is cut.
class Line {
 public:
  Line& add(std::string_view text) noexcept {
    const std::size_t length = std::min(text.size(), sizeof(data_) - length_);
    std::memcpy(data_ + length_, text.data(), length);
    length_ += length;
    return *this;
  }
  Line& add(int number) noexcept {
    length_ = static_cast<std::size_t>(std::to_chars(data_ + length_, data_ + sizeof(data_), number).ptr - data_);
    return *this;
  }
  [[nodiscard]] std::string_view view() const noexcept { return {data_, length_}; }

 private:
  char data_[MPI_MAX_ERROR_STRING + 128];
  std::size_t length_ = 0;
};

// Returns a text such as "MPI_Send: tag is -7; ..."
Line sentence_of(Function function, std::string_view message) noexcept {
  Line line;
  line.add(function_name(function)).add(": ").add(message);
  return line;
}

void print_fatal(std::string_view reason) noexcept {
  Line line;
  line.add("penstock: ").add(reason).add("\n");
  // The line is written by one call, so that lines of several ranks do not mix. If stderr
  // is closed, the error cannot be reported.
  if (::write(STDERR_FILENO, line.view().data(), line.view().size()) < 0) return;
}

// A failure that ends the job under MPI_ERRORS_ARE_FATAL exits with its class, which is small and not 0.
[[noreturn]] void end_job(core::Instance* instance, int error_code) noexcept {
  char text[MPI_MAX_ERROR_STRING];
  const std::string_view sentence(text, describe(error_code, text));
  Line reason;
  reason.add(sentence).add(" (").add(error_class_name(class_of(error_code))).add(")");
  const int exit_code = std::clamp(class_of(error_code), 1, 125);
  // The launcher tells the user in one line, with the rank.
  if (instance != nullptr) core::abort_job(*instance, exit_code, reason.view());
  print_fatal(reason.view());  // outside MPI_Init and MPI_Finalize there is no launcher to tell
  std::_Exit(exit_code);
}

}  // namespace

int error_class(Code code) noexcept {
  switch (code) {
    case Code::kOk: return MPI_SUCCESS;
    case Code::kComm: return MPI_ERR_COMM;
    case Code::kGroup: return MPI_ERR_GROUP;
    case Code::kType: return MPI_ERR_TYPE;
    case Code::kCount: return MPI_ERR_COUNT;
    case Code::kBuffer: return MPI_ERR_BUFFER;
    case Code::kTag: return MPI_ERR_TAG;
    case Code::kRank: return MPI_ERR_RANK;
    case Code::kRoot: return MPI_ERR_ROOT;
    case Code::kOp: return MPI_ERR_OP;
    case Code::kRequest: return MPI_ERR_REQUEST;
    case Code::kInfo: return MPI_ERR_INFO;
    case Code::kInfoKey: return MPI_ERR_INFO_KEY;
    case Code::kInfoValue: return MPI_ERR_INFO_VALUE;
    case Code::kInfoNoKey: return MPI_ERR_INFO_NOKEY;
    case Code::kKeyval: return MPI_ERR_KEYVAL;
    case Code::kErrhandler: return MPI_ERR_ERRHANDLER;
    case Code::kSession: return MPI_ERR_SESSION;
    case Code::kTopology: return MPI_ERR_TOPOLOGY;
    case Code::kDims: return MPI_ERR_DIMS;
    case Code::kWin: return MPI_ERR_WIN;
    case Code::kRmaSync: return MPI_ERR_RMA_SYNC;
    case Code::kRmaRange: return MPI_ERR_RMA_RANGE;
    case Code::kRmaAttach: return MPI_ERR_RMA_ATTACH;
    case Code::kRmaShared: return MPI_ERR_RMA_SHARED;
    case Code::kRmaFlavor: return MPI_ERR_RMA_FLAVOR;
    case Code::kDisp: return MPI_ERR_DISP;
    case Code::kSize: return MPI_ERR_SIZE;
    case Code::kLocktype: return MPI_ERR_LOCKTYPE;
    case Code::kAssert: return MPI_ERR_ASSERT;
    case Code::kFile: return MPI_ERR_FILE;
    case Code::kAmode: return MPI_ERR_AMODE;
    case Code::kBadFile: return MPI_ERR_BAD_FILE;
    case Code::kNoSuchFile: return MPI_ERR_NO_SUCH_FILE;
    case Code::kFileExists: return MPI_ERR_FILE_EXISTS;
    case Code::kFileInUse: return MPI_ERR_FILE_IN_USE;
    case Code::kAccess: return MPI_ERR_ACCESS;
    case Code::kReadOnly: return MPI_ERR_READ_ONLY;
    case Code::kNoSpace: return MPI_ERR_NO_SPACE;
    case Code::kQuota: return MPI_ERR_QUOTA;
    case Code::kIo: return MPI_ERR_IO;
    case Code::kNotSame: return MPI_ERR_NOT_SAME;
    case Code::kUnsupportedDatarep: return MPI_ERR_UNSUPPORTED_DATAREP;
    case Code::kConversion: return MPI_ERR_CONVERSION;
    case Code::kDupDatarep: return MPI_ERR_DUP_DATAREP;
    case Code::kBase: return MPI_ERR_BASE;
    case Code::kArg: return MPI_ERR_ARG;
    case Code::kTruncate: return MPI_ERR_TRUNCATE;
    case Code::kInStatus: return MPI_ERR_IN_STATUS;
    case Code::kPending: return MPI_ERR_PENDING;
    case Code::kUnsupported: return MPI_ERR_UNSUPPORTED_OPERATION;
    case Code::kNoMemory: return MPI_ERR_NO_MEM;
    case Code::kPeerLost: return MPI_ERR_PROC_ABORTED;
    case Code::kInternal: return MPI_ERR_INTERN;
    case Code::kNotInitialized:
    case Code::kDriver:
    case Code::kSystem:
    case Code::kTransport:
    case Code::kProtocol:
    case Code::kConfig:
    case Code::kUser: return MPI_ERR_OTHER;
  }
  return MPI_ERR_INTERN;
}

namespace {

core::Errhandler& handler_of(core::Instance& instance, const Hearer& hearer) noexcept {
  if (const auto* const comm = std::get_if<core::Comm*>(&hearer.object)) return core::errhandler_of(**comm);
  if (const auto* const session = std::get_if<core::Session*>(&hearer.object)) return core::errhandler_of(**session);
  if (const auto* const window = std::get_if<core::Window*>(&hearer.object)) return core::errhandler_of(**window);
  if (const auto* const file = std::get_if<core::File*>(&hearer.object)) return core::errhandler_of(**file);
  if (std::holds_alternative<OfNoFile>(hearer.object)) return core::errhandler_of_no_file(instance);
  const auto* const given = std::get_if<core::Errhandler*>(&hearer.object);
  return given != nullptr ? **given : core::default_errhandler(instance);
}

// The handles that handler functions get. An object that is not made yet has none.
class HandlesOf {
 public:
  explicit HandlesOf(const Hearer& hearer) noexcept {
    if (const auto* const comm = std::get_if<core::Comm*>(&hearer.object)) comm_ = core::handle_of(**comm);
    if (const auto* const session = std::get_if<core::Session*>(&hearer.object)) session_ = core::handle_of(**session);
    if (const auto* const window = std::get_if<core::Window*>(&hearer.object)) window_ = core::handle_of(**window);
    if (const auto* const file = std::get_if<core::File*>(&hearer.object)) file_ = core::handle_of(**file);
    if (std::holds_alternative<std::monostate>(hearer.object)) comm_ = MPI_COMM_SELF;
  }
  // Returns the address of the handle whose kind the handler is for.
  [[nodiscard]] void* place_for(const core::Errhandler& handler) noexcept {
    if (core::is_for_sessions(handler)) return static_cast<void*>(&session_);
    if (core::is_for_windows(handler)) return static_cast<void*>(&window_);
    if (core::is_for_files(handler)) return static_cast<void*>(&file_);
    return static_cast<void*>(&comm_);
  }

 private:
  MPI_Comm comm_ = MPI_COMM_NULL;
  MPI_Session session_ = MPI_SESSION_NULL;
  MPI_Win window_ = MPI_WIN_NULL;
  MPI_File file_ = MPI_FILE_NULL;
};

}  // namespace

int raise(core::Instance* instance, const Hearer& hearer, int error_code) noexcept {
  if (instance == nullptr) end_job(nullptr, error_code);
  core::Errhandler& handler = handler_of(*instance, hearer);
  switch (core::kind_of(handler)) {
    case core::ErrhandlerKind::kReturn: break;
    case core::ErrhandlerKind::kFatal:
    case core::ErrhandlerKind::kAbort: end_job(instance, error_code);
    case core::ErrhandlerKind::kUser: {
      HandlesOf handles(hearer);
      int passed = error_code;  // a value that the function stores in it does not change what the call returns
      core::call_errhandler(*instance, handler, handles.place_for(handler), &passed);
      break;
    }
  }
  return error_code;
}

int Call::finish(const Hearer& hearer, Status&& status) noexcept {
  if (status.is_ok()) return MPI_SUCCESS;
  const Status failure = std::move(status);
  if (class_of(failure.user_code()) > 0) return raise(instance_, hearer, failure.user_code());
  const Line sentence = sentence_of(function_, failure.message());
  return raise(instance_, hearer, make_code(error_class(failure.code()), sentence.view()));
}

int Call::fail(Code code, std::string_view text) noexcept {
  return raise(instance_, hearer_, make_code(error_class(code), sentence_of(function_, text).view()));
}

namespace {

// Tells if the handler of MPI_FILE_NULL, which returns unless the program has set another, gets the function's errors (MPI-5.0,
// section 14.7).
bool is_of_files(Function function) noexcept {
  return function_name(function).starts_with("MPI_File_") || function == Function::kRegister_datarep;
}

}  // namespace

int unsupported(Function function, MPI_Comm comm) noexcept {
  const Line sentence = sentence_of(function, "Penstock has no body for this call yet");
  const int code = make_code(MPI_ERR_UNSUPPORTED_OPERATION, sentence.view());
  if (is_tool_function(function)) return code;
  core::Instance* const self = instance();
  core::Comm* found = nullptr;
  if (self == nullptr) return is_of_files(function) ? code : raise(nullptr, {}, code);
  const std::scoped_lock lock(core::lock_of(*self));
  if (is_of_files(function)) return raise(self, OfNoFile{}, code);
  if (comm != MPI_COMM_NULL) {
    try {
      // An invalid communicator leaves `found` null, and the error goes to the default handler.
      if (!core::find_comm(*self, comm, &found).is_ok()) found = nullptr;
    } catch (...) {
      found = nullptr;
    }
  }
  return raise(self, found, code);
}

}  // namespace penstock::api
