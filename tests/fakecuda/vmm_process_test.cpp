// Chunks of physical memory between two processes, forked from one that never initialises CUDA itself.
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

#include "processes.hpp"

namespace penstock::fakecuda {
namespace {

// Sends one byte, and a descriptor if `fd` is one.
void send_fd(int socket, int fd) {
  char byte = 'x';
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  iovec part{&byte, 1};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  if (fd >= 0) {
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    cmsghdr* head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(sizeof fd);
    std::memcpy(CMSG_DATA(head), &fd, sizeof fd);
  }
  REQUIRE(sendmsg(socket, &message, 0) == 1);
}

int receive_fd(int socket) {
  char byte = 0;
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  iovec part{&byte, 1};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  REQUIRE(recvmsg(socket, &message, 0) == 1);
  const cmsghdr* head = CMSG_FIRSTHDR(&message);
  int fd = -1;
  if (head != nullptr) std::memcpy(&fd, CMSG_DATA(head), sizeof fd);
  return fd;
}

// Maps a chunk with access for `device`.
CUdeviceptr mapped(CUmemGenericAllocationHandle handle, int device) {
  CUdeviceptr address = 0;
  const CUmemAccessDesc wanted = access(device);
  CHECK_OK(cuMemAddressReserve(&address, kChunk, 0, 0, 0));
  CHECK_OK(cuMemMap(address, kChunk, 0, handle, 0));
  CHECK_OK(cuMemSetAccess(address, kChunk, &wanted, 1));
  return address;
}

std::size_t free_room() {
  std::size_t free = 0;
  std::size_t total = 0;
  CHECK_OK(cuMemGetInfo(&free, &total));
  return free;
}

void exporter(int socket) {
  use_device(0);
  const std::size_t before = free_room();
  const CUmemAllocationProp wanted = properties(0);
  CUmemGenericAllocationHandle handle = 0;
  int fd = -1;
  CHECK_OK(cuMemCreate(&handle, kChunk, &wanted, 0));
  const CUdeviceptr address = mapped(handle, 0);
  put_word(address + 100, 11);
  CHECK_OK(cuMemExportToShareableHandle(&fd, handle, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  send_fd(socket, fd);
  close(fd);
  (void)receive_fd(socket);  // the peer has mapped it, and written a word
  REQUIRE(word_at(address + 200) == 22);
  CHECK_OK(cuMemUnmap(address, kChunk));
  CHECK_OK(cuMemRelease(handle));
  REQUIRE(before - free_room() == kChunk);
  send_fd(socket, -1);
  (void)receive_fd(socket);  // the peer has unmapped it
  REQUIRE(before == free_room());
}

void importer(int socket) {
  use_device(1);  // another device than the owner's
  const int fd = receive_fd(socket);
  void* os_handle = reinterpret_cast<void*>(static_cast<std::intptr_t>(fd));
  CUmemGenericAllocationHandle handle = 0;
  CHECK_OK(cuMemImportFromShareableHandle(&handle, os_handle, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
  close(fd);
  const CUdeviceptr address = mapped(handle, 1);
  CHECK_OK(cuMemRelease(handle));
  REQUIRE(word_at(address + 100) == 11);
  put_word(address + 200, 22);
  send_fd(socket, -1);
  (void)receive_fd(socket);  // its owner has freed it
  REQUIRE(word_at(address + 200) == 22);
  CHECK_OK(cuMemUnmap(address, kChunk));
  send_fd(socket, -1);
}

TEST(VmmProcessesTest, BothSeeTheSameBytesAndTheLastUserFreesThem) {
  int ends[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
  run_both([&] { exporter(ends[0]); }, [&] { importer(ends[1]); });
  close(ends[0]);
  close(ends[1]);
}

}  // namespace
}  // namespace penstock::fakecuda
