// Data that are not exported as they lie go through memory of the library's own on the device.
#pragma once

#include <cstdint>
#include <vector>

#include "coll/device/buffer_ranges.hpp"
#include "coll/device/device_team.hpp"
#include "coll/device/touched.hpp"
#include "coll/schedule/schedule.hpp"

namespace penstock::coll {

// Where a side's data are: kDevice where kernels take them as they lie, `descriptor` then tells others of it unless it is
// `own`.
[[nodiscard]] Status find_call_buffer(const Query& query, DeviceTeam& devices, const CallBuffer& side, ExportWhen how,
                                      Whereabouts* where, transport::BufferDescriptor* descriptor);

// A rank's part in a call of which some data are in slices of workspace: copies that bring operands there, the call as this
// rank's kernels and as the others see it, and copies that take results out. Where this rank's kernels reach its data as they
// lie, only what the others touch is copied.
class Staging {
 public:
  // Which parts of a side go through its workspace slice: what the others of the team touch in a call of it alone, or all, for
  // whoever touches it.
  enum class Parts : std::uint8_t { kTouched, kAll };
  // The buffers and layouts outlive it, as the schedule's first byte does.
  Staging(const Query& query, Schedule& schedule, const Arguments& arguments, Parts parts);
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;
  ~Staging() = default;

  // Takes workspace slices for the sides that are kNotExportable, and for an operand in place where results would land on it.
  // No `room`: there is none for that.
  [[nodiscard]] Status open(DeviceTeam& devices, Whereabouts send, Whereabouts recv, bool* room);
  // What the others are told of: the workspace slices in place of what goes through them.
  [[nodiscard]] const Arguments& exposed() const noexcept { return exposed_.call; }
  // What this rank's kernels take.
  [[nodiscard]] const Arguments& own() const noexcept { return own_.call; }
  // Something is to be copied out.
  [[nodiscard]] bool takes_out() const noexcept { return !out_.empty(); }

  // Lists the copies of what is sent, which nothing comes before. Others look at it after them.
  void pack(Schedule& schedule) const;
  // Lists the copies of what was received behind `end`, when nobody looks at the workspace slices any more, and what gives them
  // back behind those: that is the step. This object lives as long as the schedule's steps.
  [[nodiscard]] Step unpack(Schedule& schedule, Step end);
  // In place of unpack(), where the workspace slices stay for the next time: the copies alone, in a phase of their own.
  void take_out(Schedule& schedule) const;

 private:
  // A call with lists of its own.
  struct View {
    explicit View(const Arguments& arguments);
    View(View&&) = default;
    View& operator=(View&&) = default;
    View(const View&) = delete;
    View& operator=(const View&) = delete;
    ~View() = default;
    std::vector<proto::Buffer> sends;
    std::vector<proto::Buffer> recvs;
    Arguments call;
  };
  struct Pair {
    proto::Buffer program;
    proto::Buffer slice;
  };
  // A side that goes through a workspace slice, as the two views have it.
  struct Passage {
    const CallBuffer& side;
    bool direct;  // this rank's kernels take it as it lies
    const std::vector<Range>& touched;
    proto::Buffer Arguments::* whole;
    std::vector<proto::Buffer> View::* parts;
    std::vector<Pair>* pairs;
  };
  void share_slice(const Passage& recv);
  [[nodiscard]] bool stage(DeviceTeam& devices, const Passage& passage);
  void stage_whole(const Passage& passage, std::byte* slice);
  void stage_parts(const Passage& passage, std::byte* slice);
  void add_pairs(const Passage& passage, const proto::Buffer& slice);
  [[nodiscard]] std::uint64_t bytes_of(const CallBuffer& side) const noexcept;
  [[nodiscard]] proto::Buffer image(const proto::Buffer& buffer, std::byte* slice) const noexcept;
  [[nodiscard]] proto::Buffer cut(const proto::Buffer& buffer, const Range& range) const noexcept;
  [[nodiscard]] bool keeps_places() const noexcept;

  Query query_;
  Team team_;
  const proto::Layout* byte_;
  Parts parts_;
  bool overlap_;
  View exposed_;
  View own_;
  std::vector<Pair> in_;
  std::vector<Pair> out_;
  std::vector<Workspace::Slice> slices_;
};

}  // namespace penstock::coll
