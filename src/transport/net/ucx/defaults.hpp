// UCX reads some of its variables only from the environment, each time that it opens an object.
#pragma once

#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace penstock::net {

// Defaults sets variables of UCX to these values for its lifetime, unless the user has set them.
class Defaults {
 public:
  explicit Defaults(const std::vector<std::pair<const char*, std::string>>& values) {
    for (const auto& [name, value] : values) {
      if (std::getenv(name) == nullptr && setenv(name, value.c_str(), 0) == 0) ours_.push_back(name);
    }
  }
  ~Defaults() {
    for (const char* name : ours_) static_cast<void>(unsetenv(name));
  }
  Defaults(const Defaults&) = delete;
  Defaults& operator=(const Defaults&) = delete;

 private:
  std::vector<const char*> ours_;
};

}  // namespace penstock::net
