// SPDX-License-Identifier: MIT
#include "harness/pe/version.hpp"

#include <algorithm>
#include <optional>

#include "harness/pe/format.hpp"
#include "harness/pe/utf16.hpp"

namespace dllrepro::pe {

namespace {

struct BlockHeader {
  std::uint16_t length;
  std::uint16_t value_length;  // in bytes; in characters for a text
  std::uint16_t type;
};
static_assert(sizeof(BlockHeader) == 6);

struct Block {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::u16string key;
  std::uint64_t value = 0;  // offset
  std::uint16_t value_length = 0;
};

using Report = std::function<void(std::uint64_t, std::string)>;

std::uint64_t padded(std::uint64_t offset) {
  return (offset + 3) & ~std::uint64_t{3};
}

/// UTF-16 up to a NUL or to `end`.
std::u16string read_text(View data, std::uint64_t offset, std::uint64_t end) {
  std::u16string text;
  for (; offset + 2 <= end; offset += 2) {
    const auto unit = data.read<std::uint16_t>(offset);
    if (!unit || *unit == 0) {
      break;
    }
    text.push_back(static_cast<char16_t>(*unit));
  }
  return text;
}

std::optional<Block> read_block(View data, std::uint64_t offset, std::uint64_t limit, const Report& report) {
  const auto header = data.read<BlockHeader>(offset);
  if (!header || header->length < sizeof(BlockHeader) || offset + header->length > limit) {
    report(offset, "a block of the version resource does not fit into the one around it");
    return std::nullopt;
  }
  Block block;
  block.begin = offset;
  block.end = offset + header->length;
  block.key = read_text(data, offset + sizeof(BlockHeader), block.end);
  block.value = padded(offset + sizeof(BlockHeader) + 2 * (block.key.size() + 1));
  block.value_length = header->value_length;
  return block;
}

/// Calls `visit` with each block from `offset` to the end of `parent`. Every block is at least its header, so this
/// ends.
template <class Visit>
void for_each_block(View data, std::uint64_t offset, const Block& parent, const Report& report, Visit visit) {
  while (offset + sizeof(BlockHeader) <= parent.end) {
    const auto block = read_block(data, offset, parent.end, report);
    if (!block) {
      return;
    }
    visit(*block);
    offset = padded(block->end);
  }
}

std::array<std::uint16_t, 4> numbers(std::uint32_t high, std::uint32_t low) {
  return {static_cast<std::uint16_t>(high >> 16), static_cast<std::uint16_t>(high & 0xFFFF),
          static_cast<std::uint16_t>(low >> 16), static_cast<std::uint16_t>(low & 0xFFFF)};
}

}  // namespace

Version read_version(View data, const Report& report) {
  Version version;
  const auto root = read_block(data, 0, data.size(), report);
  if (!root) {
    return version;
  }
  if (root->key != u"VS_VERSION_INFO") {
    report(0, "the version resource does not start with VS_VERSION_INFO");
    return version;
  }
  if (root->value_length != 0) {
    const auto fixed = data.read<raw::FixedFileInfo>(root->value);
    if (fixed && fixed->signature == raw::k_fixed_file_info_signature) {
      version.has_numbers = true;
      version.file = numbers(fixed->file_version_high, fixed->file_version_low);
      version.product = numbers(fixed->product_version_high, fixed->product_version_low);
    } else {
      report(root->value, "the fixed part of the version resource is cut or has no signature");
    }
  }
  for_each_block(data, padded(root->value + root->value_length), *root, report, [&](const Block& info) {
    if (info.key != u"StringFileInfo") {
      return;
    }
    for_each_block(data, info.value, info, report, [&](const Block& table) {
      VersionStrings strings;
      strings.block = utf8_from_utf16(table.key);
      for_each_block(data, table.value, table, report, [&](const Block& text) {
        strings.values.emplace_back(utf8_from_utf16(text.key), utf8_from_utf16(read_text(data, text.value, text.end)));
      });
      version.strings.push_back(std::move(strings));
    });
  });
  return version;
}

}  // namespace dllrepro::pe
