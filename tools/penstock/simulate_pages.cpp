// Prints the pages of `penstock simulate`.
#include <algorithm>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "coll/select/why.hpp"
#include "penstock/simulate.hpp"

namespace penstock::tool {
namespace {

using coll::size_text;
using coll::simulate::Link;
using coll::simulate::Model;
using Json = nlohmann::ordered_json;

std::string time_text(double us) {
  if (us < 1e3) return fmt::format("{:.3g} us", us);
  if (us < 1e6) return fmt::format("{:.3g} ms", us / 1e3);
  return fmt::format("{:.3g} s", us / 1e6);
}

std::string text_of(const Simulated& one) {
  if (one.us < 0) return one.algorithm + " -";
  return fmt::format("{} {}{}", one.algorithm, time_text(one.us), one.all ? "" : "*");
}

std::string link_text(const Link& link) {
  return fmt::format("{:g} us, a message every {:g} us, {:g} MB/s", link.latency_us, link.gap_us, 1 / link.us_per_byte);
}

std::string model_text(const Model& model) {
  return fmt::format(
      "{} a node. Inside a node {}; between nodes {}. Copies {:g} MB/s, reductions {:g} MB/s. A star: one node's ranks stand "
      "for "
      "those of all.",
      model.per_node == 1 ? std::string("One rank") : fmt::format("{} ranks", model.per_node), link_text(model.inside),
      link_text(model.between), 1 / model.copy_us_per_byte, 1 / model.reduce_us_per_byte);
}

// Calls `body` with the cases of one collective at a time; `cases` are ordered by collective.
template <typename Body>
void for_collectives(const std::vector<SimulatedCase>& cases, const Body& body) {
  for (std::size_t first = 0; first < cases.size();) {
    std::size_t last = first;
    while (last < cases.size() && cases[last].what.collective == cases[first].what.collective) ++last;
    body(std::span(cases).subspan(first, last - first));
    first = last;
  }
}

std::vector<std::uint64_t> sizes_of(std::span<const SimulatedCase> cases) {
  std::vector<std::uint64_t> sizes;
  for (const SimulatedCase& one : cases) {
    if (std::ranges::find(sizes, one.what.bytes) == sizes.end()) sizes.push_back(one.what.bytes);
  }
  return sizes;
}

std::string quickest(const SimulatedCase& one) {
  if (one.others.empty() || one.others.front().us < 0) return {};
  const Simulated& best = one.others.front();
  if (one.selected.us >= 0 && one.selected.us <= best.us) return {};
  return fmt::format("; {}", text_of(best));
}

Json json_of(const Simulated& one) {
  Json made = {{"algorithm", one.algorithm}, {"us", one.us < 0 ? Json() : Json(one.us)}, {"all_ranks", one.all}};
  if (!one.why.empty()) made["why"] = one.why;
  return made;
}

Json json_of(const Link& link) {
  return {{"latency_us", link.latency_us}, {"gap_us", link.gap_us}, {"us_per_byte", link.us_per_byte}};
}

}  // namespace

void print_text(const Model& model, const std::vector<SimulatedCase>& cases) {
  fmt::print("{}\n", model_text(model));
  for_collectives(cases, [](std::span<const SimulatedCase> some) {
    fmt::print("\n{}\n", coll::collective_name(some.front().what.collective));
    for (const SimulatedCase& one : some) {
      fmt::print("  {:>6} ranks {:>5} B  {:<32}", size_text(static_cast<std::uint64_t>(one.what.ranks)),
                 size_text(one.what.bytes), text_of(one.selected));
      for (const Simulated& other : one.others) fmt::print("  {}", text_of(other));
      fmt::print("{}{}\n", one.selected.why.empty() ? "" : "  ", one.selected.why);
    }
  });
}

void print_markdown(const Model& model, const std::vector<SimulatedCase>& cases) {
  fmt::print("{}\n", model_text(model));
  for_collectives(cases, [](std::span<const SimulatedCase> some) {
    const std::vector<std::uint64_t> sizes = sizes_of(some);
    fmt::print("\n{}:\n\n| ranks |", coll::collective_name(some.front().what.collective));
    for (const std::uint64_t size : sizes) fmt::print(" {} B |", size_text(size));
    fmt::print("\n|---|");
    for (std::size_t i = 0; i < sizes.size(); ++i) fmt::print("---|");
    for (std::size_t i = 0; i < some.size(); ++i) {
      if (i % sizes.size() == 0) fmt::print("\n| {} |", some[i].what.ranks);
      fmt::print(" {}{} |", text_of(some[i].selected), quickest(some[i]));
    }
    fmt::print("\n");
  });
}

void print_json(const Model& model, const std::vector<SimulatedCase>& cases) {
  Json list = Json::array();
  for (const SimulatedCase& one : cases) {
    Json others = Json::array();
    for (const Simulated& other : one.others) others.push_back(json_of(other));
    list.push_back({{"collective", coll::collective_name(one.what.collective)},
                    {"ranks", one.what.ranks},
                    {"bytes", one.what.bytes},
                    {"selected", json_of(one.selected)},
                    {"others", std::move(others)}});
  }
  const Json page = {{"schema", "penstock-simulate/1"},
                     {"model",
                      {{"per_node", model.per_node},
                       {"inside", json_of(model.inside)},
                       {"between", json_of(model.between)},
                       {"copy_us_per_byte", model.copy_us_per_byte},
                       {"reduce_us_per_byte", model.reduce_us_per_byte},
                       {"eager_limit", model.eager_limit}}},
                     {"cases", std::move(list)}};
  fmt::print("{}\n", page.dump(2));
}

}  // namespace penstock::tool
