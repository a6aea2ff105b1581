// The kernels of this folder, which use penstock_device.cuh alone.
#pragma once

#include "arguments.hpp"
#include "kernels/sync/device_kernel.hpp"

namespace penstock::test {

namespace device = ::penstock_device;

template <typename Form>
PENSTOCK_DEVICE_FUNCTION void result(const KernelArguments& arguments, int index, std::uint64_t value) {
  if (Form::rank() == 0) device::store<std::uint64_t>(arguments.results + static_cast<std::uint64_t>(index) * 8, value);
}

// The forms of the functions, for bodies that are written once for all three.
struct ByThread : device::Thread {
  static PENSTOCK_DEVICE_FUNCTION void put_signal(const KernelArguments& a, std::uint64_t to, std::uint64_t from,
                                                  std::uint64_t value, penstock_signal_op op) {
    penstock_put_signal(a.window, a.peer, to, reinterpret_cast<const void*>(from), a.bytes, 0, value, op);
  }
  static PENSTOCK_DEVICE_FUNCTION int await(const KernelArguments& a, std::uint64_t value) {
    return penstock_signal_wait_until(a.window, 0, PENSTOCK_CMP_GE, value);
  }
  static PENSTOCK_DEVICE_FUNCTION void get(const KernelArguments& a, std::uint64_t to, std::uint64_t from) {
    penstock_get(a.window, reinterpret_cast<void*>(to), a.window.rank, from, a.bytes);
  }
  static PENSTOCK_DEVICE_FUNCTION int barrier(const KernelArguments& a) { return penstock_barrier(a.window); }
  static PENSTOCK_DEVICE_FUNCTION void ready(int first, int last, MPIX_Prequest request) {
    for (int i = first; i <= last; ++i) MPIX_Pready(i, request);
  }
};
struct ByWarp : device::Warp {
  static PENSTOCK_DEVICE_FUNCTION void put_signal(const KernelArguments& a, std::uint64_t to, std::uint64_t from,
                                                  std::uint64_t value, penstock_signal_op op) {
    penstock_put_signal_warp(a.window, a.peer, to, reinterpret_cast<const void*>(from), a.bytes, 0, value, op);
  }
  static PENSTOCK_DEVICE_FUNCTION int await(const KernelArguments& a, std::uint64_t value) {
    return penstock_signal_wait_until_warp(a.window, 0, PENSTOCK_CMP_GE, value);
  }
  static PENSTOCK_DEVICE_FUNCTION void get(const KernelArguments& a, std::uint64_t to, std::uint64_t from) {
    penstock_get_warp(a.window, reinterpret_cast<void*>(to), a.window.rank, from, a.bytes);
  }
  static PENSTOCK_DEVICE_FUNCTION int barrier(const KernelArguments& a) { return penstock_barrier_warp(a.window); }
  static PENSTOCK_DEVICE_FUNCTION void ready(int first, int last, MPIX_Prequest request) {
    MPIX_Pready_range_warp(first, last, request);
  }
};
struct ByBlock : device::Block {
  static PENSTOCK_DEVICE_FUNCTION void put_signal(const KernelArguments& a, std::uint64_t to, std::uint64_t from,
                                                  std::uint64_t value, penstock_signal_op op) {
    penstock_put_signal_block(a.window, a.peer, to, reinterpret_cast<const void*>(from), a.bytes, 0, value, op);
  }
  static PENSTOCK_DEVICE_FUNCTION int await(const KernelArguments& a, std::uint64_t value) {
    return penstock_signal_wait_until_block(a.window, 0, PENSTOCK_CMP_GE, value);
  }
  static PENSTOCK_DEVICE_FUNCTION void get(const KernelArguments& a, std::uint64_t to, std::uint64_t from) {
    penstock_get_block(a.window, reinterpret_cast<void*>(to), a.window.rank, from, a.bytes);
  }
  static PENSTOCK_DEVICE_FUNCTION int barrier(const KernelArguments& a) { return penstock_barrier_block(a.window); }
  static PENSTOCK_DEVICE_FUNCTION void ready(int first, int last, MPIX_Prequest request) {
    for (int i = first; i <= last; ++i) MPIX_Pready_block(i, request);
  }
};

// In each round a member sends bytes of `source` to the next member's `target`, and receives from the one before. The word at 0
// counts rounds; it is set in one and added to in the next.
template <typename Form>
PENSTOCK_DEVICE_FUNCTION void ring(const KernelArguments& a) {
  std::uint64_t lost = 0;
  for (int round = 1; round <= a.rounds; ++round) {
    const std::uint64_t skipped = static_cast<std::uint64_t>(round - 1) * a.bytes;
    const bool adds = round % 2 == 0 && a.window.atomics != 0;
    Form::put_signal(a, a.offset, a.source + skipped, adds ? 1 : static_cast<std::uint64_t>(a.first + round),
                     adds ? PENSTOCK_SIGNAL_ADD : PENSTOCK_SIGNAL_SET);
    lost += static_cast<std::uint64_t>(Form::await(a, static_cast<std::uint64_t>(a.first + round)));
    Form::get(a, a.target + skipped, a.offset);
    lost += static_cast<std::uint64_t>(Form::barrier(a));
  }
  result<Form>(a, 0, lost);
}

// Every thread adds 1 to the word at `offset` of member 0, and keeps what was there.
PENSTOCK_DEVICE_FUNCTION void count(const KernelArguments& a) {
  const std::uint64_t before = penstock_fetch_add(a.window, 0, a.offset, 1);
  device::store<std::uint64_t>(a.results + device::thread_rank() * std::uint64_t{8}, before);
}

// Each round every member writes the round's number to its place at all members; behind the barrier all numbers are there.
template <typename Form>
PENSTOCK_DEVICE_FUNCTION void rounds(const KernelArguments& a) {
  std::uint64_t wrong = 0;
  const std::uint64_t places = a.offset;
  for (int round = 1; round <= a.rounds; ++round) {
    if (Form::rank() == 0) {
      for (int i = 0; i < a.window.size; ++i) {
        const std::uint64_t mine = places + static_cast<std::uint64_t>(a.window.rank) * 8;
        device::store(device::address(penstock_ptr(a.window, i, mine)), static_cast<std::uint64_t>(a.first + round));
      }
    }
    wrong += static_cast<std::uint64_t>(Form::barrier(a)) * 1000;
    for (int i = 0; i < a.window.size; ++i) {
      const auto seen = device::load_fresh<std::uint64_t>(a.window.memory + places + static_cast<std::uint64_t>(i) * 8);
      if (seen != static_cast<std::uint64_t>(a.first + round)) ++wrong;
    }
    wrong += static_cast<std::uint64_t>(Form::barrier(a)) * 1000;
  }
  result<Form>(a, 0, wrong);
}

// Whole grids run the rounds: each block writes a place of its own.
PENSTOCK_DEVICE_FUNCTION void grids(const KernelArguments& a) {
  std::uint64_t wrong = 0;
  const std::uint64_t blocks = device::grid_blocks();
  const std::uint64_t places = blocks * static_cast<std::uint64_t>(a.window.size);
  const std::uint64_t mine = (static_cast<std::uint64_t>(a.window.rank) * blocks + device::block_rank()) * 8;
  for (int round = 1; round <= a.rounds; ++round) {
    const auto value = static_cast<std::uint64_t>(a.first + round);
    if (device::thread_rank() == 0) {
      for (int i = 0; i < a.window.size; ++i) device::store(device::memory_of(a.window, i) + a.offset + mine, value);
    }
    wrong += static_cast<std::uint64_t>(penstock_barrier_grid(a.window)) * 1000;
    for (std::uint64_t i = 0; i < places; ++i) {
      if (device::load_fresh<std::uint64_t>(a.window.memory + a.offset + i * 8) != value) ++wrong;
    }
    wrong += static_cast<std::uint64_t>(penstock_barrier_grid(a.window)) * 1000;
  }
  result<device::Block>(a, static_cast<int>(device::block_rank()), wrong);
}

// Makes reductions of `bytes` / 8 elements, one behind the other.
PENSTOCK_DEVICE_FUNCTION void reductions(const KernelArguments& a) {
  const std::size_t count = a.bytes / 8;
  auto* const numbers = reinterpret_cast<std::int64_t*>(a.source);
  auto* const doubles = reinterpret_cast<double*>(a.source + a.bytes);
  auto* const out = reinterpret_cast<std::int64_t*>(a.target);
  int lost = 0;
  for (int round = 0; round < a.rounds; ++round) {
    lost += penstock_sum_reduce_block(a.window, out, numbers, count);
    lost += penstock_min_reduce_block(a.window, out + count, numbers, count);
    lost += penstock_max_reduce_block(a.window, out + 2 * count, numbers, count);
    lost += penstock_sum_reduce_block(a.window, reinterpret_cast<double*>(out + 3 * count), doubles, count);
  }
  result<device::Block>(a, 0, static_cast<std::uint64_t>(lost));
}

// Each block fills its share of the partitions and marks them ready, then waits for its share of the
// received ones and copies them out.
template <typename Form>
PENSTOCK_DEVICE_FUNCTION void partitions(const KernelArguments& a) {
  const int blocks = static_cast<int>(device::grid_blocks());
  const int block = static_cast<int>(device::block_rank());
  std::uint64_t lost = 0;
  for (int i = block; a.send != nullptr && i < a.rounds; i += blocks) {
    const std::uint64_t skipped = static_cast<std::uint64_t>(i) * a.bytes;
    device::copy<Form>(a.source + skipped, a.pattern + skipped, a.bytes);
    Form::sync();
    Form::ready(i, i, a.send);
  }
  for (int i = block; a.recv != nullptr && i < a.received; i += blocks) {
    int there = 0;
    while (there == 0) {
      lost += static_cast<std::uint64_t>(MPIX_Parrived(a.recv, i, &there));
      if (there == 0) device::pause();
    }
    Form::sync();
    const std::uint64_t skipped = static_cast<std::uint64_t>(i) * a.bytes_received;
    device::copy<Form>(a.target + skipped, a.arriving + skipped, a.bytes_received);
  }
  Form::sync();
  result<Form>(a, block, lost);
}

// Sends one partition in each direction, for all partitions in turn; rank 0 of the window begins.
PENSTOCK_DEVICE_FUNCTION void partitions_by_turns(const KernelArguments& a) {
  std::uint64_t lost = 0;
  for (int i = 0; i < a.rounds; ++i) {
    if (a.peer != 0) MPIX_Pready_block(i, a.send);
    int there = 0;
    while (there == 0) {
      lost += static_cast<std::uint64_t>(MPIX_Parrived(a.recv, i, &there));
      if (there == 0) device::pause();
    }
    device::sync_block();
    if (a.peer == 0) MPIX_Pready_block(i, a.send);
  }
  result<device::Block>(a, 0, lost);
}

// Waits until something sets the abort word.
PENSTOCK_DEVICE_FUNCTION void wait_in_vain(const KernelArguments& a) {
  result<device::Block>(a, 0,
                        static_cast<std::uint64_t>(penstock_signal_wait_until_block(a.window, 0, PENSTOCK_CMP_EQ, ~0ULL)));
}

// One thread sends a word back and forth, `rounds` times; member 0 begins.
PENSTOCK_DEVICE_FUNCTION void ping_pong(const KernelArguments& a) {
  for (int round = 1; round <= a.rounds; ++round) {
    const auto value = static_cast<std::uint64_t>(a.first + round);
    if (a.window.rank == 0) ByBlock::put_signal(a, a.offset, a.source, value, PENSTOCK_SIGNAL_SET);
    if (ByBlock::await(a, value) != 0) return;
    if (a.window.rank != 0) ByBlock::put_signal(a, a.offset, a.source, value, PENSTOCK_SIGNAL_SET);
  }
}

PENSTOCK_DEVICE_FUNCTION void barriers_alone(const KernelArguments& a) {
  for (int round = 0; round < a.rounds; ++round) {
    if (penstock_barrier_block(a.window) != 0) return;
  }
}

PENSTOCK_DEVICE_FUNCTION void reductions_alone(const KernelArguments& a) {
  auto* const data = reinterpret_cast<double*>(a.source);
  for (int round = 0; round < a.rounds; ++round) {
    if (penstock_max_reduce_block(a.window, data, data, a.bytes / 8) != 0) return;
  }
}

// Uses the names and addresses of OpenSHMEM.
PENSTOCK_DEVICE_FUNCTION void symmetric(const KernelArguments& a) {
  auto* const signal = reinterpret_cast<std::uint64_t*>(a.window.memory);
  auto* const data = reinterpret_cast<void*>(a.window.memory + a.offset);
  const auto* const source = reinterpret_cast<const void*>(a.source);
  shmemx_putmem_signal_block(a.window, data, source, a.bytes, signal, 1, PENSTOCK_SIGNAL_SET, a.peer);
  int lost = shmemx_signal_wait_until_block(a.window, signal, PENSTOCK_CMP_EQ, 1);
  shmemx_getmem_block(a.window, reinterpret_cast<void*>(a.target), data, a.bytes, a.window.rank);
  lost += shmemx_barrier_block(a.window);
  if (device::thread_rank() == 0 && a.window.atomics != 0) shmemx_uint64_atomic_fetch_add(a.window, signal + 1, 5, a.peer);
  lost += shmemx_barrier_block(a.window);
  result<device::Block>(a, 0, static_cast<std::uint64_t>(lost));
  result<device::Block>(a, 1, device::load_fresh<std::uint64_t>(a.window.memory + 8));
}

}  // namespace penstock::test
