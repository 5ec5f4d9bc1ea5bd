// SPDX-License-Identifier: MIT
#include "harness/process/workspace_win32.hpp"

#include <mutex>
#include <vector>

#include "harness/util/windows_text.hpp"

namespace dllrepro::process {

namespace {

struct Shelf {
  std::mutex mutex;
  std::vector<std::unique_ptr<Workspace>> workspaces;
};

Shelf& shelf() {
  static Shelf s_shelf;
  return s_shelf;
}

}  // namespace

BorrowedWorkspace::BorrowedWorkspace() {
  {
    const std::scoped_lock lock(shelf().mutex);
    if (!shelf().workspaces.empty()) {
      m_workspace = std::move(shelf().workspaces.back());
      shelf().workspaces.pop_back();
    }
  }
  if (m_workspace) {
    if (!m_workspace->job) {
      m_workspace->job = std::make_unique<Job>();
    }
    return;
  }
  m_workspace = std::make_unique<Workspace>();
  if (!m_workspace->output.done || !m_workspace->error.done || !m_workspace->events.done || !m_workspace->stop) {
    throw system_failure("create an event", ::GetLastError());
  }
}

BorrowedWorkspace::~BorrowedWorkspace() {
  const std::scoped_lock lock(shelf().mutex);
  shelf().workspaces.push_back(std::move(m_workspace));
}

}  // namespace dllrepro::process
