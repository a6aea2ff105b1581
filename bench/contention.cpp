// All ranks contend for one lock: an exclusive lock of rank 0's memory, a put of 8 bytes, the unlock.
#include <algorithm>

#include "mpi_call.hpp"
#include "window.hpp"

namespace bench {
namespace {

constexpr int kTarget = 0;
constexpr int kCheckedTurns = 20;

class Contention {
 public:
  explicit Contention(Scene& scene) : scene_(scene), window_(scene, Sync::kLock, kTarget, true, scene.team.rank == kTarget) {}

  void put(std::uint64_t value) {
    check(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, kTarget, 0, window_.win()), "MPI_Win_lock");
    write(value);
    check(MPI_Win_unlock(kTarget, window_.win()), "MPI_Win_unlock");
  }
  // An update of another rank between the read and the write would be lost.
  void increment() {
    check(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, kTarget, 0, window_.win()), "MPI_Win_lock");
    const std::uint64_t value = read();
    write(value + 1);
    check(MPI_Win_unlock(kTarget, window_.win()), "MPI_Win_unlock");
  }
  std::uint64_t locked_read() {
    check(MPI_Win_lock(MPI_LOCK_SHARED, kTarget, 0, window_.win()), "MPI_Win_lock");
    const std::uint64_t value = read();
    check(MPI_Win_unlock(kTarget, window_.win()), "MPI_Win_unlock");
    return value;
  }
  void close() { window_.close(); }

 private:
  void write(std::uint64_t value) {
    scene_.send().write(&value, sizeof value);
    check(MPI_Put(scene_.send_at(0), 1, MPI_INT64_T, kTarget, window_.base_of(kTarget), 1, MPI_INT64_T, window_.win()),
          "MPI_Put");
  }
  std::uint64_t read() {
    std::uint64_t value = 0;
    check(MPI_Get(scene_.send_at(0), 1, MPI_INT64_T, kTarget, window_.base_of(kTarget), 1, MPI_INT64_T, window_.win()),
          "MPI_Get");
    check(MPI_Win_flush(kTarget, window_.win()), "MPI_Win_flush");
    scene_.send().read(&value, sizeof value);
    return value;
  }

  Scene& scene_;
  Window window_;
};

bool excludes(Scene& scene, Contention& contention) {
  if (scene.team.rank == kTarget) contention.put(0);
  scene.barrier();
  for (int i = 0; i < kCheckedTurns; ++i) contention.increment();
  scene.barrier();
  const std::uint64_t planted = scene.options.plant_error ? 1 : 0;
  const auto wanted = static_cast<std::uint64_t>(kCheckedTurns) * static_cast<std::uint64_t>(scene.team.size);
  const bool good = contention.locked_read() + planted == wanted;
  scene.barrier();
  return scene.agree(good);
}

}  // namespace

// Every rank stops by its own clock, so a rank that gets the lock less often has made fewer updates.
Row lock_contention(Scene& scene) {
  Contention contention(scene);
  const bool good = excludes(scene, contention);
  Samples samples;
  double turns = 0;
  const auto begin = Clock::now();
  double seconds = 0;
  for (auto before = begin; seconds < scene.options.seconds || turns < 1; ++turns) {
    contention.put(static_cast<std::uint64_t>(turns));
    const auto now = Clock::now();
    samples.add(std::chrono::duration<double>(now - before).count());
    before = now;
    seconds = std::chrono::duration<double>(now - begin).count();
  }
  scene.barrier();
  contention.close();
  Row row = summarise(scene, samples, 1, true, Combine::kSum);
  row.checked = good;
  const double mine[] = {turns / seconds, turns};
  double sums[2] = {}, least = 0;
  check(MPI_Reduce(mine, sums, 2, MPI_DOUBLE, MPI_SUM, 0, scene.team.control), "MPI_Reduce");
  check(MPI_Reduce(&turns, &least, 1, MPI_DOUBLE, MPI_MIN, 0, scene.team.control), "MPI_Reduce");
  row.value = sums[0];
  row.extras.push_back({"fairness", "least/mean", sums[1] > 0 ? least * scene.team.size / sums[1] : 0});
  return row;
}

}  // namespace bench
