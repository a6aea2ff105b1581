// A rank's state that all its files share.
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

  // The handler of MPI_FILE_NULL, which files that are opened later begin with.
  [[nodiscard]] Errhandler& errhandler() const noexcept { return *errhandler_; }
  void set_errhandler(Ref<Errhandler> errhandler) noexcept { errhandler_ = std::move(errhandler); }
  // The faults that PENSTOCK_FAULT asks for.
  [[nodiscard]] io::Faults& faults() noexcept { return faults_; }

  // Keeps a file that is gone until the next one: its handler hears of the close that has failed.
  void keep(Ref<Object> file) noexcept { closed_ = std::move(file); }
  // Does what goes on beside the program.
  [[nodiscard]] io::Worker& worker();

  [[nodiscard]] Status drain() override;
  void end() noexcept override;

 private:
  Instance& instance_;
  Ref<Errhandler> errhandler_;
  std::unique_ptr<io::Worker> worker_;  // null: nothing was begun
  io::Faults faults_;
  Ref<Object> closed_;
};

[[nodiscard]] Files& files_of(Instance& instance);

}  // namespace penstock::core
