// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/columns.h"
#include "app/cli/base/output.h"
#include "app/cli/base/output_file.h"
#include "app/cli/base/project_answers.h"
#include "app/cli/base/project_input.h"
#include "core/answers/design/design_losses.h"
#include "core/answers/design/designs_like.h"
#include "core/answers/report/design/asked_designs.h"
#include "core/base/catalog/catalog.h"
#include "core/base/units/calendar_date.h"
#include "core/drawing/project/project_file.h"
#include "core/measured/interchange/interchange.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <thread>
#include <unistd.h>

namespace roofrack::cli {

namespace {

struct DesignCall {
    ProjectInput input;
    std::string goal;
    std::vector<std::string> limits, axes, merged;
    std::optional<std::string> part, order;
    int write = 0; ///< rank of the design to be written; 0: none
    OutputFile out;
    int top = 10;
    unsigned threads = 0;
    bool csv = false;
    bool like_compared = false; ///< what the call does not say is as the scenarios are compared
};

volatile std::sig_atomic_t design_interrupted = 0;

/// Searches in another thread, so that this one can show how far it is and answer to Ctrl-C.
Result<DesignRows> searched(const Answers& base, const DesignStudy& study, unsigned threads) {
    DesignSearchProgress progress;
    std::atomic<bool> ready = false;
    Result<DesignRows> result;
    const bool terminal = isatty(STDERR_FILENO) != 0;
    const size_t all = study.share.end(study.space.size()) - study.share.begin(study.space.size());
    const auto previous = std::signal(SIGINT, [](int) { design_interrupted = 1; });
    {
        std::jthread worker([&](const std::stop_token& stop) {
            result =
                search_designs(base, study.space, study.question, {study.share, threads}, &progress, stop);
            ready = true;
        });
        for (int tick = 0; !ready; ++tick) {
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
            if (design_interrupted) worker.request_stop();
            if (terminal && tick % 20 == 19)
                write_progress(fmt::format("\rdesigns: {} of {}", progress.done.load(), all));
        }
    }
    if (terminal) write_progress(fmt::format("\r{:40}\r", ""));
    std::signal(SIGINT, previous);
    return result;
}

/// A search like the comparison of the project's scenarios, as the project keeps it.
ComparisonChoice like_compared(const DesignCall& call, const ProjectAnswers& project) {
    std::vector<std::shared_ptr<const Answers>> columns;
    std::vector<const Scenario*> scenarios;
    std::vector<std::string> names;
    if (project.project().scenarios.size() > most_compared)
        throw UsageError{{"--like-compared",
                          fmt::format("{} scenarios cannot be compared", project.project().scenarios.size()),
                          fmt::format("keep {} of them at most, or say the search with --goal, --limit and "
                                      "--vary",
                                      most_compared)}};
    for (const Scenario& each : project.project().scenarios) {
        columns.push_back(
            std::make_shared<const Answers>(call.input.snapshot(project.project(), each), project.catalog()));
        scenarios.push_back(&each);
        names.push_back(each.name);
    }
    if (columns.size() < fewest_compared)
        throw UsageError{{"--like-compared", "there is one scenario, and nothing to compare it with",
                          "say the search with --goal, --limit and --vary"}};
    const ComparisonChoice& kept = project.project().comparison;
    ComparisonChoice all_rows = kept;
    all_rows.rows.clear(); // those that are left out are asked for, too
    const auto request = value_or_throw<BadInput>(comparison_request(all_rows, names));
    const auto study = value_or_throw<BadInput>(comparison_study(columns, request));
    return value_or_throw<BadInput>(designs_like(kept, scenarios, study, project.answers().scenario(),
                                                 project.catalog(), !call.limits.empty()));
}

void print_asked(const DesignAsked& asked) {
    print_text("--goal {}", asked.goal);
    for (const std::string& each : asked.limits) print_text(" --limit \"{}\"", each);
    for (const std::string& each : asked.vary) print_text(" --vary \"{}\"", each);
    print_text("\n\n");
}

DesignStudy asked_study(const DesignCall& call, const ProjectAnswers& project) {
    const Answers& base = project.answers();
    const ComparisonChoice& kept = project.project().comparison;
    DesignAsked asked{call.goal, call.limits, call.axes, {}};
    if (call.like_compared) {
        const ComparisonChoice like = like_compared(call, project);
        if (asked.goal.empty()) asked.goal = like.goal;
        if (asked.limits.empty()) asked.limits = like.limits;
        if (asked.vary.empty()) asked.vary = like.vary;
        if (!call.input.json && !call.csv) print_asked(asked);
    } else if (call.goal.empty()) {
        asked.goal = kept.goal;
        if (call.limits.empty()) asked.limits = kept.limits;
        if (call.axes.empty()) asked.vary = kept.vary;
    }
    if (call.order)
        asked.order = value_or_throw<UsageError>(parse_date(*call.order, "--order"));
    else if (!call.input.json && !call.csv) // a file is the same on another day
        asked.order = today();
    DesignStudy out = value_or_throw<UsageError>(asked_designs(base, asked));
    if (call.part) out.share = value_or_throw<UsageError>(parse_design_share(*call.part));
    judge_found(out, base, value_or_throw<BadInput>(searched(base, out, call.threads)));
    return out;
}

DesignStudy merged_study(const DesignCall& call, const Answers& base) {
    if (!call.goal.empty() || !call.limits.empty() || !call.axes.empty() || call.part || call.order ||
        call.like_compared)
        throw UsageError{
            {"--merge", "goal, limits and axes are those of the parts", "leave out the other options"}};
    std::vector<DesignPartText> parts;
    for (const std::string& path : call.merged) {
        auto text = value_or_throw<BadInput>(read_text_file(path));
        parts.push_back({path, std::move(text.text)});
    }
    return value_or_throw<BadInput>(merged_designs(base, parts));
}

std::string figure_cell(const DesignStudy& study, const DesignRow& row, size_t i) {
    return row.absent[i].empty() ? study.question.figure(i).value_text(row.values[i]) : "none";
}

constexpr size_t most_name = 60, most_reason = 90; // bytes

/// " (announced, may not fit in memory)"; empty: nothing is said of it.
std::string cautions_mark(const DesignRow& row) {
    return row.cautions.empty() ? std::string()
                                : fmt::format(" ({})", fmt::join(caution_texts(row.cautions), ", "));
}

void print_rows(const DesignStudy& study, const std::vector<size_t>& rows) {
    std::vector<std::string> heads{"rank", "design"};
    for (size_t i = 0; i < study.question.figures(); ++i)
        heads.emplace_back(study.question.figure(i).row->label);
    heads.emplace_back("ends");
    Columns table(false, std::move(heads), 2);
    for (const size_t each : rows) {
        const DesignRow& row = study.found.rows[each];
        const DesignStanding& standing = study.verdict.standings[each];
        std::vector<std::string> cells{standing.rank > 0 ? std::to_string(standing.rank) : "–",
                                       cut(row.name, most_name) + cautions_mark(row)};
        for (size_t i = 0; i < study.question.figures(); ++i) cells.push_back(figure_cell(study, row, i));
        cells.push_back(cut(standing.ends, most_reason));
        table.add(std::move(cells));
    }
    fmt::print("{}", table.lines());
}

/// What designs break or lack; of very many reasons why they do not run the most frequent ones.
void print_lost(const DesignStudy& study) {
    constexpr size_t most_reasons = 8;
    size_t reasons = 0;
    for (const DesignLoss& each : design_losses(study.question, study.found.rows, study.verdict))
        if (each.by != DesignLoss::By::standstill || ++reasons <= most_reasons)
            print_text("{}\n", each.text());
    if (reasons > most_reasons)
        print_text("… and {} more reasons; all with --json\n", reasons - most_reasons);
}

void print(const DesignStudy& study, size_t top) {
    const size_t all = study.share.end(study.space.size()) - study.share.begin(study.space.size());
    if (study.found.is_cancelled)
        print_text("Not all designs are here: {} of {}.\n", study.found.rows.size(), all);
    print_text("{}\n", study.verdict.sentence);
    const std::vector<size_t>& ranked = study.verdict.ranked;
    if (!ranked.empty()) {
        print_text("\n");
        print_rows(study, {ranked.begin(),
                           ranked.begin() + static_cast<std::ptrdiff_t>(std::min(top, ranked.size()))});
        if (ranked.size() > top) print_text("… and {} more; all with --json or --csv\n", ranked.size() - top);
        if (study.question.limits.size() > 0 && study.verdict.front.size() > 1) {
            print_text("\nNo other design is as good in goal and limits and better in one of them\n");
            constexpr size_t most_front = 12;
            const std::vector<size_t>& front = study.verdict.front;
            print_rows(study, {front.begin(), front.begin() + static_cast<std::ptrdiff_t>(
                                                                  std::min(most_front, front.size()))});
            if (front.size() > most_front) print_text("… and {} more\n", front.size() - most_front);
        }
    } else if (!study.verdict.nearest.empty()) {
        print_text("\n");
        print_rows(study, study.verdict.nearest);
    }
    print_text("\n");
    print_lost(study);
}

void write_design(const DesignCall& call, const DesignStudy& study, const ProjectAnswers& project) {
    const size_t rank = static_cast<size_t>(call.write);
    const size_t ranked = study.verdict.ranked.size();
    if (rank < 1 || rank > ranked)
        throw BadInput{{fmt::format("--write {}", call.write), "there is no design of this rank",
                        ranked == 1 ? std::string("1 design meets all limits")
                                    : fmt::format("{} designs meet all limits", ranked)}};
    const DesignRow& row = study.found.rows[study.verdict.ranked[rank - 1]];
    Project out = project.project();
    out.name = row.name;
    out.scenarios = {value_or_throw<BadInput>(designed_scenario(project.answers(), study.space, row.design))};
    value_or_throw<BadInput>(write_project(out, call.out.path, project.catalog()));
}

int run_design(const DesignCall& call) {
    if ((call.write > 0) != !call.out.path.empty())
        throw UsageError{
            {"--write", "rank and file belong together", "write --write 1 --out best.roofrack.json"}};
    if (const auto may = call.out.check(); !may && call.write > 0) throw UsageError{may.error()};
    const ProjectAnswers project(call.input);
    const DesignStudy study =
        call.merged.empty() ? asked_study(call, project) : merged_study(call, project.answers());
    if (call.write > 0) write_design(call, study, project);
    if (call.input.json)
        print_json(design_json(study));
    else if (call.csv)
        std::fputs(design_csv(study).c_str(), stdout);
    else
        print(study, static_cast<size_t>(std::max(0, call.top)));
    return study.verdict.ranked.empty() ? Exit::answer_is_no : Exit::done;
}

} // namespace

void add_design(const Command& program) {
    const Command command = program.add_subcommand(
        "design", "Search over designs: servers, sizes, networks and inputs, for a goal within limits");
    command.footer(
        "Example: roofrack-cli design samples/dgx-h100-su.roofrack.json --goal step.tokens_per_s \\\n"
        "             --limit \"power.metered_w<=1 MW\" --vary server=drawn,hgx-h200 --vary gpus=64:512\n"
        "`roofrack-cli figures` lists what can be goal and limit. Exit 1 where no design meets all limits.");
    const auto call = std::make_shared<DesignCall>();
    call->input.add_to(command);
    command.add_option("--goal", call->goal, "the figure to be best in: NAME, min:NAME or max:NAME");
    command.add_option("--limit", call->limits, "\"FIGURE<=VALUE\" or \"FIGURE>=VALUE\"; several times")
        .one_value_each();
    command
        .add_option("--vary", call->axes,
                    "NAME=VALUE,VALUE: server (ids, drawn, all, announced), gpus, servers or racks (also "
                    "FIRST:LAST, FIRST:LAST:STEP), settings of templates (oversubscription …), nic_rate, "
                    "gpu_cap, plan "
                    "(best, given), or the address of an input; several times")
        .one_value_each();
    command.add_flag("--like-compared", call->like_compared,
                     "goal, limit and what varies, where they are not said, as the scenarios are compared: "
                     "their servers, within what all of them meet");
    command.add_option("--order", call->order,
                       "the day of the order, from which dates are counted; with neither --json nor --csv "
                       "today, where it is not said");
    command.add_option("--part", call->part, "only the k-th of n parts of the designs, as 2/8");
    command.add_option("--merge", call->merged, "what --json printed of parts, as one; several files")
        .one_value_each();
    command.add_option("--write", call->write, "the design of this rank as a project, to --out")
        .whole_between(1, 1'000'000);
    call->out.add_to(command, "-o,--out", "NAME.roofrack.json");
    command.add_option("--top", call->top, "ranked designs that are printed").whole_between(0, 100'000);
    command.add_option("--threads", call->threads, "threads; one a core").whole_between(0, 256);
    command.add_flag("--csv", call->csv, "one line per design, for a spreadsheet");
    command.callback([call] { return run_design(*call); });
}

} // namespace roofrack::cli
