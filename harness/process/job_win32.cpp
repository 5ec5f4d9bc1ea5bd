// SPDX-License-Identifier: MIT
#include "harness/process/job_win32.hpp"

#include <algorithm>
#include <cstddef>

#include "harness/util/windows_text.hpp"

namespace dllrepro::process {

Job::Job() : m_handle(::CreateJobObjectW(nullptr, nullptr)) {
  if (!m_handle) {
    throw system_failure("create a job object", ::GetLastError());
  }
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
  limits.BasicLimitInformation.LimitFlags =
      JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION;
  if (::SetInformationJobObject(m_handle.get(), JobObjectExtendedLimitInformation, &limits, sizeof limits) == 0) {
    throw system_failure("set a job object's limits", ::GetLastError());
  }
}

std::vector<std::uint32_t> Job::processes() const {
  auto ids = members();
  if (!ids) {
    throw system_failure("list a job's processes", ::GetLastError());
  }
  return std::move(*ids);
}

std::optional<std::vector<std::uint32_t>> Job::members() const {
  std::size_t room = 30;
  for (;;) {
    // The list is a header of two DWORDs and then as many ids as fit.
    std::vector<ULONG_PTR> buffer(room + 1);
    const bool complete =
        ::QueryInformationJobObject(m_handle.get(), JobObjectBasicProcessIdList, buffer.data(),
                                    static_cast<DWORD>(buffer.size() * sizeof(ULONG_PTR)), nullptr) != 0;
    if (!complete && ::GetLastError() == ERROR_MORE_DATA) {
      room *= 4;
      continue;
    }
    if (!complete) {
      return std::nullopt;
    }
    const auto* list = reinterpret_cast<const JOBOBJECT_BASIC_PROCESS_ID_LIST*>(buffer.data());
    std::vector<std::uint32_t> ids;
    for (DWORD index = 0; index < list->NumberOfProcessIdsInList; ++index) {
      ids.push_back(static_cast<std::uint32_t>(list->ProcessIdList[index]));
    }
    return ids;
  }
}

bool Job::terminate() {
  constexpr int k_attempts = 500;
  for (int attempt = 0; attempt < k_attempts; ++attempt) {
    ::TerminateJobObject(m_handle.get(), 1);
    // A job that can't be asked is not known to be empty.
    const auto ids = members();
    if (ids && ids->empty()) {
      return true;
    }
    ::Sleep(static_cast<DWORD>(std::min(attempt, 10)));
  }
  return false;
}

}  // namespace dllrepro::process
