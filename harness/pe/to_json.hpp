// SPDX-License-Identifier: MIT
#pragma once

#include "harness/pe/image.hpp"
#include "harness/util/json_document.hpp"

namespace dllrepro::pe {

/// The image as an object, for people and for other programs: numbers that are addresses, flags or hashes as "0x..."
/// texts, others as numbers; what the image does not have is left out. All texts are valid UTF-8 (see printable).
///
///     { "machine": "x64", "format": "PE32+", "characteristics": "0x2022", ..., "sections": [...],
///       "imports": [{"module": "kernel32.dll", "symbols": ["Sleep", {"ordinal": 3}]}, ...], "delay_imports": [...],
///       "exports": {"module": "x.dll", "entries": [{"ordinal": 1, "name": "f", "address": "0x1000"}, ...]},
///       "version": {"file": "1.2.3.4", ...}, "manifests": [...], "load_config": {...}, "anomalies": [...] }
Json to_json(const Image& image);

}  // namespace dllrepro::pe
