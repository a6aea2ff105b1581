#include "base/status.hpp"

#include <array>
#include <cstring>

namespace penstock::base {

std::string_view code_name(Code code) noexcept {
  switch (code) {
    case Code::kOk: return "ok";
    case Code::kComm: return "invalid communicator";
    case Code::kGroup: return "invalid group";
    case Code::kType: return "invalid datatype";
    case Code::kCount: return "invalid count";
    case Code::kBuffer: return "invalid buffer";
    case Code::kTag: return "invalid tag";
    case Code::kRank: return "invalid rank";
    case Code::kRoot: return "invalid root";
    case Code::kOp: return "invalid operation";
    case Code::kRequest: return "invalid request";
    case Code::kInfo: return "invalid info";
    case Code::kInfoKey: return "invalid info key";
    case Code::kInfoValue: return "invalid info value";
    case Code::kInfoNoKey: return "no such info key";
    case Code::kKeyval: return "invalid attribute key";
    case Code::kErrhandler: return "invalid error handler";
    case Code::kSession: return "invalid session";
    case Code::kTopology: return "no such topology";
    case Code::kDims: return "invalid dimensions";
    case Code::kWin: return "invalid window";
    case Code::kRmaSync: return "wrong synchronization of a window";
    case Code::kRmaRange: return "outside the window";
    case Code::kRmaAttach: return "memory cannot be attached";
    case Code::kRmaShared: return "memory cannot be shared";
    case Code::kRmaFlavor: return "wrong kind of window";
    case Code::kDisp: return "invalid displacement";
    case Code::kSize: return "invalid size";
    case Code::kLocktype: return "invalid kind of lock";
    case Code::kAssert: return "invalid assertion";
    case Code::kFile: return "invalid file";
    case Code::kAmode: return "invalid access mode";
    case Code::kBadFile: return "invalid file name";
    case Code::kNoSuchFile: return "no such file";
    case Code::kFileExists: return "file exists";
    case Code::kFileInUse: return "file is in use";
    case Code::kAccess: return "no permission";
    case Code::kReadOnly: return "read-only";
    case Code::kNoSpace: return "no space left";
    case Code::kQuota: return "quota used up";
    case Code::kIo: return "input or output failed";
    case Code::kNotSame: return "different arguments on different ranks";
    case Code::kUnsupportedDatarep: return "unknown data representation";
    case Code::kConversion: return "conversion failed";
    case Code::kDupDatarep: return "data representation exists";
    case Code::kBase: return "invalid memory";
    case Code::kArg: return "invalid argument";
    case Code::kTruncate: return "message truncated";
    case Code::kInStatus: return "error in status";
    case Code::kPending: return "pending";
    case Code::kNotInitialized: return "MPI is not initialized";
    case Code::kUnsupported: return "not supported";
    case Code::kNoMemory: return "out of memory";
    case Code::kDriver: return "GPU driver error";
    case Code::kSystem: return "system error";
    case Code::kTransport: return "transport error";
    case Code::kPeerLost: return "peer lost";
    case Code::kProtocol: return "protocol error";
    case Code::kConfig: return "bad configuration";
    case Code::kInternal: return "internal error";
    case Code::kUser: return "failure of the program's own function";
  }
  return "unknown";
}

Status::Status(Code code, std::string message) : detail_(std::make_unique<Detail>(Detail{code, std::move(message)})) {}

Status Status::user(int user_code, std::string_view sentence) {
  Status status(Code::kUser, std::string(sentence));
  status.detail_->user_code = user_code;
  return status;
}

Status Status::system(int error_number, std::string_view what) {
  std::array<char, 128> text{};
  // The GNU form of strerror_r returns the text, which need not be in the buffer.
  const char* reason = strerror_r(error_number, text.data(), text.size());
  return Status(Code::kSystem, fmt::format("{}: {} (errno {})", what, reason, error_number));
}

Status Status::within(std::string_view doing) && {
  if (detail_) detail_->message = fmt::format("{}: {}", doing, detail_->message);
  return std::move(*this);
}

Status Status::clone() const {
  Status copy;
  if (detail_) copy.detail_ = std::make_unique<Detail>(*detail_);
  return copy;
}

}  // namespace penstock::base
