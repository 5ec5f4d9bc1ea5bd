// SPDX-License-Identifier: MIT
#include "harness/probe/event_writer.hpp"

#include <algorithm>
#include <string>

#include "harness/probe/exit_codes.hpp"

namespace dllrepro::probe {

namespace {

constexpr long long k_filetime_per_second = 10'000'000;

long long as_number(const FILETIME& time) {
  return static_cast<long long>((static_cast<unsigned long long>(time.dwHighDateTime) << 32) | time.dwLowDateTime);
}

long long ticks_now() {
  LARGE_INTEGER now;
  QueryPerformanceCounter(&now);
  return now.QuadPart;
}

/// A handle's number, or 0 for a file's name.
ULONG_PTR handle_number(std::wstring_view target) {
  if (target.empty() || !std::all_of(target.begin(), target.end(), [](wchar_t c) { return c >= L'0' && c <= L'9'; })) {
    return 0;
  }
  ULONG_PTR number = 0;
  for (const wchar_t digit : target) {
    number = number * 10 + static_cast<ULONG_PTR>(digit - L'0');
  }
  return number;
}

}  // namespace

EventWriter::EventWriter(std::wstring_view target) {
  LARGE_INTEGER frequency;
  QueryPerformanceFrequency(&frequency);
  m_ticks_per_second = frequency.QuadPart;
  FILETIME created{};
  FILETIME now{};
  FILETIME unused[3];
  GetProcessTimes(GetCurrentProcess(), &created, &unused[0], &unused[1], &unused[2]);
  GetSystemTimeAsFileTime(&now);
  // The system clock's difference is taken once; from here on the steady counter runs.
  const double since_creation =
      static_cast<double>(std::max(0LL, as_number(now) - as_number(created))) / k_filetime_per_second;
  m_start_ticks = ticks_now() - static_cast<long long>(since_creation * static_cast<double>(m_ticks_per_second));

  if (const ULONG_PTR number = handle_number(target)) {
    const auto handle = reinterpret_cast<HANDLE>(number);
    if (GetFileType(handle) != FILE_TYPE_UNKNOWN) {
      m_handle = handle;
      // Children of this process must not keep the pipe open: its end is how the harness learns of ours.
      SetHandleInformation(handle, HANDLE_FLAG_INHERIT, 0);
    }
  } else {
    m_handle = CreateFileW(std::wstring(target).c_str(), GENERIC_WRITE, FILE_SHARE_READ, nullptr, CREATE_ALWAYS,
                           FILE_ATTRIBUTE_NORMAL, nullptr);
  }
}

double EventWriter::milliseconds() const {
  const double ticks = static_cast<double>(ticks_now() - m_start_ticks);
  return static_cast<double>(static_cast<long long>(ticks * 1e6 / static_cast<double>(m_ticks_per_second))) / 1e3;
}

void EventWriter::write(const Json& event) {
  Json with_time = Json::object();
  with_time["event"] = event.at("event");
  with_time["at"] = milliseconds();
  with_time.update(event);
  std::string line = with_time.dump(-1, ' ', false, Json::error_handler_t::replace);
  line += '\n';
  write_line(line);
}

void EventWriter::write_line(std::string_view line) const {
  if (m_closed) {
    return;
  }
  DWORD written = 0;
  if (!WriteFile(m_handle, line.data(), static_cast<DWORD>(line.size()), &written, nullptr) || written != line.size()) {
    TerminateProcess(GetCurrentProcess(), static_cast<UINT>(ProbeExit::NoEventPipe));
  }
}

}  // namespace dllrepro::probe
