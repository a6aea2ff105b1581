#include "places.hpp"

#include <algorithm>

namespace stress {
namespace {

// The room for the messages of one round in buffered mode on one communicator.
constexpr std::size_t kBufferBytes = std::size_t{80} * (8192 + MPI_BSEND_OVERHEAD);

std::vector<int> every(int size) {
  std::vector<int> ranks(static_cast<std::size_t>(size));
  for (int i = 0; i < size; ++i) ranks[static_cast<std::size_t>(i)] = i;
  return ranks;
}

std::vector<int> of_parity(int size, int parity) {
  std::vector<int> ranks;
  for (int i = parity; i < size; i += 2) ranks.push_back(i);
  return ranks;
}

// Returns two thirds of the ranks, and at least one.
std::vector<int> part(int size) {
  std::vector<int> ranks;
  for (int i = size - 1; i >= 0; --i) {
    if (i % 3 != 1) ranks.push_back(i);
  }
  return ranks;
}

}  // namespace

int rank_in(const std::vector<int>& group, int member) {
  const auto found = std::find(group.begin(), group.end(), member);
  return found == group.end() ? -1 : static_cast<int>(found - group.begin());
}

Places::Places(MPI_Comm base) : base_(base), places_(kKinds), buffers_(kKinds) {
  MPI_Comm_rank(base, &rank_);
  MPI_Comm_size(base, &size_);
  for (int kind = 0; kind < kKinds; ++kind) {
    Place& place = places_[static_cast<std::size_t>(kind)];
    place = seen_by(kind, rank_);
    place.handle = kind == kBase ? base : make(kind, 0);
    attach(place);
  }
}

Places::~Places() {
  for (Place& place : places_) {
    detach(place);
    if (place.handle != base_ && place.handle != MPI_COMM_NULL) MPI_Comm_free(&place.handle);
  }
}

Place Places::seen_by(int kind, int rank) const {
  Place place{places_[static_cast<std::size_t>(kind)].handle, every(size_), {}};
  switch (kind) {
    case kReverse: std::reverse(place.group.begin(), place.group.end()); break;
    case kParity: place.group = of_parity(size_, rank % 2); break;
    case kPart: place.group = part(size_); break;
    case kInter:
      if (size_ == 1) break;
      place.group = of_parity(size_, rank % 2);
      place.remote = of_parity(size_, 1 - rank % 2);
      break;
    default: break;
  }
  return place;
}

MPI_Comm Places::make(int kind, unsigned variant) const {
  MPI_Comm comm = MPI_COMM_NULL;
  switch (kind) {
    case kReverse: MPI_Comm_split(base_, 0, -rank_, &comm); break;
    case kParity: MPI_Comm_split(base_, rank_ % 2, 0, &comm); break;
    case kPart: return make_part();
    case kInter:
      if (size_ > 1) return make_inter(variant);
      [[fallthrough]];
    default:
      if (variant % 2 == 0) {
        MPI_Comm_dup(base_, &comm);
      } else {
        MPI_Request request = MPI_REQUEST_NULL;
        MPI_Comm_idup(base_, &comm, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
      }
  }
  return comm;
}

MPI_Comm Places::make_part() const {
  const std::vector<int> members = part(size_);
  MPI_Group all = MPI_GROUP_NULL, group = MPI_GROUP_NULL;
  MPI_Comm_group(base_, &all);
  MPI_Group_incl(all, static_cast<int>(members.size()), members.data(), &group);
  MPI_Comm comm = MPI_COMM_NULL;
  if (rank_in(members, rank_) >= 0) MPI_Comm_create_group(base_, group, 3, &comm);
  MPI_Group_free(&group);
  MPI_Group_free(&all);
  return comm;
}

MPI_Comm Places::make_inter(unsigned variant) const {
  MPI_Comm half = MPI_COMM_NULL, inter = MPI_COMM_NULL;
  MPI_Comm_split(base_, rank_ % 2, 0, &half);
  MPI_Intercomm_create(half, 0, base_, 1 - rank_ % 2, 5, &inter);
  MPI_Comm_free(&half);
  if (variant % 2 == 0) return inter;
  MPI_Comm copy = MPI_COMM_NULL;
  MPI_Comm_dup(inter, &copy);
  MPI_Comm_free(&inter);
  return copy;
}

void Places::attach(Place& place) {
  if (place.handle == MPI_COMM_NULL) return;
  std::vector<char>& buffer = buffers_[static_cast<std::size_t>(&place - places_.data())];
  buffer.resize(kBufferBytes);
  MPI_Comm_attach_buffer(place.handle, buffer.data(), static_cast<int>(buffer.size()));
}

void Places::detach(Place& place) {
  if (place.handle == MPI_COMM_NULL) return;
  void* buffer = nullptr;
  int bytes = 0;
  MPI_Comm_detach_buffer(place.handle, static_cast<void*>(&buffer), &bytes);
}

void Places::rebuild(int kind, unsigned variant) {
  Place& place = places_[static_cast<std::size_t>(kind)];
  detach(place);
  if (place.handle != MPI_COMM_NULL) MPI_Comm_free(&place.handle);
  place.handle = make(kind, variant);
  attach(place);
}

}  // namespace stress
