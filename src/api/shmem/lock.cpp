// Locks: a queue of the waiting PEs, first come first served, in the lock's own words.
//
// The long of one PE, the lock's home, names the last PE of the queue in its first half. The second half of each PE's long
// names its successor, and has a bit that tells the PE that it has the lock.
#include "api/shmem/face_team.hpp"

extern "C" {
__attribute__((visibility("hidden"))) std::uint32_t penstock_atomic_swap_i4(std::uint32_t* dest, std::uint32_t value, int pe);
__attribute__((visibility("hidden"))) std::uint32_t penstock_atomic_compare_swap_i4(std::uint32_t* dest, std::uint32_t cond,
                                                                                    std::uint32_t value, int pe);
__attribute__((visibility("hidden"))) void penstock_atomic_set_i4(std::uint32_t* dest, std::uint32_t value, int pe);
__attribute__((visibility("hidden"))) void penstock_atomic_or_i4(std::uint32_t* dest, std::uint32_t value, int pe);
}

namespace penstock::shmem::face {
namespace {

constexpr std::uint32_t kMine = 1;

// A PE's name is its number plus 1, so that 0 names no PE.
struct Lock {
  Lock(const char* routine, long* lock) : last(reinterpret_cast<std::uint32_t*>(lock)), own(last + 1) {
    reach(routine, lock, sizeof *lock, view.me);
    home = static_cast<int>(view.offset(lock, sizeof *lock) / sizeof *lock % view.pes);
  }
  [[nodiscard]] std::uint32_t seen() const { return std::atomic_ref<std::uint32_t>(*own).load(); }
  [[nodiscard]] std::uint32_t next() const { return seen() >> 1; }

  std::uint32_t* last;
  std::uint32_t* own;
  std::uint32_t name = static_cast<std::uint32_t>(view.me) + 1;
  int home = 0;
};

bool is_mine(const void* lock) {
  return (static_cast<const Lock*>(lock)->seen() & kMine) != 0;
}
bool has_next(const void* lock) {
  return static_cast<const Lock*>(lock)->next() != 0;
}

}  // namespace

PENSTOCK_SHMEM_BODY void penstock_set_lock(long* address) {
  const Lock lock("shmem_set_lock", address);
  penstock_atomic_set_i4(lock.own, 0, view.me);
  const std::uint32_t before = penstock_atomic_swap_i4(lock.last, lock.name, lock.home);
  if (before == 0) return;
  penstock_atomic_or_i4(lock.own, lock.name << 1, static_cast<int>(before) - 1);
  if (!is_mine(&lock)) operations("shmem_set_lock").wait({&is_mine, &lock});
}

// The successor may have joined the queue without having announced itself here yet.
PENSTOCK_SHMEM_BODY void penstock_clear_lock(long* address) {
  penstock_quiet();
  const Lock lock("shmem_clear_lock", address);
  if (lock.next() == 0) {
    if (penstock_atomic_compare_swap_i4(lock.last, lock.name, 0, lock.home) == lock.name) {
      penstock_atomic_set_i4(lock.own, 0, view.me);
      return;
    }
    if (!has_next(&lock)) operations("shmem_clear_lock").wait({&has_next, &lock});
  }
  const auto next = static_cast<int>(lock.next()) - 1;
  penstock_atomic_set_i4(lock.own, 0, view.me);
  penstock_atomic_or_i4(lock.own, kMine, next);
  view.remote->ring(next);
}

PENSTOCK_SHMEM_BODY int penstock_test_lock(long* address) {
  const Lock lock("shmem_test_lock", address);
  penstock_atomic_set_i4(lock.own, 0, view.me);
  if (penstock_atomic_compare_swap_i4(lock.last, 0, lock.name, lock.home) == 0) return 0;
  operations("shmem_test_lock").progress();
  return 1;
}

}  // namespace penstock::shmem::face

#include "api/shmem/gen/lock.inc"
