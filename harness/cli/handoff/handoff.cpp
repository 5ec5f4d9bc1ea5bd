// SPDX-License-Identifier: MIT
#include "harness/cli/handoff/handoff.hpp"

#include <sys/wait.h>

#include <csignal>
#include <optional>

#include <fmt/format.h>

#include "harness/cli/handoff/forwarding.hpp"
#include "harness/cli/handoff/signals.hpp"
#include "harness/cli/handoff/unix_process.hpp"
#include "harness/cli/handoff/windows_program.hpp"
#include "harness/cli/handoff/wine_prefix.hpp"
#include "harness/cli/invocation.hpp"
#include "harness/cli/terminal.hpp"
#include "harness/util/error.hpp"

namespace dllrepro::cli::handoff {

namespace {

/// A process that is killed and reaped at the end unless it was waited for.
class OwnedProcess {
 public:
  explicit OwnedProcess(UnixProcess process) : m_process(std::move(process)) {}
  OwnedProcess(const OwnedProcess&) = delete;
  OwnedProcess& operator=(const OwnedProcess&) = delete;
  ~OwnedProcess() {
    if (!ended()) {
      kill_group();
      wait_for(m_process.id);
    }
  }

  UnixProcess& streams() { return m_process; }

  /// Returns the exit code once it has ended, nothing before.
  std::optional<int> ended() {
    int status = 0;
    if (!m_exit_code && waitpid(m_process.id, &status, WNOHANG) == m_process.id) {
      m_exit_code = exit_code_of(status);
    }
    return m_exit_code;
  }

  void kill_group() const { kill(-m_process.id, SIGKILL); }

  /// Asks it to stop, in the way that the Windows side listens for.
  void ask_to_stop() const {
    constexpr std::string_view k_stop = "stop\n";
    // A pipe that nobody reads any more: it is ending already.
    [[maybe_unused]] const ssize_t written = write(m_process.input.number(), k_stop.data(), k_stop.size());
  }

 private:
  UnixProcess m_process;
  std::optional<int> m_exit_code;
};

int run_to_end(OwnedProcess& process, const Signals& signals) {
  Forwarding output(process.streams().output, STDOUT_FILENO);
  Forwarding errors(process.streams().errors, STDERR_FILENO, "wine: Unhandled ");
  int requests_passed_on = 0;
  while (true) {
    const std::optional<int> exit_code = process.ended();
    // Once it has ended, somebody else may still hold its end of a pipe (a service of Wine started by it); what it
    // wrote itself is there at once.
    const bool something = wait_and_forward({&output, &errors}, signals.descriptor(), exit_code ? 250 : -1);
    signals.drain();
    if (exit_code && (!something || (output.ended() && errors.ended()))) {
      break;
    }
    const bool unheard = output.write_error() != 0 || errors.write_error() != 0;
    const int requests = Signals::requests() + (unheard ? 1 : 0);
    if (requests > requests_passed_on) {
      // Two at once (a terminal that closes sends one from the shell and one from the kernel) are one wish to stop.
      requests_passed_on == 0 ? process.ask_to_stop() : process.kill_group();
      requests_passed_on = requests;
    }
  }
  output.check();
  errors.check();
  return *process.ended();
}

}  // namespace

ExitCode hand_off(const std::vector<std::string>& arguments, const std::function<void(std::string_view)>& tell) {
  const std::filesystem::path program = find_windows_program();
  const WineInstallation wine = find_wine();
  const Signals signals;
  try {
    WinePrefix prefix(wine, WinePrefix::default_folder(wine), tell);
    prefix.prepare();
    prefix.warm_up();
    if (Signals::requests() > 0) {
      return ExitCode::Interrupted;
    }
    std::vector<std::string> all{program.string(), k_handed_off};
    all.insert(all.end(), arguments.begin(), arguments.end());
    OwnedProcess process(start_with_pipes(
        {wine.loader, std::move(all),
         wine_environment(prefix.folder(), {fmt::format("DLLREPRO_COLUMNS={}", terminal_columns()),
                                            fmt::format("DLLREPRO_COLOUR={}", stdout_has_colour() ? 1 : 0)})}));
    return handed_off_result(run_to_end(process, signals));
  } catch (const EnvironmentFailure&) {
    // Whatever failed then failed because it was asked to end.
    if (Signals::requests() > 0) {
      return ExitCode::Interrupted;
    }
    throw;
  }
}

ExitCode handed_off_result(int exit_code) {
  const int code = exit_code - k_handed_off_codes;
  if (code < static_cast<int>(ExitCode::AllAsExpected) || code > static_cast<int>(ExitCode::Interrupted)) {
    throw EnvironmentFailure(
        fmt::format("failed to get a result from the Windows program: Wine ended with exit code {}", exit_code));
  }
  return static_cast<ExitCode>(code);
}

}  // namespace dllrepro::cli::handoff
