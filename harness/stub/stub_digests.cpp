// SPDX-License-Identifier: MIT
// Prints a digest of the bytes of some composed stubs, one per line. The native and the Windows build must print the
// same (same_bytes.cmake): same spec, same bytes, wherever they are composed.
#include <cstdio>
#include <string>

#include "harness/stub/compose.hpp"
#include "harness/stub/spec_text.hpp"
#include "harness/util/digest.hpp"

namespace {

constexpr const char* k_specs[] = {
    "{}",
    R"({"version": {"file": "9.28.1.0", "strings": {"CompanyName": "Caf\u00e9"}}, "manifest": "<assembly/>",
        "dependent_load_flags": "0x800", "timestamp": 7, "pad_to": 40000})",
    R"({"imports": {"c10.dll": ["f", {"ordinal": 5}], "torch_cpu.dll": ["g"]}, "delay_imports": ["late.dll"],
        "exports": {"b": 1, "a": [{"call_import": "stub", "of": "late.dll"}],
                    "n": {"ordinal": 9, "noname": true, "do": []},
                    "w": {"forward": "other.#5"}}})",
    R"({"on_attach": [{"print": "{self_name} {env:PATH}\n"},
                       {"load": "{self_dir}/x.dll", "as": "m", "on_failure": [{"exit": 3}]}],
        "on_detach": [{"start_thread": [{"lock": "l"}, {"signal": "e"}], "as": "w"}, {"wait": "w", "timeout_ms": 5}]})",
    R"({"tls_callback": [{"if": {"equals": ["argument", 1]}, "then": [{"print": "in"}]}]})",
    R"({"corrupt": "text"})",
    R"({"corrupt": "section-past-end"})",
};

}  // namespace

int main() {
  using namespace dllrepro;
  for (const char* machine : {"x64", "x86", "arm64"}) {
    for (const char* text : k_specs) {
      stub::StubSpec spec = stub::testing::spec_of(text);
      spec.machine = machine;
      const auto bytes = stub::compose(spec, "x.dll");
      const std::string_view view(reinterpret_cast<const char*>(bytes.data()), bytes.size());
      std::printf("%016llx %zu %s\n", static_cast<unsigned long long>(stable_digest(view)), bytes.size(), machine);
    }
  }
  return 0;
}
