// SPDX-License-Identifier: MIT
#include "harness/pe/load_config.hpp"

#include <algorithm>
#include <span>

#include "harness/pe/format.hpp"

namespace dllrepro::pe {

namespace {

template <class Raw>
void read_as(Context& context) {
  const DirectoryRange& range = context.image.directory(Directory::LoadConfig);
  const std::uint64_t field = context.directory_field(Directory::LoadConfig);
  const auto size = context.take<std::uint32_t>(range.address, field, "the load configuration");
  if (!size) {
    return;
  }
  Raw config{};
  const std::size_t length = std::min<std::size_t>(*size, sizeof(Raw));
  if (!context.memory.copy(range.address, std::as_writable_bytes(std::span(&config, 1)).first(length))) {
    context.add_anomaly_at(range.address, field, "the load configuration is cut");
    return;
  }
  context.image.load_config = {*size, config.dependent_load_flags, config.security_cookie, config.guard_flags};
}

}  // namespace

void read_load_config(Context& context) {
  if (!context.image.has(Directory::LoadConfig)) {
    return;
  }
  if (context.image.is_pe32_plus()) {
    read_as<raw::LoadConfig64>(context);
  } else {
    read_as<raw::LoadConfig32>(context);
  }
}

}  // namespace dllrepro::pe
