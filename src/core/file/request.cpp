// Nonblocking accesses, and their requests.
#include <memory>
#include <utility>

#include "core/file/file.hpp"
#include "core/file/files.hpp"
#include "core/object/instance.hpp"
#include "core/p2p/requests.hpp"

namespace penstock::core {
namespace {

// The state that a request shares with the thread that does the access. The engine's lock protects it.
struct Progressing {
  Ref<File> file;
  Ref<Datatype> type;
  Outcome outcome;
  Status result;
  bool done = false;
};

class FileWork final : public Work {
 public:
  explicit FileWork(std::shared_ptr<Progressing> shared) noexcept : shared_(std::move(shared)) {}

  bool done() override { return shared_->done; }
  Status tell(Outcome* outcome) override {
    *outcome = shared_->outcome;
    return shared_->result.clone();
  }
  [[nodiscard]] File* file() const noexcept override { return shared_->file.get(); }
  [[nodiscard]] std::string describe() const override { return fmt::format("an access to the file {}", shared_->file->name()); }

 private:
  std::shared_ptr<Progressing> shared_;
};

}  // namespace

void File::settle() {
  if (beside_ != 0) instance().engine().progress().wait_until([this] { return beside_ == 0; });
}

// The members do not agree on errors: each request reports the failure of its own rank, even in a collective access. To agree,
// the members' accesses would have to synchronize on the worker threads; but an application may begin the accesses of different
// files in another order on each rank, so the threads could deadlock.
Status File::begin(const FileAccess& access, MPI_Request* request) {
  const auto kept = Ref<File>::share(*this);
  auto shared = std::make_shared<Progressing>();
  shared->file = kept;
  shared->type = Ref<Datatype>::share(*access.data.type);
  Begun begun;
  PENSTOCK_TRY(check_access(access, &begun));
  PENSTOCK_TRY(place(access, &begun));
  if (begun.buffer.bytes() == 0) return requests_of(instance()).add(request, &comm(), Outcome{});
  const auto work = [this, shared, begun, reads = access.reads]() noexcept {
    shared->result = move(reads, begun, &shared->outcome.bytes);
    shared->done = true;
    --beside_;
  };
  PENSTOCK_TRY(files_of(instance()).worker().add(work));
  ++beside_;
  return requests_of(instance()).add(request, &comm(), std::make_unique<FileWork>(shared));
}

}  // namespace penstock::core
