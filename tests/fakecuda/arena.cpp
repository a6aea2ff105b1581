#include "arena.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <unistd.h>

#include <cstdio>
#include <string>

namespace penstock::fakecuda {
namespace {

const std::size_t kPage = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));

}  // namespace

std::size_t whole_pages(std::size_t bytes) {
  return (bytes + kPage - 1) / kPage * kPage;
}

bool Arena::open(int machine_number) {
  const std::string name = "fakecuda-" + std::to_string(machine_number);
  fd_ = memfd_create(name.c_str(), MFD_CLOEXEC);
  if (fd_ < 0) return false;
  return getrandom(&nonce_, sizeof nonce_, 0) == static_cast<ssize_t>(sizeof nonce_);
}

off_t Arena::extend(std::uint64_t buffer_id, std::size_t bytes) {
  const off_t data = end_ + static_cast<off_t>(kPage);
  const off_t end = data + static_cast<off_t>(bytes);
  const Tag tag{nonce_, buffer_id, bytes};
  if (ftruncate(fd_, end) != 0) return -1;
  if (pwrite(fd_, &tag, sizeof tag, end_) != static_cast<ssize_t>(sizeof tag)) return -1;
  end_ = end;
  return data;
}

void Arena::punch(off_t data, std::size_t bytes) {
  const off_t tag = data - static_cast<off_t>(kPage);
  if (fallocate(fd_, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, tag, static_cast<off_t>(bytes + kPage)) == 0) return;
  std::perror("stand-in CUDA driver: freed memory cannot be given back");
}

bool Arena::read_tag(int fd, off_t data, Tag* out) {
  return pread(fd, out, sizeof *out, data - static_cast<off_t>(kPage)) == static_cast<ssize_t>(sizeof *out);
}

// These are locks of open file descriptions: the system drops them with the file.
bool hold(int fd, off_t data) {
  struct flock lock{};
  lock.l_type = F_RDLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = data;
  lock.l_len = 1;
  return fcntl(fd, F_OFD_SETLK, &lock) == 0;
}

bool held_elsewhere(int fd, off_t data) {
  struct flock lock{};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = data;
  lock.l_len = 1;
  return fcntl(fd, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

int open_again(int pid, int fd) {
  const std::string process = pid == 0 ? "self" : std::to_string(pid);
  return ::open(("/proc/" + process + "/fd/" + std::to_string(fd)).c_str(), O_RDWR | O_CLOEXEC);
}

}  // namespace penstock::fakecuda
