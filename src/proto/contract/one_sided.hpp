// The contract for one-sided operations.
#pragma once

namespace penstock::transport {
class MemoryRegistry;  // registry.hpp
}

namespace penstock::proto {

namespace rma {
class Rma;  // rma/rma.hpp
}

// Both objects are made with the first call of either, or the first request of a peer: a program that uses neither pays
// nothing. They live as long as the engine. Called with the engine's lock held.
class OneSided {
 public:
  virtual rma::Rma& rma() = 0;
  // Holds the memory that this rank lets others reach.
  virtual transport::MemoryRegistry& memory_registry() = 0;

 protected:
  ~OneSided() = default;
};

}  // namespace penstock::proto
