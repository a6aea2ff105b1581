#include "core/object/objects.hpp"

namespace penstock::core {
namespace {

template <typename T>
std::uintptr_t first_of(T constant) noexcept {
  return number_of(constant);
}

}  // namespace

Objects::Objects()
    : tables_(
          HandleRow{HandleKind::kComm, Code::kComm, "communicator", first_of(MPI_COMM_NULL), 0x100, 8},
          HandleRow{HandleKind::kGroup, Code::kGroup, "group", first_of(MPI_GROUP_NULL), 0x108, 8},
          HandleRow{HandleKind::kDatatype, Code::kType, "datatype", first_of(MPI_DATATYPE_NULL), 0x200,
                    kBeyondStandard + kShortFloats - 0x200},
          HandleRow{HandleKind::kOp, Code::kOp, "operation", first_of(MPI_OP_NULL), 0x20, 0x20},
          HandleRow{HandleKind::kErrhandler, Code::kErrhandler, "error handler", first_of(MPI_ERRHANDLER_NULL), 0x140, 8},
          HandleRow{HandleKind::kRequest, Code::kRequest, "request", first_of(MPI_REQUEST_NULL), 0x180, 1},
          HandleRow{HandleKind::kInfo, Code::kInfo, "info", first_of(MPI_INFO_NULL), 0x130, 1},
          HandleRow{HandleKind::kKeyval, Code::kKeyval, "attribute key", MPI_KEYVAL_INVALID, MPI_TAG_UB, 7},
          HandleRow{HandleKind::kSession, Code::kSession, "session", first_of(MPI_SESSION_NULL), first_of(MPI_SESSION_NULL), 1},
          HandleRow{HandleKind::kWin, Code::kWin, "window", first_of(MPI_WIN_NULL), first_of(MPI_WIN_NULL), 1},
          HandleRow{HandleKind::kFile, Code::kFile, "file", first_of(MPI_FILE_NULL), first_of(MPI_FILE_NULL), 1},
          HandleRow{HandleKind::kMessage, Code::kRequest, "message", first_of(MPI_MESSAGE_NULL), 0x128, 1}) {}

Status Objects::open_tables() {
  Status opened;
  const auto open = [&opened](auto& table) {
    if (opened.is_ok()) opened = table.open();
  };
  std::apply([&open](auto&... tables) { (open(tables), ...); }, tables_);
  return opened;
}

}  // namespace penstock::core
