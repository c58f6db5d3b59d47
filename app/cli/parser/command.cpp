// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/parser/command.h"

#include <CLI/CLI.hpp>

namespace roofrack::cli {

namespace {

template<class T>
Option option_of(CLI::App& app, std::string_view names, T& value, std::string_view help) {
    return Option(app.add_option(std::string(names), value, std::string(help)));
}

} // namespace

Command Command::add_subcommand(std::string_view name, std::string_view help) const {
    return {*m_app.add_subcommand(std::string(name), std::string(help)), m_exit_code};
}

void Command::also_named(std::string_view name) const { m_app.alias(std::string(name)); }
void Command::require_subcommand() const { m_app.require_subcommand(1); }
void Command::fallthrough() const { m_app.fallthrough(); }
void Command::footer(std::string_view text) const { m_app.footer(std::string(text)); }

Option Command::add_option(std::string_view names, std::string& value, std::string_view help) const {
    return option_of(m_app, names, value, help);
}
Option Command::add_option(std::string_view names, double& value, std::string_view help) const {
    return option_of(m_app, names, value, help);
}
Option Command::add_option(std::string_view names, int& value, std::string_view help) const {
    return option_of(m_app, names, value, help);
}
Option Command::add_option(std::string_view names, unsigned& value, std::string_view help) const {
    return option_of(m_app, names, value, help);
}
Option Command::add_option(std::string_view names, std::optional<std::string>& value,
                           std::string_view help) const {
    return option_of(m_app, names, value, help);
}
Option Command::add_option(std::string_view names, std::optional<double>& value,
                           std::string_view help) const {
    return option_of(m_app, names, value, help);
}
Option Command::add_option(std::string_view names, std::optional<std::int64_t>& value,
                           std::string_view help) const {
    return option_of(m_app, names, value, help);
}
Option Command::add_option(std::string_view names, std::vector<std::string>& value,
                           std::string_view help) const {
    return option_of(m_app, names, value, help);
}
Option Command::add_option(std::string_view names, std::vector<int>& value, std::string_view help) const {
    return option_of(m_app, names, value, help);
}
Option Command::add_flag(std::string_view names, bool& value, std::string_view help) const {
    return Option(m_app.add_flag(std::string(names), value, std::string(help)));
}

void Command::callback(std::function<int()> run) const {
    m_app.callback([run = std::move(run), &exit_code = m_exit_code] { exit_code = run(); });
}

} // namespace roofrack::cli
