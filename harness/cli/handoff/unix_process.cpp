// SPDX-License-Identifier: MIT
#include "harness/cli/handoff/unix_process.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <system_error>
#include <thread>

#include <fmt/format.h>

#include "harness/cli/handoff/signals.hpp"
#include "harness/util/error.hpp"

namespace dllrepro::cli::handoff {

namespace {

std::string text_of(int error) {
  return std::generic_category().message(error);
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (std::string& text : texts) {
    result.push_back(text.data());
  }
  result.push_back(nullptr);
  return result;
}

/// posix_spawn's two attribute objects, destroyed on every path.
class Spawn {
 public:
  Spawn() {
    posix_spawn_file_actions_init(&m_actions);
    posix_spawnattr_init(&m_attributes);
    sigset_t all;
    sigemptyset(&all);
    posix_spawnattr_setsigmask(&m_attributes, &all);
    // A handler of ours is reset by exec, an ignored signal (nohup, a shell's background job) is not.
    sigfillset(&all);
    posix_spawnattr_setsigdefault(&m_attributes, &all);
    posix_spawnattr_setpgroup(&m_attributes, 0);
    posix_spawnattr_setflags(
        &m_attributes, static_cast<short>(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF));
  }
  Spawn(const Spawn&) = delete;
  Spawn& operator=(const Spawn&) = delete;
  ~Spawn() {
    posix_spawn_file_actions_destroy(&m_actions);
    posix_spawnattr_destroy(&m_attributes);
  }

  void stream_from(int stream, int descriptor) { posix_spawn_file_actions_adddup2(&m_actions, descriptor, stream); }
  void stream_to_null(int stream) {
    posix_spawn_file_actions_addopen(&m_actions, stream, "/dev/null", stream == 0 ? O_RDONLY : O_WRONLY, 0);
  }

  pid_t start(const UnixCommand& command) {
    std::vector<std::string> arguments{command.program.string()};
    arguments.insert(arguments.end(), command.arguments.begin(), command.arguments.end());
    std::vector<std::string> environment = command.environment;
    pid_t id = 0;
    const int error = posix_spawn(&id, arguments.front().c_str(), &m_actions, &m_attributes, pointers(arguments).data(),
                                  pointers(environment).data());
    if (error != 0) {
      throw EnvironmentFailure(fmt::format("failed to start {}: {}", arguments.front(), text_of(error)));
    }
    return id;
  }

 private:
  posix_spawn_file_actions_t m_actions{};
  posix_spawnattr_t m_attributes{};
};

struct Pipe {
  FileDescriptor read_end;
  FileDescriptor write_end;

  Pipe() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) {
      throw EnvironmentFailure("failed to make a pipe: " + text_of(errno));
    }
    read_end = FileDescriptor(ends[0]);
    write_end = FileDescriptor(ends[1]);
  }
};

}  // namespace

UnixProcess start_with_pipes(const UnixCommand& command) {
  Pipe input;
  Pipe output;
  Pipe errors;
  Spawn spawn;
  spawn.stream_from(0, input.read_end.number());
  spawn.stream_from(1, output.write_end.number());
  spawn.stream_from(2, errors.write_end.number());
  const pid_t id = spawn.start(command);
  return {id, std::move(input.write_end), std::move(output.read_end), std::move(errors.read_end)};
}

int run_on_null(const UnixCommand& command, bool killable) {
  Spawn spawn;
  for (int stream = 0; stream < 3; ++stream) {
    spawn.stream_to_null(stream);
  }
  const pid_t id = spawn.start(command);
  siginfo_t ended{};
  // Asked again and again, because a wait that blocks would not notice a signal that came just before it.
  while (killable && waitid(P_PID, static_cast<id_t>(id), &ended, WEXITED | WNOWAIT | WNOHANG) == 0 &&
         ended.si_pid == 0) {
    if (Signals::requests() > 0) {
      kill(-id, SIGKILL);
      killable = false;
    } else {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }
  return wait_for(id);
}

std::string first_line_of(const UnixCommand& command) {
  Pipe output;
  Spawn spawn;
  spawn.stream_to_null(0);
  spawn.stream_from(1, output.write_end.number());
  spawn.stream_to_null(2);
  const pid_t id = spawn.start(command);
  output.write_end.close();
  std::string text;
  std::array<char, 256> buffer{};
  for (ssize_t count = 0; (count = read(output.read_end.number(), buffer.data(), buffer.size())) != 0;) {
    if (count > 0) {
      text.append(buffer.data(), static_cast<std::size_t>(count));
    } else if (errno != EINTR) {
      break;
    }
  }
  wait_for(id);
  return text.substr(0, text.find('\n'));
}

int exit_code_of(int wait_status) {
  return WIFSIGNALED(wait_status) ? 128 + WTERMSIG(wait_status) : WEXITSTATUS(wait_status);
}

int wait_for(pid_t id) {
  int status = 0;
  while (waitpid(id, &status, 0) < 0) {
    if (errno != EINTR) {
      throw EnvironmentFailure("failed to wait for a process: " + text_of(errno));
    }
  }
  return exit_code_of(status);
}

}  // namespace dllrepro::cli::handoff
