// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/commands.h"

#include "app/cli/parser/program.h"

#include <cstdio>
#include <exception>

namespace roofrack::cli {

namespace {

constexpr AddCommand commands[] = {
    add_ask,        add_figures,  add_balance, add_batch,       add_bom,      add_bottlenecks, add_cables,
    add_calibrate,  add_catalog,  add_check,   add_collectives, add_compare,  add_cost,        add_design,
    add_diagnose,   add_diff,     add_digest,  add_draft,       add_evaluate, add_exchange,    add_explain,
    add_export,     add_failures, add_fit,     add_import,      add_input,    add_jobs,        add_limits,
    add_links,      add_loads,    add_merge,   add_mitigations, add_moved,    add_new,         add_odds,
    add_parameters, add_path,     add_power,   add_present,     add_rack,     add_reduction,   add_report,
    add_room,       add_runs,     add_scale,   add_schema,      add_search,   add_sensitivity, add_split,
    add_stragglers, add_tornado,  add_totals,  add_trace,       add_try,      add_validate,    add_wall,
    add_year,
};

} // namespace

} // namespace roofrack::cli

int main(int argc, char** argv) try {
    using namespace roofrack::cli;
    make_output_printable();
    const int exit_code = run_program(argc, argv, commands);
    if (const auto written = finish_output(); !written) return report(written.error());
    return exit_code;
} catch (const std::exception& error) { // no memory, no thread
    std::fprintf(stderr,
                 "error: the work was broken off: %s: close other programs, or allow it more (ulimit -a)\n",
                 error.what());
    return roofrack::cli::Exit::bad_input;
}
