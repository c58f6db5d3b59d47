// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"

#include "app/cli/usage.h"
#include "core/units/nearest.h"
#include "core/units/printable.h"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <sstream>

namespace roofrack::cli {

int report(const Diagnostic& diagnostic) {
    std::fprintf(stderr, "error: %s\n", printable_line(diagnostic.text()).c_str());
    return Exit::bad_input;
}

void warn(const Diagnostic& diagnostic) {
    std::fprintf(stderr, "warning: %s\n", printable_line(diagnostic.text()).c_str());
}

namespace {

/// Fails when a word that should be a command is none.
void name_command(CLI::App& app, const std::string& word) {
    if (word.empty() || word.front() == '-') return;
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands([](CLI::App*) { return true; }))
        names.push_back(command->get_name());
    if (std::find(names.begin(), names.end(), word) == names.end())
        throw UsageError{{"", "there is no command '" + word + "'", suggestion(word, names)}};
}

/// The help or the version that was asked for, or what is wrong with the call.
int answer(const CLI::App& app, const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) {
        report(usage_fault(app, error));
        return Exit::usage;
    }
    std::ostringstream out;
    app.exit(error, out, out);
    std::fputs(out.str().c_str(), stdout);
    return Exit::done;
}

int run(int argc, char** argv) {
    CLI::App app("Predicts what a training step costs on a drawn cluster, and what holds it back.",
                 "roofrack-cli");
    app.require_subcommand(1);
    app.set_version_flag("--version", ROOFRACK_VERSION);
    int exit_code = Exit::done;
    constexpr AddCommand commands[] = {
        add_ask,        add_figures, add_balance, add_batch,    add_bom,         add_bottlenecks,
        add_calibrate,  add_catalog, add_check,   add_cost,     add_diff,        add_evaluate,
        add_exchange,   add_explain, add_export,  add_failures, add_fit,         add_import,
        add_input,      add_jobs,    add_links,   add_loads,    add_merge,       add_new,
        add_parameters, add_path,    add_power,   add_rack,     add_reduction,   add_reliefs,
        add_room,       add_scale,   add_schema,  add_search,   add_sensitivity, add_split,
        add_stragglers, add_totals,  add_trace,   add_validate, add_wall,        add_year,
    };
    for (const AddCommand add : commands)
        if (add) add(app, exit_code);
    refuse_empty_values(app);
    try {
        if (argc > 1) name_command(app, argv[1]);
        app.parse(argc, argv);
    } catch (const UsageError& error) {
        report(error.diagnostic);
        return Exit::usage;
    } catch (const BadInput& error) {
        return report(error.diagnostic);
    } catch (const CLI::ParseError& error) {
        return answer(app, error);
    }
    return exit_code;
}

} // namespace

} // namespace roofrack::cli

int main(int argc, char** argv) try {
    using namespace roofrack::cli;
    make_output_printable();
    const int exit_code = run(argc, argv);
    if (const auto written = finish_output(); !written) return report(written.error());
    return exit_code;
} catch (const std::exception& error) { // no memory, no thread
    std::fprintf(stderr,
                 "error: the work was broken off: %s: close other programs, or allow it more (ulimit -a)\n",
                 error.what());
    return roofrack::cli::Exit::bad_input;
}
