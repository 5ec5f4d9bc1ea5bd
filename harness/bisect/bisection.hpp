// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/bisect/signature.hpp"

namespace dllrepro::bisect {

// Candidates are numbered in the order of their axis. One end is good and the other bad by definition; what the others
// are is asked for:
//
//   good ... good  ?  ?  ?  bad ... bad        the ? between last good and first bad become fewer with each answer
//
// A candidate is good when its signature is the good end's and bad when it is the bad end's. One that answers
// otherwise, that hangs where neither end does, or that could not be judged, says nothing about the change looked for:
// it is skipped, and its neighbours are asked.

/// What one candidate answered.
struct Answer {
  bool judged = true;   ///< false: skipped or broken; reason
  Signature signature;  ///< of what happened
  std::string reason;
};

enum class Standing {
  Good,     ///< "good"
  Bad,      ///< "bad"
  Skipped,  ///< "skipped": neither, or not judged
};

std::string_view name_of(Standing standing);

/// One run, in the order in which they were made.
struct Ask {
  std::size_t candidate = 0;
  Answer answer;
  Standing standing = Standing::Skipped;
};

enum class Ending {
  Found,       ///< "found": last good and first bad are neighbours
  Between,     ///< "between": all candidates left between them are skipped
  SameEnds,    ///< "same ends": both ends answer alike, there is nothing to look for between them
  EndSkipped,  ///< "end skipped": an end could not be judged
};

std::string_view name_of(Ending ending);

struct Bisection {
  Ending ending = Ending::Found;
  std::vector<Ask> asks;
  std::size_t last_good = 0;
  std::size_t first_bad = 0;
};

/// Asks for both ends, then for the middle of what is left, until nothing is. `good` and `bad` may stand in either
/// order. No candidate is asked twice. `ask` may throw; nothing is kept then.
Bisection bisect(std::size_t good, std::size_t bad, const std::function<Answer(std::size_t)>& ask);

/// Asks for every candidate from one end to the other, in order. Last good is the good candidate next to the bad end,
/// first bad the bad one that comes next, and what is skipped between the two makes the ending Between, as in a search.
/// Where both ends answer alike the ending is SameEnds, whatever lies between them; they stand for the change next to
/// the bad end then, and so they do where an end could not be judged.
Bisection scan(std::size_t good, std::size_t bad, const std::function<Answer(std::size_t)>& ask);

/// A place where two neighbours in the order answer differently; `from` and `to` are candidates that were judged, what
/// lies between them was skipped.
struct Change {
  std::size_t from = 0;
  std::size_t to = 0;
};

/// All changes along the answers of all candidates, which a binary search can't find where there are several.
std::vector<Change> changes_along(const std::vector<Answer>& answers);

/// The same of what a scan asked for, in the candidates' numbers.
std::vector<Change> changes_along(const Bisection& scanned);

}  // namespace dllrepro::bisect
