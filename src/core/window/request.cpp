#include "core/window/request.hpp"

#include <utility>

namespace penstock::core {
namespace {

class WindowWork final : public Work {
 public:
  WindowWork(WindowCore& core, Ref<WindowCall> call) noexcept
      : kept_(core.keep()), window_(core.window()), call_(std::move(call)) {}

  bool done() override {
    const WindowCall* part = call_.get();
    while (part != nullptr && part->call.done()) part = part->also.get();
    return part == nullptr;
  }
  Status tell(Outcome* outcome) override {
    *outcome = kEmptyOutcome;
    Status failed;
    for (WindowCall* part = call_.get(); part != nullptr; part = part->also.get()) {
      part->reported = true;
      if (failed.is_ok() && !part->call.status().is_ok()) failed = part->call.status().clone();
    }
    return failed;
  }
  Status cancel() override { return Status::error(Code::kRequest, "a one-sided operation cannot be cancelled"); }
  [[nodiscard]] Window* window() const noexcept override { return &window_; }

 private:
  Ref<Object> kept_;
  Window& window_;
  Ref<WindowCall> call_;
};

}  // namespace

std::unique_ptr<Work> make_window_work(WindowCore& core, Ref<WindowCall> call) {
  return std::make_unique<WindowWork>(core, std::move(call));
}

}  // namespace penstock::core
