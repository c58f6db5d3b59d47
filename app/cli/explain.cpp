// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/project_input.h"

#include "core/engine/explain.h"

#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

nlohmann::ordered_json to_json(const Derivation& d) {
    nlohmann::ordered_json out;
    out["name"] = d.name;
    out["value"] = std::isfinite(d.value) ? nlohmann::ordered_json(d.value) : nlohmann::ordered_json(nullptr);
    out["unit"] = d.unit;
    out["formula"] = d.formula;
    out["inputs"] = nlohmann::ordered_json::array();
    for (const Derivation& input : d.inputs) out["inputs"].push_back(to_json(input));
    out["source"] = d.source;
    out["sure"] = d.sure;
    return out;
}

void print(const Derivation& d, int depth) {
    std::string line = fmt::format("{:{}}{} = {:.6g}{}{}", "", 2 * depth, d.name, d.value,
                                   d.unit.empty() ? "" : " ", d.unit);
    if (!d.formula.empty()) line += "  = " + d.formula;
    if (!d.source.empty() || !d.sure.empty())
        line += fmt::format("  [{}{}{}]", d.source, d.source.empty() ? "" : "; ", d.sure);
    fmt::print("{}\n", line);
    for (const Derivation& input : d.inputs) print(input, depth + 1);
}

} // namespace

void add_explain(CLI::App& app, int& exit_code) {
    CLI::App* command = app.add_subcommand("explain", "Where a number comes from: formula, inputs, sources");
    command->footer("Example: roofrack-cli explain samples/llama3-405b-16k.roofrack.json data_comm");
    struct ExplainOptions {
        ProjectInput input;
        std::string part;
    };
    auto options = std::make_shared<ExplainOptions>();
    options->input.add_to(*command);
    command
        ->add_option(
            "PART", options->part,
            "a part of the step, or step_time, band, mfu, memory_bytes, power, goodput, cost_per_hour")
        ->required();
    command->callback([options, &exit_code] {
        const Catalog& catalog = Catalog::built_in();
        const auto scenario = options->input.load(catalog);
        if (!scenario) {
            exit_code = report(scenario.error());
            return;
        }
        const auto names = explainable();
        if (std::ranges::find(names, options->part) == names.end()) {
            std::string known;
            for (const std::string& name : names) known += (known.empty() ? "" : ", ") + name;
            report({options->part, "no such number", "one of " + known});
            exit_code = Exit::usage;
            return;
        }
        const auto prepared = Prepared::make(*scenario, catalog);
        if (!prepared) {
            exit_code = report(prepared.error());
            return;
        }
        const auto derivation = explain(*prepared, options->part);
        if (!derivation) { // infeasible: the number is unknown, and that is an answer
            report(derivation.error());
            if (options->input.json) {
                Derivation unknown;
                unknown.name = options->part;
                unknown.value = std::nan("");
                unknown.source = derivation.error().text();
                unknown.sure = "unknown";
                fmt::print("{}\n", to_json(unknown).dump(2));
            }
            exit_code = Exit::answer_is_no;
            return;
        }
        if (options->input.json)
            fmt::print("{}\n", to_json(*derivation).dump(2));
        else
            print(*derivation, 0);
    });
}

} // namespace roofrack::cli
