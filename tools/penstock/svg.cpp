#include "penstock/svg.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include <fmt/format.h>

namespace penstock::tool {
namespace {

using base::Machine;
using base::Placement;

constexpr int kCell = 14;  // a core
constexpr int kGap = 4;
constexpr int kCoresARow = 12;
constexpr int kCoresWidth = kCoresARow * (kCell + kGap) + 40;  // room for gaps between L3 groups
constexpr int kCard = 132;                                     // a GPU or an adapter
constexpr int kCardHeight = 46;
constexpr int kMargin = 24;
constexpr int kPadding = 14;
constexpr std::array kColours = {"#4e79a7", "#f28e2b", "#59a14f", "#b07aa1", "#edc948", "#76b7b2", "#e15759", "#9c755f"};

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '&': out += "&amp;"; break;
      case '"': out += "&quot;"; break;
      default: out += c;
    }
  }
  return out;
}

std::string cut(const std::string& text, std::size_t most) {
  return text.size() <= most ? text : text.substr(0, most - 2) + "..";
}

// A NUMA node with its devices. The column -1 has devices whose node is unknown.
struct Column {
  int package = 0;
  std::map<int, std::vector<int>> caches;  // cores by L3 group
  std::vector<int> gpus;
  std::vector<int> adapters;
  int x = 0;
  int width = 0;
};

class Drawing {
 public:
  Drawing(const Machine& machine, const std::vector<Placement>& placements) : machine_(machine), placements_(placements) {
    collect();
    place();
  }

  std::string text() {
    for (auto& [numa, column] : columns_) draw_node(numa, column);
    draw_packages();
    draw_links();
    return head() + shapes_ + "</svg>\n";
  }

 private:
  void collect() {
    owner_.assign(machine_.cores.size(), -1);
    for (std::size_t rank = 0; rank < placements_.size(); ++rank) {
      for (const int core : placements_[rank].cores) owner_[static_cast<std::size_t>(core)] = static_cast<int>(rank);
    }
    for (std::size_t i = 0; i < machine_.cores.size(); ++i) {
      Column& column = columns_[machine_.cores[i].numa];
      column.package = machine_.cores[i].package;
      column.caches[machine_.cores[i].l3].push_back(static_cast<int>(i));
    }
    const auto known = [this](int numa) { return columns_.contains(numa) ? numa : -1; };
    for (std::size_t i = 0; i < machine_.gpus.size(); ++i)
      column_of(known(machine_.gpus[i].place.numa)).gpus.push_back(static_cast<int>(i));
    for (std::size_t i = 0; i < machine_.adapters.size(); ++i) {
      column_of(known(machine_.adapters[i].place.numa)).adapters.push_back(static_cast<int>(i));
    }
  }
  Column& column_of(int numa) {
    Column& column = columns_[numa];
    if (numa < 0) column.package = -1;
    return column;
  }

  void place() {
    int x = kMargin;
    int before = -2;
    for (auto& [numa, column] : columns_) {
      if (before != -2) x += column.package == before ? kPadding : 2 * kPadding + kMargin / 2;
      before = column.package;
      column.x = x;
      const auto cards = static_cast<int>(std::max(column.gpus.size(), column.adapters.size()));
      column.width = std::max(kCoresWidth, cards * (kCard + 8)) + 2 * kPadding;
      core_height_ = std::max(core_height_, lay_out(column, [](const std::vector<int>&, int, int) {}));
      x += column.width;
    }
    width_ = x + kMargin;
    cards_y_ = kTop + 58 + core_height_ + 20;
    const bool adapters = !machine_.adapters.empty();
    const bool gpus = !machine_.gpus.empty();
    adapters_y_ = cards_y_ + (gpus ? kCardHeight + 22 : 0);
    floor_ = adapters_y_ + (adapters ? kCardHeight + 16 : 0);
    int below = 0;
    for (const base::Link& link : machine_.links) {
      if (link.to != base::Link::kCpu) below = std::max(below, link.switched ? 60 : kArc);
    }
    height_ = floor_ + below + kMargin;
    gpu_x_.assign(machine_.gpus.size(), 0);
  }

  std::string head() const {
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
        "font-family=\"Helvetica, Arial, sans-serif\" font-size=\"11\" fill=\"#333\">\n"
        "<rect width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n"
        "<text x=\"{2}\" y=\"26\" font-size=\"17\" font-weight=\"bold\">{3}</text>\n"
        "<text x=\"{2}\" y=\"44\" fill=\"#777\">{4}</text>\n",
        width_, height_, kMargin, escaped(cut(machine_.name, 60)),
        escaped(cut(machine_.source, static_cast<std::size_t>(width_ / 6))));
  }
  void text_at(int x, int y, std::string_view text, std::string_view more = "") {
    shapes_ += fmt::format("<text x=\"{}\" y=\"{}\"{}{}>{}</text>\n", x, y, more.empty() ? "" : " ", more, escaped(text));
  }
  void box(int x, int y, int width, int height, std::string_view style) {
    shapes_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"4\" {}/>\n", x, y, width, height, style);
  }
  static std::string colour(int rank) {
    return rank < 0 ? "#d9d9d9" : kColours[static_cast<std::size_t>(rank) % kColours.size()];
  }
  std::optional<int> rank_of_gpu(int gpu) const {
    for (std::size_t rank = 0; rank < placements_.size(); ++rank) {
      if (placements_[rank].gpu == gpu) return static_cast<int>(rank);
    }
    return std::nullopt;
  }
  std::string ranks_of_adapter(int adapter) const {
    std::string out;
    for (std::size_t rank = 0; rank < placements_.size(); ++rank) {
      if (placements_[rank].adapter == adapter) out += fmt::format("{}{}", out.empty() ? "rank " : ", ", rank);
    }
    return out;
  }

  void draw_node(int numa, const Column& column) {
    const int x = column.x + kPadding;
    box(column.x, kTop + 22, column.width, floor_ - kTop - 22, "fill=\"#f7f8fa\" stroke=\"#c9ced6\"");
    std::uint64_t bytes = 0;
    for (const base::NumaNode& node : machine_.nodes) bytes += node.number == numa ? node.bytes : 0;
    text_at(x, kTop + 40,
            numa < 0 ? "place unknown" : fmt::format("NUMA node {}, {:.0f} GiB", numa, static_cast<double>(bytes) / (1 << 30)),
            "fill=\"#555\" font-weight=\"bold\"");
    static_cast<void>(
        lay_out(column, [&](const std::vector<int>& cores, int dx, int dy) { draw_cores(x + dx, kTop + 52 + dy, cores); }));
    for (std::size_t i = 0; i < column.gpus.size(); ++i) draw_gpu(x + static_cast<int>(i) * (kCard + 8), column.gpus[i]);
    for (std::size_t i = 0; i < column.adapters.size(); ++i)
      draw_adapter(x + static_cast<int>(i) * (kCard + 8), column.adapters[i]);
  }
  // Draws L3 groups beside each other while they fit, then below; returns the height of all.
  template <typename Visit>
  static int lay_out(const Column& column, const Visit& visit) {
    int x = 0;
    int y = 0;
    int row = 0;
    for (const auto& [l3, cores] : column.caches) {
      const auto count = static_cast<int>(cores.size());
      const int width = std::min(kCoresARow, count) * (kCell + kGap) + 8;
      if (x > 0 && x + width > kCoresWidth) {
        x = 0;
        y += row;
        row = 0;
      }
      visit(cores, x, y);
      x += width;
      row = std::max(row, (count + kCoresARow - 1) / kCoresARow * (kCell + kGap) + 8);
    }
    return y + row;
  }
  // Draws one L3 group.
  void draw_cores(int x, int y, const std::vector<int>& cores) {
    const int rows = static_cast<int>((cores.size() + kCoresARow - 1) / kCoresARow);
    const int across = std::min<int>(kCoresARow, static_cast<int>(cores.size()));
    box(x - 4, y - 3, across * (kCell + kGap) + 4, rows * (kCell + kGap) + 3, "fill=\"#ffffff\" stroke=\"#dfe3e8\"");
    for (std::size_t i = 0; i < cores.size(); ++i) {
      const auto index = static_cast<std::size_t>(cores[i]);
      shapes_ += fmt::format(
          "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"2\" fill=\"{}\"><title>core {}, rank {}</title></rect>\n",
          x + static_cast<int>(i % kCoresARow) * (kCell + kGap), y + static_cast<int>(i / kCoresARow) * (kCell + kGap), kCell,
          kCell, colour(owner_[index]), index, owner_[index] < 0 ? "none" : std::to_string(owner_[index]));
    }
  }
  void draw_gpu(int x, int index) {
    const base::Gpu& gpu = machine_.gpus[static_cast<std::size_t>(index)];
    const std::optional<int> rank = rank_of_gpu(index);
    gpu_x_[static_cast<std::size_t>(index)] = x + kCard / 2;
    box(x, cards_y_, kCard, kCardHeight,
        fmt::format("fill=\"#ffffff\" stroke=\"{}\" stroke-width=\"2\"", colour(rank.value_or(-1))));
    text_at(x + 8, cards_y_ + 15, fmt::format("GPU {}{}", index, rank ? fmt::format(", rank {}", *rank) : ""),
            "font-weight=\"bold\"");
    text_at(x + 8, cards_y_ + 28, cut(gpu.name, 19));
    text_at(x + 8, cards_y_ + 40, gpu.place.address, "fill=\"#777\" font-size=\"10\"");
  }
  void draw_adapter(int x, int index) {
    const base::Adapter& adapter = machine_.adapters[static_cast<std::size_t>(index)];
    box(x, adapters_y_, kCard, kCardHeight, "fill=\"#eef4ee\" stroke=\"#8fb08f\"");
    text_at(x + 8, adapters_y_ + 15, fmt::format("{} ({})", cut(adapter.name, 12), adapter.kind == "infiniband" ? "IB" : "Eth"),
            "font-weight=\"bold\"");
    text_at(x + 8, adapters_y_ + 28, cut(ranks_of_adapter(index), 19));
    text_at(x + 8, adapters_y_ + 40, adapter.place.address, "fill=\"#777\" font-size=\"10\"");
  }
  void draw_packages() {
    std::map<int, std::pair<int, int>> extent;
    for (const auto& [numa, column] : columns_) {
      const auto [at, fresh] = extent.try_emplace(column.package, column.x, column.x + column.width);
      if (!fresh) at->second = {std::min(at->second.first, column.x), std::max(at->second.second, column.x + column.width)};
    }
    for (const auto& [package, sides] : extent) {
      if (package < 0) continue;
      text_at(sides.first, kTop + 12, fmt::format("Package {}", package), "font-size=\"13\" font-weight=\"bold\"");
      shapes_ += fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"#8a94a3\" stroke-width=\"2\"/>\n",
                             sides.first, kTop + 17, sides.second, kTop + 17);
    }
  }
  void draw_links() {
    const bool through_switch =
        std::any_of(machine_.links.begin(), machine_.links.end(), [](const auto& link) { return link.switched; });
    if (through_switch) return draw_switch();
    for (const base::Link& link : machine_.links) {
      const int x = gpu_x_[static_cast<std::size_t>(link.from)];
      if (link.to == base::Link::kCpu) {
        shapes_ += fmt::format("<line x1=\"{0}\" y1=\"{1}\" x2=\"{0}\" y2=\"{2}\" stroke=\"#76a800\" stroke-width=\"{3}\"/>\n",
                               x, cards_y_ - 14, cards_y_, 1 + link.count);
        text_at(x + 8, cards_y_ - 5, fmt::format("NV{}", link.count), "fill=\"#5b8200\" font-weight=\"bold\"");
      } else {
        draw_arc(x, gpu_x_[static_cast<std::size_t>(link.to)], link.count);
      }
    }
  }
  void draw_arc(int from, int to, int count) {
    const int top = floor_ + 4;
    const int depth = 14 + (kArc - 14) * std::abs(to - from) / std::max(1, width_);
    shapes_ += fmt::format(
        "<path d=\"M {0} {1} C {0} {2}, {3} {2}, {3} {1}\" fill=\"none\" stroke=\"#76a800\" stroke-width=\"{4}\" "
        "opacity=\"0.75\"/>\n",
        from, top, top + depth + 20, to, std::min(6, 1 + count / 2));
    text_at((from + to) / 2 - 8, top + (depth + 20) * 3 / 4 - 4, fmt::format("NV{}", count),
            "fill=\"#5b8200\" font-weight=\"bold\"");
  }
  void draw_switch() {
    const int y = floor_ + 34;
    const auto [first, last] = std::minmax_element(gpu_x_.begin(), gpu_x_.end());
    box(*first - 50, y, *last - *first + 100, 26, "fill=\"#e9f2d2\" stroke=\"#76a800\"");
    const base::Link& link =
        *std::find_if(machine_.links.begin(), machine_.links.end(), [](const auto& each) { return each.switched; });
    text_at((*first + *last) / 2 - 110, y + 17,
            fmt::format("NVSwitch: {} NVLinks a GPU{}", link.count,
                        link.gigabytes > 0 ? fmt::format(", {:.0f} GB/s each way", link.gigabytes) : ""),
            "fill=\"#4a6b00\" font-weight=\"bold\"");
    for (const int x : gpu_x_) {
      shapes_ += fmt::format(
          "<line x1=\"{0}\" y1=\"{1}\" x2=\"{0}\" y2=\"{2}\" stroke=\"#76a800\" stroke-width=\"3\" opacity=\"0.8\"/>\n", x,
          floor_ + 4, y);
    }
  }

  static constexpr int kTop = 60;
  static constexpr int kArc = 70;
  const Machine& machine_;
  const std::vector<Placement>& placements_;
  std::map<int, Column> columns_;
  std::vector<int> owner_;
  std::vector<int> gpu_x_;
  std::string shapes_;
  int width_ = 0, height_ = 0, core_height_ = 0, cards_y_ = 0, adapters_y_ = 0, floor_ = 0;
};

}  // namespace

std::string svg_of(const Machine& machine, const std::vector<Placement>& placements) {
  return Drawing(machine, placements).text();
}

}  // namespace penstock::tool
