#include "engine.hpp"

#include "engines.hpp"

namespace demo {

std::unique_ptr<Engine> make_engine(const Options& options, int local_rank, std::string* complaint) {
  if (options.memory == MemoryChoice::kHost) return make_host_engine(options);
  auto engine = make_gpu_engine(options, local_rank, complaint);
  if (engine || options.memory != MemoryChoice::kAuto) return engine;
  return make_host_engine(options, "\n  (" + *complaint + ")");
}

}  // namespace demo
