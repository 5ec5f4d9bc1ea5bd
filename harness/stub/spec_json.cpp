// SPDX-License-Identifier: MIT
#include "harness/stub/default_symbols.hpp"
#include "harness/stub/spec.hpp"
#include "harness/stub/value.hpp"

namespace dllrepro::stub {

namespace {

Json to_json(const Version& version) {
  if (version.product.empty() && version.strings.empty()) {
    return version.file;
  }
  Json json = {{"file", version.file}};
  if (!version.product.empty()) {
    json["product"] = version.product;
  }
  if (!version.strings.empty()) {
    json["strings"] = version.strings;
  }
  return json;
}

bool is_default(const ImportedDll& dll) {
  return dll.symbols.size() == 1 && dll.symbols[0] == Symbol{std::string(default_symbol(dll.name)), 0};
}

bool has_default_shape(const std::vector<ImportedDll>& imports) {
  for (const ImportedDll& dll : imports) {
    if (!is_default(dll)) {
      return false;
    }
  }
  return true;
}

Json to_json(const std::vector<ImportedDll>& imports) {
  if (has_default_shape(imports)) {
    Json names = Json::array();
    for (const ImportedDll& dll : imports) {
      names.push_back(dll.name);
    }
    return names;
  }
  Json json = Json::object();
  for (const ImportedDll& dll : imports) {
    Json symbols = Json::array();
    for (const Symbol& symbol : dll.symbols) {
      symbols.push_back(to_json(symbol));
    }
    json[dll.name] = std::move(symbols);
  }
  return json;
}

Json to_json(const Export& item) {
  if (item.ordinal == 0 && !item.noname && item.forward.empty()) {
    const auto* const only = item.actions.size() == 1 ? std::get_if<Return>(&item.actions[0].step) : nullptr;
    if (only != nullptr && only->value.kind == Value::Kind::Number) {
      return only->value.number;
    }
    return to_json(item.actions);
  }
  Json json = Json::object();
  if (item.ordinal != 0) {
    json["ordinal"] = item.ordinal;
  }
  if (item.noname) {
    json["noname"] = true;
  }
  if (!item.forward.empty()) {
    json["forward"] = item.forward;
  }
  if (!item.actions.empty()) {
    json["do"] = to_json(item.actions);
  }
  return json;
}

void put_list(Json& json, const char* key, const Actions& actions) {
  if (!actions.empty()) {
    json[key] = to_json(actions);
  }
}

}  // namespace

Json to_json(const StubSpec& spec) {
  const StubSpec defaults;
  Json json = Json::object();
  if (spec.machine != defaults.machine) {
    json["machine"] = spec.machine;
  }
  if (!spec.name.empty()) {
    json["name"] = spec.name;
  }
  if (spec.version) {
    json["version"] = to_json(*spec.version);
  }
  if (!spec.manifest.empty()) {
    json["manifest"] = spec.manifest;
  }
  if (spec.timestamp != 0) {
    json["timestamp"] = spec.timestamp;
  }
  if (spec.pad_to != 0) {
    json["pad_to"] = spec.pad_to;
  }
  if (spec.dependent_load_flags) {
    json["dependent_load_flags"] = *spec.dependent_load_flags;
  }
  if (!spec.imports.empty()) {
    json["imports"] = to_json(spec.imports);
  }
  if (!spec.delay_imports.empty()) {
    json["delay_imports"] = to_json(spec.delay_imports);
  }
  if (!spec.exports.empty()) {
    json["exports"] = Json::object();
    for (const auto& [name, item] : spec.exports) {
      json["exports"][name] = to_json(item);
    }
  }
  if (!spec.default_export) {
    json["default_export"] = false;
  }
  put_list(json, "on_attach", spec.on_attach);
  put_list(json, "on_detach", spec.on_detach);
  put_list(json, "on_thread_attach", spec.on_thread_attach);
  put_list(json, "on_thread_detach", spec.on_thread_detach);
  put_list(json, "tls_callback", spec.tls_callback);
  if (spec.corrupt) {
    json["corrupt"] = to_json(*spec.corrupt);
  }
  return json;
}

}  // namespace dllrepro::stub
