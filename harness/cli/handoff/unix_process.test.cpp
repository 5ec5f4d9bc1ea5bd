// SPDX-License-Identifier: MIT
#include "harness/cli/handoff/unix_process.hpp"

#include <unistd.h>

#include <array>
#include <csignal>
#include <string>

#include <catch2/catch_test_macros.hpp>

#include "harness/cli/handoff/forwarding.hpp"
#include "harness/cli/handoff/signals.hpp"
#include "harness/util/error.hpp"

using namespace dllrepro::cli::handoff;

namespace {

UnixCommand shell(const std::string& script) {
  return {"/bin/sh", {"-c", script}, {"PATH=/bin:/usr/bin", "A=b c"}};
}

std::string all_of(const FileDescriptor& pipe) {
  std::string text;
  std::array<char, 100> buffer{};
  for (ssize_t count = 0; (count = read(pipe.number(), buffer.data(), buffer.size())) > 0;) {
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
  return text;
}

}  // namespace

TEST_CASE("A process has its three streams as pipes, the environment given and a process group of its own") {
  UnixProcess process = start_with_pipes(shell("read line; echo \"$line $A\"; echo error >&2; exit 7"));
  CHECK(getpgid(process.id) == process.id);
  REQUIRE(write(process.input.number(), "hello\n", 6) == 6);
  CHECK(all_of(process.output) == "hello b c\n");
  CHECK(all_of(process.errors) == "error\n");
  CHECK(wait_for(process.id) == 7);
}

TEST_CASE("A process sees the end of its input when we are gone") {
  UnixProcess process = start_with_pipes(shell("cat; echo ended"));
  process.input.close();
  CHECK(all_of(process.output) == "ended\n");
  CHECK(wait_for(process.id) == 0);
}

TEST_CASE("Our pipes do not reach processes that are started later") {
  UnixProcess first = start_with_pipes(shell("cat; echo ended"));
  UnixProcess second = start_with_pipes(shell("cat"));
  first.input.close();
  CHECK(all_of(first.output) == "ended\n");  // would wait for ever if the second held the write end
  second.input.close();
  CHECK(wait_for(first.id) == 0);
  CHECK(wait_for(second.id) == 0);
}

TEST_CASE("A process on /dev/null has none of our streams") {
  CHECK(run_on_null(
            shell("for i in 0 1 2; do [ \"$(readlink /proc/self/fd/$i)\" ] || exit 1; done; "
                  "[ \"$(readlink /proc/$$/fd/0)\" = /dev/null ] && [ \"$(readlink /proc/$$/fd/1)\" = /dev/null ] && "
                  "[ \"$(readlink /proc/$$/fd/2)\" = /dev/null ]")) == 0);
  CHECK(run_on_null(shell("exit 3")) == 3);
  CHECK(run_on_null(shell("kill -TERM $$")) == 128 + SIGTERM);
}

TEST_CASE("The first line of a program's output") {
  CHECK(first_line_of(shell("echo wine-8.0; echo more")) == "wine-8.0");
  CHECK(first_line_of(shell(":")).empty());
}

TEST_CASE("A program that is not there is an environment failure") {
  CHECK_THROWS_AS(run_on_null({"/nowhere/wine", {}, {}}), dllrepro::EnvironmentFailure);
}

TEST_CASE("A request to end kills what may be killed") {
  const Signals signals;
  CHECK(run_on_null(shell("kill -INT $PPID; exec sleep 60"), true) == 128 + SIGKILL);
  CHECK(Signals::requests() == 1);
}

TEST_CASE("Output is forwarded as it comes, and a writer that is left over is not waited for") {
  std::array<int, 2> ends{};
  REQUIRE(pipe(ends.data()) == 0);
  const FileDescriptor seen(ends[0]);
  {
    const FileDescriptor to(ends[1]);
    UnixProcess process = start_with_pipes(shell("echo first; read line; echo second; sleep 60 & exit 0"));
    Forwarding forwarding(process.output, to.number());
    REQUIRE(wait_and_forward({&forwarding}, -1, 10000));
    std::array<char, 6> first{};
    REQUIRE(read(seen.number(), first.data(), first.size()) == 6);
    REQUIRE(write(process.input.number(), "\n", 1) == 1);
    CHECK(wait_for(process.id) == 0);
    while (wait_and_forward({&forwarding}, -1, 200)) {
    }
    CHECK_FALSE(forwarding.ended());  // the sleep still holds the pipe
    kill(-process.id, SIGKILL);
  }
  CHECK(all_of(seen) == "second\n");
}

TEST_CASE("Output that nobody reads any more is an error to look at") {
  std::array<int, 2> ends{};
  REQUIRE(pipe(ends.data()) == 0);
  FileDescriptor seen(ends[0]);
  const FileDescriptor to(ends[1]);
  seen.close();
  UnixProcess process = start_with_pipes(shell("echo text"));
  Forwarding forwarding(process.output, to.number());
  while (!forwarding.ended()) {
    wait_and_forward({&forwarding}, -1, 10000);
  }
  CHECK(forwarding.write_error() == EPIPE);
  CHECK_THROWS_AS(forwarding.check(), dllrepro::EnvironmentFailure);
  CHECK(wait_for(process.id) == 0);
}
