// These tests fork children that take places on a GPU, and check that processes detect each other.
#include "accel/driver/tenancy.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <memory>
#include <vector>

#include "base/random.hpp"

namespace penstock::accel {
namespace {

GpuUuid new_gpu() {
  GpuUuid gpu;
  EXPECT_TRUE(base::random_bytes(gpu).is_ok());
  return gpu;
}

// Neighbour is a process with a place on a GPU, for the life of this object.
class Neighbour {
 public:
  explicit Neighbour(const GpuUuid& gpu) {
    int up[2], down[2];
    EXPECT_EQ(pipe(up), 0);
    EXPECT_EQ(pipe(down), 0);
    pid_ = fork();
    if (pid_ == 0) {
      close(down[1]);
      _exit(live(gpu, up[1], down[0]));
    }
    close(up[1]);
    close(down[0]);
    from_ = base::Fd(up[0]);
    to_ = base::Fd(down[1]);
    EXPECT_EQ(read(from_.get(), &first_, 1), 1);
  }
  ~Neighbour() {
    EXPECT_EQ(kill(pid_, SIGKILL), 0);
    EXPECT_EQ(waitpid(pid_, nullptr, 0), pid_);
  }
  // Each returns a state that the process found, first() when it came and now() at present: '1' means shared.
  [[nodiscard]] char first() const { return first_; }
  char now() {
    char answer = '?';
    EXPECT_EQ(write(to_.get(), &answer, 1), 1);
    EXPECT_EQ(read(from_.get(), &answer, 1), 1);
    return answer;
  }

 private:
  static int live(const GpuUuid& gpu, int out, int in) {
    Tenancy tenancy;
    if (!tenancy.open(gpu).is_ok()) return 1;
    char byte = 0;
    do {
      byte = tenancy.shared() ? '1' : '0';
    } while (write(out, &byte, 1) == 1 && read(in, &byte, 1) == 1);
    return 0;
  }
  pid_t pid_ = -1;
  base::Fd from_, to_;
  char first_ = '?';
};

TEST(Tenancy, OneProcessIsAlone) {
  const GpuUuid gpu = new_gpu();
  Tenancy one, two;
  ASSERT_TRUE(one.open(gpu).is_ok());
  ASSERT_TRUE(two.open(gpu).is_ok()) << "a rank that is a thread";
  EXPECT_FALSE(one.shared());
  EXPECT_FALSE(two.shared());
  Neighbour elsewhere(new_gpu());
  EXPECT_FALSE(one.shared());
  EXPECT_EQ(elsewhere.now(), '0');
}

TEST(Tenancy, BothSidesSeeEachOther) {
  const GpuUuid gpu = new_gpu();
  Tenancy self;
  ASSERT_TRUE(self.open(gpu).is_ok());
  EXPECT_FALSE(self.shared());
  Neighbour other(gpu);
  EXPECT_EQ(other.first(), '1');
  EXPECT_TRUE(self.shared());
  EXPECT_TRUE(self.shared());
}

// A process that was alone detects the next one, whichever places were freed before.
TEST(Tenancy, PlacesThatWereLeftAreFree) {
  const GpuUuid gpu = new_gpu();
  auto first = std::make_unique<Neighbour>(gpu);
  Neighbour second(gpu);
  EXPECT_EQ(first->first(), '0');
  EXPECT_EQ(first->now(), '1');
  first.reset();
  Tenancy third;
  ASSERT_TRUE(third.open(gpu).is_ok());
  EXPECT_TRUE(third.shared()) << "the second is still there";
}

TEST(Tenancy, ALeftGpuIsAlone) {
  const GpuUuid gpu = new_gpu();
  {
    Neighbour gone(gpu);
  }
  Tenancy self;
  ASSERT_TRUE(self.open(gpu).is_ok());
  EXPECT_FALSE(self.shared());
}

TEST(Tenancy, MoreThanThereArePlaces) {
  const GpuUuid gpu = new_gpu();
  Neighbour other(gpu);
  std::vector<Tenancy> all(Tenancy::kPlaces + 2);
  for (Tenancy& each : all) ASSERT_TRUE(each.open(gpu).is_ok());
  for (Tenancy& each : all) EXPECT_TRUE(each.shared());
  EXPECT_EQ(other.now(), '1');
}

TEST(Tenancy, WhoCannotLookIsNotAlone) {
  rlimit limit{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &limit), 0);
  const rlimit none{0, limit.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &none), 0);
  Tenancy self;
  const Status opened = self.open(new_gpu());
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &limit), 0);
  EXPECT_EQ(opened.code(), Code::kSystem);
  EXPECT_TRUE(self.opened());
  EXPECT_TRUE(self.shared());
}

}  // namespace
}  // namespace penstock::accel
