// Data that cannot be lent as they lie go through memory of the library's own on the device.
#pragma once

#include <cstdint>
#include <vector>

#include "coll/device/device_team.hpp"
#include "coll/device/sides.hpp"
#include "coll/schedule/schedule.hpp"

namespace penstock::coll {

// Where a side's data are: kDevice where kernels take them as they lie, `card` then tells others of it unless it is `own`.
[[nodiscard]] Status find_side(const Query& query, DeviceTeam& devices, const Side& side, Whereabouts* where,
                               transport::RegionCard* card);

// A rank's part in a call of which some data are in areas of scratch memory: copies that bring operands there, the call as
// kernels and other ranks see it, and copies that take results out.
class Staging {
 public:
  // The buffers and layouts outlive it, as the schedule's first byte does.
  Staging(const Query& query, Schedule& schedule, const Arguments& arguments);

  // Takes areas for the sides that are kApart, and for an operand in place of any other. False: there is no room.
  [[nodiscard]] bool open(DeviceTeam& devices, Whereabouts send, Whereabouts recv);
  // With the areas in place of what goes through them.
  [[nodiscard]] const Arguments& call() const noexcept { return call_; }

  // Lists the copies of what is sent, which nothing comes before. Others look at it after them.
  void pack(Schedule& schedule) const;
  // Lists the copies of what was received behind `end`, when nobody looks at the areas any more, and what gives them back
  // behind those: that is the step. This object lives as long as the schedule's steps.
  [[nodiscard]] Step unpack(Schedule& schedule, Step end);

 private:
  struct Pair {
    proto::Buffer program;
    proto::Buffer area;
  };
  [[nodiscard]] bool stage(DeviceTeam& devices, const Side& side, proto::Buffer* one, std::vector<proto::Buffer>* parts,
                           std::vector<Pair>* pairs);
  [[nodiscard]] std::uint64_t bytes_of(const Side& side) const noexcept;
  [[nodiscard]] proto::Buffer image(const proto::Buffer& buffer, std::byte* area) const noexcept;
  [[nodiscard]] bool keeps_places() const noexcept;

  Query query_;
  Team team_;
  const proto::Layout* byte_;
  bool moved_;  // out of place
  Arguments call_;
  std::vector<proto::Buffer> sends_;
  std::vector<proto::Buffer> recvs_;
  std::vector<Pair> in_;
  std::vector<Pair> out_;
  std::vector<Scratch::Area> areas_;
};

}  // namespace penstock::coll
