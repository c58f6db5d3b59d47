// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/parser/usage.h"

#include "core/base/units/nearest.h"

#include <fmt/format.h>

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

} // namespace

void refuse_empty_values(CLI::App& app) {
    for (CLI::Option* option : app.get_options([](CLI::Option*) { return true; }))
        if (option->get_items_expected_max() > 0)
            option->check([](const std::string& text) {
                return text.empty() ? std::string("the value is empty") : std::string();
            });
    for (CLI::App* command : app.get_subcommands([](CLI::App*) { return true; }))
        refuse_empty_values(*command);
}

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

} // namespace roofrack::cli
