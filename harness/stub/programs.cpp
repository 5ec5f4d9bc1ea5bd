// SPDX-License-Identifier: MIT
#include "harness/stub/programs.hpp"

#include <algorithm>
#include <initializer_list>
#include <string_view>

#include "harness/stub/text.hpp"
#include "harness/stub/version.hpp"
#include "stubs/format.h"

namespace dllrepro::stub {

namespace {

constexpr std::uint32_t k_stdout = 0xFFFFFFF5;  // STD_OUTPUT_HANDLE
constexpr std::uint32_t k_stderr = 0xFFFFFFF4;

std::uint32_t index_of(const std::vector<std::string>& words, const std::string& word) {
  return static_cast<std::uint32_t>(std::find(words.begin(), words.end(), word) - words.begin());
}

/// Compiles one list. A jump is written with no target and set once its target is reached.
class Compiler {
 public:
  explicit Compiler(Programs& programs) : m_programs(programs) {}

  std::vector<std::uint32_t> compile(const Actions& actions) {
    run(actions);
    emit(STUB_END, {});
    return std::move(m_words);
  }

  // One overload per action ------------------------------------------------------------------------------------------

  void operator()(const Return& step) { emit(STUB_RETURN, value(step.value)); }
  void operator()(const Exit& step) { emit(STUB_EXIT, {step.code}); }
  void operator()(const Terminate& step) { emit(STUB_TERMINATE, {step.code}); }
  void operator()(const Crash& step) { emit(STUB_CRASH, {index_of(crash_words(), step.how)}); }
  void operator()(const FastFail& step) { emit(STUB_FAST_FAIL, {step.code}); }
  void operator()(const Raise& step) { emit(STUB_RAISE, {step.code, step.flags}); }
  void operator()(const Hang& step) { emit(STUB_HANG, {index_of(hang_words(), step.how)}); }
  void operator()(const SetLastError& step) { emit(STUB_SET_LAST_ERROR, value(step.value)); }
  void operator()(const Sleep& step) { emit(STUB_SLEEP, {step.milliseconds}); }

  void operator()(const Load& step) {
    const std::uint32_t text = path(step.text);
    const std::uint32_t slot = step.as.empty() ? STUB_NO_SLOT : m_programs.names().modules.at(step.as);
    if (step.call.empty()) {
      emit(STUB_GET_MODULE, {text, slot});
    } else {
      emit(STUB_LOAD, {text, load_call(step.call), step.flags, slot});
    }
    if (step.then_call) {
      call_loaded(*step.then_call, step.arguments);
    }
    on_failure(step.on_failure);
  }

  void operator()(const Call& step) {
    use_module(step.in);
    call_loaded(step.symbol, step.arguments);
    on_failure(step.on_failure);
  }

  void operator()(const CallImport& step) {
    call_import(*m_programs.imports().find(step.of, step.symbol), step.arguments);
  }
  void operator()(const Free& step) { emit(STUB_FREE, {m_programs.names().modules.at(step.name)}); }

  void operator()(const Print& step) {
    emit(STUB_PRINT, {m_programs.put_text(step.text, false), step.to == "stderr" ? k_stderr : k_stdout});
  }

  void operator()(const StartThread& step) {
    // A thread with nothing to do still has a program, so that 0 needs no meaning of its own.
    const std::uint32_t program = m_programs.put(step.actions.empty() ? Actions{{Return{}}} : step.actions);
    emit(STUB_START_THREAD, {program, step.as.empty() ? STUB_NO_SLOT : m_programs.names().threads.at(step.as)});
  }
  void operator()(const Signal& step) { emit(STUB_SIGNAL, {handle(step.name)}); }
  void operator()(const Lock& step) { emit(STUB_LOCK, {m_programs.names().locks.at(step.name)}); }
  void operator()(const Unlock& step) { emit(STUB_UNLOCK, {m_programs.names().locks.at(step.name)}); }
  void operator()(const Wait& step) {
    emit(STUB_WAIT, {handle(step.name), step.timeout_ms.value_or(UINT32_MAX)});
    on_failure(step.on_failure);
  }
  void operator()(const TerminateThread& step) { emit(STUB_TERMINATE_THREAD, {handle(step.name)}); }

  void operator()(const Count& step) {
    if (step.in.empty()) {
      emit(STUB_COUNT, value(step.add));
      return;
    }
    const Symbol symbol{step.export_name, 0};
    if (const ImportSlot* slot = m_programs.imports().find(step.in, symbol)) {
      call_import(*slot, std::vector{step.add});
      return;
    }
    use_module(step.in);
    call_loaded(symbol, std::vector{step.add});
  }

  void operator()(const SetDllDirectory& step) { emit(STUB_SET_DLL_DIRECTORY, {step.path ? path(*step.path) : 0}); }
  void operator()(const AddDllDirectory& step) { emit(STUB_ADD_DLL_DIRECTORY, {path(step.path)}); }
  void operator()(const SetDefaultDllDirectories& step) { emit(STUB_SET_DEFAULT_DLL_DIRECTORIES, {step.flags}); }

  void operator()(const PathAdd& step) {
    std::string text;
    for (const std::string& part : step.paths) {
      text += step.front ? part + ";" : ";" + part;
    }
    text = step.front ? text + "{env:PATH}" : "{env:PATH}" + text;
    emit(STUB_SET_ENVIRONMENT, {m_programs.put_text("PATH", false), path(text)});
  }
  void operator()(const SetEnvironment& step) {
    for (const auto& [name, text] : step.variables) {
      const std::uint32_t name_text = m_programs.section().put_text(utf16_from_utf8(name));
      emit(STUB_SET_ENVIRONMENT, {name_text, text ? m_programs.put_text(*text, false) : 0});
    }
  }

  void operator()(const If& step) {
    test(step.condition);
    const std::size_t to_else = jump(STUB_JUMP_IF_FALSE);
    run(step.then);
    if (step.otherwise.empty()) {
      land(to_else);
      return;
    }
    const std::size_t to_end = jump(STUB_JUMP);
    land(to_else);
    run(step.otherwise);
    land(to_end);
  }

 private:
  using Words = std::vector<std::uint32_t>;

  void run(const Actions& actions) {
    for (const Action& action : actions) {
      std::visit(*this, action.step);
    }
  }

  void emit(std::uint32_t operation, const Words& operands) {
    m_words.push_back(operation | static_cast<std::uint32_t>(operands.size() + 1) << 16);
    m_words.insert(m_words.end(), operands.begin(), operands.end());
  }

  std::size_t jump(std::uint32_t operation) {
    const std::size_t place = m_words.size();
    emit(operation, {0});
    return place;
  }
  void land(std::size_t jump) { m_words[jump + 1] = static_cast<std::uint32_t>(m_words.size() - jump); }

  void on_failure(const Actions& actions) {
    if (actions.empty()) {
      return;
    }
    const std::size_t to_list = jump(STUB_JUMP_IF_FAILED);
    const std::size_t to_end = jump(STUB_JUMP);
    land(to_list);
    run(actions);
    land(to_end);
  }

  /// Leaves the answer in the run's `truth`; `any` and `all` stop at the first part that decides.
  void test(const Condition& condition) {
    switch (condition.kind) {
      case Condition::Kind::Resident:
        emit(STUB_TEST_RESIDENT, {path(condition.text)});
        break;
      case Condition::Kind::Exists:
        emit(STUB_TEST_EXISTS, {path(condition.text)});
        break;
      case Condition::Kind::Environment:
        emit(STUB_TEST_ENVIRONMENT, {m_programs.section().put_text(utf16_from_utf8(condition.text))});
        break;
      case Condition::Kind::Failed:
        emit(STUB_TEST_FAILED, {});
        break;
      case Condition::Kind::Equals: {
        Words both = value(condition.values.at(0));
        const Words second = value(condition.values.at(1));
        both.insert(both.end(), second.begin(), second.end());
        emit(STUB_TEST_EQUALS, both);
        break;
      }
      case Condition::Kind::ProcessEnding:
        emit(STUB_TEST_PROCESS_ENDING, {});
        break;
      case Condition::Kind::Not:
        test(condition.conditions.at(0));
        emit(STUB_NOT, {});
        break;
      case Condition::Kind::Any:
      case Condition::Kind::All: {
        std::vector<std::size_t> decided;
        for (const Condition& part : condition.conditions) {
          test(part);
          decided.push_back(jump(condition.kind == Condition::Kind::Any ? STUB_JUMP_IF_TRUE : STUB_JUMP_IF_FALSE));
        }
        for (const std::size_t place : decided) {
          land(place);
        }
        break;
      }
    }
  }

  Words value(const Value& value) {
    const auto words = [](std::uint32_t kind, std::uint64_t number = 0) {
      return Words{kind, static_cast<std::uint32_t>(number), static_cast<std::uint32_t>(number >> 32)};
    };
    switch (value.kind) {
      case Value::Kind::Number:
        return words(STUB_NUMBER, value.number);
      case Value::Kind::Result:
        return words(STUB_RESULT);
      case Value::Kind::Error:
        return words(STUB_ERROR);
      case Value::Kind::Argument:
        return words(STUB_ARGUMENT);
      case Value::Kind::Argument2:
        return words(STUB_ARGUMENT_2);
      case Value::Kind::Argument3:
        return words(STUB_ARGUMENT_3);
      case Value::Kind::Count:
        return words(STUB_COUNTER);
      case Value::Kind::Version:
        return words(STUB_NUMBER, version_number(m_programs.version()));
      case Value::Kind::FileName:
        return words(STUB_FILE_NAME);
      case Value::Kind::FileNameLength:
        return words(STUB_FILE_NAME_LENGTH);
      case Value::Kind::Text:
        return words(STUB_ADDRESS, m_programs.section().put_text(std::string_view(value.text)));
    }
    return {};
  }

  /// Appends the arguments of a call: one word, 0 to hand on the caller's, then the values.
  void append_arguments(Words& operands, const Arguments& arguments) {
    operands.push_back(arguments ? static_cast<std::uint32_t>(arguments->size() + 1) : 0);
    for (const Value& argument : arguments.value_or(std::vector<Value>{})) {
      const Words words = value(argument);
      operands.insert(operands.end(), words.begin(), words.end());
    }
  }

  /// Calls an export of the module that the instruction before looked for; skipped when that failed.
  void call_loaded(const Symbol& symbol, const Arguments& arguments) {
    const std::size_t to_end = jump(STUB_JUMP_IF_FAILED);
    Words operands{symbol.name.empty() ? STUB_BY_ORDINAL | symbol.ordinal
                                       : m_programs.section().put_text(std::string_view(symbol.name))};
    append_arguments(operands, arguments);
    emit(STUB_CALL, operands);
    land(to_end);
  }

  void call_import(const ImportSlot& slot, const Arguments& arguments) {
    Words operands = slot.delayed ? Words{slot.descriptor, slot.index} : Words{slot.address};
    append_arguments(operands, arguments);
    emit(slot.delayed ? STUB_CALL_DELAYED : STUB_CALL_IMPORT, operands);
  }

  void use_module(const std::string& name) {
    const auto remembered = m_programs.names().modules.find(name);
    if (remembered != m_programs.names().modules.end()) {
      emit(STUB_USE_MODULE, {remembered->second});
    } else {
      emit(STUB_GET_MODULE, {m_programs.section().put_text(utf16_from_utf8(name)), STUB_NO_SLOT});
    }
  }

  std::uint32_t path(const std::string& text) { return m_programs.put_text(text, true); }

  [[nodiscard]] std::uint32_t handle(const std::string& name) const {
    const auto thread = m_programs.names().threads.find(name);
    return thread != m_programs.names().threads.end() ? thread->second : m_programs.names().events.at(name);
  }

  static std::uint32_t load_call(const std::string& call) {
    return call == "LoadLibraryA"     ? STUB_LOAD_LIBRARY_A
           : call == "LoadLibraryW"   ? STUB_LOAD_LIBRARY_W
           : call == "LoadLibraryExA" ? STUB_LOAD_LIBRARY_EX_A
                                      : STUB_LOAD_LIBRARY_EX_W;
  }

  Programs& m_programs;
  Words m_words;
};

}  // namespace

Programs::Programs(Section& section, const StubSpec& spec, const ImportTables& imports)
    : m_section(section),
      m_imports(imports),
      m_names(collect_names(spec)),
      m_version(spec.version ? spec.version->file : "0") {}

std::uint32_t Programs::put_text(const std::string& text, bool is_path) {
  return m_section.put_text(compile_text(text, is_path ? TextUse::Path : TextUse::Plain, m_version).units);
}

std::uint32_t Programs::put(const Actions& actions) {
  if (actions.empty()) {
    return 0;
  }
  std::vector<std::uint32_t> words = Compiler(*this).compile(actions);
  const auto [known, is_new] = m_known.try_emplace(std::move(words), 0);
  if (is_new) {
    known->second = m_section.put_all(known->first.data(), known->first.size());
  }
  return known->second;
}

}  // namespace dllrepro::stub
