// Groups (section 7.3).
#include "core/comm/group.hpp"

#include <span>
#include <vector>

#include "api/gen/bodies.hpp"
#include "core/object/instance.hpp"

namespace penstock::api::body {
namespace {

Status check_list(int n, const void* list, std::string_view name) {
  if (n < 0) return Status::error(Code::kArg, "n is {}; it must be at least 0", n);
  if (n > 0 && list == nullptr) return Status::error(Code::kArg, "{} is a null pointer, with n = {}", name, n);
  return Status::ok();
}

using MadeOfRanks = Status (*)(core::Instance&, const core::Group&, std::span<const int>, core::Group**);
using MadeOfTwo = Status (*)(core::Instance&, const core::Group&, const core::Group&, core::Group**);

Status make(MadeOfRanks maker, Call& call, const core::Group& group, int n, const int* ranks, MPI_Group* newgroup) {
  PENSTOCK_TRY(check_list(n, ranks, "ranks"));
  core::Group* made = nullptr;
  PENSTOCK_TRY(maker(call.instance(), group, std::span(ranks, static_cast<std::size_t>(n)), &made));
  *newgroup = made->handle;
  return Status::ok();
}

Status make(MadeOfRanks maker, Call& call, const core::Group& group, int n, int (*ranges)[3], MPI_Group* newgroup) {
  PENSTOCK_TRY(check_list(n, ranges, "ranges"));
  std::vector<int> ranks;
  PENSTOCK_TRY(core::expand_ranges(group.size(), {ranges, static_cast<std::size_t>(n)}, &ranks));
  core::Group* made = nullptr;
  PENSTOCK_TRY(maker(call.instance(), group, ranks, &made));
  *newgroup = made->handle;
  return Status::ok();
}

Status make(MadeOfTwo maker, Call& call, const core::Group& a, const core::Group& b, MPI_Group* newgroup) {
  core::Group* made = nullptr;
  PENSTOCK_TRY(maker(call.instance(), a, b, &made));
  *newgroup = made->handle;
  return Status::ok();
}

}  // namespace

Status Group_size(Call& /*call*/, core::Group& group, int* size) {
  *size = group.size();
  return Status::ok();
}

Status Group_rank(Call& /*call*/, core::Group& group, int* rank) {
  *rank = group.rank();
  return Status::ok();
}

Status Group_compare(Call& /*call*/, core::Group& group1, core::Group& group2, int* result) {
  *result = core::compare(group1, group2);
  return Status::ok();
}

Status Group_translate_ranks(Call& /*call*/, core::Group& group1, int n, const int ranks1[], core::Group& group2,
                             int ranks2[]) {
  PENSTOCK_TRY(check_list(n, ranks1, "ranks1"));
  PENSTOCK_TRY(check_list(n, ranks2, "ranks2"));
  for (int i = 0; i < n; ++i) {
    const int rank = ranks1[i];
    if (rank == MPI_PROC_NULL) {
      ranks2[i] = MPI_PROC_NULL;
      continue;
    }
    if (rank < 0 || rank >= group1.size()) {
      return Status::error(Code::kRank, "ranks1[{}] is {}, outside a group of {}", i, rank, group1.size());
    }
    ranks2[i] = group2.rank_of(group1.world_rank(rank));
  }
  return Status::ok();
}

Status Group_union(Call& call, core::Group& group1, core::Group& group2, MPI_Group* newgroup) {
  return make(core::unite, call, group1, group2, newgroup);
}

Status Group_intersection(Call& call, core::Group& group1, core::Group& group2, MPI_Group* newgroup) {
  return make(core::intersect, call, group1, group2, newgroup);
}

Status Group_difference(Call& call, core::Group& group1, core::Group& group2, MPI_Group* newgroup) {
  return make(core::subtract, call, group1, group2, newgroup);
}

Status Group_incl(Call& call, core::Group& group, int n, const int ranks[], MPI_Group* newgroup) {
  return make(core::include, call, group, n, ranks, newgroup);
}

Status Group_excl(Call& call, core::Group& group, int n, const int ranks[], MPI_Group* newgroup) {
  return make(core::exclude, call, group, n, ranks, newgroup);
}

Status Group_range_incl(Call& call, core::Group& group, int n, int ranges[][3], MPI_Group* newgroup) {
  return make(core::include, call, group, n, ranges, newgroup);
}

Status Group_range_excl(Call& call, core::Group& group, int n, int ranges[][3], MPI_Group* newgroup) {
  return make(core::exclude, call, group, n, ranges, newgroup);
}

Status Group_free(Call& call, MPI_Group* group) {
  core::Group* found = nullptr;
  PENSTOCK_TRY(core::find_group(call.instance(), *group, &found));
  // The standard allows applications to free MPI_GROUP_EMPTY like the result of a group call; its object stays.
  if (found->handle != MPI_GROUP_EMPTY) call.instance().withdraw(*found);
  *group = MPI_GROUP_NULL;
  return Status::ok();
}

}  // namespace penstock::api::body
