# The run that ci/reproduce and ci/reproduce-windows share; to be sourced after library.sh.
# shellcheck shell=bash

# run_scenarios PROGRAM [options and paths of `dllrepro run`]: reports under build/reports/, the program's exit code.
run_scenarios() {
  local program=$1 status=0
  shift
  mkdir -p "$top/build/reports"
  (cd "$top" && "$program" run "$@" \
    --journal build/reports/journal.jsonl \
    --report json=build/reports/report.json \
    --report junit=build/reports/junit.xml \
    --report markdown=build/reports/report.md) || status=$?
  say "reports in build/reports: report.json, junit.xml, report.md; events in journal.jsonl"
  exit "$status"
}
