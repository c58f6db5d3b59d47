// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/columns.h"
#include "app/cli/base/output.h"
#include "app/cli/base/project_answers.h"
#include "app/cli/base/project_input.h"
#include "core/answers/matrix_answers.h"
#include "core/answers/report/limits/matrix_json.h"
#include "core/base/units/quantity_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

struct LimitsCall {
    ProjectInput input;
    std::optional<double> budget, weeks;
};

std::string dollar_text(const PriceBand& band) {
    const auto usd = [](double value) { return format_quantity(value, Dimension::money, 3); };
    if (band.high <= 0) return "nothing to buy";
    return band.low == band.high
               ? usd(band.likely)
               : fmt::format("{} ({} to {})", usd(band.likely), usd(band.low), usd(band.high));
}

std::string mitigation_text(const LimitCell& cell) {
    if (!cell.mitigation) return cell.no_mitigation;
    const LimitMitigation& by = *cell.mitigation;
    std::string out = fmt::format("{}: {}, {}", by.action,
                                  by.price ? dollar_text(*by.price) : "price not known", by.effect);
    if (by.weeks) out += fmt::format(", in {:.0f} weeks", by.weeks->likely);
    return by.caution.empty() ? out : fmt::format("{} ({})", out, by.caution);
}

std::string gain_cell(const LimitCell& cell) {
    return cell.gain ? fmt::format("{:.1f} %", 100 * *cell.gain) : std::string();
}

void print_row(const LimitRow& row) {
    print_text("{}{}\n", row.scenario, row.reason.empty() ? "" : ": " + row.reason);
    if (row.cells.empty()) return;
    size_t margin = 6, element = 5;
    for (const LimitCell& cell : row.cells) {
        margin = std::max(margin, characters(cell.margin));
        element = std::max(element, characters(cell.element));
    }
    const auto padded = [](const std::string& text, size_t width) {
        return text + std::string(width - std::min(width, characters(text)), ' ');
    };
    print_text("  {:<15} {} {:>8}  {}  {}\n", "limit", padded("margin", margin), "+10 %",
               padded("of", element), "cheapest mitigation");
    for (const LimitCell& cell : row.cells)
        print_text("{} {:<15} {} {:>8}  {}  {}\n",
                   cell.is_over ? "!"
                   : cell.binds ? "*"
                                : " ",
                   label_of(cell.kind), padded(cell.margin, margin), gain_cell(cell),
                   padded(cell.element, element), mitigation_text(cell));
}

/// The scenario that is named, else all of the project.
std::vector<LimitRow> rows_of(const LimitsCall& call) {
    const ProjectAnswers project(call.input);
    const LimitTargets targets{call.budget, call.weeks};
    std::vector<LimitRow> out;
    const auto add = [&](const Answers& answers, const std::string& name) {
        auto row = limit_row_of(answers, targets);
        if (row)
            out.push_back(std::move(*row));
        else
            out.push_back({name, row.error().text(), {}});
    };
    if (!call.input.scenario.empty() || project.project().scenarios.size() == 1) {
        project.prepared(); // a fault of the project is told with its path
        add(project.answers(), project.scenario().name);
        return out;
    }
    for (const Scenario& scenario : project.project().scenarios) {
        const bool is_set = scenario.name == project.answers().scenario().name;
        const Answers answers(
            call.input.snapshot(project.project(), is_set ? project.answers().scenario() : scenario),
            project.catalog());
        add(answers, scenario.name);
    }
    return out;
}

constexpr double most_dollars = 1e15, most_weeks = 1e5;

void check_target(const char* name, const std::optional<double>& value, double most) {
    if (value && !(*value > 0 && *value <= most))
        throw UsageError{{name, fmt::format("it is not a number above 0, up to {:g}", most),
                          "give the most that there may be"}};
}

int run_limits(const LimitsCall& call) {
    check_target("--budget", call.budget, most_dollars);
    check_target("--weeks", call.weeks, most_weeks);
    const std::vector<LimitRow> rows = rows_of(call);
    if (call.input.json) {
        print_json(limits_json(rows));
    } else {
        for (size_t i = 0; i < rows.size(); ++i) {
            if (i > 0) print_text("\n");
            print_row(rows[i]);
        }
        print_text(
            "\n*: what the step waits for most; !: more is asked than there is. +10 %: how much faster the "
            "step is with a tenth more. Each mitigation is evaluated again.\n");
    }
    const bool all_well = std::ranges::all_of(rows, [](const LimitRow& row) {
        return row.reason.empty() && std::ranges::none_of(row.cells, &LimitCell::is_over);
    });
    return all_well ? Exit::done : Exit::answer_is_no;
}

} // namespace

void add_limits(const Command& program) {
    const Command command = program.add_subcommand(
        "limits",
        "What limits each scenario: arithmetic, HBM, network, memory, storage, power, cooling, space, "
        "money and time, with its margin and the cheapest mitigation");
    command.footer(
        "Examples: roofrack-cli limits samples/dgx-h100-su.roofrack.json\n"
        "          roofrack-cli limits samples/dgx-h100-su.roofrack.json --budget 20e6 --weeks 60");
    const auto call = std::make_shared<LimitsCall>();
    call->input.add_to(command);
    call->input.add_replan_to(command);
    command.add_option("--budget", call->budget, "the most $ to pay before it runs, less what sales bring");
    command.add_option("--weeks", call->weeks,
                       "the most weeks from the order until the token budget is trained");
    command.callback([call] { return run_limits(*call); });
}

} // namespace roofrack::cli
