// SPDX-License-Identifier: MIT
// libFuzzer target: cmake -B build/fuzz --preset linux -DCMAKE_CXX_COMPILER=clang++ -DDLLREPRO_FUZZ=ON
// -DDLLREPRO_DEVELOPMENT=OFF, then pe-fuzz -rss_limit_mb=512 -timeout=5 CORPUS, a folder of small DLLs.
#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>

#include "harness/pe/reader.hpp"
#include "harness/pe/to_json.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto result = dllrepro::pe::try_read(std::as_bytes(std::span(data, size)));
  if (const auto* image = std::get_if<dllrepro::pe::Image>(&result)) {
    static_cast<void>(dllrepro::pe::to_json(*image).dump());
  }
  return 0;
}
