// One kernel runs all iterations of a round, and the threads that compute the border put the halos: a border cell is stored
// twice, here and at the neighbour. After each step the last block that arrives signals the neighbours, waits for them, and
// lets the others continue. The blocks wait for each other, so all of them must run at the same time.
//
// A neighbour writes a halo in step n after it has received the signal of step n - 1 from here, in
// which that array was read last.
#pragma once

#include "../../demo/stencil.hpp"
#include "kernels/sync/device_kernel.hpp"
#include "persistent_arguments.hpp"

namespace bench::apps {

namespace device = ::penstock_device;

template <typename T>
PENSTOCK_DEVICE_FUNCTION T cell_at(std::uint64_t row, std::int64_t column) {
  return device::load<T>(row + static_cast<std::uint64_t>(column) * sizeof(T));
}

// Computes demo/stencil_kernel_body.hpp's expression.
template <typename T>
PENSTOCK_DEVICE_FUNCTION T next_of(std::uint64_t row, std::uint64_t pitch_bytes) {
  const std::uint64_t above = row - pitch_bytes, below = row + pitch_bytes;
  const T edges = (cell_at<T>(row, -1) + cell_at<T>(row, 1)) + (cell_at<T>(above, 0) + cell_at<T>(below, 0));
  const T corners = (cell_at<T>(above, -1) + cell_at<T>(above, 1)) + (cell_at<T>(below, -1) + cell_at<T>(below, 1));
  return T(demo::kCentre) * cell_at<T>(row, 0) + T(demo::kEdge) * edges + T(demo::kCorner) * corners;
}

// Puts a border cell to the neighbour in that direction. -1, 0, 1: up or left, neither, down or right.
template <typename T>
PENSTOCK_DEVICE_FUNCTION void send(const PersistentArguments& a, const penstock_device_window& array, int down, int right,
                                   std::int64_t number, T value) {
  const int index = (down + 1) * 3 + right + 1;
  const Edge8& edge = a.edges[index < 4 ? index : index - 1];
  if (edge.rank < 0) return;
  const std::uint64_t offset = static_cast<std::uint64_t>(edge.place + number * edge.step) * sizeof(T);
  device::store(device::memory_of(array, edge.rank) + offset, value);
}

template <typename T>
PENSTOCK_DEVICE_FUNCTION void send_border(const PersistentArguments& a, const penstock_device_window& array, std::int64_t i,
                                          std::int64_t j, T value) {
  const bool first_row = i == 0, last_row = i == a.rows - 1, first = j == 0, last = j == a.columns - 1;
  if (!(first_row || last_row || first || last)) return;
  if (first_row) send(a, array, -1, 0, j, value);
  if (last_row) send(a, array, 1, 0, j, value);
  if (first) send(a, array, 0, -1, i, value);
  if (last) send(a, array, 0, 1, i, value);
  if (first_row && first) send(a, array, -1, -1, 0, value);
  if (first_row && last) send(a, array, -1, 1, 0, value);
  if (last_row && first) send(a, array, 1, -1, 0, value);
  if (last_row && last) send(a, array, 1, 1, 0, value);
}

template <typename T>
PENSTOCK_DEVICE_FUNCTION void step(const PersistentArguments& a, int parity) {
  const std::int64_t columns = a.columns, pitch = columns + 2;
  const std::int64_t threads = device::block_threads();
  const std::int64_t place = static_cast<std::int64_t>(device::block_rank()) * threads + device::thread_rank();
  const std::int64_t stride = static_cast<std::int64_t>(device::grid_blocks()) * threads;
  const std::int64_t down = stride / columns, across = stride % columns;
  const penstock_device_window& to = a.arrays[1 - parity];
  std::int64_t i = place / columns, j = place % columns;
  while (i < a.rows) {
    const std::uint64_t at = static_cast<std::uint64_t>((i + 1) * pitch + j + 1) * sizeof(T);
    const T value = next_of<T>(a.arrays[parity].memory + at, static_cast<std::uint64_t>(pitch) * sizeof(T));
    device::store(to.memory + at, value);
    send_border(a, to, i, j, value);
    i += down;
    j += across;
    if (j < columns) continue;
    j -= columns;
    ++i;
  }
}

// The last block calls it: it signals that step `number` is done, and waits for all neighbours. Each thread serves one of them.
PENSTOCK_DEVICE_FUNCTION bool meet_neighbours(const PersistentArguments& a, std::uint64_t number) {
  bool lost = false;
  const unsigned direction = device::thread_rank();
  if (direction < kEdges && a.edges[direction].rank >= 0) {
    const Edge8& edge = a.edges[direction];
    const std::uint64_t theirs = device::memory_of(a.signals, edge.rank) + static_cast<std::uint64_t>(edge.signal) * 8;
    const std::uint64_t mine = a.signals.memory + direction * std::uint64_t{8};
    device::store_release_64(theirs, number);
    lost = !device::wait(a.signals.abort, [=] { return device::load_acquire_64(mine) >= number; });
  }
  return device::any_of_block(lost);
}

// Returns false if a neighbour is lost.
PENSTOCK_DEVICE_FUNCTION bool turn(const PersistentArguments& a, std::uint64_t number) {
  const std::uint64_t turns = a.signals.memory + kTurnsWord, lost = a.signals.memory + kLostWord;
  device::sync_block();
  bool last = false;
  if (device::thread_rank() == 0) {
    last = device::fetch_add_local_32(a.signals.memory + kBlocksWord, 1) + 1 == device::grid_blocks();
  }
  if (device::any_of_block(last)) {
    const bool well = !meet_neighbours(a, number);
    if (device::thread_rank() == 0) {
      device::store<std::uint32_t>(a.signals.memory + kBlocksWord, 0);
      device::store<std::uint64_t>(lost, well ? 0 : 1);
      device::store_release_64(turns, number);
    }
  } else if (device::thread_rank() == 0) {
    // The blocks belong to one kernel, so the last one ends this wait in any case.
    while (device::load_acquire_64(turns) < number) device::pause();
  }
  device::sync_block();
  return device::load_fresh<std::uint64_t>(lost) == 0;
}

template <typename T>
PENSTOCK_DEVICE_FUNCTION void persistent_body(const PersistentArguments& a) {
  for (int iteration = 0; iteration < a.iterations; ++iteration) {
    step<T>(a, iteration % 2);
    if (!turn(a, a.done + static_cast<std::uint64_t>(iteration) + 1)) return;
  }
}

}  // namespace bench::apps
