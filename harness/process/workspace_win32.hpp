// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "harness/process/output_pipe_win32.hpp"

namespace dllrepro::process {

/// Buffers and events that one running child needs.
struct Workspace {
  ReadSlot output;
  ReadSlot error;
  ReadSlot events;
  Handle stop{::CreateEventW(nullptr, TRUE, FALSE, nullptr)};  ///< signalled when the child is to be killed
};

/// Borrows a workspace that no other child uses, and gives it back. As many are made as children run at once.
/// Throws EnvironmentFailure when the system has no events left.
class BorrowedWorkspace {
 public:
  BorrowedWorkspace();
  BorrowedWorkspace(const BorrowedWorkspace&) = delete;
  BorrowedWorkspace& operator=(const BorrowedWorkspace&) = delete;
  ~BorrowedWorkspace();

  Workspace& operator*() const { return *m_workspace; }
  Workspace* operator->() const { return m_workspace.get(); }

 private:
  std::unique_ptr<Workspace> m_workspace;
};

}  // namespace dllrepro::process
