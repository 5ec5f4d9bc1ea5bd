// SPDX-License-Identifier: MIT
#include "harness/process/output_pipe_win32.hpp"

#include <atomic>
#include <string>

#include "harness/util/windows_text.hpp"

namespace dllrepro::process {

OutputPipe::OutputPipe(ReadSlot& slot) : m_slot(&slot) {
  // CreatePipe's pipes can't be read without blocking; a named pipe that nobody else can open is the usual way around.
  static std::atomic<unsigned> s_serial{0};
  const std::wstring name = L"\\\\.\\pipe\\dllrepro-" + std::to_wstring(::GetCurrentProcessId()) + L"-" +
                            std::to_wstring(s_serial.fetch_add(1));
  constexpr DWORD k_buffer = ReadSlot::k_buffer_bytes;
  m_our_end = Handle(
      ::CreateNamedPipeW(name.c_str(), PIPE_ACCESS_INBOUND | FILE_FLAG_OVERLAPPED | FILE_FLAG_FIRST_PIPE_INSTANCE,
                         PIPE_TYPE_BYTE | PIPE_REJECT_REMOTE_CLIENTS, 1, k_buffer, k_buffer, 0, nullptr));
  if (!m_our_end) {
    throw system_failure("create a pipe", ::GetLastError());
  }
  SECURITY_ATTRIBUTES inheritable{sizeof inheritable, nullptr, TRUE};
  m_child_end = Handle(::CreateFileW(name.c_str(), GENERIC_WRITE, 0, &inheritable, OPEN_EXISTING, 0, nullptr));
  if (!m_child_end) {
    throw system_failure("open the child's end of a pipe", ::GetLastError());
  }
}

OutputPipe::~OutputPipe() {
  if (m_open) {
    // The buffer is the slot's and lives on: the system must be done with it before another child gets it.
    ::CancelIoEx(m_our_end.get(), &m_overlapped);
    DWORD bytes = 0;
    ::GetOverlappedResult(m_our_end.get(), &m_overlapped, &bytes, TRUE);
  }
}

void OutputPipe::begin() {
  m_child_end.close();
  read();
}

void OutputPipe::read() {
  m_overlapped = OVERLAPPED{};
  m_overlapped.hEvent = m_slot->done.get();
  m_open = ::ReadFile(m_our_end.get(), m_slot->buffer.get(), ReadSlot::k_buffer_bytes, nullptr, &m_overlapped) != 0 ||
           ::GetLastError() == ERROR_IO_PENDING;
}

std::string_view OutputPipe::completed() {
  // A look into memory, and no call of the system while nothing has come.
  while (m_open && HasOverlappedIoCompleted(&m_overlapped)) {
    DWORD bytes = 0;
    if (::GetOverlappedResult(m_our_end.get(), &m_overlapped, &bytes, FALSE) == 0) {
      m_open = false;
    } else if (bytes > 0) {
      return {m_slot->buffer.get(), bytes};
    } else {
      read();  // the child wrote nothing, on purpose; that is no end of a pipe
    }
  }
  return {};
}

}  // namespace dllrepro::process
