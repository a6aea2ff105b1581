#include "io/device/failure.hpp"

#include <array>
#include <cerrno>
#include <cstring>

namespace penstock::io {
namespace {

struct Row {
  int error;
  Code code;
  std::string_view remedy;
};
constexpr Row kRows[] = {
    {ENOENT, Code::kNoSuchFile, "check the path, or open with MPI_MODE_CREATE"},
    {EEXIST, Code::kFileExists, "open it without MPI_MODE_EXCL, or delete it first"},
    {EACCES, Code::kAccess, "change the permissions of the file or its folder"},
    {EPERM, Code::kAccess, "change the permissions of the file or its folder"},
    {ENAMETOOLONG, Code::kBadFile, "shorten the name"},
    {ENOTDIR, Code::kBadFile, "a part of the path is no folder"},
    {EISDIR, Code::kBadFile, "the name is that of a folder; name a file"},
    {ELOOP, Code::kBadFile, "the path has too many symbolic links"},
    {ENOSPC, Code::kNoSpace, "free space on the file system"},
    {EFBIG, Code::kNoSpace, "raise the limit of file sizes (ulimit -f), or use a file system that takes larger files"},
    {EDQUOT, Code::kQuota, "free some of your space, or ask for a larger quota"},
    {EROFS, Code::kReadOnly, "write to another file system"},
    {EBUSY, Code::kFileInUse, "wait until nobody uses the file"},
    {ETXTBSY, Code::kFileInUse, "the file is a program that runs; end it first"},
    {EMFILE, Code::kIo, "close files, or raise the limit of open files (ulimit -n)"},
    {ENFILE, Code::kIo, "too many files are open on this host"},
    {ESTALE, Code::kIo, "the file server has lost the file; open it again"},
    {EIO, Code::kIo, "the storage device failed; see the system's log"},
};

const Row* find(int error) noexcept {
  for (const Row& row : kRows) {
    if (row.error == error) return &row;
  }
  return nullptr;
}

}  // namespace

Code code_of_errno(int error) noexcept {
  const Row* const row = find(error);
  return row != nullptr ? row->code : Code::kIo;
}

Status failure(int error, std::string_view doing, std::string_view name) {
  if (error == 0) return Status::ok();
  std::array<char, 128> text{};
  const char* const shown = strerror_r(error, text.data(), text.size());  // the GNU version, which returns the text
  const Row* const row = find(error);
  if (row == nullptr) return Status::error(Code::kIo, "cannot {} {}: {}", doing, name, shown);
  return Status::error(row->code, "cannot {} {}: {}; {}", doing, name, shown, row->remedy);
}

}  // namespace penstock::io
