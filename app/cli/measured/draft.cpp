// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/commands.h"
#include "app/cli/base/output.h"
#include "app/cli/base/output_file.h"
#include "app/cli/measured/measured_input.h"

#include "core/answers/report/measured/draft_json.h"
#include "core/base/catalog/catalog.h"
#include "core/base/files/file_kind.h"
#include "core/base/units/quantity_text.h"
#include "core/drawing/project/project_file.h"
#include "core/measured/draft/draft.h"
#include "core/step/engine/evaluate.h"
#include "core/study/published_against.h"

#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

struct DraftOptions {
    std::vector<std::string> paths;
    std::vector<std::string> settings; ///< "KEY=VALUE"
    OutputFile out;
    bool json = false;
};

DraftAnswers answers_of(const DraftOptions& options) {
    DraftAnswers out;
    for (const std::string& setting : options.settings) {
        const size_t equals = setting.find('=');
        if (equals == std::string::npos)
            throw UsageError{{"--set " + setting, "there is no '='", "write KEY=VALUE"}};
        out[setting.substr(0, equals)] = setting.substr(equals + 1);
    }
    return out;
}

void print_rows(const DraftedProject& draft, DraftStanding standing, std::string_view title) {
    bool any = false;
    for (const DraftEntry& row : draft.entries) {
        if (row.standing != standing) continue;
        if (!any) print_text("\n{}\n", title);
        any = true;
        print_text("  {:<28} {:<34} {}{}\n", row.label, row.value, row.reason,
                   row.file.empty() ? std::string() : " (" + row.file + ")");
    }
}

void print_step(const DraftedProject& draft, const Evaluation& evaluation) {
    const auto seconds = [](double s) { return format_quantity(s, Dimension::time, 3); };
    std::printf("\n");
    if (const auto compared = published_against(draft.project.scenarios.front(), evaluation))
        print_text("Measured {} a step, predicted {} ({:+.1f} %; band {} to {}).\n",
                   seconds(compared->run.step.si()), seconds(compared->productive.si()),
                   100 * compared->error(), seconds(compared->low.si()), seconds(compared->high.si()));
    else if (evaluation.step_time > Seconds(0))
        print_text("Predicted {} a step{}.\n", seconds(evaluation.productive_step.si()),
                   draft.measured_step_s ? fmt::format("; measured were {}", seconds(*draft.measured_step_s))
                                         : std::string());
    else
        print_text("What is drawn has no step: {}.\n", evaluation.binds);
    if (!evaluation.feasible && evaluation.step_time > Seconds(0))
        print_text("The plan does not run on what is drawn: {} binds.\n", evaluation.binds);
    std::string open;
    for (const DraftEntry& row : draft.entries)
        if (row.standing == DraftStanding::missing) open += (open.empty() ? "" : ", ") + row.label;
    if (!open.empty() && draft.not_compared.empty()) print_text("No file tells: {}.\n", open);
    if (!draft.not_compared.empty()) print_text("Not compared: {}.\n", draft.not_compared);
}

int run_draft(const DraftOptions& options) {
    const DraftAnswers answers = answers_of(options);
    for (const std::string& path : options.paths)
        if (file_kind(path) == FileKind::project)
            return report({path, "is a project, not a trace", "give what a run left behind"});
    if (!options.out.path.empty())
        if (const auto may = options.out.check(); !may) return report(may.error());
    TraceOptions reading;
    reading.keep_notes = true;
    const auto trace = read_traces_with(reading, {options.paths.begin(), options.paths.end()});
    if (!trace) return report(trace.error());
    warn_of(trace->warnings);
    const Catalog& catalog = Catalog::built_in();
    const auto draft = draft_project(*trace, answers, catalog);
    if (!draft) return report(draft.error());
    for (const Diagnostic& warning : draft->warnings) warn(warning);
    if (!options.out.path.empty())
        if (const auto written = write_project(draft->project, options.out.path, catalog); !written)
            return report(written.error());
    EvaluateOptions evaluating;
    evaluating.findings = false;
    const Evaluation evaluation = evaluate_or_explain(draft->project.scenarios.front(), catalog, evaluating);
    if (options.json) {
        print_json(draft_json(options.out.path, *draft, evaluation));
        return Exit::done;
    }
    if (options.out.path.empty())
        print_text("{} (not written: no -o)\n", draft->project.name);
    else
        print_text("{} is written: {}\n", options.out.path, draft->project.name);
    print_rows(*draft, DraftStanding::told, "Told");
    print_rows(*draft, DraftStanding::guessed, "Guessed");
    print_rows(*draft, DraftStanding::missing, "Not told: what stands in; say it with --set KEY=VALUE");
    print_step(*draft, evaluation);
    return Exit::done;
}

} // namespace

void add_draft(const Command& program) {
    const Command command =
        program.add_subcommand("draft", "Draws the project of a run from the traces and logs it left behind");
    std::string keys;
    for (const DraftKey& key : draft_keys())
        if (!key.takes.empty()) keys += fmt::format("  {:<18} {}: {}\n", key.key, key.label, key.takes);
    command.footer("What no file tells can be said with --set KEY=VALUE:\n" + keys +
                   "Examples:\n"
                   "  roofrack-cli draft profile/rank*.json.gz -o run.roofrack.json\n"
                   "  roofrack-cli draft megatron.log --set gpu=v100-sxm2-32gb --set gpus_per_server=4 "
                   "-o run.roofrack.json");
    const auto options = std::make_shared<DraftOptions>();
    command.add_option("PATH", options->paths, "Traces and logs of one run, or folders of them").required();
    options->out.add_to(command, "-o,--out", "NAME.roofrack.json");
    command.add_option("--set", options->settings, "KEY=VALUE: what the files do not tell, or tell wrongly")
        .one_value_each();
    command.add_flag("--json", options->json, json_help);
    command.callback([options] { return run_draft(*options); });
}

} // namespace roofrack::cli
