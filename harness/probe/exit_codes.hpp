// SPDX-License-Identifier: MIT
#pragma once

namespace dllrepro::probe {

/// What the probe ends with when it fails by itself; each of these is a fault of the harness or of its caller, never an
/// outcome of a scenario. The numbers are those of BSD's sysexits.h, which no scenario uses by accident.
enum class ProbeExit : int {
  Done = 0,          ///< the program ran, `done` was written; an `exit` operation ends with its own code instead
  Usage = 64,        ///< the command line can't be understood
  BadPlan = 65,      ///< the plan is no plan; the message on stderr says where
  NoPlan = 66,       ///< the plan can't be read
  Internal = 70,     ///< an error of the probe's own
  NoEventPipe = 74,  ///< the events can't be written, or not any more
};

}  // namespace dllrepro::probe
