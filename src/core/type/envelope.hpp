// Records how a datatype was made, for MPI_Type_get_envelope and MPI_Type_get_contents.
#pragma once

#include <cstdint>
#include <vector>

#include "mpi.h"

namespace penstock::core {

// The form of a call: with int counts, or with MPI_Count ("_c").
enum class Form : std::uint8_t { kSmall, kLarge };

// The constructor's arguments except its datatypes, added in the constructor's order. In the large form, counts and
// displacements are returned as large counts; in the small form, as integers and addresses.
class Envelope {
 public:
  explicit Envelope(int combiner = MPI_COMBINER_NAMED, Form form = Form::kSmall) : combiner_(combiner), form_(form) {}

  Envelope& integer(int value) {
    integers_.push_back(value);
    return *this;
  }
  // Adds an int, or a count of the large form.
  Envelope& count(MPI_Count value) {
    if (form_ == Form::kLarge) {
      counts_.push_back(value);
    } else {
      integers_.push_back(static_cast<int>(value));
    }
    return *this;
  }
  // Adds an address, or a count of the large form.
  Envelope& address(MPI_Count value) {
    if (form_ == Form::kLarge) {
      counts_.push_back(value);
    } else {
      addresses_.push_back(value);
    }
    return *this;
  }
  template <typename Values>
  Envelope& integers(const Values& values) {
    for (const int value : values) integer(value);
    return *this;
  }
  template <typename Values>
  Envelope& counts(const Values& values) {
    for (const MPI_Count value : values) count(value);
    return *this;
  }
  template <typename Values>
  Envelope& addresses(const Values& values) {
    for (const MPI_Count value : values) address(value);
    return *this;
  }

  [[nodiscard]] int combiner() const noexcept { return combiner_; }
  [[nodiscard]] const std::vector<int>& integers() const noexcept { return integers_; }
  [[nodiscard]] const std::vector<MPI_Aint>& addresses() const noexcept { return addresses_; }
  [[nodiscard]] const std::vector<MPI_Count>& large_counts() const noexcept { return counts_; }

 private:
  int combiner_;
  Form form_;
  std::vector<int> integers_;
  std::vector<MPI_Aint> addresses_;
  std::vector<MPI_Count> counts_;
};

}  // namespace penstock::core
