// SPDX-License-Identifier: MIT
#include "harness/cli/handoff/handoff.hpp"

#include <sys/wait.h>

#include <csignal>
#include <cstddef>
#include <future>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "harness/cli/handoff/forwarding.hpp"
#include "harness/cli/handoff/line_filter.hpp"
#include "harness/cli/handoff/machine_prefix.hpp"
#include "harness/cli/handoff/signals.hpp"
#include "harness/cli/handoff/unix_process.hpp"
#include "harness/cli/handoff/windows_program.hpp"
#include "harness/cli/handoff/wine_output.hpp"
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

StreamFilter filter_for(const WindowsRun& run) {
  if (run.on_wine_line) {
    const auto output = std::make_shared<WineOutput>(run.on_wine_line);
    return {[output](std::string_view bytes) { return output->take(bytes); }, [output] { return output->rest(); }};
  }
  const auto filter = std::make_shared<LineFilter>("wine: Unhandled ");
  return {[filter](std::string_view bytes) { return filter->filter(bytes); }, [filter] { return filter->rest(); }};
}

int run_to_end(OwnedProcess& process, StreamFilter error_filter, const Signals& signals) {
  Forwarding output(process.streams().output, STDOUT_FILENO);
  Forwarding errors(process.streams().errors, STDERR_FILENO, std::move(error_filter));
  int requests_passed_on = 0;
  while (true) {
    const std::optional<int> exit_code = process.ended();
    if (exit_code && output.ended() && errors.ended()) {
      break;
    }
    // Once it has ended, somebody else may still hold its end of a pipe (a service of Wine started by it); what it
    // wrote itself is there at once.
    const bool something = wait_and_forward({&output, &errors}, signals.descriptor(), exit_code ? 250 : -1);
    signals.drain();
    if (exit_code && !something) {
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

ExitCode run_once(const WindowsRun& run, const std::filesystem::path& program, const WinePrefix& prefix,
                  const Signals& signals) {
  std::vector<std::string> all{program.string(), k_handed_off};
  all.insert(all.end(), run.arguments.begin(), run.arguments.end());
  std::vector<std::string> environment =
      wine_environment(prefix.folder(), {fmt::format("DLLREPRO_COLUMNS={}", terminal_columns()),
                                         fmt::format("DLLREPRO_COLOUR={}", stdout_has_colour() ? 1 : 0)});
  if (!run.wine_channels.empty()) {
    std::erase_if(environment, [](const std::string& variable) { return variable.substr(0, 10) == "WINEDEBUG="; });
    environment.push_back("WINEDEBUG=" + run.wine_channels);
  }
  OwnedProcess process(start_with_pipes({prefix.wine().loader, std::move(all), std::move(environment)}));
  return handed_off_result(run_to_end(process, filter_for(run), signals));
}

/// The prefix of a machine, with its server running.
WinePrefix prefix_of(const WinePrefix& base, const scenario::System32& machine, const WinePrefix::Tell& tell) {
  WinePrefix prefix(base.wine(), prepare_machine(base, machine), tell);
  if (!machine.is_plain()) {
    constexpr int k_server_seconds = 20;  // there may be many of them
    prefix.prepare();
    prefix.warm_up(k_server_seconds);
    // The first start after an update of Wine fills System32 again.
    furnish(prefix.folder(), machine);
  }
  return prefix;
}

}  // namespace

ExitCode hand_off(const std::vector<WindowsRun>& runs, const std::function<void(std::string_view)>& tell) {
  const std::filesystem::path program = find_windows_program();
  const WineInstallation wine = find_wine();
  const Signals signals;
  try {
    WinePrefix base(wine, WinePrefix::default_folder(wine), tell);
    base.prepare();
    base.warm_up();
    // The next machine comes up while the last one's cells run.
    const auto prepare = [&](std::size_t number) {
      return std::async(std::launch::async, [&, number] { return prefix_of(base, runs[number].machine, tell); });
    };
    ExitCode result = ExitCode::AllAsExpected;
    std::future<WinePrefix> next = prepare(0);
    for (std::size_t number = 0; number < runs.size() && result == ExitCode::AllAsExpected; ++number) {
      const WinePrefix prefix = next.get();
      if (Signals::requests() > 0) {
        return ExitCode::Interrupted;
      }
      if (number + 1 < runs.size()) {
        next = prepare(number + 1);
      }
      result = run_once(runs[number], program, prefix, signals);
    }
    return result;
  } catch (const EnvironmentFailure&) {
    // Whatever failed then failed because it was asked to end.
    if (Signals::requests() > 0) {
      return ExitCode::Interrupted;
    }
    throw;
  } catch (const std::filesystem::filesystem_error& failure) {
    if (Signals::requests() > 0) {
      return ExitCode::Interrupted;
    }
    // For callers that tell what had finished, whatever stopped the rest.
    throw EnvironmentFailure(fmt::format("failed to make a Wine prefix ready: {}", failure.what()));
  }
}

ExitCode handed_off_result(int exit_code) {
  const int code = exit_code - k_handed_off_codes;
  if (code < static_cast<int>(ExitCode::AllAsExpected) || code > static_cast<int>(ExitCode::CellBroken)) {
    throw EnvironmentFailure(
        fmt::format("failed to get a result from the Windows program: Wine ended with exit code {}", exit_code));
  }
  return static_cast<ExitCode>(code);
}

}  // namespace dllrepro::cli::handoff
