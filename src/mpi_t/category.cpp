// Categories: the groups of tunables, of performance variables, and events, below one category that holds
// all of them. They never change.
#include <algorithm>
#include <string>
#include <vector>

#include "base/tunable_traits.hpp"
#include "mpi_t/event.hpp"
#include "mpi_t/gen/calls.hpp"
#include "mpi_t/pvar.hpp"
#include "mpi_t/text.hpp"

namespace penstock::mpi_t {
namespace {

struct Category {
  std::string name;
  std::string description;
  std::vector<int> cvars;
  std::vector<int> pvars;
  std::vector<int> events;
  std::vector<int> categories;
};

void add_tunables(std::vector<Category>* out) {
  const auto groups = base::tunable_groups();
  const auto traits = base::tunable_traits();
  for (std::size_t group = 0; group < groups.size(); ++group) {
    Category made{fmt::format("penstock_{}", groups[group].name), std::string(groups[group].meaning), {}, {}, {}, {}};
    for (std::size_t i = 0; i < traits.size(); ++i) {
      if (traits[i].group == group) made.cvars.push_back(static_cast<int>(i));
    }
    out->push_back(std::move(made));
  }
}

void add_pvars(std::vector<Category>* out) {
  const auto all = pvar_types();
  for (const PvarGroup& group : pvar_groups()) {
    Category made{fmt::format("penstock_{}", group.name), std::string(group.meaning), {}, {}, {}, {}};
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i].group == group.name) made.pvars.push_back(static_cast<int>(i));
    }
    out->push_back(std::move(made));
  }
}

std::vector<Category> make_categories() {
  std::vector<Category> out = {{"penstock", "All that Penstock has.", {}, {}, {}, {}}};
  add_tunables(&out);
  add_pvars(&out);
  Category events{"penstock_events", "What happens inside the library.", {}, {}, {}, {}};
  for (std::size_t i = 0; i < event_types().size(); ++i) events.events.push_back(static_cast<int>(i));
  out.push_back(std::move(events));
  for (std::size_t i = 1; i < out.size(); ++i) out.front().categories.push_back(static_cast<int>(i));
  return out;
}

const std::vector<Category>& categories() {
  static const std::vector<Category> all = make_categories();
  return all;
}

const Category* find(int index) {
  if (index < 0 || static_cast<std::size_t>(index) >= categories().size()) return nullptr;
  return &categories()[static_cast<std::size_t>(index)];
}

// Writes one of the lists of a category.
int give_list(int index, std::vector<int> Category::* list, int len, int indices[]) {
  const Category* found = find(index);
  if (found == nullptr) return MPI_T_ERR_INVALID_INDEX;
  if (len < 0 || (len > 0 && indices == nullptr)) return MPI_T_ERR_INVALID;
  give_numbers(found->*list, len, indices);
  return MPI_SUCCESS;
}

}  // namespace

int category_get_num(Caller& /*caller*/, int* num_cat) {
  give(static_cast<int>(categories().size()), num_cat);
  return MPI_SUCCESS;
}

int category_get_info(Caller& /*caller*/, int cat_index, char* name, int* name_len, char* desc, int* desc_len, int* num_cvars,
                      int* num_pvars, int* num_categories) {
  const Category* found = find(cat_index);
  if (found == nullptr) return MPI_T_ERR_INVALID_INDEX;
  give_text(found->name, name, name_len);
  give_text(found->description, desc, desc_len);
  give(static_cast<int>(found->cvars.size()), num_cvars);
  give(static_cast<int>(found->pvars.size()), num_pvars);
  give(static_cast<int>(found->categories.size()), num_categories);
  return MPI_SUCCESS;
}

int category_get_num_events(Caller& /*caller*/, int cat_index, int* num_events) {
  const Category* found = find(cat_index);
  if (found == nullptr) return MPI_T_ERR_INVALID_INDEX;
  give(static_cast<int>(found->events.size()), num_events);
  return MPI_SUCCESS;
}

int category_get_index(Caller& /*caller*/, const char* name, int* cat_index) {
  if (name == nullptr || cat_index == nullptr) return MPI_T_ERR_INVALID;
  const auto found = std::ranges::find(categories(), std::string_view(name), &Category::name);
  if (found == categories().end()) return MPI_T_ERR_INVALID_NAME;
  *cat_index = static_cast<int>(found - categories().begin());
  return MPI_SUCCESS;
}

int category_get_cvars(Caller& /*caller*/, int cat_index, int len, int indices[]) {
  return give_list(cat_index, &Category::cvars, len, indices);
}

int category_get_pvars(Caller& /*caller*/, int cat_index, int len, int indices[]) {
  return give_list(cat_index, &Category::pvars, len, indices);
}

int category_get_events(Caller& /*caller*/, int cat_index, int len, int indices[]) {
  return give_list(cat_index, &Category::events, len, indices);
}

int category_get_categories(Caller& /*caller*/, int cat_index, int len, int indices[]) {
  return give_list(cat_index, &Category::categories, len, indices);
}

int category_changed(Caller& /*caller*/, int* update_number) {
  give(0, update_number);
  return MPI_SUCCESS;
}

}  // namespace penstock::mpi_t
