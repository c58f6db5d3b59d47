// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/base/commands.h"

#include "core/answers/answers.h"
#include "core/step/engine/prepared.h"
#include "core/study/standstill.h"

#include <memory>
#include <nlohmann/json_fwd.hpp>

namespace roofrack::cli {

struct ProjectInput;

/// A fault at a place of a project, with the project's path before it.
Diagnostic in_project(const std::string& path, Diagnostic fault);
/// Whether it runs, for people; nothing where it does.
void print_standstill(const Standstill& standstill, bool figures_follow);

/// The scenario that a call names, with its settings applied, and all that can be asked of it. What is wrong
/// with the project is thrown as BadInput, with the project's path.
class ProjectAnswers {
public:
    /// Reads the project; warnings of the file go to stderr.
    explicit ProjectAnswers(const ProjectInput& input);

    const Answers& answers() const { return m_answers; }
    const Catalog& catalog() const { return m_answers.catalog(); }
    const Project& project() const { return m_project; } ///< as the file has it
    /// With the plan that is asked; as given where the drawing cannot be understood.
    const Scenario& scenario() const;

    /// The answer; why there is none is thrown.
    template<class T>
    const T& need() const {
        const Result<T>* const answer = m_answers.get<T>();
        if (!answer || !*answer) throw BadInput{in_project(m_path, why_missing(answer))};
        return **answer;
    }
    /// With the plan that is asked, and with the plan as given.
    const Prepared& prepared() const;
    const Prepared& given() const;

    const Standstill& standstill() const { return need<Standstill>(); }
    /// As standstill(). Where the plan does not run, that is printed first, and why, unless JSON is asked
    /// for; `figures_follow`: of a run that it would be.
    const Standstill& say_whether_it_runs(bool figures_follow) const;
    /// What a command answers whose figures need a step, where the plan has none: `why` on stderr, and with
    /// --json also why, in the object of its `schema` with nothing known.
    int answer_without_step(Diagnostic why, nlohmann::ordered_json (*schema)()) const;
    /// Exit::done where the plan runs; else Exit::answer_is_no, and why on stderr.
    int exit_of_step() const;

private:
    ProjectAnswers(const ProjectInput& input, struct ChosenScenario chosen);

    std::string m_path;
    bool m_json;
    Project m_project;
    Answers m_answers;
};

/// The project of a command that may be called without one; null then. A UsageError for options of none.
std::unique_ptr<const ProjectAnswers> project_if_named(const ProjectInput& input);

} // namespace roofrack::cli
