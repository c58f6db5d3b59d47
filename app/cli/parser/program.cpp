// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/parser/program.h"

#include "app/cli/parser/fault.h"
#include "core/base/units/diagnostic.h"
#include "core/base/units/nearest.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <sstream>
#include <string_view>

namespace roofrack::cli {

namespace {

const CLI::App& innermost(const CLI::App& app) {
    const auto commands = app.get_subcommands();
    return commands.empty() ? app : innermost(*commands.back());
}

std::string full_name(const CLI::App& app) {
    return app.get_parent() ? full_name(*app.get_parent()) + " " + app.get_name() : app.get_name();
}

/// Names of the options of the command and of those around it.
std::vector<std::string> option_names(const CLI::App& app) {
    std::vector<std::string> out;
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& name : option->get_lnames()) out.push_back("--" + name);
        for (const std::string& name : option->get_snames()) out.push_back("-" + name);
    }
    return out;
}

/// A value may be as long as the shell lets it be; a message should not.
std::string shortened(std::string text) {
    constexpr size_t longest = 300;
    if (text.size() <= longest) return text;
    size_t end = longest;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
    return text.substr(0, end) + " …";
}

/// No option takes an empty value: it is mostly a script's variable that was never set.
void refuse_empty_values(CLI::App& app) {
    for (CLI::Option* option : app.get_options([](CLI::Option*) { return true; }))
        if (option->get_items_expected_max() > 0)
            option->check([](const std::string& text) {
                return text.empty() ? std::string("the value is empty") : std::string();
            });
    for (CLI::App* command : app.get_subcommands([](CLI::App*) { return true; }))
        refuse_empty_values(*command);
}

/// What CLI11 found wrong with the call, as "COMMAND: what: what to do".
Diagnostic usage_fault(const CLI::App& app, const CLI::ParseError& error) {
    const CLI::App& command = innermost(app);
    const std::string where = full_name(command);
    const std::string help = fmt::format("`{} --help` shows how", where);
    const std::vector<std::string> extras = command.remaining();
    if (!dynamic_cast<const CLI::ExtrasError*>(&error) || extras.empty())
        return {where, shortened(error.what()), help};
    const std::string word = shortened(extras.front());
    if (word.size() < 2 || word.front() != '-')
        return {where, fmt::format("'{}' is one argument too many", word), help};
    const std::string name = word.substr(0, word.find('='));
    return {where, fmt::format("there is no option '{}'", name), suggestion(name, option_names(command))};
}

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
