// SPDX-License-Identifier: MIT
// What every directory's reader gets, and how a file that means harm is kept from costing more than its size.
//
// A small file can claim far more than it holds: thousands of descriptors that share one table, a loop of resource
// directories. So each reader pays for every structure and text it takes, from one budget of a few times the file's
// size. An honest file refers to each of its bytes once and never comes near; when the budget is spent, that is one
// anomaly, and all readers stop. Hence the time and memory of reading grow with the file's size and with nothing else.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "harness/pe/image.hpp"
#include "harness/pe/mapping.hpp"
#include "harness/pe/view.hpp"

namespace dllrepro::pe {

/// The longest name taken for one: the longest decorated C++ names are 4096 bytes.
constexpr std::size_t k_longest_name = 8192;

/// Adds to the image's list, whose length is bounded: one broken table gives one anomaly for each of its entries, and
/// nobody reads more than the first of them.
void add_anomaly(Image& image, std::uint64_t offset, std::string message);

class Context {
 public:
  /// `directories_offset`: where the data directories lie in the file.
  Context(View file_view, Image& read_image, std::uint64_t directories_offset)
      : file(file_view),
        memory(file_view, read_image),
        image(read_image),
        m_directories_offset(directories_offset),
        m_budget(0x10000 + 4 * file_view.size()) {}

  View file;
  Mapping memory;
  Image& image;

  /// File offset of the entry in the data directories: where an address that leads nowhere stands.
  [[nodiscard]] std::uint64_t directory_field(Directory which) const {
    return m_directories_offset + 8 * static_cast<std::uint64_t>(which);
  }

  /// Takes `amount` bytes from the budget; false, once with an anomaly, when it is spent.
  [[nodiscard]] bool spend(std::uint64_t amount);

  void add_anomaly(std::uint64_t offset, std::string message) { pe::add_anomaly(image, offset, std::move(message)); }
  /// At the place in the file that `rva` maps to, else at `otherwise`.
  void add_anomaly_at(std::uint64_t rva, std::uint64_t otherwise, std::string message) {
    add_anomaly(memory.file_offset(rva).value_or(otherwise), std::move(message));
  }

  /// Pays for and copies out one structure; an anomaly "WHAT ... lies outside the image" and nothing when it is not
  /// there.
  template <class T>
    requires std::is_trivially_copyable_v<T>
  std::optional<T> take(std::uint64_t rva, std::uint64_t field, std::string_view what) {
    if (!spend(sizeof(T))) {
      return std::nullopt;
    }
    std::optional<T> value = memory.read<T>(rva);
    if (!value) {
      report_outside(rva, field, what);
    }
    return value;
  }

  /// The same for a text that ends with NUL. `field` is the file offset of what refers to it.
  std::optional<std::string> take_text(std::uint64_t rva, std::uint64_t field, std::string_view what);

 private:
  void report_outside(std::uint64_t rva, std::uint64_t field, std::string_view what);

  std::uint64_t m_directories_offset;
  std::uint64_t m_budget;
  bool m_exhausted = false;
};

}  // namespace dllrepro::pe
