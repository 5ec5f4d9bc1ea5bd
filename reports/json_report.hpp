// SPDX-License-Identifier: MIT
#pragma once

#include <ostream>

#include "harness/run/journal.hpp"
#include "reports/reports.hpp"

namespace dllrepro::reports {

/// The report for programs: {"schema": 1, "run": facts, "summary": counts, "cells": [one per cell]}, as
/// report.schema.json beside this file describes. Cells stand in the order in which they were selected.
void write_json(const run::RunRecord& record, std::ostream& out, const ReportOptions& options);

}  // namespace dllrepro::reports
