// Writes and reads the record of a machine.
#include <cerrno>
#include <cstring>
#include <fstream>

#include <fmt/format.h>

#include "penstock/topology_read.hpp"

namespace penstock::tool {
namespace {

using base::Machine;
using Json = nlohmann::ordered_json;

constexpr std::string_view kSchema = "penstock-topology/1";

Json place_json(const base::Place& place) {
  return {{"address", place.address}, {"bridges", place.bridges}, {"numa", place.numa}};
}

base::Place place_of(const nlohmann::json& record) {
  return {record.at("address"), record.at("bridges"), record.at("numa")};
}

void take(const nlohmann::json& record, Machine* out) {
  out->name = record.at("name");
  out->source = record.at("source");
  for (const auto& node : record.at("numa_nodes"))
    out->nodes.push_back({node.at("number"), node.at("package"), node.at("bytes")});
  for (const auto& core : record.at("cores")) {
    out->cores.push_back({core.at("package"), core.at("numa"), core.at("l3"), core.at("cpus")});
  }
  for (const auto& gpu : record.at("gpus")) out->gpus.push_back({gpu.at("name"), gpu.at("uuid"), place_of(gpu)});
  for (const auto& adapter : record.at("adapters")) {
    out->adapters.push_back({adapter.at("name"), adapter.at("kind"), place_of(adapter)});
  }
  for (const auto& link : record.at("nvlinks")) {
    const auto& to = link.at("to");
    out->links.push_back({link.at("from"), to == "cpu" ? base::Link::kCpu : to.get<int>(), link.at("count"),
                          link.at("gigabytes_per_second"), link.at("switched")});
  }
}

// Code that uses a machine follows the numbers in it, so they are checked here.
Status check(const Machine& machine) {
  const int gpus = static_cast<int>(machine.gpus.size());
  for (const base::Link& link : machine.links) {
    if (link.from < 0 || link.from >= gpus || link.to < base::Link::kCpu || link.to >= gpus || link.to == link.from) {
      return Status::error(Code::kConfig, "a link from GPU {} to {} of {} GPUs", link.from, link.to, gpus);
    }
  }
  if (machine.cores.empty()) return Status::error(Code::kConfig, "a machine without cores");
  return Status::ok();
}

// Writes a core, a GPU, a link on one line each.
std::string text_of(const Json& record) {
  std::string out = "{";
  for (const auto& [key, value] : record.items()) {
    out += fmt::format("{}\n {}: ", out.size() > 1 ? "," : "", Json(key).dump());
    if (!value.is_array()) {
      out += value.dump();
      continue;
    }
    out += "[";
    for (std::size_t i = 0; i < value.size(); ++i) out += fmt::format("{}\n  {}", i == 0 ? "" : ",", value[i].dump());
    out += "\n ]";
  }
  return out + "\n}\n";
}

}  // namespace

Json machine_to_json(const Machine& machine) {
  Json out = {{"schema", kSchema}, {"name", machine.name}, {"source", machine.source}};
  Json& nodes = out["numa_nodes"] = Json::array();
  for (const base::NumaNode& node : machine.nodes)
    nodes.push_back({{"number", node.number}, {"package", node.package}, {"bytes", node.bytes}});
  Json& cores = out["cores"] = Json::array();
  for (const base::Core& core : machine.cores) {
    cores.push_back({{"package", core.package}, {"numa", core.numa}, {"l3", core.l3}, {"cpus", core.cpus}});
  }
  Json& gpus = out["gpus"] = Json::array();
  for (const base::Gpu& gpu : machine.gpus) {
    Json row = {{"name", gpu.name}, {"uuid", gpu.uuid}};
    row.update(place_json(gpu.place));
    gpus.push_back(std::move(row));
  }
  Json& adapters = out["adapters"] = Json::array();
  for (const base::Adapter& adapter : machine.adapters) {
    Json row = {{"name", adapter.name}, {"kind", adapter.kind}};
    row.update(place_json(adapter.place));
    adapters.push_back(std::move(row));
  }
  Json& links = out["nvlinks"] = Json::array();
  for (const base::Link& link : machine.links) {
    links.push_back({{"from", link.from},
                     {"to", link.to},
                     {"count", link.count},
                     {"gigabytes_per_second", link.gigabytes},
                     {"switched", link.switched}});
    if (link.to == base::Link::kCpu) links.back()["to"] = "cpu";
  }
  return out;
}

Status machine_from_json(const nlohmann::json& record, Machine* out) {
  *out = {};
  try {
    if (record.at("schema") != kSchema) {
      return Status::error(Code::kConfig, "its schema is {}, not {}", record.at("schema").dump(), kSchema);
    }
    take(record, out);
  } catch (const nlohmann::json::exception& error) {
    return Status::error(Code::kConfig, "{}", error.what());
  }
  return check(*out);
}

Status load_machine(const std::string& file, Machine* out) {
  std::ifstream in(file);
  if (!in) return Status::system(errno, fmt::format("reading {}", file));
  const nlohmann::json record = nlohmann::json::parse(in, nullptr, false);
  Status taken = record.is_discarded() ? Status::error(Code::kConfig, "it is no JSON") : machine_from_json(record, out);
  return taken.is_ok() ? std::move(taken) : std::move(taken).within(fmt::format("{} is no record of a machine", file));
}

Status store_machine(const Machine& machine, const std::string& file) {
  std::ofstream out(file);
  out << text_of(machine_to_json(machine));
  out.close();
  return out ? Status::ok() : Status::system(errno, fmt::format("writing {}", file));
}

}  // namespace penstock::tool
