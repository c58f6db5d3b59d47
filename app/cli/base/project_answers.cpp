// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/project_answers.h"

#include "app/cli/base/output.h"
#include "app/cli/base/project_input.h"
#include "core/answers/report/standstill_json.h"
#include "core/answers/step_answers.h"

#include <nlohmann/json.hpp>

namespace roofrack::cli {

Diagnostic in_project(const std::string& path, Diagnostic fault) {
    fault.where = path + ": " + fault.where;
    return fault;
}

void print_standstill(const Standstill& standstill, bool figures_follow) {
    if (standstill.runs()) return;
    print_text("{}.{}\n", standstill.text(),
               figures_follow ? " The figures below say what it would take if it did." : "");
    for (size_t i = 1; i < standstill.reasons.size(); ++i) print_text("Also: {}.\n", standstill.reasons[i]);
    print_text("\n");
}

ProjectAnswers::ProjectAnswers(const ProjectInput& input)
    : ProjectAnswers(input, input.load(Catalog::built_in())) {}

ProjectAnswers::ProjectAnswers(const ProjectInput& input, ChosenScenario chosen)
    : m_path(input.path)
    , m_json(input.json)
    , m_project(std::move(chosen.project))
    , m_answers(input.snapshot(m_project, std::move(chosen.given)), Catalog::built_in()) {}

const Scenario& ProjectAnswers::scenario() const {
    const AsAsked* const asked = m_answers.value<AsAsked>();
    return asked ? asked->prepared.scenario() : m_answers.scenario();
}

const Prepared& ProjectAnswers::prepared() const { return need<AsAsked>().prepared; }
const Prepared& ProjectAnswers::given() const { return need<AsGiven>().prepared; }

const Standstill& ProjectAnswers::say_whether_it_runs(bool figures_follow) const {
    if (!m_json) print_standstill(standstill(), figures_follow);
    return standstill();
}

int ProjectAnswers::answer_without_step(Diagnostic why, nlohmann::ordered_json (*schema)()) const {
    report(in_project(m_path, std::move(why)));
    if (m_json) print_json(without_answer(standstill(), schema()));
    return Exit::answer_is_no;
}

int ProjectAnswers::exit_of_step() const {
    const Evaluation& evaluation = need<Evaluation>();
    if (evaluation.feasible) return Exit::done;
    report(in_project(m_path, why_no_step(evaluation)));
    return Exit::answer_is_no;
}

std::unique_ptr<const ProjectAnswers> project_if_named(const ProjectInput& input) {
    if (!input.path.empty()) return std::make_unique<const ProjectAnswers>(input);
    if (!input.scenario.empty() || !input.settings.empty() || input.replan)
        throw UsageError{{!input.scenario.empty()   ? "--scenario"
                          : !input.settings.empty() ? "--set"
                                                    : "--replan",
                          "there is no project that it is said of", "give PROJECT before it"}};
    return nullptr;
}

} // namespace roofrack::cli
