#include "core/window/request.hpp"

#include <utility>

#include "core/window/window.hpp"

namespace penstock::core {
namespace {

class WindowWork final : public Work {
 public:
  WindowWork(Window& window, Ref<WindowCall> call) noexcept : window_(Ref<Window>::share(window)), call_(std::move(call)) {}

  bool done() override {
    const WindowCall* part = call_.get();
    while (part != nullptr && part->call.done()) part = part->also.get();
    return part == nullptr;
  }
  Status tell(Outcome* outcome) override {
    *outcome = kEmptyOutcome;
    Status failed;
    for (WindowCall* part = call_.get(); part != nullptr; part = part->also.get()) {
      part->told = true;
      if (failed.is_ok() && !part->call.status().is_ok()) failed = part->call.status().clone();
    }
    return failed;
  }
  Status cancel() override { return Status::error(Code::kRequest, "a one-sided operation cannot be cancelled"); }
  [[nodiscard]] Window* window() const noexcept override { return window_.get(); }

 private:
  Ref<Window> window_;
  Ref<WindowCall> call_;
};

}  // namespace

std::unique_ptr<Work> make_window_work(Window& window, Ref<WindowCall> call) {
  return std::make_unique<WindowWork>(window, std::move(call));
}

}  // namespace penstock::core
