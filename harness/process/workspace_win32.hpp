// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "harness/process/job_win32.hpp"
#include "harness/process/output_pipe_win32.hpp"

namespace dllrepro::process {

/// What one running child needs of the system and the next one can use again, so that it is not made for each.
struct Workspace {
  ReadSlot output;
  ReadSlot error;
  ReadSlot events;
  Handle stop{
      ::CreateEventW(nullptr, TRUE, FALSE, nullptr)};  ///< signalled when the child is to be killed; its user resets it
  std::unique_ptr<Job> job = std::make_unique<Job>();  ///< without members; may be kept back
};

/// Borrows a workspace that no other child uses, and gives it back. As many are made as children run at once.
/// Throws EnvironmentFailure when the system gives no more.
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
