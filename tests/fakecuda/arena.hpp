// The bytes of one device: a memfd that other processes open through /proc. An allocation has its own range of the file, which
// no later allocation uses again, so that a mapping of freed memory never shows somebody else's data.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>

namespace penstock::fakecuda {

// The tag lies in the page before an allocation's data while it lives; it is zero after the allocation was freed.
struct Tag {
  std::uint64_t nonce;      // of the arena
  std::uint64_t buffer_id;  // of the allocation
  std::uint64_t bytes;
};

// The memory's mutex protects it.
class Arena {
 public:
  [[nodiscard]] bool open(int machine_number);
  // Adds a range of `bytes` (a multiple of the page); returns the offset of its data in the file, -1 on failure.
  [[nodiscard]] off_t extend(std::uint64_t buffer_id, std::size_t bytes);
  // Gives the memory back to the system, even if other processes have it mapped.
  void punch(off_t data, std::size_t bytes);
  [[nodiscard]] int fd() const { return fd_; }
  [[nodiscard]] std::uint64_t nonce() const { return nonce_; }

  // Reads the tag of the allocation whose data begin at `data` of an opened arena.
  [[nodiscard]] static bool read_tag(int fd, off_t data, Tag* out);

 private:
  int fd_ = -1;  // open until the process ends
  std::uint64_t nonce_ = 0;
  off_t end_ = 0;
};

[[nodiscard]] std::size_t whole_pages(std::size_t bytes);

// Memory that its owner has freed stays in use while another process has it mapped. A process that opens it holds it through an
// open file of its own, from then until that file's last descriptor and mapping are gone, however the process ends.
[[nodiscard]] bool hold(int fd, off_t data);
// True if an open file other than that of `fd` holds it.
[[nodiscard]] bool held_elsewhere(int fd, off_t data);
// Opens anew the file behind `fd` of process `pid` (0: this one); -1 on failure.
[[nodiscard]] int open_again(int pid, int fd);

}  // namespace penstock::fakecuda
