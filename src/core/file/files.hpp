// The state that all files of a rank share.
#pragma once

#include <memory>
#include <utility>

#include "core/object/errhandler.hpp"
#include "core/object/module.hpp"
#include "core/object/ref.hpp"
#include "io/device/hook.hpp"
#include "io/worker/worker.hpp"

namespace penstock::core {

class Instance;

class Files final : public Module {
 public:
  static constexpr ModuleId kModule = ModuleId::kFiles;
  explicit Files(Instance& instance);

  // The error handler of MPI_FILE_NULL. Files that are opened later inherit it.
  [[nodiscard]] Errhandler& errhandler() const noexcept { return *errhandler_; }
  void set_errhandler(Ref<Errhandler> errhandler) noexcept { errhandler_ = std::move(errhandler); }
  // The faults that PENSTOCK_FAULT injects into calls on files.
  [[nodiscard]] io::Faults& faults() noexcept { return faults_; }

  // Keeps a closed file alive until the next one is kept: if the close has failed, the file's error handler must still be
  // called.
  void keep(Ref<Object> file) noexcept { closed_ = std::move(file); }
  // The threads that run nonblocking accesses.
  [[nodiscard]] io::Worker& worker();

  [[nodiscard]] Status drain() override;
  void end() noexcept override;

 private:
  Instance& instance_;
  Ref<Errhandler> errhandler_;
  std::unique_ptr<io::Worker> worker_;  // null: no nonblocking access has begun yet
  io::Faults faults_;
  Ref<Object> closed_;
};

[[nodiscard]] Files& files_of(Instance& instance);

}  // namespace penstock::core
