// SPDX-License-Identifier: MIT
// Prints one JSON line for each figure: {"name", "value", "unit", "goal"}. Takes the folder to work in, which decides
// much: making and removing folders costs microseconds on tmpfs and milliseconds on some disks. Folders named behind it
// are taken for real packages, such as build/cache/python/3.11, and laid into a tree each.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <vector>

#include <fmt/format.h>

#include "harness/stub/compose.hpp"
#include "harness/tree/assemble.hpp"
#include "harness/tree/disk.hpp"
#include "harness/tree/fixture.hpp"
#include "harness/tree/resolve.hpp"
#include "harness/tree/run_directory.hpp"
#include "harness/util/error.hpp"
#include "harness/util/paths.hpp"

using namespace dllrepro;
using namespace dllrepro::tree;

namespace {

constexpr int k_stubs = 60;
constexpr int k_rounds = 51;

double seconds_of(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
  return values[values.size() / 2];
}

/// Figures without a goal are there to be compared from machine to machine.
void print(std::string_view name, double value, std::string_view unit, Json goal = nullptr) {
  fmt::print("{}\n", Json{{"name", name}, {"value", value}, {"unit", unit}, {"goal", goal}}.dump());
  std::fflush(stdout);
}

/// A tree as deep and wide as a wheel's: 60 stubs that import one another, in six folders.
TreePlan plan_of_60() {
  TreePlan plan;
  for (int i = 0; i < k_stubs; ++i) {
    stub::StubSpec spec;
    spec.version = stub::Version{fmt::format("1.0.{}.0", i), "", {}};
    for (int j = std::max(0, i - 4); j < i; ++j) {
      spec.imports.push_back({fmt::format("library{}.dll", j), {{"stub", 0}}});
    }
    plan.files[fmt::format("package/part{}/library{}.dll", i % 6, i)] = {std::move(spec), {}};
  }
  return plan;
}

void run(const std::filesystem::path& folder) {
  const TreePlan plan = plan_of_60();
  const RunDirectory work(folder);
  StubStore store(work.path() / "store");
  const auto host = work.path() / "probe.exe";
  disk::write(host, {});

  constexpr int k_composed = 2000;
  const auto& spec = std::get<stub::StubSpec>(plan.files.at("package/part5/library5.dll").content);
  std::size_t bytes = 0;
  const double composing = seconds_of([&] {
    for (int i = 0; i < k_composed; ++i) {
      bytes += stub::compose(spec, fmt::format("library{}.dll", i)).size();
    }
  });
  print("stubs composed", k_composed / composing, "per second", 2000);

  std::vector<double> making;
  std::vector<double> removing;
  double cold = 0;
  for (int i = 0; i < k_rounds; ++i) {
    RunDirectory run(work.path());
    const PlaceMap places(run.path(), "C:/Windows/System32", "C:/Windows");
    const double time = seconds_of([&] { assemble(plan, places, store, host); });
    if (i == 0) {
      cold = time;
    } else {
      making.push_back(time);
    }
    removing.push_back(seconds_of([&] { static_cast<void>(run.remove()); }));
  }
  print("tree of 60 stubs assembled, store warm", median(making) * 1000, "ms", 10);
  print("tree of 60 stubs assembled, store cold", cold * 1000, "ms");
  print("tree of 60 stubs removed", median(removing) * 1000, "ms");

  const TreeLibrary library("fixtures/trees");
  Diagnostics faults;
  if (const TreeFixture* fixture = library.find("torch-cu13", {}, faults)) {
    constexpr int k_resolved = 200;
    const double resolving = seconds_of([&] {
      for (int i = 0; i < k_resolved; ++i) {
        bytes += resolve({fixture}, library, faults).files.size();
      }
    });
    print("torch-cu13 resolved", resolving / k_resolved * 1000, "ms");
  }
}

void run_artefact(const std::filesystem::path& folder, const std::filesystem::path& package) {
  Artefact artefact;
  artefact.title = display_path(package);
  artefact.folder = std::filesystem::absolute(package);
  for (const auto& entry : std::filesystem::recursive_directory_iterator(artefact.folder)) {
    if (entry.is_regular_file()) {
      artefact.files.push_back(path_to_utf8(entry.path().lexically_relative(artefact.folder)));
      std::replace(artefact.files.back().begin(), artefact.files.back().end(), '\\', '/');
    }
  }
  TreePlan plan;
  plan.installed.push_back({InstallStep::Verb::Install, {artefact.title, "", {}}, {}, {}, true, {}});
  const RunDirectory work(folder);
  StubStore stubs(work.path() / "store");
  ArtefactStore artefacts(work.path() / "artefacts");
  const InstalledLayer::Find find = [&](const Distribution&) -> const Artefact& { return artefact; };
  std::vector<double> planning;
  std::vector<double> making;
  std::vector<double> removing;
  for (int i = 0; i < 6; ++i) {
    RunDirectory run(work.path());
    const PlaceMap places(run.path(), "C:/Windows/System32", "C:/Windows");
    InstalledLayer layer;
    planning.push_back(seconds_of([&] { layer = InstalledLayer(plan, find); }));
    making.push_back(seconds_of([&] { assemble(plan, places, stubs, {}, layer, artefacts); }));
    removing.push_back(seconds_of([&] { static_cast<void>(run.remove()); }));
  }
  const std::string what = fmt::format("{} ({} files)", artefact.title, artefact.files.size());
  print(what + ": first tree", making.front() * 1000, "ms");
  making.erase(making.begin());
  print(what + ": planned", median(planning) * 1000, "ms");
  print(what + ": laid into a tree", median(making) * 1000, "ms");
  print(what + ": removed", median(removing) * 1000, "ms");
}

}  // namespace

int main(int count, char** arguments) {
  try {
    run(count > 1 ? path_from_utf8(arguments[1]) : std::filesystem::path("build/tree-bench"));
    for (int at = 2; at < count; ++at) {
      run_artefact(path_from_utf8(arguments[1]), path_from_utf8(arguments[at]));
    }
    return 0;
  } catch (const Error& error) {
    fmt::print(stderr, "tree-bench: {}\n", error.what());
    return 1;
  }
}
