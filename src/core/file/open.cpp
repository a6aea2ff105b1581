// Opening and closing files are collective: all members succeed or none does.
#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "core/collective/carrier.hpp"
#include "core/file/file.hpp"
#include "core/file/files.hpp"
#include "core/object/instance.hpp"
#include "io/device/failure.hpp"
#include "io/device/hook.hpp"
#include "io/device/posix.hpp"
#include "io/device/transfer.hpp"

namespace penstock::core {
namespace {

constexpr std::array<std::string_view, 8> kPrefixes = {
    "ufs:", "nfs:", "xfs:", "lustre:", "gpfs:", "panfs:", "pvfs2:", "testfs:"};

// One call of MPI_File_open. The steps are called in the order of their declarations.
class FileOpener {
 public:
  FileOpener(Comm& comm, std::string_view name, int amode, const Info* hints)
      : instance_(comm.instance()), comm_(Ref<Comm>::share(comm)), carrier_(comm), name_(name), amode_(amode) {
    hints_.take(hints);
  }

  // Collective, as all three steps are. The members compare their arguments and agree on the identity of the file's
  // communicator.
  Status meet();
  // Rank 0 opens the file first, and creates it if MPI_MODE_CREATE is set; the others open the existing file. Fails on all
  // members if rank 0 fails. Failures of other ranks are kept for publish().
  Status open();
  Status publish(File** out);

 private:
  // Each member sends this record to all others.
  struct Record {
    std::uint64_t count = 0;  // of the communicator's identity, if this is rank 0's record
    std::int32_t amode = 0;
    std::int32_t failed = 0;  // Code
  };

  [[nodiscard]] Status check() const;
  Status open_here(bool creates);

  Instance& instance_;
  Ref<Comm> comm_;
  CommCarrier carrier_;
  std::string name_;
  int amode_;
  FileHints hints_;
  runtime::TeamId id_;
  std::unique_ptr<io::Device> device_;
  Status opened_;            // how open_here() ended on this rank, unless it is rank 0
  std::uint64_t begin_ = 0;  // the file size, with MPI_MODE_APPEND
};

// `name` has no prefix any more.
Status remove_file(Instance& instance, const std::string& name) {
  const proto::Unlocked unlocked(instance.engine().lock());
  return io::remove_file(name);
}

Status FileOpener::check() const {
  if (comm_->is_inter()) return Status::error(Code::kComm, "a file needs a communicator of one group");
  if (name_.empty()) return Status::error(Code::kBadFile, "the file name is empty");
  return check_amode(amode_);
}

Status FileOpener::meet() {
  if (comm_->is_inter()) return check();  // an error on all members of both groups
  const Status checked = check();
  std::vector<Record> records;
  const Record mine{instance_.job().new_team_id().count, amode_, runtime::code_of(checked)};
  Status heard = runtime::all_say(carrier_, mine, &records);
  if (checked.is_ok() && !heard.is_ok()) return heard;
  std::vector<std::int32_t> codes;
  for (const Record& record : records) codes.push_back(record.failed);
  PENSTOCK_TRY(runtime::conclude(checked, codes, "open the file"));
  const auto other = std::ranges::find_if(records, [&](const Record& record) { return record.amode != records.front().amode; });
  if (other != records.end()) {
    return Status::error(Code::kNotSame, "amode is {:#x} on rank 0 and {:#x} on rank {}; pass the same on all ranks",
                         static_cast<unsigned>(records.front().amode), static_cast<unsigned>(other->amode),
                         other - records.begin());
  }
  id_ = {static_cast<std::uint32_t>(comm_->group().world_rank(0)), records.front().count};
  return Status::ok();
}

Status FileOpener::open_here(bool creates) {
  io::Faults& faults = files_of(instance_).faults();
  PENSTOCK_TRY(io::failure(faults.error_of_next(transport::Verb::kOpen), "open", name_));
  const bool exclusive = (amode_ & MPI_MODE_EXCL) != 0;
  {
    const proto::Unlocked unlocked(instance_.engine().lock());
    PENSTOCK_TRY(
        io::open_posix(name_, {may_read(amode_), may_write(amode_), creates, exclusive, hints_.permissions()}, &device_));
  }
  if (faults.any()) device_ = io::make_hook(faults, std::move(device_));
  return Status::ok();
}

Status FileOpener::open() {
  Status opened;
  if (comm_->rank() == 0) opened = open_here((amode_ & MPI_MODE_CREATE) != 0);
  PENSTOCK_TRY(runtime::all_ok(carrier_, opened, "open the file"));
  if (comm_->rank() != 0) opened_ = open_here(false);
  if (opened_.is_ok() && (amode_ & MPI_MODE_APPEND) != 0) {
    const proto::Unlocked unlocked(instance_.engine().lock());
    opened_ = io::size_of(*device_, &begin_);
  }
  return Status::ok();
}

// The members agree on whether all of them have opened the file when they set up the shared pointer.
Status FileOpener::publish(File** out) {
  auto own = Ref<Comm>::adopt(
      new Comm(instance_, comm_->share_group(), id_, Ref<Errhandler>::share(files_of(instance_).errhandler())));
  auto shared = std::make_unique<SharedPointer>(*own);
  PENSTOCK_TRY(shared->open(carrier_, std::move(opened_), begin_));
  auto bytes = Ref<Datatype>::share(*instance_.table<Datatype>().find(number_of(MPI_BYTE)));
  FileView view{bytes, bytes, io::View(), "native"};
  auto made = Ref<File>::adopt(new File({std::move(own), std::move(name_), amode_, std::move(hints_), std::move(device_),
                                         std::move(view), std::move(shared), begin_}));
  return instance_.publish(std::move(made), out);
}

}  // namespace

std::string_view without_prefix(std::string_view filename) noexcept {
  for (const std::string_view prefix : kPrefixes) {
    if (filename.starts_with(prefix)) return filename.substr(prefix.size());
  }
  return filename;
}

Status open_file(Comm& comm, const char* filename, int amode, const Info* hints, File** out) {
  FileOpener opener(comm, without_prefix(filename), amode, hints);
  PENSTOCK_TRY(opener.meet());
  PENSTOCK_TRY(opener.open());
  return opener.publish(out);
}

// Rank 0 deletes the file (MPI_MODE_DELETE_ON_CLOSE) only after all members have closed it, because some file systems refuse to
// delete an open file.
Status close_file(File& file) {
  const auto kept = Ref<File>::share(file);
  Instance& instance = file.instance();
  file.settle();
  file.parts_.shared->detach();
  Status closed = file.run_unlocked([](io::Device& device) { return io::close(device); });
  if (closed.is_ok()) closed = file.check_no_split();
  Status met = file.agree(closed, "close the file");
  file.parts_.shared->close();
  if ((file.amode() & MPI_MODE_DELETE_ON_CLOSE) != 0) {
    Status removed;
    if (file.comm().rank() == 0) removed = remove_file(instance, file.name());
    removed = file.agree(removed, "delete the file");
    if (met.is_ok()) met = std::move(removed);
  }
  instance.withdraw(file);
  return met;
}

Status delete_file(Instance& instance, const char* filename) {
  return remove_file(instance, std::string(without_prefix(filename)));
}

}  // namespace penstock::core
