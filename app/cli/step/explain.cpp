// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/output.h"
#include "app/cli/base/project_answers.h"
#include "app/cli/base/project_input.h"

#include "core/answers/explain/explain.h"
#include "core/answers/report/explanation_json.h"
#include "core/answers/report/standstill_json.h"

#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>

namespace roofrack::cli {

namespace {

/// One line a number, its inputs under it; what was printed before is not repeated.
class Printer {
public:
    void print(const Explanation& e, int depth = 0) {
        std::string line = fmt::format("{:{}}{} = {}", "", 2 * depth, e.name, value_text(e));
        const std::string formula = e.formula_text();
        if (!formula.empty()) line += "  = " + formula;
        if (!e.note.empty()) line += fmt::format("  ({})", e.note);
        line += where_from(e);
        const bool again =
            !e.inputs.empty() && !m_printed.insert(fmt::format("{} {} {}", e.name, e.value, formula)).second;
        print_text("{}{}\n", line, again ? "  (as above)" : "");
        if (again) return;
        for (const ExplanationPtr& input : e.inputs) print(*input, depth + 1);
    }

private:
    static std::string value_text(const Explanation& e) {
        if (std::isnan(e.value)) return "not known";
        constexpr double most = 1e30; // nothing has more of anything
        const std::string unit = e.unit.empty() ? "" : " " + e.unit;
        if (std::abs(e.value) > most) return fmt::format("over {:g}{}", most, unit);
        return fmt::format("{:.6g}{}", e.value, unit);
    }
    static std::string where_from(const Explanation& e) {
        std::string out;
        for (const std::string& part : {e.origin.text(), e.source, e.sure})
            if (!part.empty()) out += (out.empty() ? "" : "; ") + part;
        return out.empty() ? out : fmt::format("  [{}]", out);
    }

    std::set<std::string> m_printed;
};

struct ExplainOptions {
    ProjectInput input;
    std::string part;
};

int run_explain(const ExplainOptions& options) {
    const ProjectAnswers project(options.input);
    const auto names = explainable();
    if (std::ranges::find(names, options.part) == names.end()) {
        std::string known;
        for (const std::string& name : names) known += (known.empty() ? "" : ", ") + name;
        throw UsageError{{options.part, "no such number", "one of " + known}};
    }
    const Prepared& prepared = project.prepared();
    const Standstill& standstill = project.say_whether_it_runs(true);
    const auto explanation = explain(prepared, options.part);
    if (!explanation) { // infeasible: the number is unknown, and that is an answer
        report(explanation.error());
        if (options.input.json) {
            Explanation unknown;
            unknown.name = options.part;
            unknown.value = std::nan("");
            unknown.source = explanation.error().text();
            unknown.sure = "unknown";
            print_json(with_standstill(standstill, explanation_json(unknown)));
        }
        return Exit::answer_is_no;
    }
    if (options.input.json)
        print_json(with_standstill(standstill, explanation_json(**explanation)));
    else
        Printer().print(**explanation);
    return standstill.runs() ? Exit::done : Exit::answer_is_no;
}

} // namespace

void add_explain(const Command& program) {
    const Command command =
        program.add_subcommand("explain", "Where a number comes from: formula, inputs, sources");
    command.footer("Example: roofrack-cli explain samples/llama3-405b-16k.roofrack.json data_comm");
    auto options = std::make_shared<ExplainOptions>();
    options->input.add_to(command);
    options->input.add_replan_to(command);
    command
        .add_option("PART", options->part,
                    "a part of the step, or step_time, productive_step, band, mfu, hfu, tokens_per_s, "
                    "memory_bytes, power, "
                    "pue, goodput, cost_per_hour …")
        .required();
    command.callback([options] { return run_explain(*options); });
}

} // namespace roofrack::cli
