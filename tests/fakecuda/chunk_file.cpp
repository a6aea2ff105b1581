#include "chunk_file.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <string>

#include "arena.hpp"

namespace penstock::fakecuda {
namespace {

bool fill(int fd, const ChunkLabel& label) {
  return ftruncate(fd, chunk_data() + static_cast<off_t>(label.bytes)) == 0 &&
         pwrite(fd, &label, sizeof label, 0) == static_cast<ssize_t>(sizeof label);
}

bool join(int fd, ChunkLabel* out) {
  const bool read = pread(fd, out, sizeof *out, 0) == static_cast<ssize_t>(sizeof *out);
  return read && out->magic == ChunkLabel{}.magic && hold(fd, 0);
}

}  // namespace

off_t chunk_data() {
  return static_cast<off_t>(sysconf(_SC_PAGESIZE));
}

int make_chunk_file(const ChunkLabel& label) {
  const int fd = memfd_create(("fakecuda-chunk-" + std::to_string(label.machine_number)).c_str(), MFD_CLOEXEC);
  if (fd < 0 || fill(fd, label)) return fd;
  ::close(fd);
  return -1;
}

int open_chunk_file(int fd, ChunkLabel* out) {
  const int opened = open_again(0, fd);
  if (opened < 0 || join(opened, out)) return opened;
  ::close(opened);
  return -1;
}

}  // namespace penstock::fakecuda
