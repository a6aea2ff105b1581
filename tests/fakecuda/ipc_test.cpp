// The exporter and the importer are processes forked from a test process that never initialises CUDA itself.
#include <sched.h>
#include <unistd.h>

#include <cstdlib>

#include "processes.hpp"

namespace penstock::fakecuda {
namespace {

// The message that one process sends to the other.
struct Message {
  CUipcMemHandle handle{};
  CUdeviceptr address = 0;
};

class Channel {
 public:
  Channel() { EXPECT_EQ(pipe(ends_), 0); }
  ~Channel() {
    close(ends_[0]);
    close(ends_[1]);
  }
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;
  void send(const Message& message) const {
    if (write(ends_[1], &message, sizeof message) != static_cast<ssize_t>(sizeof message)) std::abort();
  }
  [[nodiscard]] Message receive() const {
    Message message;
    if (read(ends_[0], &message, sizeof message) != static_cast<ssize_t>(sizeof message)) std::abort();
    return message;
  }

 private:
  int ends_[2] = {-1, -1};
};

Message exported(std::size_t bytes, std::uint32_t first) {
  Message message;
  CHECK_OK(cuMemAlloc(&message.address, bytes));
  put_word(message.address, first);
  CHECK_OK(cuIpcGetMemHandle(&message.handle, message.address + bytes / 2));  // the handle is that of the whole allocation
  return message;
}

CUresult open(const Message& message, CUdeviceptr* out) {
  return cuIpcOpenMemHandle(out, message.handle, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS);
}

class IpcTest : public ::testing::Test {
 protected:
  Channel to_importer_;
  Channel to_exporter_;
};

TEST_F(IpcTest, BothSidesReadAndWriteTheSameBytes) {
  run_both(
      [&] {
        use_device(0);
        const Message message = exported(100'000, 11);
        to_importer_.send(message);
        (void)to_exporter_.receive();
        REQUIRE(word_at(message.address + 99'996) == 22);
      },
      [&] {
        use_device(1);  // another device than the owner's
        CUdeviceptr address = 0;
        CUdeviceptr again = 0;
        const Message message = to_importer_.receive();
        CHECK_OK(open(message, &address));
        CHECK_OK(open(message, &again));
        REQUIRE(address == again);
        REQUIRE(word_at(address) == 11);
        put_word(address + 99'996, 22);
        std::size_t bytes = 0;
        CHECK_OK(cuMemGetAddressRange(nullptr, &bytes, address + 5));
        REQUIRE(bytes == 100'000);
        CHECK_IS(cuMemFree(address), CUDA_ERROR_INVALID_VALUE);
        CHECK_OK(cuIpcCloseMemHandle(address));
        REQUIRE(word_at(address) == 11);
        CHECK_OK(cuIpcCloseMemHandle(address));
        CHECK_IS(cuIpcCloseMemHandle(address), CUDA_ERROR_INVALID_VALUE);
        CHECK_IS(cuMemGetAddressRange(nullptr, &bytes, address), CUDA_ERROR_NOT_FOUND);
        to_exporter_.send({});
      });
}

// The driver does the same. The importer is a child of the process that made the namespace.
TEST_F(IpcTest, AHandleOfAnotherPidNamespaceIsRefused) {
  constexpr int kRefused = 77;  // this system refuses to make a namespace
  const pid_t one = in_child([&] {
    use_device(0);
    to_importer_.send(exported(4096, 11));
    (void)to_exporter_.receive();
  });
  const pid_t other = in_child([&] {
    if (unshare(CLONE_NEWPID) != 0 && unshare(CLONE_NEWUSER | CLONE_NEWPID) != 0) std::_Exit(kRefused);
    const pid_t inside = in_child([&] {
      use_device(1);
      CUdeviceptr address = 0;
      CHECK_IS(open(to_importer_.receive(), &address), CUDA_ERROR_INVALID_VALUE);
    });
    std::_Exit(succeeds(inside) ? 0 : 1);
  });
  int status = 0;
  EXPECT_EQ(waitpid(other, &status, 0), other);
  to_exporter_.send({});
  EXPECT_TRUE(succeeds(one)) << "exporter";
  if (WIFEXITED(status) && WEXITSTATUS(status) == kRefused) GTEST_SKIP() << "no PID namespaces here (unshare)";
  EXPECT_EQ(status, 0) << "importer";
}

TEST_F(IpcTest, FreedMemoryCannotBeOpenedAndAnOldMappingShowsNoNewDataAndIsInTheWay) {
  run_both(
      [&] {
        use_device(0);
        const Message first = exported(4096, 11);
        to_importer_.send(first);
        (void)to_exporter_.receive();
        CHECK_OK(cuMemFree(first.address));
        const Message second = exported(4096, 33);
        REQUIRE(second.address == first.address);
        to_importer_.send(second);
        (void)to_exporter_.receive();
      },
      [&] {
        setenv("PENSTOCK_FAKECUDA_OLD_MAPPINGS", "1", 1);
        use_device(0);
        const Message first = to_importer_.receive();
        CUdeviceptr old = 0;
        CHECK_OK(open(first, &old));
        REQUIRE(word_at(old) == 11);
        to_exporter_.send({});
        const Message second = to_importer_.receive();
        REQUIRE(word_at(old) == 0);
        CUdeviceptr fresh = 0;
        CHECK_IS(open(second, &fresh), CUDA_ERROR_ALREADY_MAPPED);
        CUdeviceptr again = 0;
        CHECK_OK(cuIpcCloseMemHandle(old));
        CHECK_OK(open(second, &fresh));
        REQUIRE(word_at(fresh) == 33);
        CHECK_IS(open(first, &again), CUDA_ERROR_INVALID_HANDLE);
        to_exporter_.send({});
      });
}

TEST_F(IpcTest, FreedMemoryThatIsStillMappedElsewhereStaysTaken) {
  constexpr std::size_t kMost = std::size_t{60} << 20;
  run_both(
      [&] {
        setenv("PENSTOCK_FAKECUDA_MEMORY_MB", "64", 1);
        use_device(0);
        const Message message = exported(kMost, 11);
        to_importer_.send(message);
        (void)to_exporter_.receive();
        CUdeviceptr address = 0;
        CHECK_OK(cuMemFree(message.address));
        CHECK_IS(cuMemAlloc(&address, kMost), CUDA_ERROR_OUT_OF_MEMORY);
        to_importer_.send({});
        (void)to_exporter_.receive();
        CHECK_OK(cuMemAlloc(&address, kMost));
      },
      [&] {
        use_device(0);
        CUdeviceptr address = 0;
        CHECK_OK(open(to_importer_.receive(), &address));
        to_exporter_.send({});
        (void)to_importer_.receive();
        CHECK_OK(cuIpcCloseMemHandle(address));
        to_exporter_.send({});
      });
}

TEST_F(IpcTest, OwnGarbledAndDeadHandlesFail) {
  run_both(
      [&] {
        use_device(0);
        const Message message = exported(64, 1);
        CUdeviceptr address = 0;
        CHECK_IS(open(message, &address), CUDA_ERROR_INVALID_CONTEXT);
        to_importer_.send(message);
      },
      [&] {
        use_device(0);
        const Message message = to_importer_.receive();
        CUdeviceptr address = 0;
        Message garbled = message;
        garbled.handle.reserved[0] ^= 1;
        CHECK_IS(open(garbled, &address), CUDA_ERROR_INVALID_VALUE);
        CHECK_IS(cuIpcOpenMemHandle(&address, message.handle, 0), CUDA_ERROR_INVALID_VALUE);
      });
}

TEST_F(IpcTest, AHandleOfAnEndedProcessFails) {
  const pid_t exporter = in_child([&] {
    use_device(0);
    to_importer_.send(exported(64, 1));
  });
  ASSERT_TRUE(succeeds(exporter));
  EXPECT_TRUE(succeeds(in_child([&] {
    use_device(0);
    CUdeviceptr address = 0;
    CHECK_IS(open(to_importer_.receive(), &address), CUDA_ERROR_INVALID_HANDLE);
  })));
}

TEST_F(IpcTest, DevicesAreKnownByUuidNotByOrdinal) {
  run_both(
      [&] {
        setenv("CUDA_VISIBLE_DEVICES", "1,0", 1);
        use_device(1);  // device 0 of the machine
        to_importer_.send(exported(64, 5));
        (void)to_exporter_.receive();
      },
      [&] {
        setenv("CUDA_VISIBLE_DEVICES", "1", 1);
        use_device(0);
        CUdeviceptr address = 0;
        CUuuid uuid;
        CHECK_OK(cuDeviceGetUuid(&uuid, 0));
        REQUIRE(uuid.bytes[15] == '1');
        CHECK_IS(open(to_importer_.receive(), &address), CUDA_ERROR_INVALID_DEVICE);
        to_exporter_.send({});
      });
}

TEST_F(IpcTest, DevicesThatCannotReachEachOtherDoNotMap) {
  run_both(
      [&] {
        use_device(0);
        to_importer_.send(exported(64, 5));
        (void)to_exporter_.receive();
      },
      [&] {
        setenv("PENSTOCK_FAKECUDA_NO_PEER", "0-1", 1);
        use_device(1);
        int reaches = 1;
        CUdeviceptr address = 0;
        CHECK_OK(cuDeviceCanAccessPeer(&reaches, 1, 0));
        REQUIRE(reaches == 0);
        CHECK_IS(open(to_importer_.receive(), &address), CUDA_ERROR_PEER_ACCESS_UNSUPPORTED);
        to_exporter_.send({});
      });
}

}  // namespace
}  // namespace penstock::fakecuda
