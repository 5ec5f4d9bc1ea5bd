// SPDX-License-Identifier: MIT
#include "harness/pe/lookup.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace dllrepro::pe {

namespace {

template <class Matches>
const Export* find_entry(const Image& image, Matches matches) {
  if (!image.exports) {
    return nullptr;
  }
  const auto& entries = image.exports->entries;
  const auto found = std::find_if(entries.begin(), entries.end(), matches);
  // An entry with a name but address 0 is none: the loader gives no address for it.
  return found == entries.end() ? nullptr : &*found;
}

}  // namespace

const Export* find_export(const Image& image, std::string_view name) {
  return find_entry(image,
                    [name](const Export& entry) { return !name.empty() && entry.name == name && entry.address != 0; });
}

const Export* find_export(const Image& image, std::uint32_t ordinal) {
  return find_entry(image, [ordinal](const Export& entry) { return entry.ordinal == ordinal && entry.address != 0; });
}

std::string machine_name(Machine machine) {
  switch (machine) {
    case Machine::Unknown:
      return "unknown";
    case Machine::X86:
      return "x86";
    case Machine::Arm:
      return "arm";
    case Machine::X64:
      return "x64";
    case Machine::Arm64:
      return "arm64";
  }
  return fmt::format("{:#x}", static_cast<unsigned>(machine));
}

}  // namespace dllrepro::pe
