// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/base/output.h"
#include "app/cli/parser/command.h"
#include "app/cli/parser/fault.h"

#include <memory>
#include <string_view>

namespace roofrack::cli {

/// Help of `--json`.
inline constexpr std::string_view json_help = "print the result as JSON";

// One adds a command to the program: its options, its example and what it does. One file per command.

void add_ask(const Command& program);
void add_balance(const Command& program);
void add_batch(const Command& program);
void add_bom(const Command& program);
void add_bottlenecks(const Command& program);
void add_cables(const Command& program);
void add_calibrate(const Command& program);
void add_catalog(const Command& program);
void add_check(const Command& program);
void add_collectives(const Command& program);
void add_compare(const Command& program);
void add_cost(const Command& program);
void add_design(const Command& program);
void add_diagnose(const Command& program);
void add_diff(const Command& program);
void add_digest(const Command& program);
void add_draft(const Command& program);
void add_exchange(const Command& program);
void add_evaluate(const Command& program);
void add_explain(const Command& program);
void add_export(const Command& program);
void add_failures(const Command& program);
void add_figures(const Command& program);
void add_fit(const Command& program);
void add_import(const Command& program);
void add_input(const Command& program);
void add_jobs(const Command& program);
void add_links(const Command& program);
void add_loads(const Command& program);
void add_merge(const Command& program);
void add_moved(const Command& program);
void add_new(const Command& program);
void add_odds(const Command& program);
void add_parameters(const Command& program);
void add_path(const Command& program);
void add_power(const Command& program);
void add_present(const Command& program);
void add_rack(const Command& program);
void add_mitigations(const Command& program);
void add_reduction(const Command& program);
void add_report(const Command& program);
void add_room(const Command& program);
void add_runs(const Command& program);
void add_scale(const Command& program);
void add_schema(const Command& program);
void add_search(const Command& program);
void add_sensitivity(const Command& program);
void add_split(const Command& program);
void add_stragglers(const Command& program);
void add_tornado(const Command& program);
void add_totals(const Command& program);
void add_trace(const Command& program);
void add_try(const Command& program);
void add_validate(const Command& program);
void add_limits(const Command& program);
void add_wall(const Command& program);
void add_year(const Command& program);

} // namespace roofrack::cli
