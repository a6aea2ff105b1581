#include <cstring>
#include <new>
#include <string>
#include <vector>

#include "engine.hpp"
#include "engines.hpp"
#include "stencil.hpp"

namespace demo {
namespace {

class HostEngine final : public Engine {
 public:
  HostEngine(bool single, const std::string& why) : single_(single), description_("host memory" + why) {}

  [[nodiscard]] std::string describe() const override { return description_; }

  [[nodiscard]] void* allocate(std::size_t bytes) override {
    arrays_.emplace_back(new (std::nothrow) double[(bytes + sizeof(double) - 1) / sizeof(double)]());
    return arrays_.back().get();
  }

  [[nodiscard]] bool upload(void* array, const void* host, std::size_t bytes) override {
    std::memcpy(array, host, bytes);
    return true;
  }

  [[nodiscard]] bool step(const void* from, void* to, int rows, int columns) override {
    if (single_) {
      stencil_step(static_cast<const float*>(from), static_cast<float*>(to), rows, columns);
    } else {
      stencil_step(static_cast<const double*>(from), static_cast<double*>(to), rows, columns);
    }
    return true;
  }

 private:
  bool single_;
  std::string description_;
  std::vector<std::unique_ptr<double[]>> arrays_;
};

}  // namespace

std::unique_ptr<Engine> make_host_engine(const Options& options, const std::string& why) {
  return std::make_unique<HostEngine>(options.single, why);
}

}  // namespace demo
