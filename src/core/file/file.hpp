// A file handle: the members of a communicator have opened the file together.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/status.hpp"
#include "core/comm/comm.hpp"
#include "core/file/amode.hpp"
#include "core/file/hints.hpp"
#include "core/file/shared.hpp"
#include "core/object/errhandler.hpp"
#include "core/object/instance.hpp"
#include "core/p2p/request.hpp"
#include "core/type/datatype.hpp"
#include "io/access/access.hpp"
#include "io/device/device.hpp"
#include "io/view/view.hpp"
#include "mpi.h"

namespace penstock::core {

// A view as the application has set it. It holds references to its datatypes, because the application may free them.
struct FileView {
  Ref<Datatype> etype;
  Ref<Datatype> filetype;
  io::View view;
  std::string datarep = "native";
};

// The application's buffer of an access.
struct FileData {
  const void* address = nullptr;
  MPI_Count count = 0;
  Datatype* type = nullptr;
};

// The position in the file at which an access begins: an explicit offset, or the value of a file pointer, which the access
// advances.
struct FilePlace {
  enum class By : std::uint8_t { kOffset, kIndividual, kShared };

  static FilePlace at(MPI_Offset offset) noexcept { return {By::kOffset, offset}; }
  static FilePlace individual() noexcept { return {By::kIndividual}; }
  static FilePlace shared() noexcept { return {By::kShared}; }

  By by = By::kIndividual;
  MPI_Offset offset = 0;  // etypes of the view
};

// A read or a write. In a collective access by the shared file pointer (MPI_File_write_ordered), the data of the members follow
// one another in the order of their ranks.
struct FileAccess {
  bool reads = false;
  bool collective = false;
  FilePlace place;
  FileData data;
};

// The caller holds the engine's lock; the functions release it during system calls. Functions are marked if they are
// collective: then either all members fail or none does.
class File final : public Object {
 public:
  // MPI_File_open fills these in. `comm` is a communicator of the file's own, which has no handle.
  struct Parts {
    Ref<Comm> comm;
    std::string name;
    int amode = 0;
    FileHints hints;
    std::unique_ptr<io::Device> device;
    FileView view;
    std::unique_ptr<SharedPointer> shared;
    std::uint64_t begin = 0;  // initial value of both file pointers, in bytes
  };
  explicit File(Parts parts);

  [[nodiscard]] Instance& instance() const noexcept { return parts_.comm->instance(); }
  [[nodiscard]] Comm& comm() const noexcept { return *parts_.comm; }
  [[nodiscard]] const std::string& name() const noexcept { return parts_.name; }
  [[nodiscard]] int amode() const noexcept { return parts_.amode; }
  [[nodiscard]] FileHints& hints() noexcept { return parts_.hints; }
  [[nodiscard]] const FileView& view() const noexcept { return parts_.view; }
  [[nodiscard]] bool is_atomic() const noexcept { return atomic_.on(); }
  [[nodiscard]] Errhandler& errhandler() const noexcept { return comm().errhandler(); }
  void set_errhandler(Ref<Errhandler> errhandler) noexcept { comm().set_errhandler(std::move(errhandler)); }

  // ---- independent (not collective) ----
  Status size(MPI_Offset* out);
  // `whence` is one of MPI_SEEK_SET, MPI_SEEK_CUR and MPI_SEEK_END.
  Status seek(MPI_Offset offset, int whence);
  Status position(MPI_Offset* out) const;
  // Returns the absolute byte position in the file of an offset, which counts etypes of the view.
  Status byte_offset(MPI_Offset offset, MPI_Offset* out) const;
  Status shared_position(MPI_Offset* out);

  // Runs a blocking access, of this rank alone or collective. *outcome gets the number of bytes that have moved, even if the
  // access fails. A read that reaches the end of the file succeeds.
  Status access(const FileAccess& access, Outcome* outcome);
  // Begins a nonblocking access. File pointers have moved when the call returns. A collective access does not synchronize the
  // members.
  Status begin(const FileAccess& access, MPI_Request* request);
  // A split collective access; a file handle has at most one active. If the access fails, end_split() returns the error.
  Status begin_split(const FileAccess& access);
  // `access` has the buffer's address, but neither count nor datatype. It must match the call that began the access.
  Status end_split(const FileAccess& access, Outcome* outcome);

  // ---- collective ----
  Status seek_shared(MPI_Offset offset, int whence);
  // `datarep` is the string that the application passed. `hints` may be null. Both file pointers are reset to 0.
  Status set_view(MPI_Offset displacement, Datatype& etype, Datatype& filetype, const char* datarep, const Info* hints);
  Status set_size(MPI_Offset size);
  Status preallocate(MPI_Offset size);
  Status set_atomic(bool atomic);
  Status sync();

  MPI_File handle = MPI_FILE_NULL;

 private:
  friend Status close_file(File& file);
  ~File() override = default;

  // An access whose arguments are checked and whose position is known.
  struct Begun {
    proto::Buffer buffer;
    std::uint64_t first = 0;  // first byte of the view's stream
  };
  // The active split collective access, and its result.
  struct Split {
    FileAccess access;
    Outcome outcome;
    Status result;
  };

  // Fails, with the name of the call, if a split collective access is active: no other collective call is allowed meanwhile
  // (MPI-5.0, sections 14.2 and 14.4.5).
  [[nodiscard]] Status check_no_split() const;
  Status check_access(const FileAccess& access, Begun* out) const;
  // Finds the first byte of an access, and advances the file pointer. The shared file pointer needs an atomic operation on
  // memory of member 0.
  Status place(const FileAccess& access, Begun* out);
  Status place_in_order(const FileAccess& access, const Status& mine, Begun* out);
  Status move(bool reads, const Begun& begun, std::uint64_t* moved) noexcept;
  Status target_of(MPI_Offset offset, int whence, std::uint64_t current, std::uint64_t* out);
  Status find_end(std::uint64_t* etypes);
  Status resize(MPI_Offset size, std::string_view task, Status (*verb)(io::Device& device, std::uint64_t size));
  Status make_view(MPI_Offset displacement, Datatype& etype, Datatype& filetype, const char* datarep, MPI_Offset current,
                   FileView* out) const;
  // Blocks until all nonblocking accesses of this rank to the file are complete: none uses the view, the atomic mode or the
  // size that a collective call then changes.
  void settle();
  // Collective: if `mine` is an error on any member, all members return an error.
  Status agree(const Status& mine, std::string_view task);
  // Collective: does the work of agree(), and returns Code::kNotSame if the members passed different values of an argument.
  Status agree_on(const Status& mine, std::int64_t value, std::string_view argument, std::string_view task);
  // Calls a function of io/device/transfer.hpp with the engine's lock released.
  template <typename Verb>
  Status run_unlocked(Verb&& verb) {
    const proto::Unlocked unlocked(instance().engine().lock());
    return verb(*parts_.device);
  }

  Parts parts_;
  io::AtomicMode atomic_;
  std::uint64_t position_ = 0;  // individual file pointer, in etypes
  std::optional<Split> split_;  // empty: no split collective access is active
  std::size_t beside_ = 0;      // number of nonblocking accesses under way
};

// Collective over `comm`. The new file gets the error handler of MPI_FILE_NULL.
[[nodiscard]] Status open_file(Comm& comm, const char* filename, int amode, const Info* hints, File** out);
// Collective. The handle is invalid afterwards, even if the call fails.
[[nodiscard]] Status close_file(File& file);
// This rank alone deletes the file; the call is not collective.
[[nodiscard]] Status delete_file(Instance& instance, const char* filename);

// Returns the file name without the prefix by which ROMIO selects a file system (such as "ufs:").
[[nodiscard]] std::string_view without_prefix(std::string_view filename) noexcept;

}  // namespace penstock::core
