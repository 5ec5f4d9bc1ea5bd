// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

namespace dllrepro {

/// FNV-1a over the bytes, 64 bits: the same on every platform and in every release, for cache names and shards.
/// Not for anything an adversary could choose.
constexpr std::uint64_t stable_digest(std::string_view bytes, std::uint64_t seed = 0xcbf29ce484222325U) {
  std::uint64_t digest = seed;
  for (const char byte : bytes) {
    digest ^= static_cast<unsigned char>(byte);
    digest *= 0x100000001b3U;
  }
  return digest;
}

}  // namespace dllrepro
