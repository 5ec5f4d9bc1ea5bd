// SPDX-License-Identifier: MIT
#include "harness/scenario/expectation_merge.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "harness/util/ascii.hpp"

namespace dllrepro::scenario {

namespace {

class Merger {
 public:
  template <typename Value>
  void single(const char* key, std::optional<Value>& into, const std::optional<Value>& more) {
    if (!more) {
      return;
    }
    if (!into) {
      into = more;
    } else if (*into != *more) {
      differ(key, Json(*more), Json(*into));
    }
  }

  void all_of(std::vector<std::string>& into, const std::vector<std::string>& more) {
    for (const std::string& value : more) {
      if (std::find(into.begin(), into.end(), value) == into.end()) {
        into.push_back(value);
      }
    }
  }

  void text(const std::string& key, std::optional<TextExpectation>& into, const std::optional<TextExpectation>& more) {
    if (!more) {
      return;
    }
    if (!into) {
      into = more;
      return;
    }
    single(key.c_str(), into->equals, more->equals);
    single(key.c_str(), into->matches, more->matches);
    all_of(into->contains, more->contains);
    all_of(into->absent, more->absent);
    for (const std::string& wanted : into->contains) {
      for (const std::string& unwanted : into->absent) {
        if (wanted.find(unwanted) != std::string::npos) {
          fault(key, fmt::format("can't contain {} and not {}", Json(wanted).dump(), Json(unwanted).dump()));
        }
      }
      if (into->equals && into->equals->find(wanted) == std::string::npos) {
        fault(key, fmt::format("can't be {} and contain {}", Json(*into->equals).dump(), Json(wanted).dump()));
      }
    }
    for (const std::string& unwanted : into->absent) {
      if (into->equals && into->equals->find(unwanted) != std::string::npos) {
        fault(key, fmt::format("can't be {} without {}", Json(*into->equals).dump(), Json(unwanted).dump()));
      }
    }
  }

  void differ(std::string key, const Json& here, const Json& there) {
    fault(std::move(key), fmt::format("is {} here and {} there", here.dump(), there.dump()));
  }

  void fault(std::string key, std::string message) {
    const auto same = [&](const Contradiction& known) { return known.key == key && known.message == message; };
    if (std::none_of(m_faults.begin(), m_faults.end(), same)) {
      m_faults.push_back({std::move(key), std::move(message)});
    }
  }

  std::vector<Contradiction> take() { return std::move(m_faults); }

 private:
  std::vector<Contradiction> m_faults;
};

/// A list that has to be met as a whole: equal, or given by one side only.
void whole_list(Merger& merger, const char* key, std::vector<std::string>& into, const std::vector<std::string>& more) {
  if (into.empty()) {
    into = more;
  } else if (!more.empty() && into != more) {
    merger.differ(key, more, into);
  }
}

void warnings(Merger& merger, Expectation& into, const Expectation& more) {
  if (!into.warnings || !more.warnings || into.warnings->empty() != more.warnings->empty()) {
    return merger.single("warnings", into.warnings, more.warnings);
  }
  merger.all_of(*into.warnings, *more.warnings);
}

/// A module can't be resident and not, under its path or its base name.
void residents(Merger& merger, const Expectation& both) {
  for (const std::string& absent : both.not_resident) {
    for (const std::string& resident : both.resident) {
      const std::string base = resident.substr(resident.rfind('/') + 1);
      if (ascii_equal_ignoring_case(absent, resident) || ascii_equal_ignoring_case(absent, base)) {
        merger.fault("not_resident", fmt::format("names {}, which is also to be resident", absent));
      }
    }
  }
}

}  // namespace

std::vector<Contradiction> merge(Expectation& into, const Expectation& more) {
  Merger merger;
  if (into.location.line == 0 || (!into.outcome && more.outcome)) {
    into.location = more.location;
  }
  merger.single("outcome", into.outcome, more.outcome);
  merger.single("error", into.error, more.error);
  merger.single("module", into.module, more.module);
  merger.single("phase", into.phase, more.phase);
  merger.single("status", into.status, more.status);
  merger.single("exit_code", into.exit_code, more.exit_code);
  merger.single("clock", into.clock, more.clock);
  merger.text("message", into.message, more.message);
  merger.all_of(into.resident, more.resident);
  merger.all_of(into.not_resident, more.not_resident);
  residents(merger, into);
  whole_list(merger, "load_order", into.load_order, more.load_order);
  merger.text("stdout", into.standard_output, more.standard_output);
  merger.text("stderr", into.standard_error, more.standard_error);
  for (const auto& [name, value] : more.returned) {
    const auto known = into.returned.emplace(name, value).first;
    if (known->second != value) {
      merger.differ("returned/" + name, value, known->second);
    }
  }
  for (const auto& [name, value] : more.environment) {
    std::optional<TextExpectation> both;
    const auto known = into.environment.find(name);
    if (known != into.environment.end()) {
      both = known->second;
    }
    merger.text("environment/" + name, both, value);
    into.environment[name] = *both;
  }
  warnings(merger, into, more);
  merger.single("unsatisfied", into.unsatisfied, more.unsatisfied);
  merger.all_of(into.survivors, more.survivors);
  merger.all_of(into.evidence, more.evidence);
  return merger.take();
}

void replace(Expectation& into, const Expectation& more) {
  const auto single = [](auto& mine, const auto& theirs) {
    if (theirs) {
      mine = theirs;
    }
  };
  const auto several = [](auto& mine, const auto& theirs) {
    if (!theirs.empty()) {
      mine = theirs;
    }
  };
  single(into.outcome, more.outcome);
  single(into.error, more.error);
  single(into.module, more.module);
  single(into.phase, more.phase);
  single(into.status, more.status);
  single(into.exit_code, more.exit_code);
  single(into.clock, more.clock);
  single(into.message, more.message);
  several(into.resident, more.resident);
  several(into.not_resident, more.not_resident);
  several(into.load_order, more.load_order);
  single(into.standard_output, more.standard_output);
  single(into.standard_error, more.standard_error);
  several(into.returned, more.returned);
  several(into.environment, more.environment);
  single(into.warnings, more.warnings);
  single(into.unsatisfied, more.unsatisfied);
  several(into.survivors, more.survivors);
  several(into.evidence, more.evidence);
  if (more.outcome) {
    into.location = more.location;
  }
}

}  // namespace dllrepro::scenario
