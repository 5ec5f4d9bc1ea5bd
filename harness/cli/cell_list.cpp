// SPDX-License-Identifier: MIT
#include "harness/cli/cell_list.hpp"

#include <map>
#include <utility>

#include <fmt/format.h>

#include "harness/scenario/expand.hpp"
#include "harness/util/error.hpp"
#include "harness/util/json_document.hpp"
#include "harness/util/output_file.hpp"
#include "harness/util/paths.hpp"

namespace dllrepro::cli {

namespace fs = std::filesystem;

void write_cell_list(const fs::path& path, const CellList& list,
                     const std::function<std::string(const std::string&)>& path_there) {
  Json cells = Json::array();
  for (std::size_t at = 0; at < list.cells.size(); ++at) {
    const scenario::Cell& cell = list.cells[at];
    cells.push_back({{"file", path_there(path_to_utf8(cell.read_from))},
                     {"id", cell.id()},
                     {"number", list.numbers.at(at)},
                     {"with_twin", cell.twin != nullptr}});
  }
  write_file(path, Json{{"cells_of_run", list.cells_of_run}, {"cells", std::move(cells)}}.dump());
}

CellList read_cell_list(const fs::path& path, const scenario::FixtureLibrary& library) {
  const JsonDocument document = JsonDocument::read(path);
  CellList list;
  list.cells_of_run = document.root().at("cells_of_run").get<std::size_t>();
  std::map<std::string, std::map<std::string, scenario::Cell>> read;  // by file and id
  for (const Json& entry : document.root().at("cells")) {
    const auto file = entry.at("file").get<std::string>();
    const auto [known, is_new] = read.try_emplace(file);
    if (is_new) {
      for (scenario::Cell& cell : scenario::load_cells(path_from_utf8(file), library)) {
        std::string id = cell.id();
        known->second.emplace(std::move(id), std::move(cell));
      }
    }
    const auto cell = known->second.find(entry.at("id").get<std::string>());
    if (cell == known->second.end()) {
      throw EnvironmentFailure(fmt::format("failed to find the cell {} in {}, which was there when the run began",
                                           entry.at("id").get<std::string>(), file));
    }
    list.cells.push_back(std::move(cell->second));
    known->second.erase(cell);
    if (!entry.at("with_twin").get<bool>()) {
      list.cells.back().twin = nullptr;
    }
    list.numbers.push_back(entry.at("number").get<std::size_t>());
  }
  return list;
}

}  // namespace dllrepro::cli
