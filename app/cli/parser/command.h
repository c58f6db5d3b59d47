// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/parser/option.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace roofrack::cli {

/// A command and its options. It hides the parser, which every file would else compile again.
class Command {
public:
    /// What its callback() returns goes to `exit_code`. Both are the parser's and outlive this.
    Command(CLI::App& app, int& exit_code)
        : m_app(app)
        , m_exit_code(exit_code) {}

    /// A command of this one, or of the program.
    Command add_subcommand(std::string_view name, std::string_view help) const;
    /// Another word for it, which the help shows behind its name.
    void also_named(std::string_view name) const;
    void require_subcommand() const;
    /// Its options may also stand after its own command.
    void fallthrough() const;
    /// Stands below its help: an example.
    void footer(std::string_view text) const;

    /// `names`: "-o,--out", or "PROJECT" for an argument. The value is filled before the callback is called.
    Option add_option(std::string_view names, std::string& value, std::string_view help) const;
    Option add_option(std::string_view names, double& value, std::string_view help) const;
    Option add_option(std::string_view names, int& value, std::string_view help) const;
    Option add_option(std::string_view names, unsigned& value, std::string_view help) const;
    Option add_option(std::string_view names, std::optional<std::string>& value, std::string_view help) const;
    Option add_option(std::string_view names, std::optional<double>& value, std::string_view help) const;
    Option add_option(std::string_view names, std::optional<std::int64_t>& value,
                      std::string_view help) const;
    Option add_option(std::string_view names, std::vector<std::string>& value, std::string_view help) const;
    Option add_option(std::string_view names, std::vector<int>& value, std::string_view help) const;
    Option add_flag(std::string_view names, bool& value, std::string_view help) const;

    /// What the command does; returns its Exit.
    void callback(std::function<int()> run) const;

private:
    CLI::App& m_app;
    int& m_exit_code;
};

} // namespace roofrack::cli
