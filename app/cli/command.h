// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/output.h"
#include "core/units/diagnostic.h"

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace roofrack::cli {

/// Exit codes of docs/formats.md.
enum Exit { done = 0, answer_is_no = 1, usage = 2, bad_input = 3 };

/// A command adds its options to `app` and sets `exit_code` in its callback. One file a command.
using AddCommand = void (*)(CLI::App& app, int& exit_code);

void add_ask(CLI::App& app, int& exit_code);
void add_balance(CLI::App& app, int& exit_code);
void add_batch(CLI::App& app, int& exit_code);
void add_bom(CLI::App& app, int& exit_code);
void add_bottlenecks(CLI::App& app, int& exit_code);
void add_calibrate(CLI::App& app, int& exit_code);
void add_catalog(CLI::App& app, int& exit_code);
void add_check(CLI::App& app, int& exit_code);
void add_cost(CLI::App& app, int& exit_code);
void add_diff(CLI::App& app, int& exit_code);
void add_exchange(CLI::App& app, int& exit_code);
void add_evaluate(CLI::App& app, int& exit_code);
void add_explain(CLI::App& app, int& exit_code);
void add_export(CLI::App& app, int& exit_code);
void add_failures(CLI::App& app, int& exit_code);
void add_figures(CLI::App& app, int& exit_code);
void add_fit(CLI::App& app, int& exit_code);
void add_import(CLI::App& app, int& exit_code);
void add_input(CLI::App& app, int& exit_code);
void add_jobs(CLI::App& app, int& exit_code);
void add_links(CLI::App& app, int& exit_code);
void add_loads(CLI::App& app, int& exit_code);
void add_merge(CLI::App& app, int& exit_code);
void add_new(CLI::App& app, int& exit_code);
void add_parameters(CLI::App& app, int& exit_code);
void add_path(CLI::App& app, int& exit_code);
void add_power(CLI::App& app, int& exit_code);
void add_rack(CLI::App& app, int& exit_code);
void add_reliefs(CLI::App& app, int& exit_code);
void add_reduction(CLI::App& app, int& exit_code);
void add_room(CLI::App& app, int& exit_code);
void add_scale(CLI::App& app, int& exit_code);
void add_schema(CLI::App& app, int& exit_code);
void add_search(CLI::App& app, int& exit_code);
void add_sensitivity(CLI::App& app, int& exit_code);
void add_split(CLI::App& app, int& exit_code);
void add_stragglers(CLI::App& app, int& exit_code);
void add_totals(CLI::App& app, int& exit_code);
void add_trace(CLI::App& app, int& exit_code);
void add_validate(CLI::App& app, int& exit_code);
void add_wall(CLI::App& app, int& exit_code);
void add_year(CLI::App& app, int& exit_code);

/// "error: WHERE: WHAT: FIX" on stderr; returns Exit::bad_input.
int report(const Diagnostic& diagnostic);
/// A call that cannot be understood: main() prints it like report() and exits with Exit::usage.
struct UsageError {
    Diagnostic diagnostic;
};
/// A project or another file that is no good: main() prints it like report() and exits with Exit::bad_input.
struct BadInput {
    Diagnostic diagnostic;
};
/// The value; its fault is thrown as a UsageError or as BadInput.
template<class Fault, class T>
T value_or_throw(Result<T> result) {
    if (!result) throw Fault{std::move(result.error())};
    if constexpr (!std::is_void_v<T>) return std::move(*result);
}
/// The same as a warning.
void warn(const Diagnostic& diagnostic);

} // namespace roofrack::cli
