#include "core/window_request.hpp"

#include <utility>

#include "core/window.hpp"

namespace penstock::core {
namespace {

class WindowWork final : public Work {
 public:
  WindowWork(Window& window, Ref<WindowCall> call) noexcept : window_(Ref<Window>::share(window)), call_(std::move(call)) {}

  bool done() override { return call_->call.done(); }
  Status tell(Outcome* outcome) override {
    *outcome = kEmptyOutcome;
    call_->told = true;
    return call_->call.status().is_ok() ? Status::ok() : call_->call.status().clone();
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
