// SPDX-License-Identifier: MIT
#include "harness/probe/pipe.hpp"

#include <algorithm>
#include <array>

namespace dllrepro::probe {

bool Pipe::open(DWORD size, bool child_reads) {
  SECURITY_ATTRIBUTES inherited{sizeof inherited, nullptr, TRUE};
  HANDLE read_end = nullptr;
  HANDLE write_end = nullptr;
  if (!CreatePipe(&read_end, &write_end, &inherited, size)) {
    return false;
  }
  read = Handle(read_end);
  write = Handle(write_end);
  return SetHandleInformation(child_reads ? write_end : read_end, HANDLE_FLAG_INHERIT, 0) != 0;
}

void drain(HANDLE pipe, std::string& output) {
  DWORD available = 0;
  std::size_t taken = 0;
  while (taken < k_most_at_once && PeekNamedPipe(pipe, nullptr, 0, nullptr, &available, nullptr) && available > 0) {
    std::array<char, 4096> bytes{};
    DWORD count = 0;
    if (!ReadFile(pipe, bytes.data(), static_cast<DWORD>(bytes.size()), &count, nullptr) || count == 0) {
      return;
    }
    output.append(bytes.data(), std::min<std::size_t>(count, k_most_output - std::min(output.size(), k_most_output)));
    taken += count;
  }
}

}  // namespace dllrepro::probe
