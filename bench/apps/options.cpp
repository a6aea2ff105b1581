#include "options.hpp"

#include <charconv>

#include "command_line.hpp"
#include "halo.hpp"

namespace bench::apps {
namespace {

constexpr char kManual[] =
    "Stencil2D: a nine-point stencil on a field in memory of the GPUs, whose halos travel in these ways:\n"
    "  plain      strips copied to host buffers (2-D copies), MPI on those, copied back\n"
    "  pipelined  the same in pieces: asynchronous copies overlapped with messages\n"
    "  datatype   MPI_Type_vector on device memory, nothing else\n"
    "  graph      the same on a stream, two iterations a CUDA graph; only when named\n"
    "  kernel     all steps of a round in one kernel that stores its border at the neighbours (only where it is named)\n"
    "The versions take turns, a round each; results are checked against each other, and on small fields against the host.\n\n"
    "  mpiexec -n 2 penstock-stencil --grid 1x2 --cells 8Kx8K\n"
    "  mpiexec -n 4 penstock-stencil --grid 2x2 --cells 4Kx4K --type float --json 2x2.json\n"
    "  mpiexec -n 8 penstock-stencil --grid 1x8 --cells 64Kx1K --versions datatype\n\n"
    "penstock stencil runs it for several grids and both precisions, and compares.";

constexpr int kLargestSide = 1 << 20;

// Parses "8K" and the like.
bool side(std::string_view text, int* out) {
  int factor = 1;
  if (!text.empty() && (text.back() == 'K' || text.back() == 'k')) {
    factor = 1024;
    text.remove_suffix(1);
  }
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *out);
  if (error != std::errc() || end != text.data() + text.size() || *out < 1 || *out > kLargestSide / factor) return false;
  *out *= factor;
  return true;
}

// Parses "8Kx64".
bool sides(const std::string& text, int* first, int* second) {
  const std::size_t cross = text.find('x');
  return cross != std::string::npos && side(std::string_view(text).substr(0, cross), first) &&
         side(std::string_view(text).substr(cross + 1), second);
}

std::string wrong_sides(const std::string& text) {
  int first = 0, second = 0;
  return sides(text, &first, &second) ? "" : "'" + text + "' is not ROWSxCOLUMNS, as 2x4 or 8Kx8K, each from 1 to 1024K";
}

std::vector<std::string> all_versions() {
  std::vector<std::string> all;
  for (const Version& version : kVersions) all.emplace_back(version.name);
  return all;
}

std::vector<std::string> default_versions() {
  std::vector<std::string> some;
  for (const Version& version : kVersions) {
    if (version.by_default) some.emplace_back(version.name);
  }
  return some;
}

}  // namespace

Parsed parse(int argc, char** argv, Options* out, std::string* text) {
  std::string grid, cells = "1Kx1K", type = "double";
  std::vector<std::string> versions = default_versions();
  CLI::App app{kManual, "penstock-stencil"};
  app.add_option("--grid", grid, "ranks, ROWSxCOLUMNS; default: as square as their number allows")->check(wrong_sides);
  app.add_option("--cells", cells, "cells of each rank, ROWSxCOLUMNS")->check(wrong_sides)->capture_default_str();
  app.add_option("--type", type, "double or float")->check(CLI::IsMember({"double", "float"}))->capture_default_str();
  app.add_option("--versions", versions, "some of plain, pipelined, datatype, graph and kernel")
      ->delimiter(',')
      ->check(CLI::IsMember(all_versions()))
      ->capture_default_str();
  app.add_option("--iterations", out->iterations, "steps in a round")->check(CLI::Range(1, 1000000))->capture_default_str();
  app.add_option("--rounds", out->rounds, "measured, after one that is not")->check(CLI::Range(1, 1000))->capture_default_str();
  app.add_option("--pieces", out->pieces, "of a strip, pipelined; 0: the fastest of 1, 2, 4 and 8, measured first")
      ->check(CLI::Range(0, kMostPieces))
      ->capture_default_str();
  app.add_option("--staging", out->staging, "memory of host buffers: pinned or host (pageable)")
      ->check(CLI::IsMember({"pinned", "host"}))
      ->capture_default_str();
  app.add_option("--memory", out->memory, "of the field: device, managed, pool, vmm, vmm-chunks or vmm-private")
      ->check(CLI::IsMember({"device", "managed", "pool", "vmm", "vmm-chunks", "vmm-private"}))
      ->capture_default_str();
  app.add_option("--verify", out->verify, "compare with the host's computation: yes, no or auto (small fields)")
      ->check(CLI::IsMember({"yes", "no", "auto"}))
      ->capture_default_str();
  app.add_flag("--plant-error", out->plant_error, "make one cell of the last version wrong: the checks must find it");
  app.add_option("--json", out->json, "write the figures to this file");
  const Parsed parsed = read_command_line(app, argc, argv, &out->words, text);
  if (parsed != Parsed::kGo) return parsed;
  if (!grid.empty()) sides(grid, &out->down, &out->across);
  sides(cells, &out->rows, &out->columns);
  out->single = type == "float";
  for (const std::string& name : all_versions()) {
    if (std::find(versions.begin(), versions.end(), name) != versions.end()) out->versions.push_back(name);
  }
  return Parsed::kGo;
}

}  // namespace bench::apps
