// SPDX-License-Identifier: MIT
#include <exception>
#include <system_error>

#include "harness/cli/invocation.hpp"
#include "harness/cli/program.hpp"
#include "harness/util/error.hpp"

namespace {

dllrepro::ExitCode run(const dllrepro::cli::Invocation& invocation) {
  using dllrepro::ExitCode;
  using dllrepro::cli::report_failure;
  try {
    return dllrepro::cli::run_program(invocation);
  } catch (const dllrepro::BadInput& error) {
    report_failure(error.what());
    return ExitCode::BadScenario;
  } catch (const dllrepro::Error& error) {
    report_failure(error.what());
  } catch (const std::system_error& error) {
    report_failure(error.what());
  } catch (const std::exception& error) {
    report_failure(std::string("internal error: ") + error.what());
  }
  return ExitCode::EnvironmentBroken;
}

}  // namespace

int main(int argc, char** argv) {
  dllrepro::cli::prepare_streams();
  const dllrepro::cli::Invocation invocation = dllrepro::cli::make_invocation(argc, argv);
  return dllrepro::cli::exit_status(run(invocation), invocation);
}
