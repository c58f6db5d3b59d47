// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/parser/program.h"

#include "app/cli/parser/fault.h"
#include "app/cli/parser/usage.h"
#include "core/base/units/nearest.h"

#include <algorithm>
#include <cstdio>
#include <sstream>
#include <string_view>

namespace roofrack::cli {

namespace {

/// Fails when a word that should be a command is none.
void name_command(CLI::App& app, const std::string& word) {
    if (word.empty() || word.front() == '-') return;
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands([](CLI::App*) { return true; })) {
        names.push_back(command->get_name());
        for (const std::string& alias : command->get_aliases()) names.push_back(alias);
    }
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

} // namespace

int run_program(int argc, char** argv, std::span<const AddCommand> commands) {
    // It needs none of the commands, whose options take a third of its time to make.
    if (argc == 2 && std::string_view(argv[1]) == "--version") {
        std::puts(ROOFRACK_VERSION);
        return Exit::done;
    }
    CLI::App app("Predicts what a training step costs on a drawn cluster, and what holds it back.",
                 "roofrack-cli");
    app.require_subcommand(1);
    app.set_version_flag("--version", ROOFRACK_VERSION);
    int exit_code = Exit::done;
    for (const AddCommand add : commands) add(Command(app, exit_code));
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

} // namespace roofrack::cli
