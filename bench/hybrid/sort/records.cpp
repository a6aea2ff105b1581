#include "records.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "mpi_call.hpp"

namespace bench::hybrid {

RecordFile::RecordFile(std::filesystem::path path)
    : path_(std::move(path)), file_(open(path_.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600)) {
  if (file_ < 0) fail("cannot be made");
}

RecordFile::~RecordFile() {
  if (close(file_) != 0) end_job((path_.string() + " cannot be closed: " + std::strerror(errno)).c_str());
}

void RecordFile::fail(const char* what) const {
  throw Failure(path_.string() + " " + what + ": " + std::strerror(errno) + " (see --folder)");
}

std::span<Record> RecordFile::read(std::uint64_t at, std::span<Record> out) const {
  std::size_t done = 0;
  auto* const bytes = reinterpret_cast<char*>(out.data());
  while (done < out.size_bytes()) {
    const ssize_t got = pread(file_, bytes + done, out.size_bytes() - done, static_cast<off_t>(at * sizeof(Record) + done));
    if (got < 0 && errno != EINTR) fail("cannot be read");
    if (got == 0) break;
    if (got > 0) done += static_cast<std::size_t>(got);
  }
  return out.first(done / sizeof(Record));
}

void RecordFile::write(std::uint64_t at, std::span<const Record> records) const {
  const auto* const bytes = reinterpret_cast<const char*>(records.data());
  for (std::size_t done = 0; done < records.size_bytes();) {
    const ssize_t put =
        pwrite(file_, bytes + done, records.size_bytes() - done, static_cast<off_t>(at * sizeof(Record) + done));
    if (put < 0 && errno != EINTR) fail("cannot be written");
    if (put > 0) done += static_cast<std::size_t>(put);
  }
}

std::uint64_t RecordFile::records() const {
  struct stat about{};
  if (fstat(file_, &about) != 0) fail("cannot be looked at");
  return static_cast<std::uint64_t>(about.st_size) / sizeof(Record);
}

void RecordFile::shorten(std::uint64_t records) const {
  if (ftruncate(file_, static_cast<off_t>(records * sizeof(Record))) != 0) fail("cannot be shortened");
}

}  // namespace bench::hybrid
