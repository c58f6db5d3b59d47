// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/commands.h"
#include "app/cli/base/output.h"

#include "validation/audit.h"
#include "validation/report/parameters_json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

std::string informed_by(const AuditedConstant& c) {
    if (c.series == 0 && !c.informed_by.empty()) return c.informed_by;
    if (c.series == 0) return "nothing: stays at its prior";
    if (!c.only_series.empty()) return fmt::format("{} alone: bands ±{:.1f} %", c.only_series, 100 * c.sigma);
    return c.rows > 0 ? fmt::format("{} rows of {} series", c.rows, c.series)
                      : fmt::format("{} series", c.series);
}

void print(const std::vector<AuditedConstant>& constants) {
    print_text("{:<12}{:<20}{:<20}{:>11} {:<9}{:>23}  {}\n", "of", "name", "factor", "value", "unit", "range",
               "informed by");
    for (const AuditedConstant& c : constants)
        print_text("{:<12}{:<20}{:<20}{:>11.4g} {:<9}{:>23}  {}\n", c.of, c.name, c.key, c.value, c.unit,
                   fmt::format("{:.4g} … {:.4g}", c.low, c.high), informed_by(c));
    print_text("\n{} fitted constants. What each factor means:\n", constants.size());
    std::vector<std::string> told;
    for (const AuditedConstant& c : constants) {
        const std::string line = fmt::format("{}: {}", c.key, c.meaning);
        if (std::ranges::find(told, line) != told.end()) continue;
        print_text("  {}\n", line);
        told.push_back(line);
    }
}

} // namespace

void add_parameters(const Command& program) {
    const Command command = program.add_subcommand(
        "parameters", "Every fitted constant of the model: unit, range, meaning, and what informs it");
    command.footer("Example: roofrack-cli parameters --json");
    auto json = std::make_shared<bool>(false);
    command.add_flag("--json", *json, "print JSON");
    command.callback([json] {
        const auto constants = value_or_throw<BadInput>(audit_constants());
        if (*json)
            print_json(parameters_json(constants));
        else
            print(constants);
        return Exit::done;
    });
}

} // namespace roofrack::cli
