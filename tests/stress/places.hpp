// The communicators of the stress programs: every rank knows the members of each, even if it is none.
#pragma once

#include <mpi.h>

#include <vector>

namespace stress {

// A communicator from the view of one rank. Numbers are ranks of the base communicator.
struct Place {
  MPI_Comm handle = MPI_COMM_NULL;  // null at ranks that are not in it
  std::vector<int> group;           // by rank
  std::vector<int> remote;          // of an inter-communicator; empty otherwise

  [[nodiscard]] bool is_inter() const { return !remote.empty(); }
  [[nodiscard]] const std::vector<int>& peers() const { return is_inter() ? remote : group; }
};

class Places {
 public:
  enum Kind { kBase, kDuplicate, kReverse, kParity, kPart, kInter, kWild, kKinds };

  // The constructor, the destructor and rebuild() are collective over `base`.
  explicit Places(MPI_Comm base);
  ~Places();
  Places(const Places&) = delete;
  Places& operator=(const Places&) = delete;

  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] MPI_Comm base() const { return base_; }
  // Returns this rank's own communicator of that kind.
  [[nodiscard]] const Place& operator[](int kind) const { return places_[static_cast<std::size_t>(kind)]; }
  // Returns the groups that `rank` would see; the handle is this rank's, or null.
  [[nodiscard]] Place seen_by(int kind, int rank) const;

  // Frees one communicator (not the base) and makes it anew, now and then in another way.
  void rebuild(int kind, unsigned variant);

 private:
  void attach(Place& place);
  void detach(Place& place);
  [[nodiscard]] MPI_Comm make(int kind, unsigned variant) const;
  [[nodiscard]] MPI_Comm make_part() const;
  [[nodiscard]] MPI_Comm make_inter(unsigned variant) const;

  MPI_Comm base_;
  int rank_ = 0, size_ = 1;
  std::vector<Place> places_;
  std::vector<std::vector<char>> buffers_;
};

// Returns the rank that `member` has in `group`, or -1.
int rank_in(const std::vector<int>& group, int member);

}  // namespace stress
