// SPDX-License-Identifier: MIT
#include "harness/cli/command_line.hpp"

#include <cstdio>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "harness/cli/program.hpp"
#include "harness/util/nearest.hpp"

namespace dllrepro::cli {

namespace {

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) {
      names.push_back("--" + name);
    }
  }
  return names;
}

/// CLI11's messages begin with a capital letter or with the option's name, depending on the kind and the release.
std::string as_fragment(std::string message) {
  if (message.size() > 1 && message[0] >= 'A' && message[0] <= 'Z' && message[1] >= 'a' && message[1] <= 'z') {
    message[0] = static_cast<char>(message[0] - 'A' + 'a');
  }
  return message;
}

std::string unexpected(const CLI::App& app, const std::string& word) {
  if (word.substr(0, 1) != "-") {
    return fmt::format("unexpected argument \"{}\"", word);
  }
  const std::string name = word.substr(0, word.find('='));
  return fmt::format("unknown option \"{}\"{}", name, did_you_mean(name, option_names(app)));
}

}  // namespace

std::optional<ExitCode> parse_arguments(CLI::App& app, const std::vector<std::string>& arguments,
                                        std::string_view more_help) {
  app.set_help_flag("-h,--help", "print this help");
  // Left over words are looked at here and not by CLI11, which has no suggestions.
  app.allow_extras();
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::CallForHelp&) {
    std::string help = app.help();
    help.erase(help.find_last_not_of('\n') + 1);
    help.append("\n").append(more_help);
    std::fwrite(help.data(), 1, help.size(), stdout);
    return ExitCode::AllAsExpected;
  } catch (const CLI::ParseError& error) {
    // A misspelt option leaves its value to a positional; the misspelling is what a person has to hear of.
    for (const std::string& word : app.remaining()) {
      if (word.size() > 1 && word[0] == '-' && word != "--") {
        return refuse_arguments(app, unexpected(app, word));
      }
    }
    return refuse_arguments(app, as_fragment(error.what()));
  }
  for (const std::string& word : app.remaining()) {
    // CLI11 leaves the separator over, too.
    if (word != "--") {
      return refuse_arguments(app, unexpected(app, word));
    }
  }
  return std::nullopt;
}

ExitCode refuse_arguments(const CLI::App& app, const std::string& message) {
  report_failure(message);
  report_failure(fmt::format("`{} --help` tells the options", app.get_name()));
  return ExitCode::Usage;
}

}  // namespace dllrepro::cli
