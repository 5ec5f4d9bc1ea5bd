// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "harness/trace/step.hpp"
#include "harness/trace/trace.hpp"

namespace dllrepro::trace {

/// Puts a trace together from steps.
///
/// Where the loader's steps nest by thread (Wine), the nesting says who asked: a search inside of another one is an
/// import of the module that is being loaded; one inside of an initialiser is a call of that module. Where they do not
/// (Windows), or where the debugger alone tells of images, the images' own import tables say it.
class TraceBuilder {
 public:
  enum class Dialect { Nested, Flat };

  explicit TraceBuilder(Dialect dialect) : m_dialect(dialect) {}

  /// Takes the next step; they come in the order of their time. A process's loader is at work before its debugger hears
  /// of the process, so that steps of one that is not known yet, or whose id's last bearer has ended, wait for its
  /// Process step; where none comes they are passed over.
  void take(const Step& step);

  Trace finish() &&;

 private:
  /// What a thread is in the middle of.
  struct Open {
    std::size_t load = Load::k_no_parent;  ///< a search, or the load that an initialiser's module came by
    std::string initialiser{};             ///< "": it is a search
  };
  struct Image {
    std::string path;
    std::vector<std::string> imports;
    std::size_t load = Load::k_no_parent;
  };
  struct State {
    std::size_t process = 0;  ///< index in the trace
    std::map<std::uint32_t, std::vector<Open>> threads;
    std::vector<bool> dropped;  ///< by load: it turned out to be no load
    std::vector<Image> images;  ///< the exe first
    bool own_code_ran = false;  ///< what came before is the system's doing or the exe's imports
  };

  void close(State& state);
  void begin_process(const Step& step);
  void take_of(State& state, const Step& step);
  void look(State& state, const Step& step);
  void end_search(State& state, const Step& step);
  void map_image(State& state, const Step& step);
  void miss_import(State& state, const Step& step);
  void begin_initialiser(State& state, const Step& step);
  void end_initialiser(State& state, const Step& step);

  std::size_t add_load(State& state, Load load);
  static const Image* importer_of(const State& state, std::string_view name);
  static Open* open_search(State& state, std::uint32_t thread);
  [[nodiscard]] std::size_t load_of(const State& state, std::string_view module) const;

  Dialect m_dialect;
  double m_start = 0;
  Trace m_trace;
  std::map<std::uint32_t, State> m_states;               ///< by process id, the youngest with it
  std::map<std::uint32_t, std::vector<Step>> m_waiting;  ///< by process id
};

/// The trace of steps that two told: the system's debugger with the full tick count, and Wine's loader in lines of
/// wine_lines.hpp, each in its order.
Trace trace_of(std::vector<Step> debugger, std::vector<Step> loader);

}  // namespace dllrepro::trace
