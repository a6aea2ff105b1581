#include "core/file/file.hpp"

#include <limits>
#include <new>
#include <utility>
#include <vector>

#include "core/collective/carrier.hpp"
#include "core/object/instance.hpp"
#include "core/type/buffer.hpp"
#include "io/device/transfer.hpp"

namespace penstock::core {
namespace {

constexpr auto kMostOffset = static_cast<std::uint64_t>(std::numeric_limits<MPI_Offset>::max());

Status check_offset(MPI_Offset offset, std::string_view name) {
  if (offset >= 0) return Status::ok();
  return Status::error(Code::kArg, "{} is {}; it must be at least 0", name, offset);
}

// Returns the name of the functions of a split collective access, without "_begin" and "_end".
std::string split_name(const FileAccess& access) {
  const std::string_view place = access.place.by == FilePlace::By::kOffset   ? "at_all"
                                 : access.place.by == FilePlace::By::kShared ? "ordered"
                                                                             : "all";
  return fmt::format("MPI_File_{}_{}", access.reads ? "read" : "write", place);
}

Status too_far(std::uint64_t etypes) {
  return Status::error(Code::kArg, "etype {} of the view lies beyond the largest offset of a file", etypes);
}

}  // namespace

File::File(Parts parts) : parts_(std::move(parts)), position_(parts_.begin) {}

Status File::agree(const Status& mine, std::string_view task) {
  CommCarrier carrier(comm());
  return runtime::all_ok(carrier, mine, task);
}

Status File::agree_on(const Status& mine, std::int64_t value, std::string_view argument, std::string_view task) {
  struct Record {
    std::int32_t failed;
    std::int64_t value;
  };
  CommCarrier carrier(comm());
  std::vector<Record> records;
  Status heard = runtime::all_say(carrier, Record{runtime::code_of(mine), value}, &records);
  if (mine.is_ok() && !heard.is_ok()) return heard;
  std::vector<std::int32_t> codes;
  for (const Record& record : records) codes.push_back(record.failed);
  PENSTOCK_TRY(runtime::conclude(mine, codes, task));
  for (std::size_t i = 1; i < records.size(); ++i) {
    if (records[i].value == records[0].value) continue;
    return Status::error(Code::kNotSame, "{} is {} on rank 0 and {} on rank {}; pass the same on all ranks", argument,
                         records[0].value, records[i].value, i);
  }
  return Status::ok();
}

// ---- size ----

Status File::size(MPI_Offset* out) {
  const auto kept = Ref<File>::share(*this);
  std::uint64_t found = 0;
  PENSTOCK_TRY(run_unlocked([&](io::Device& device) { return io::size_of(device, &found); }));
  *out = static_cast<MPI_Offset>(found);
  return Status::ok();
}

// Rank 0 alone changes the size. The others return when it has done so.
Status File::resize(MPI_Offset size, std::string_view task, Status (*verb)(io::Device& device, std::uint64_t size)) {
  const auto kept = Ref<File>::share(*this);
  settle();
  Status checked = check_no_split();
  if (checked.is_ok()) checked = check_may_write(amode());
  if (checked.is_ok()) checked = check_not_sequential(amode());
  if (checked.is_ok()) checked = check_offset(size, "size");
  PENSTOCK_TRY(agree_on(checked, size, "size", task));
  Status done;
  if (comm().rank() == 0) {
    done = run_unlocked([&](io::Device& device) { return verb(device, static_cast<std::uint64_t>(size)); });
  }
  return agree(done, task);
}

Status File::set_size(MPI_Offset size) {
  return resize(size, "set the size of the file", &io::set_size);
}

Status File::preallocate(MPI_Offset size) {
  return resize(size, "reserve space for the file", &io::preallocate);
}

// After the first agreement, all earlier writes of all members are in the page caches of their hosts, so one member of each
// host calls fsync() for all members there.
Status File::sync() {
  const auto kept = Ref<File>::share(*this);
  settle();
  PENSTOCK_TRY(agree(check_no_split(), "sync the file"));
  Status done;
  if (comm().resources().sharers().rank == 0) done = run_unlocked([](io::Device& device) { return io::sync(device); });
  return agree(done, "sync the file");
}

Status File::set_atomic(bool atomic) {
  const auto kept = Ref<File>::share(*this);
  settle();
  PENSTOCK_TRY(agree_on(check_no_split(), atomic ? 1 : 0, "flag", "change the atomic mode"));
  atomic_.set(atomic);
  return Status::ok();
}

// ---- pointers ----

// The end of the file is the first etype of the view that begins behind the last byte of the file.
Status File::find_end(std::uint64_t* etypes) {
  std::uint64_t bytes = 0;
  PENSTOCK_TRY(run_unlocked([&](io::Device& device) { return io::size_of(device, &bytes); }));
  *etypes = view().view.etypes_before(bytes);
  return Status::ok();
}

Status File::target_of(MPI_Offset offset, int whence, std::uint64_t current, std::uint64_t* out) {
  std::uint64_t from = 0;
  if (whence == MPI_SEEK_CUR) {
    from = current;
  } else if (whence == MPI_SEEK_END) {
    PENSTOCK_TRY(find_end(&from));
  } else if (whence != MPI_SEEK_SET) {
    return Status::error(Code::kArg, "whence is {}; it must be MPI_SEEK_SET, MPI_SEEK_CUR or MPI_SEEK_END", whence);
  }
  MPI_Offset target = 0;
  if (from > kMostOffset || __builtin_add_overflow(static_cast<MPI_Offset>(from), offset, &target) || target < 0) {
    return Status::error(Code::kArg, "offset is {} from etype {} on, which leads in front of the view or beyond all offsets",
                         offset, from);
  }
  *out = static_cast<std::uint64_t>(target);
  return Status::ok();
}

Status File::seek(MPI_Offset offset, int whence) {
  PENSTOCK_TRY(check_not_sequential(amode()));
  const auto kept = Ref<File>::share(*this);
  return target_of(offset, whence, position_, &position_);
}

// Member 0 sets the pointer when all members have called, and the call returns on no member before that.
Status File::seek_shared(MPI_Offset offset, int whence) {
  const auto kept = Ref<File>::share(*this);
  Status checked = check_no_split();
  if (checked.is_ok()) checked = check_not_sequential(amode());
  PENSTOCK_TRY(agree_on(checked, offset, "offset", "move the shared pointer"));
  PENSTOCK_TRY(agree_on(Status::ok(), whence, "whence", "move the shared pointer"));
  Status done;
  if (comm().rank() == 0) {
    std::uint64_t place = 0;
    done = parts_.shared->get(&place);
    if (done.is_ok()) done = target_of(offset, whence, place, &place);
    if (done.is_ok()) done = parts_.shared->set(place);
  }
  return agree(done, "move the shared pointer");
}

Status File::shared_position(MPI_Offset* out) {
  const auto kept = Ref<File>::share(*this);
  std::uint64_t place = 0;
  PENSTOCK_TRY(parts_.shared->get(&place));
  *out = static_cast<MPI_Offset>(place);
  return Status::ok();
}

Status File::position(MPI_Offset* out) const {
  PENSTOCK_TRY(check_not_sequential(amode()));
  *out = static_cast<MPI_Offset>(position_);
  return Status::ok();
}

Status File::byte_offset(MPI_Offset offset, MPI_Offset* out) const {
  PENSTOCK_TRY(check_offset(offset, "offset"));
  const io::View& seen = view().view;
  std::uint64_t stream = 0;
  if (__builtin_mul_overflow(static_cast<std::uint64_t>(offset), seen.etype_bytes(), &stream)) {
    return too_far(static_cast<std::uint64_t>(offset));
  }
  if (seen.empty()) {
    *out = static_cast<MPI_Offset>(seen.displacement());
    return Status::ok();
  }
  if (!seen.reaches(stream, 1)) return too_far(static_cast<std::uint64_t>(offset));
  *out = static_cast<MPI_Offset>(seen.offset_of(stream));
  return Status::ok();
}

// ---- access ----

Status File::check_no_split() const {
  if (!split_) return Status::ok();
  const std::string name = split_name(split_->access);
  return Status::error(Code::kArg, "{}_begin is under way on the file; call {}_end before another collective call on it", name,
                       name);
}

Status File::check_access(const FileAccess& access, Begun* out) const {
  if (access.collective) PENSTOCK_TRY(check_no_split());
  PENSTOCK_TRY(access.reads ? check_may_read(amode()) : check_may_write(amode()));
  if (access.place.by != FilePlace::By::kShared) PENSTOCK_TRY(check_not_sequential(amode()));
  if (access.place.by == FilePlace::By::kOffset) PENSTOCK_TRY(check_offset(access.place.offset, "offset"));
  const FileData& data = access.data;
  if (data.count < 0) return Status::error(Code::kCount, "count is {}; it must be at least 0", data.count);
  PENSTOCK_TRY(make_buffer(data.address, data.count, *data.type, &out->buffer));
  const std::uint64_t unit = view().view.etype_bytes();
  const std::uint64_t bytes = out->buffer.bytes();
  if (bytes == 0 || (unit != 0 && bytes % unit == 0)) return Status::ok();
  return Status::error(Code::kType, "{} bytes are no whole etypes of {} bytes; access whole etypes of the view", bytes, unit);
}

// File pointers advance by the size of the request, before any data move.
Status File::place(const FileAccess& access, Begun* out) {
  const std::uint64_t unit = view().view.etype_bytes();
  const std::uint64_t etypes = unit == 0 ? 0 : out->buffer.bytes() / unit;
  std::uint64_t begin = 0;
  switch (access.place.by) {
    case FilePlace::By::kOffset: begin = static_cast<std::uint64_t>(access.place.offset); break;
    case FilePlace::By::kIndividual: begin = std::exchange(position_, position_ + etypes); break;
    case FilePlace::By::kShared: PENSTOCK_TRY(parts_.shared->advance(etypes, &begin)); break;
  }
  if (__builtin_mul_overflow(begin, unit, &out->first)) return too_far(begin);
  return Status::ok();
}

// Member 0 advances the shared file pointer by the sizes of all members' data. `mine` is the result of this rank's argument
// check.
Status File::place_in_order(const FileAccess& access, const Status& mine, Begun* out) {
  struct Record {
    std::int32_t failed;
    std::uint64_t etypes;
    std::uint64_t begin;
  };
  const std::uint64_t unit = view().view.etype_bytes();
  Record record{runtime::code_of(mine), mine.is_ok() && unit != 0 ? out->buffer.bytes() / unit : 0, 0};
  CommCarrier carrier(comm());
  std::vector<Record> records;
  const std::string_view task = access.reads ? "read its part of the file" : "write its part of the file";
  const auto say = [&] {
    PENSTOCK_TRY(runtime::all_say(carrier, record, &records));
    std::vector<std::int32_t> codes;
    for (const Record& each : records) codes.push_back(each.failed);
    return runtime::conclude(mine, codes, task);
  };
  PENSTOCK_TRY(say());
  std::uint64_t before = 0;
  std::uint64_t all = 0;
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (static_cast<int>(i) < comm().rank()) before += records[i].etypes;
    all += records[i].etypes;
  }
  Status moved;
  if (comm().rank() == 0) moved = parts_.shared->advance(all, &record.begin);
  record.failed = runtime::code_of(moved);
  Status heard = say();
  PENSTOCK_TRY(std::move(moved));
  PENSTOCK_TRY(std::move(heard));
  const std::uint64_t begin = records.front().begin + before;
  if (__builtin_mul_overflow(begin, unit, &out->first)) return too_far(begin);
  return Status::ok();
}

// No exception leaves the function, since the other members of a collective access wait for this one's result.
Status File::move(bool reads, const Begun& begun, std::uint64_t* moved) noexcept {
  const io::AccessGround ground{instance().engine(), *parts_.device, view().view, atomic_, parts_.hints.choice()};
  try {
    return (reads ? io::read : io::write)(ground, begun.buffer, begun.first, moved);
  } catch (const std::bad_alloc&) {
    return Status::error(Code::kNoMemory, "no memory is left in this process");
  }
}

// In a collective access, a member whose arguments are invalid still takes part in the exchanges that follow.
Status File::access(const FileAccess& access, Outcome* outcome) {
  const auto kept = Ref<File>::share(*this);
  const auto type = Ref<Datatype>::share(*access.data.type);
  Begun begun;
  Status mine = check_access(access, &begun);
  if (access.collective && access.place.by == FilePlace::By::kShared) {
    mine = place_in_order(access, mine, &begun);
  } else if (mine.is_ok()) {
    mine = place(access, &begun);
  }
  if (mine.is_ok()) mine = move(access.reads, begun, &outcome->bytes);
  if (!access.collective) return mine;
  return agree(mine, access.reads ? "read its part of the file" : "write its part of the file");
}

// The whole access happens here, including the agreement on errors; end_split() only returns the result. If an access is
// active, this one fails on all members, also on those where none is active.
Status File::begin_split(const FileAccess& access) {
  const auto kept = Ref<File>::share(*this);
  Split begun{access, {}, {}};
  begun.result = this->access(access, &begun.outcome);
  if (split_) return std::move(begun.result);
  split_ = std::move(begun);
  return Status::ok();
}

Status File::end_split(const FileAccess& access, Outcome* outcome) {
  if (!split_) {
    return Status::error(Code::kArg, "no split collective access is under way on the file; call {}_begin first",
                         split_name(access));
  }
  const FileAccess& begun = split_->access;
  if (begun.reads != access.reads || begun.place.by != access.place.by) {
    return Status::error(Code::kArg, "{}_begin is under way on the file; call {}_end", split_name(begun), split_name(begun));
  }
  if (begun.data.address != access.data.address) {
    return Status::error(Code::kBuffer, "the buffer is another one than that of the call that began");
  }
  Split over = std::move(*split_);
  split_.reset();
  *outcome = over.outcome;
  return std::move(over.result);
}

// ---- views ----

Status File::make_view(MPI_Offset displacement, Datatype& etype, Datatype& filetype, const char* datarep, MPI_Offset current,
                       FileView* out) const {
  const std::string_view representation(datarep);
  if (representation.size() > MPI_MAX_DATAREP_STRING) {
    return Status::error(Code::kArg, "datarep has {} characters, of at most {}", representation.size(), MPI_MAX_DATAREP_STRING);
  }
  if (representation != "native" && representation != "internal") {
    return Status::error(Code::kUnsupportedDatarep, "datarep is \"{}\"; there are \"native\" and \"internal\"", representation);
  }
  if ((displacement == MPI_DISPLACEMENT_CURRENT) != is_sequential(amode())) {
    return Status::error(Code::kArg,
                         "disp is {}; MPI_DISPLACEMENT_CURRENT belongs to files of MPI_MODE_SEQUENTIAL, and they to it",
                         displacement);
  }
  if (is_sequential(amode())) displacement = current;
  if (!etype.committed() || !filetype.committed()) {
    return Status::error(Code::kType, "the {} is not committed; call MPI_Type_commit first",
                         etype.committed() ? "filetype" : "etype");
  }
  PENSTOCK_TRY(io::View::make(displacement, etype.layout().size(), filetype.layout(), may_write(amode()), &out->view));
  out->datarep = representation;
  out->etype = Ref<Datatype>::share(etype);
  out->filetype = Ref<Datatype>::share(filetype);
  return Status::ok();
}

// Members may have different filetypes, but datarep and the extent of etype must be the same on all. In a file with
// MPI_MODE_SEQUENTIAL the new view begins at the shared file pointer, which is stable once all members have called.
Status File::set_view(MPI_Offset displacement, Datatype& etype, Datatype& filetype, const char* datarep, const Info* hints) {
  const auto kept = Ref<File>::share(*this);
  settle();
  MPI_Offset current = 0;
  Status checked = check_no_split();
  if (is_sequential(amode())) {
    PENSTOCK_TRY(agree(checked, "set its view"));
    checked = shared_position(&current);
    if (checked.is_ok()) checked = byte_offset(current, &current);
  }
  FileView made;
  if (checked.is_ok()) checked = make_view(displacement, etype, filetype, datarep, current, &made);
  PENSTOCK_TRY(agree_on(checked, etype.layout().extent(), "the extent of etype", "set its view"));
  PENSTOCK_TRY(agree_on(Status::ok(), made.datarep == "internal" ? 1 : 0, "datarep (\"native\" is 0, \"internal\" is 1)",
                        "set its view"));
  parts_.view = std::move(made);
  parts_.hints.take(hints);
  position_ = 0;
  return parts_.shared->begin_anew();
}

}  // namespace penstock::core
