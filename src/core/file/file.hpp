// A file that the members of a group have open together.
#pragma once

#include <cstdint>
#include <memory>
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

// A view as the program has given it. It keeps its types, which the program may free.
struct FileView {
  Ref<Datatype> etype;
  Ref<Datatype> filetype;
  io::View view;
  std::string datarep = "native";
};

// Memory of the program that an access moves.
struct FileData {
  const void* address = nullptr;
  MPI_Count count = 0;
  Datatype* type = nullptr;
};

// The place in the file where an access begins: one that the program names, or that of a pointer, which the access moves on.
struct FilePlace {
  enum class By : std::uint8_t { kOffset, kIndividual, kShared };

  static FilePlace at(MPI_Offset offset) noexcept { return {By::kOffset, offset}; }
  static FilePlace individual() noexcept { return {By::kIndividual}; }
  static FilePlace shared() noexcept { return {By::kShared}; }

  By by = By::kIndividual;
  MPI_Offset offset = 0;  // etypes of the view
};

// An access in which all members take part begins, by the shared pointer, in the order of their ranks.
struct FileAccess {
  bool reads = false;
  bool collective = false;
  FilePlace place;
  FileData data;
};

// Verbs are called with the engine's lock held, and release it while the system works. Those that say so are collective: all
// members fail or none does.
class File final : public Object {
 public:
  // What MPI_File_open has found out. `comm` is the file's own, without a handle.
  struct Parts {
    Ref<Comm> comm;
    std::string name;
    int amode = 0;
    FileHints hints;
    std::unique_ptr<io::Device> device;
    FileView view;
    std::unique_ptr<SharedPointer> shared;
    std::uint64_t begin = 0;  // the place of both pointers, in bytes
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

  // ---- of this rank alone ----
  Status size(MPI_Offset* out);
  // `whence`: MPI_SEEK_*.
  Status seek(MPI_Offset offset, int whence);
  Status position(MPI_Offset* out) const;
  // The byte of the file at which an etype of the view begins.
  Status byte_offset(MPI_Offset offset, MPI_Offset* out) const;
  Status shared_position(MPI_Offset* out);

  // Of this rank alone, unless it is a collective access. *outcome tells what has moved, also where the access fails. A read
  // that meets the end of the file succeeds.
  Status access(const FileAccess& access, Outcome* outcome);
  // The same, beside the program: pointers have moved when the call returns. Members do not meet, also in a collective access.
  Status begin(const FileAccess& access, MPI_Request* request);
  // A collective access in two calls; at most one is under way. Its failure is told by the second.
  Status begin_split(const FileAccess& access);
  // `access` without its data but the address: that of the call that began it.
  Status end_split(const FileAccess& access, Outcome* outcome);

  // ---- collective ----
  Status seek_shared(MPI_Offset offset, int whence);
  // `datarep` is a text of the program. `hints` may be null. Both pointers begin anew.
  Status set_view(MPI_Offset displacement, Datatype& etype, Datatype& filetype, const char* datarep, const Info* hints);
  Status set_size(MPI_Offset size);
  Status preallocate(MPI_Offset size);
  Status set_atomic(bool atomic);
  Status sync();

  MPI_File handle = MPI_FILE_NULL;

 private:
  friend Status close_file(File& file);
  ~File() override = default;

  // An access that has begun.
  struct Begun {
    proto::Buffer buffer;
    std::uint64_t first = 0;  // of the view's stream
  };
  // A split collective access.
  struct Split {
    FileAccess access;
    Outcome outcome;
    Status result;
  };

  Status check_access(const FileAccess& access, Begun* out) const;
  // Moves a pointer on, which needs a call to member 0 for the shared one.
  Status place(const FileAccess& access, Begun* out);
  Status place_in_order(const FileAccess& access, const Status& mine, Begun* out);
  Status move(bool reads, const Begun& begun, std::uint64_t* moved);
  Status target_of(MPI_Offset offset, int whence, std::uint64_t current, std::uint64_t* out);
  Status find_end(std::uint64_t* etypes);
  Status resize(MPI_Offset size, std::string_view task, Status (*verb)(io::Device& device, std::uint64_t size));
  Status make_view(MPI_Offset displacement, Datatype& etype, Datatype& filetype, const char* datarep, MPI_Offset current,
                   FileView* out) const;
  // Blocks until nothing is under way beside the program.
  void settle();
  // Collective: all fail or none does.
  Status agree(const Status& mine, std::string_view task);
  // Collective: the same, and Code::kNotSame where members pass different values of an argument.
  Status agree_on(const Status& mine, std::int64_t value, std::string_view argument, std::string_view task);
  // Runs a verb of io/device/transfer.hpp with the engine's lock released.
  template <typename Verb>
  Status run_unlocked(Verb&& verb) {
    const proto::Unlocked unlocked(instance().engine().lock());
    return verb(*parts_.device);
  }

  Parts parts_;
  io::AtomicMode atomic_;
  std::uint64_t position_ = 0;    // of the individual pointer, in etypes
  std::unique_ptr<Split> split_;  // null: none is under way
  std::size_t beside_ = 0;        // accesses that are under way beside the program
};

// Collective over `comm`. The file has the handler of MPI_FILE_NULL.
[[nodiscard]] Status open_file(Comm& comm, const char* filename, int amode, const Info* hints, File** out);
// Collective. The handle is gone, whatever the call returns.
[[nodiscard]] Status close_file(File& file);
// Of this rank alone.
[[nodiscard]] Status delete_file(Instance& instance, const char* filename);

// The file's name without the prefix by which ROMIO names a kind of file system.
[[nodiscard]] std::string_view without_prefix(std::string_view filename) noexcept;

}  // namespace penstock::core
