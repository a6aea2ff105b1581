// One collective of any kind on any communicator: the data of every rank, the expected result, and the call.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "common/coll_calls.hpp"
#include "common/memory.hpp"
#include "places.hpp"
#include "stress.hpp"

namespace stress {

using penstock::test::Call;
using penstock::test::Memory;

class Collective {
 public:
  // The choice is the same on all ranks.
  struct Choice {
    Call call = Call::kBarrier;
    int place = 0, count = 0, operation = 0;
    unsigned root = 0, seed = 0;
    bool waits = false, in_place = false;
    std::string send_memory, recv_memory;
  };
  static Choice draw(std::mt19937& random, const Options& options);

  // `me` is the rank in the base communicator. The place outlives the object.
  Collective(const Choice& choice, const Place& place, int me);
  ~Collective();
  Collective(const Collective&) = delete;
  Collective& operator=(const Collective&) = delete;

  // Makes the call; it blocks if `request` is null.
  void run(MPI_Request* request);
  // Called when it is complete: true if every word of the receive buffer is right.
  [[nodiscard]] bool is_right() const;
  [[nodiscard]] std::string describe() const;

 private:
  using Word = std::uint64_t;
  // A part of a buffer: the data from `sender` for the `key`th receiver.
  struct Block {
    int sender, key, count, place;
  };
  // One side of the call.
  struct Buffer {
    std::vector<Block> blocks;
    std::vector<int> counts, places, bytes;
    std::vector<MPI_Datatype> types;
    std::vector<Word> image;
    std::unique_ptr<Memory> memory;
  };

  void plan();
  void plan_bcast();
  void plan_rooted();
  void plan_all();
  void plan_reduction();
  void give(int key, int count) { add(send_, me_, key, count); }
  void add(Buffer& buffer, int sender, int key, int count) const;
  static void put(const Buffer& buffer);
  void lay_out(Buffer& buffer, const std::string& memory);
  void put_in_place();
  [[nodiscard]] int count_between(int sender, int receiver) const;
  [[nodiscard]] std::vector<Word> reduced(const std::vector<int>& from, std::size_t words) const;
  [[nodiscard]] Word word(int sender, int key, int index) const;
  [[nodiscard]] Word combine(Word left, Word right) const;
  [[nodiscard]] bool has_places() const;
  [[nodiscard]] penstock::test::Arguments arguments() const;

  Choice choice_;
  const Place& place_;
  int me_;            // rank in the base communicator
  int rank_, peers_;  // rank in the group; the number of ranks that send to this one
  int root_;          // in the form that the call takes
  bool at_root_ = true, takes_part_ = true;
  int root_member_ = 0;
  Buffer send_, recv_;
  std::vector<Word> expected_;
  MPI_Datatype type_ = MPI_UINT64_T;
  MPI_Op op_ = MPI_SUM;
};

}  // namespace stress
