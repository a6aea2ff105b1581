#include "mpi_t/cvar.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>

namespace penstock::mpi_t {
namespace {

static_assert(sizeof(unsigned long) == sizeof(std::uint64_t), "sizes are MPI_UNSIGNED_LONG");

Status unreadable(const base::Tunable& row, std::string_view text) {
  return Status::error(Code::kInternal, "{}: '{}' is not of type {}", row.name, text, row.type);
}

template <typename T>
void put(T value, void* buffer) noexcept {
  std::memcpy(buffer, &value, sizeof value);
}
template <typename T>
T take(const void* buffer, std::size_t place = 0) noexcept {
  T value;
  std::memcpy(&value, static_cast<const char*>(buffer) + place * sizeof value, sizeof value);
  return value;
}

// Returns the number of a choice among "a|b|c"; the number of choices if it is none of them.
int find_choice(std::string_view choices, std::string_view wanted, std::string_view* nth = nullptr, int n = -1) {
  int number = 0;
  while (true) {
    const std::size_t end = std::min(choices.find('|'), choices.size());
    const std::string_view one = choices.substr(0, end);
    if (number == n && nth != nullptr) *nth = one;
    if (nth == nullptr && one == wanted) return number;
    ++number;
    if (end == choices.size()) return number;
    choices.remove_prefix(end + 1);
  }
}

bool parse_number(std::string_view text, double* out) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *out);
  return error == std::errc() && end == text.data() + text.size();
}

// Reads "8.8us 380000MB/s".
Status put_cost(const base::Tunable& row, std::string_view text, void* buffer) {
  const std::size_t middle = text.find("us ");
  double values[2];
  if (middle == std::string_view::npos || !text.ends_with("MB/s") || !parse_number(text.substr(0, middle), &values[0]) ||
      !parse_number(text.substr(middle + 3, text.size() - middle - 7), &values[1])) {
    return unreadable(row, text);
  }
  std::memcpy(buffer, values, sizeof values);
  return Status::ok();
}

void put_text(std::string_view text, void* buffer) noexcept {
  const std::size_t length = std::min(text.size(), static_cast<std::size_t>(kTextRoom) - 1);
  std::memcpy(buffer, text.data(), length);
  static_cast<char*>(buffer)[length] = '\0';
}

}  // namespace

CvarForm cvar_form(const base::Tunable& row) noexcept {
  if (row.type == "size") return {MPI_UNSIGNED_LONG, 1};
  if (row.type == "cost") return {MPI_DOUBLE, 2};
  if (row.type == "text") return {MPI_CHAR, kTextRoom};
  return {MPI_INT, 1};
}

Status cvar_from_text(const base::Tunable& row, std::string_view text, void* buffer) {
  if (row.type == "cost") return put_cost(row, text, buffer);
  if (row.type == "text") {
    put_text(text, buffer);
  } else if (row.type == "choice") {
    put(find_choice(row.limits, text), buffer);
  } else {
    std::uint64_t number = 0;
    if (!base::parse_size(text, &number)) return unreadable(row, text);
    if (row.type == "size") {
      put(number, buffer);
    } else {
      put(static_cast<int>(number), buffer);
    }
  }
  return Status::ok();
}

Status cvar_to_text(const base::Tunable& row, const void* buffer, std::string* text) {
  if (row.type == "text") {
    const auto* begin = static_cast<const char*>(buffer);
    *text = std::string(begin, strnlen(begin, kTextRoom));
  } else if (row.type == "cost") {
    *text = fmt::format("{}us {}MB/s", take<double>(buffer), take<double>(buffer, 1));
  } else if (row.type == "choice") {
    const int number = take<int>(buffer);
    std::string_view name;
    if (number < 0 || number >= find_choice(row.limits, {}, &name, number)) {
      return Status::error(Code::kConfig, "{} has no choice {}", row.name, number);
    }
    *text = name;
  } else if (row.type == "size") {
    *text = std::to_string(take<unsigned long>(buffer));
  } else {
    *text = std::to_string(take<int>(buffer));
  }
  return Status::ok();
}

}  // namespace penstock::mpi_t
