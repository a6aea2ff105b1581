// Status is the only way in which this library reports failure.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace penstock::base {

// Code is the kind of a failure, in the library's own terms. api/errors.cpp maps each code to an MPI error class.
enum class Code : std::uint8_t {
  kOk,
  kComm,
  kGroup,
  kType,
  kCount,
  kBuffer,
  kTag,
  kRank,
  kRoot,
  kOp,
  kRequest,
  kInfo,
  kInfoKey,
  kInfoValue,
  kInfoNoKey,
  kKeyval,
  kErrhandler,
  kSession,
  kBase,  // memory that the caller must not pass
  kArg,
  kTruncate,
  kInStatus,
  kPending,
  kNotInitialized,
  kUnsupported,
  kNoMemory,
  kDriver,     // a GPU driver call failed
  kSystem,     // a system call failed
  kTransport,  // bytes could not be moved
  kPeerLost,   // another rank of the job is gone
  kProtocol,   // a peer or launcher sent what it must not
  kConfig,     // a tunable has a value that cannot be used
  kInternal,
  kUser,      // a callback of the application failed with its own error code
  kTopology,  // the communicator has no topology, or one of another kind
  kDims,      // invalid dimensions of a grid
  kWin,
  kRmaSync,    // no epoch for the call, or an epoch of another kind
  kRmaRange,   // memory outside the window
  kRmaAttach,  // memory that a dynamic window cannot attach or has not attached
  kRmaShared,  // processes that cannot share memory
  kRmaFlavor,  // a window of another flavor
  kDisp,
  kSize,
  kLocktype,
  kAssert,
  kFile,
  kAmode,    // an access mode, or a call that the file's mode forbids
  kBadFile,  // a name that can name no file
  kNoSuchFile,
  kFileExists,
  kFileInUse,
  kAccess,
  kReadOnly,  // a file system or an open file that takes no data
  kNoSpace,
  kQuota,
  kIo,       // a system call on a file failed for another reason
  kNotSame,  // members of a collective call have passed different arguments
  kUnsupportedDatarep,
  kConversion,
  kDupDatarep,
};

[[nodiscard]] std::string_view code_name(Code code) noexcept;

// A success costs one null pointer. A failure owns its code and a sentence that names cause and remedy. Status is move-only, so
// a failure is handled once. Only the code that decides that it is an error logs it.
class [[nodiscard]] Status {
 public:
  Status() noexcept = default;
  static Status ok() noexcept { return {}; }

  template <typename... Args>
  static Status error(Code code, fmt::format_string<Args...> format, Args&&... args) {
    return Status(code, fmt::format(format, std::forward<Args>(args)...));
  }
  // Code::kUser: a callback of the application returned the MPI error code `user_code`, which is not 0.
  static Status user(int user_code, std::string_view sentence);
  // Appends strerror(error_number) to the sentence.
  static Status system(int error_number, std::string_view what);

  [[nodiscard]] bool is_ok() const noexcept { return !detail_; }
  [[nodiscard]] Code code() const noexcept { return detail_ ? detail_->code : Code::kOk; }
  // Returns the error code of the application's callback, and 0 unless the code is kUser.
  [[nodiscard]] int user_code() const noexcept { return detail_ ? detail_->user_code : 0; }
  [[nodiscard]] std::string_view message() const noexcept {
    return detail_ ? std::string_view(detail_->message) : std::string_view();
  }
  // Prepends the caller's activity to the sentence: "importing rank 3's buffer: ...".
  Status within(std::string_view doing) &&;
  [[nodiscard]] Status clone() const;

 private:
  struct Detail {
    Code code;
    std::string message;
    int user_code = 0;
  };
  Status(Code code, std::string message);

  std::unique_ptr<Detail> detail_;
};

}  // namespace penstock::base

namespace penstock {
using base::Code;
using base::Status;
}  // namespace penstock

// PENSTOCK_TRY is the library's only control-flow macro: it returns a failure to the caller.
#define PENSTOCK_TRY(expression)                                                                             \
  do {                                                                                                       \
    if (::penstock::Status penstock_status = (expression); !penstock_status.is_ok()) return penstock_status; \
  } while (false)
