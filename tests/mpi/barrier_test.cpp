// No rank leaves a barrier before the last has entered. Counters in memory that all ranks map show this, whatever carries the
// barrier's own messages; a rank is late until all others have been inside for a while.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <functional>
#include <numeric>
#include <thread>

#include "common/coll_calls.hpp"
#include "mpi_test.hpp"

namespace penstock::test {
namespace {

constexpr int kPatience = 50;  // tests after which a released rank would have left

// The counters of one rank: the last round that it has entered, the last that it has left, and how
// often it has tested in this one.
struct alignas(64) Seen {
  std::atomic<int> entered, left, tests;
};

// Memory of rank 0, which the others open through its process.
class Shared {
 public:
  Shared() {
    const std::size_t bytes = sizeof(Seen) * static_cast<std::size_t>(size() + 1);
    int place[3] = {static_cast<int>(getpid()), -1, static_cast<int>(std::hash<const void*>()(this))};
    if (rank() == 0) {
      place[1] = memfd_create("barrier_test", MFD_CLOEXEC);
      if (ftruncate(place[1], static_cast<off_t>(bytes)) == 0) map(path_of(place), bytes);
      if (seen_ != nullptr) seen_[size()].entered = place[2];
    }
    EXPECT_MPI(MPI_Bcast(place, 3, MPI_INT, 0, MPI_COMM_WORLD));
    if (rank() != 0) map(path_of(place), bytes);
    int good = seen_ != nullptr && seen_[size()].entered == place[2] ? 1 : 0;
    EXPECT_MPI(MPI_Allreduce(MPI_IN_PLACE, &good, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD));
    if (rank() == 0) close(place[1]);
    if (good == 0) seen_ = nullptr;
  }
  [[nodiscard]] bool is_there() const { return seen_ != nullptr; }
  [[nodiscard]] Seen& of(int rank) const { return seen_[rank]; }

 private:
  static std::string path_of(const int* place) {
    return "/proc/" + std::to_string(place[0]) + "/fd/" + std::to_string(place[1]);
  }
  // In another PID namespace, or on another host, a file of that name belongs to another process.
  void map(const std::string& path, std::size_t bytes) {
    const int file = open(path.c_str(), O_RDWR | O_CLOEXEC);
    struct stat facts{};
    if (file >= 0 && fstat(file, &facts) == 0 && static_cast<std::size_t>(facts.st_size) == bytes) {
      void* const data = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
      if (data != MAP_FAILED) seen_ = static_cast<Seen*>(data);
    }
    if (file >= 0) close(file);
  }
  // The counters of every rank of the world, and one more entry that identifies the memory; mapped until the process ends.
  Seen* seen_ = nullptr;
};

using Begin = std::function<int(Form form, MPI_Request* request)>;

class Barriers : public Mpi {
 protected:
  void SetUp() override {
    Mpi::SetUp();
    static const Shared shared;
    if (!shared.is_there()) GTEST_SKIP() << "the ranks share no memory: they are on several hosts, or in PID namespaces";
    shared_ = &shared;
    round_ = shared.of(rank()).entered;
    EXPECT_MPI(MPI_Allreduce(MPI_IN_PLACE, &round_, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD));
  }

  // Tests one call in every form, with each of some ranks late in turn. No rank leaves before those of `partners`, in the
  // world's numbers, have entered; the others wait for rank r if `waits_for(r)`.
  void check(const std::string& what, const Begin& begin, const std::vector<int>& partners) {
    for (const Form form : kForms) {
      for (const int late : {0, 1 % size(), size() / 2, size() - 1}) {
        SCOPED_TRACE(what + ", " + name_of(form) + ", rank " + std::to_string(late) + " late");
        cross(begin, form, late, partners);
        if (HasFailure()) return;
      }
    }
  }
  static Begin barrier(MPI_Comm comm) {
    return [comm](Form form, MPI_Request* request) {
      return test::begin(form, request, MPI_Barrier, MPI_Ibarrier, MPI_Barrier_init, comm);
    };
  }
  static std::vector<int> everybody() {
    std::vector<int> all(static_cast<std::size_t>(size()));
    std::iota(all.begin(), all.end(), 0);
    return all;
  }

 private:
  void cross(const Begin& begin, Form form, int late, const std::vector<int>& partners) {
    ++round_;
    Seen& mine = shared_->of(rank());
    MPI_Request request = MPI_REQUEST_NULL;
    // All ranks together make a persistent call, and none of them is late in that.
    if (form == Form::kPersistent) EXPECT_MPI(begin(form, &request));
    mine.tests = 0;
    if (rank() == late) wait_for_others(form, partners);
    mine.entered = round_;
    EXPECT_MPI(form == Form::kPersistent ? MPI_Start(&request) : begin(form, &request));
    for (int done = form == Form::kBlocking ? 1 : 0; done == 0; ++mine.tests) {
      ASSERT_EQ(MPI_Test(&request, &done, MPI_STATUS_IGNORE), MPI_SUCCESS);
    }
    for (const int partner : partners)
      EXPECT_GE(shared_->of(partner).entered, round_) << "left before rank " << partner << " came";
    mine.left = round_;
    if (form == Form::kPersistent) EXPECT_MPI(MPI_Request_free(&request));
  }
  // The part of the late rank: all others are inside and have tested several times, and those that wait for this rank have not
  // left. It makes progress meanwhile, because its earlier sends may need that.
  void wait_for_others(Form form, const std::vector<int>& partners) {
    const auto is_inside = [&](const Seen& seen) {
      const bool looked = form == Form::kBlocking || seen.tests >= kPatience;
      return seen.left >= round_ || (seen.entered >= round_ && looked);
    };
    for (int other = 0; other < size(); ++other) {
      while (other != rank() && !is_inside(shared_->of(other))) look();
    }
    for (int i = 0; i < kPatience; ++i) look();
    for (const int partner : partners) {
      if (partner == rank()) continue;
      EXPECT_LT(shared_->of(partner).left, round_) << "rank " << partner << " did not wait for the last";
    }
  }
  static void look() {
    int flag = 0;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_SELF, &flag, MPI_STATUS_IGNORE);
    std::this_thread::yield();
  }

  const Shared* shared_ = nullptr;
  int round_ = 0;
};

// A communicator names each algorithm, where it fits; tests/mpi/barrier_ways_test.py checks which ones are used.
TEST_F(Barriers, HoldEverybodyUntilTheLastHasCome) {
  for (const char* name : {"", "shm", "hierarchical", "star", "tree", "dissemination", "knomial4", "knomial8"}) {
    MPI_Info info = MPI_INFO_NULL;
    MPI_Comm comm = MPI_COMM_NULL;
    EXPECT_MPI(MPI_Info_create(&info));
    if (*name != '\0') EXPECT_MPI(MPI_Info_set(info, "penstock_coll_algorithm", (std::string("barrier=") + name).c_str()));
    EXPECT_MPI(MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &comm));
    EXPECT_MPI(MPI_Info_free(&info));
    check(std::string("barrier ") + name, barrier(comm), everybody());
    EXPECT_MPI(MPI_Comm_free(&comm));
  }
}

TEST_F(Barriers, OfRanksInAnotherOrder) {
  MPI_Comm comm = MPI_COMM_NULL;
  EXPECT_MPI(MPI_Comm_split(MPI_COMM_WORLD, 0, -rank(), &comm));
  check("barrier of reversed ranks", barrier(comm), everybody());
  EXPECT_MPI(MPI_Comm_free(&comm));
}

// Each group waits for the other (MPI-5.0, section 6.3): its own members may enter later.
TEST_F(Barriers, BetweenGroupsHoldUntilTheOthersHaveCome) {
  if (size() < 2) GTEST_SKIP() << "two groups need two ranks";
  MPI_Comm half = MPI_COMM_NULL, between = MPI_COMM_NULL;
  EXPECT_MPI(MPI_Comm_split(MPI_COMM_WORLD, rank() % 2, 0, &half));
  EXPECT_MPI(MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank() % 2, 3, &between));
  std::vector<int> partners;
  for (int r = 1 - rank() % 2; r < size(); r += 2) partners.push_back(r);
  check("barrier between groups", barrier(between), partners);
  EXPECT_MPI(MPI_Comm_free(&between));
  EXPECT_MPI(MPI_Comm_free(&half));
}

// A sum is a barrier as well: by kernels if the memory is a GPU's. Barriers of a communicator that has
// made such calls are tested too.
TEST_F(Barriers, AndSumsOfTheMemoryUnderTest) {
  for (const int count : {1, 3000, 200'000}) {
    const Array<int> mine(std::vector<int>(static_cast<std::size_t>(count), 1));
    const Array<int> sum(static_cast<std::size_t>(count));
    const Begin add = [&](Form form, MPI_Request* request) {
      return test::begin(form, request, MPI_Allreduce, MPI_Iallreduce, MPI_Allreduce_init, mine.data(), sum.data(), count,
                         MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    };
    check("a sum of " + std::to_string(count), add, everybody());
    EXPECT_EQ(sum.get(), std::vector<int>(static_cast<std::size_t>(count), size()));
    check("barrier after it", barrier(MPI_COMM_WORLD), everybody());
  }
}

}  // namespace
}  // namespace penstock::test
