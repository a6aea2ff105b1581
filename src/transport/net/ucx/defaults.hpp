// UCX reads some of its variables from the environment alone, each time that it opens something.
#pragma once

#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace penstock::net {

// Variables of UCX that have these values for as long as this lives, unless the user has set them.
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
