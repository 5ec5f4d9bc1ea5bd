// SPDX-License-Identifier: MIT
#include "harness/trace/trace_text.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "harness/run/code_names.hpp"
#include "harness/trace/step.hpp"
#include "harness/util/ascii.hpp"

namespace dllrepro::trace {

namespace {

std::string error_text(std::uint32_t status) {
  const std::uint32_t error = win32_error_of(status);
  return error == status ? run::describe_status(status) : run::describe_error(error);
}

bool is_path(std::string_view name) {
  return name.find_first_of("\\/") != std::string_view::npos;
}

std::string asker_text(const Load& load) {
  switch (load.asker) {
    case Asker::Start:
      return "Windows";
    case Asker::Import:
      return "import";
    case Asker::Initialiser:
      return fmt::format("DllMain of {}", base_name(load.by));
    case Asker::Call:
      return "LoadLibrary";
  }
  return {};
}

/// The text of one process.
class ProcessText {
 public:
  ProcessText(const Process& process, const TextOptions& options)
      : m_process(process), m_options(options), m_windows(windows_folder()) {
    for (std::size_t at = 0; at < loads().size(); ++at) {
      m_inside[loads()[at].parent].push_back(at);
    }
  }

  std::string text(const Trace& trace) {
    add_row(m_process.began, base_name(m_process.program), "", std::string(folder_name(m_process.program)));
    add_tree(Load::k_no_parent, 1);
    std::string text = fmt::format("{} (process {}): {}\n", base_name(m_process.program), m_process.id,
                                   how_it_ended(m_process, trace.time_over));
    text += rows();
    if (m_hidden != 0) {
      text += fmt::format("{:>8}  ({} more that Windows' own modules asked for; --all shows them)\n", "", m_hidden);
    }
    for (const std::string& what : m_process.unfinished) {
      text += fmt::format("in the middle of: {}\n", what);
    }
    return text + failures() + unbound();
  }

 private:
  struct Row {
    std::string milliseconds;
    std::string module;
    std::string asker;
    std::string from;
  };

  [[nodiscard]] const std::vector<Load>& loads() const { return m_process.loads; }

  /// The folder above that of kernel32.dll, which every process has.
  [[nodiscard]] std::string windows_folder() const {
    for (const Load& load : loads()) {
      if (ascii_equal_ignoring_case(base_name(load.module), "kernel32.dll")) {
        return ascii_lower(folder_name(folder_name(load.module)));
      }
    }
    return {};
  }

  [[nodiscard]] bool is_windows_own(std::string_view module) const {
    const std::string folded = ascii_lower(module);
    return !m_windows.empty() && folded.size() > m_windows.size() &&
           folded.compare(0, m_windows.size(), m_windows) == 0 &&
           (folded[m_windows.size()] == '\\' || folded[m_windows.size()] == '/');
  }

  /// Where Windows' own load Windows' own, and none of it failed.
  [[nodiscard]] bool is_hidden(const Load& load) const {
    return !m_options.all && load.status == 0 && is_windows_own(load.module) &&
           (load.asker == Asker::Start || is_windows_own(load.by));
  }

  void add_row(double at, std::string_view module, std::string asker, std::string from) {
    m_rows.push_back({fmt::format("{:.0f}", at), std::string(module), std::move(asker), std::move(from)});
  }

  void add_tree(std::size_t parent, std::size_t depth) {
    for (const std::size_t at : m_inside[parent]) {
      const Load& load = loads()[at];
      const bool hidden = is_hidden(load);
      m_hidden += hidden ? 1 : 0;
      if (!hidden) {
        const std::string_view name = load.status == 0 ? base_name(load.module) : base_name(load.name);
        add_row(load.at, std::string(2 * depth, ' ').append(name), asker_text(load),
                load.status == 0 ? std::string(folder_name(load.module)) : "not loaded: " + error_text(load.status));
      }
      // Below a hidden one there may still be a failure.
      add_tree(at, hidden ? depth : depth + 1);
    }
  }

  [[nodiscard]] std::string rows() const {
    constexpr std::size_t k_widest = 56;
    std::size_t module = 6;
    std::size_t asker = 12;
    for (const Row& row : m_rows) {
      module = std::max(module, std::min(row.module.size(), k_widest));
      asker = std::max(asker, row.asker.size());
    }
    std::string text = fmt::format("{:>8}  {:<{}}  {:<{}}  from\n", "ms", "module", module, "asked for by", asker);
    for (const Row& row : m_rows) {
      std::string line =
          fmt::format("{:>8}  {:<{}}  {:<{}}  {}", row.milliseconds, row.module, module, row.asker, asker, row.from);
      line.erase(line.find_last_not_of(' ') + 1);
      text += line + "\n";
    }
    return text;
  }

  /// The first causes of a load's failure: failures inside of it that have none inside of themselves.
  void find_causes(std::size_t at, std::vector<std::size_t>& causes) {
    bool deeper = false;
    for (const std::size_t inner : m_inside[at]) {
      // What an initialiser tried in vain need not be why it failed.
      if (loads()[inner].status != 0 && loads()[inner].asker == Asker::Import) {
        deeper = true;
        find_causes(inner, causes);
      }
    }
    if (!deeper && loads()[at].status != 0) {
      causes.push_back(at);
    }
  }

  [[nodiscard]] std::string cause_text(const Load& load) const {
    const std::string what = load.asker == Asker::Import
                                 ? fmt::format("{}, which {} imports,", load.name, base_name(load.by))
                                 : std::string(base_name(load.name));
    if (load.status == k_dll_init_failed) {
      return fmt::format("    the initialiser (DllMain) of {} failed\n", base_name(load.module));
    }
    if (load.status != k_dll_not_found) {
      return fmt::format("    {} was found and can't be loaded: {}\n", what, error_text(load.status));
    }
    if (is_path(load.name) && load.asker != Asker::Import && load.name.find(':') != std::string::npos) {
      return fmt::format("    there is no such file: {}\n", load.name);
    }
    std::string text =
        fmt::format("    {} is in none of the folders searched{}\n", what, load.folders.empty() ? "" : ":");
    std::set<std::string> seen;
    for (const std::string& folder : load.folders) {
      if (seen.insert(ascii_lower(folder)).second) {
        text += fmt::format("      {}\n", folder);
      }
    }
    return load.folders_cut ? text + "      and others, which are not told\n" : text;
  }

  std::string failures() {
    std::string text;
    std::map<std::string, std::size_t> seen;  // by text: a program may ask for the same again and again
    for (std::size_t at = 0; at < loads().size(); ++at) {
      const Load& load = loads()[at];
      const bool is_part =
          load.asker == Asker::Import && load.parent != Load::k_no_parent && loads()[load.parent].status != 0;
      if (load.status == 0 || is_part) {
        continue;
      }
      std::vector<std::size_t> causes;
      find_causes(at, causes);
      std::string causes_text;
      for (const std::size_t cause : causes) {
        causes_text += cause_text(loads()[cause]);
      }
      if (++seen[load.name + causes_text] == 1) {
        const std::string by = load.asker == Asker::Import ? fmt::format("an import of {}", base_name(load.by))
                               : load.asker == Asker::Call ? "LoadLibrary"
                                                           : asker_text(load);
        text +=
            fmt::format("  {}, asked for by {} at {:.0f} ms: {}\n", load.name, by, load.at, error_text(load.status));
        text += causes_text;
      }
    }
    return text.empty() ? text : "not loaded:\n" + text;
  }

  /// Wine lacks some exports of Windows' own DLLs, which says nothing of the program.
  [[nodiscard]] bool is_of_windows(const UnboundImport& import) const {
    const std::string_view dll = std::string_view(import.name).substr(0, import.name.rfind('.'));
    const auto is_it = [&](const Load& load) { return ascii_equal_ignoring_case(base_name(load.module), dll); };
    const auto load = std::find_if(loads().begin(), loads().end(), is_it);
    return ascii_equal_ignoring_case(dll, "ntdll.dll") || (load != loads().end() && is_windows_own(load->module));
  }

  [[nodiscard]] std::string unbound() const {
    std::string text;
    for (const UnboundImport& import : m_process.unbound) {
      if (!m_options.all && is_of_windows(import)) {
        continue;
      }
      text += fmt::format("  {}, which {} imports\n", import.name, base_name(import.by));
    }
    return text.empty() ? text
                        : "exports that are missing (Windows refuses such a load with 127, Wine goes on):\n" + text;
  }

  const Process& m_process;
  const TextOptions& m_options;
  std::string m_windows;
  std::map<std::size_t, std::vector<std::size_t>> m_inside;
  std::vector<Row> m_rows;
  std::size_t m_hidden = 0;
};

}  // namespace

std::uint32_t win32_error_of(std::uint32_t status) {
  switch (status) {
    case 0:
      return 0;
    case 0xC0000034:  // OBJECT_NAME_NOT_FOUND
      return 2;
    case 0xC000003A:  // OBJECT_PATH_NOT_FOUND
      return 3;
    case 0xC0000022:  // ACCESS_DENIED
    case 0xC00000BA:  // FILE_IS_A_DIRECTORY
      return 5;
    case 0xC0000017:  // NO_MEMORY
      return 8;
    case 0xC0000043:  // SHARING_VIOLATION
      return 32;
    case 0xC000000D:  // INVALID_PARAMETER
      return 87;
    case k_dll_not_found:
      return 126;
    case 0xC0000139:  // ENTRYPOINT_NOT_FOUND
    case 0xC000007A:  // PROCEDURE_NOT_FOUND
      return 127;
    case 0xC0000138:  // ORDINAL_NOT_FOUND
      return 182;
    case 0xC000007B:  // INVALID_IMAGE_FORMAT
    case 0xC000012F:  // INVALID_IMAGE_NOT_MZ
    case 0xC000011B:  // INVALID_IMAGE_NE_FORMAT
    case 0xC0000130:  // INVALID_IMAGE_PROTECT
    case 0xC0000131:  // INVALID_IMAGE_WIN_16
    case 0xC0000020:  // INVALID_FILE_FOR_SECTION
    case 0xC0000221:  // IMAGE_CHECKSUM_MISMATCH
    case 0xC0000359:  // INVALID_IMAGE_WIN_32
    case 0xC000035A:  // INVALID_IMAGE_WIN_64
      return 193;
    case 0xC0000018:  // CONFLICTING_ADDRESSES
      return 487;
    case 0xC0000005:  // ACCESS_VIOLATION
      return 998;
    case 0xC000011E:  // MAPPED_FILE_SIZE_ZERO
      return 1006;
    case k_dll_init_failed:
      return 1114;
    default:
      return status;
  }
}

std::string how_it_ended(const Process& process, bool time_over) {
  const double milliseconds = process.ended.value_or(process.began) - process.began;
  if (time_over && process.parent == 0) {
    return fmt::format("killed after {:.1f} s, it took too long", milliseconds / 1000);
  }
  if (process.left_behind) {
    return "left behind by the program, killed";
  }
  if (!process.ended) {
    return "its end was not seen";
  }
  if (process.crash) {
    return fmt::format("crashed with {}{}{} after {:.0f} ms", run::describe_status(process.crash->status),
                       process.crash->place.empty() ? "" : " at ", process.crash->place, milliseconds);
  }
  // NTSTATUS of an error: no program means such a code.
  if (process.exit_code >= 0xC0000000U) {
    return fmt::format("ended with {} after {:.0f} ms", run::describe_status(process.exit_code), milliseconds);
  }
  return fmt::format("exit code {} after {:.0f} ms", process.exit_code, milliseconds);
}

std::string text_of(const Trace& trace, const TextOptions& options) {
  std::string text;
  for (const Process& process : trace.processes) {
    text += (text.empty() ? "" : "\n") + ProcessText(process, options).text(trace);
  }
  if (!trace.loader_told) {
    text += "\nthe loader told nothing of its searches: what was not found is not known\n";
  }
  return text;
}

}  // namespace dllrepro::trace
