// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/commands.h"
#include "app/cli/base/output.h"
#include "app/cli/base/project_answers.h"
#include "app/cli/base/project_input.h"
#include "app/cli/measured/log_text.h"
#include "app/cli/measured/measured_input.h"
#include "app/cli/measured/trace_analysis_print.h"

#include "core/answers/report/measured/trace_json.h"
#include "core/base/catalog/catalog.h"
#include "core/base/files/file_kind.h"
#include "core/base/units/sentence.h"
#include "core/drawing/network/fabric.h"
#include "core/measured/analysis/compare/run_comparison.h"
#include "core/measured/analysis/replay/replayed_traces.h"
#include "core/measured/draft/job_match.h"
#include "core/measured/runs/run_headline.h"
#include "core/measured/trace/hta.h"
#include "core/measured/trace/readable_formats.h"
#include "core/measured/trace/trace.h"
#include "core/measured/trace/trace_text.h"
#include "core/study/collectives/traced_collectives.h"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <initializer_list>
#include <iterator>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <unordered_set>

namespace roofrack::cli {

namespace {

struct TraceArguments {
    std::vector<std::string> paths, against;
    std::vector<std::string> comm_names;
    std::optional<int64_t> step;
    bool json = false;
    bool hta = false;
    bool critical_path = false;
    bool analysis = false;
    std::string project;
};

std::string milliseconds(int64_t ns) { return fmt::format("{:.3f}", static_cast<double>(ns) / 1e6); }

struct AnalysedTrace {
    TraceAnalysis analysis;
    TraceVerdict verdict;
};

/// By file: HTA puts the devices of a file together. A file that HTA could not read has no entry.
using HtaByFile = std::map<std::string, std::optional<HtaBreakdown>>;

HtaByFile read_hta_of(const TraceResult& result) {
    HtaByFile out;
    std::map<std::string, bool> seen;
    for (const TraceRank& rank : result.ranks) {
        if (!seen.emplace(rank.file, true).second) continue;
        if (auto hta = read_hta(rank.file))
            out.emplace(rank.file, std::move(*hta));
        else
            warn({rank.file, "--hta: " + hta.error().what, hta.error().fix});
    }
    return out;
}

void print_trace_json(const TraceResult& result, const std::optional<HtaByFile>& hta = {},
                      const std::vector<StragglerStudy>& studies = {}, bool with_paths = false,
                      const AnalysedTrace* analysed = nullptr) {
    nlohmann::ordered_json json = trace_json(result, studies);
    add_studies(json, studies, with_paths);
    if (analysed) json["analysis"] = trace_analysis_json(analysed->analysis, analysed->verdict);
    for (size_t i = 0; hta && i < result.ranks.size(); ++i) {
        const auto found = hta->find(result.ranks[i].file);
        json["ranks"][i]["hta"] = hta_json(found == hta->end() ? std::nullopt : found->second);
    }
    print_json(json);
}

/// A line of as many columns as print_table() names; a profile may have a hundred thousand steps.
void print_times(const std::string& label, const std::optional<TraceTimes>& times) {
    std::string line = fmt::format("  {:<18}", label);
    const auto add_cell = [&line](std::string_view cell) {
        fmt::format_to(std::back_inserter(line), " {:>11}", cell);
    };
    const auto add_milliseconds = [&line](std::initializer_list<int64_t> all_ns) {
        for (const int64_t ns : all_ns)
            fmt::format_to(std::back_inserter(line), " {:>11.3f}", static_cast<double>(ns) / 1e6);
    };
    if (times) {
        const TraceTimes& t = *times;
        add_milliseconds({t.window_ns, t.compute_ns, t.comm_ns, t.exposed_comm_ns});
        add_cell(t.overlap_pct ? fmt::format("{:.1f}", *t.overlap_pct) : "-");
        add_milliseconds({t.mem_ns, t.exposed_mem_ns, t.idle_ns, t.dataloader_ns});
    } else {
        for (int column = 0; column < 9; ++column) add_cell("-");
    }
    print_text("{}\n", line);
}

/// As the window says it: the verdict on its events, where it has some; where the time went and who was late.
void print_headline(const RunHeadline& headline) {
    if (!headline.why.empty()) print_text("Verdict: {}\n", headline.why);
    for (const std::string& line : {headline.told(), headline.who})
        if (!line.empty()) print_text("{}\n", begin_sentence(line));
    print_text("\n");
}

/// The verdict on the events of a trace, or what the files tell at first sight where none of them has any.
TraceVerdict verdict_of_files(const TraceResult& trace, const TraceAnalysis& analysis,
                              const RunHeadline& headline) {
    TraceVerdict out = verdict_on(trace, analysis);
    if (analysis.ranks.empty()) out.sentence = headline.where;
    return out;
}

void print_table(const TraceResult& result) {
    const auto is_timeline = [&](const std::string& name) {
        const auto file = std::ranges::find(result.files, name, &MeasuredFile::file);
        return file != result.files.end() && file->kind == MeasuredKind::pipeline_timeline;
    };
    for (const MeasuredFile& file : result.files)
        if (is_timeline(file.file) ||
            std::ranges::find(result.ranks, file.file, &TraceRank::file) == result.ranks.end())
            print_log(file);
    const auto number = [](const std::optional<int>& value) {
        return value ? std::to_string(*value) : "not known";
    };
    for (const TraceRank& rank : result.ranks) {
        if (is_timeline(rank.file)) continue;
        print_text("{}\n  rank {} of {}, device {}{}, {} events, {:.1f} MB\n", rank.file, number(rank.rank),
                   number(rank.world_size), number(rank.device),
                   rank.gpu.empty() ? "" : " (" + rank.gpu + ")", rank.events,
                   static_cast<double>(rank.bytes) / 1e6);
        std::string head = fmt::format("  {:<18}", "milliseconds");
        for (const char* column : {"window", "compute", "comm", "exposed", "overlap %", "memory",
                                   "exposed mem", "idle", "data load"})
            head += fmt::format(" {:>11}", column);
        print_text("{}\n", head);
        print_times("all", rank.times);
        for (const TraceStep& step : rank.steps) print_times(step.name, step.times);
        if (rank.outside_steps) print_times("outside steps", rank.outside_steps);
    }
    if (!result.stragglers.empty())
        std::printf("\nrank   came last   made others wait (ms)   alone on time gains at most (ms)\n");
    for (const TraceStraggler& s : result.stragglers)
        print_text("{:<6} {:>9}   {:>21}   {:>32}\n", s.rank, s.last_in, milliseconds(s.wait_caused_ns),
                   milliseconds(s.alone_ns));
}

void print_hta(const HtaByFile& by_file) {
    std::printf(
        "\nAs Holistic Trace Analysis 0.6 counts (microseconds; without the last of several steps)\n");
    std::string head;
    for (const char* column :
         {"idle", "compute", "non-compute", "kernel", "idle %", "compute %", "non-comp %", "overlap %"})
        head += fmt::format(" {:>12}", column);
    for (const auto& [file, hta] : by_file) {
        print_text("{}\n", file);
        if (!hta) {
            std::printf("  no kernels\n");
            continue;
        }
        std::string line;
        for (const double us : {hta->idle_us, hta->compute_us, hta->non_compute_us, hta->kernel_us})
            line += fmt::format(" {:>12.0f}", us);
        for (const double pct : {hta->idle_pct, hta->compute_pct, hta->non_compute_pct})
            line += fmt::format(" {:>12.2f}", pct);
        line += fmt::format(" {:>12}", hta->overlap_pct ? fmt::format("{:.2f}", *hta->overlap_pct) : "-");
        print_text("{}\n{}\n", head, line);
        for (const HtaTypeTime& time : hta->by_type) print_text("  {:<58} {:>12.0f}\n", time.types, time.us);
    }
}

/// The first names, and how many more there are.
std::string first_of(const std::vector<std::string>& names) {
    constexpr size_t most = 20;
    std::string text;
    for (size_t i = 0; i < std::min(most, names.size()); ++i) text += (i ? ", " : "") + names[i];
    if (names.size() > most)
        text += fmt::format(" and {} more, to {}", format_count(static_cast<double>(names.size() - most)),
                            names.back());
    return text;
}

/// Keeps one step; fails with the steps there are when no rank has it.
Result<void> keep_step(TraceResult& result, int64_t number) {
    const std::string name = fmt::format("ProfilerStep#{}", number);
    bool found = false;
    for (const TraceRank& rank : result.ranks)
        found = found || std::ranges::find(rank.steps, name, &TraceStep::name) != rank.steps.end();
    if (!found) {
        std::vector<std::string> known;
        std::unordered_set<std::string_view> seen;
        for (const TraceRank& rank : result.ranks)
            for (const TraceStep& step : rank.steps)
                if (seen.insert(step.name).second) known.push_back(step.name);
        return fail("--step", fmt::format("no rank has {}", name),
                    known.empty() ? "these traces have no steps" : "these traces have " + first_of(known));
    }
    for (TraceRank& rank : result.ranks)
        std::erase_if(rank.steps, [&](const TraceStep& step) { return step.name != name; });
    return {};
}

/// Says it where the trace is of another job than the project draws.
void warn_of_other_job(const TraceResult& trace, const ProjectAnswers& project, const std::string& path) {
    const Scenario& scenario = project.answers().scenario();
    const auto drawn = fabric(scenario.cluster, project.catalog());
    if (!drawn) return;
    std::vector<std::string> gpus;
    for (const GpuGroup& group : drawn->groups) gpus.push_back(group.accelerator);
    const std::string why =
        job_mismatch_text(told_job(trace, project.catalog()),
                          drawn_job(scenario, project.catalog(), std::move(gpus), drawn->gpus));
    if (!why.empty())
        warn({path, "this is another job than was traced: " + why,
              "`roofrack-cli draft` draws the project of what ran"});
}

void compare_with_project(const TraceResult& trace, TraceAnalysis& analysis, const std::string& path) {
    ProjectInput input;
    input.path = path;
    const ProjectAnswers project(input);
    const auto compared = compare_with_fabric(analysis, project.answers().scenario(), project.catalog());
    if (!compared) throw BadInput{in_project(path, compared.error())};
    warn_of_other_job(trace, project, path);
}

/// Prints what became of the time since the run that is given by --against.
int compare_with(const TraceArguments& arguments, const TraceOptions& options, const TraceResult& now) {
    const auto before = read_traces_with(options, {arguments.against.begin(), arguments.against.end()});
    if (!before) return report(before.error());
    warn_of(before->warnings);
    const auto comparison = compare_runs(*before, now);
    if (!comparison) return report({"--against", comparison.error().what, comparison.error().fix});
    if (arguments.json) {
        nlohmann::ordered_json json = trace_json(now);
        add_comparison(json, *comparison);
        print_json(json);
    } else {
        print_comparison(*comparison);
    }
    return Exit::done;
}

/// A comparison prints nothing else, and neither it nor a verdict is on a part of the steps.
void check_options(const TraceArguments& arguments) {
    const std::pair<bool, const char*> not_compared[] = {{arguments.analysis, "--analysis"},
                                                         {!arguments.project.empty(), "--project"},
                                                         {arguments.hta, "--hta"},
                                                         {arguments.critical_path, "--critical-path"},
                                                         {arguments.step.has_value(), "--step"}};
    for (const auto& [is_given, option] : not_compared)
        if (is_given && !arguments.against.empty())
            throw UsageError{{option, "--against prints the comparison alone", "ask for one of them"}};
    if (arguments.step && (arguments.analysis || !arguments.project.empty()))
        throw UsageError{{"--step", "an analysis and its verdict are on all steps", "ask for one of them"}};
}

int run_trace(const TraceArguments& arguments) {
    check_options(arguments);
    for (const std::string& path : arguments.paths)
        if (file_kind(path) == FileKind::project)
            return report({path, "is a project, not a trace", "`roofrack-cli evaluate` predicts its step"});
    TraceOptions options;
    options.extra_comm_names = arguments.comm_names;
    const bool is_analysed = arguments.analysis || !arguments.project.empty();
    options.keep_lanes = is_analysed || !arguments.against.empty();
    options.keep_notes = !arguments.project.empty(); // the job of the trace is held against the drawn one
    auto result = read_traces_with(options, {arguments.paths.begin(), arguments.paths.end()});
    if (!result) {
        TraceResult nothing;
        nothing.warnings.push_back({result.error().where, 0, result.error().what});
        if (arguments.json) print_trace_json(nothing);
        return report(result.error());
    }
    warn_of(result->warnings);
    if (const std::string nothing = nothing_measured_text(*result); !nothing.empty())
        warn({{}, nothing, nothing_measured_fix(*result)});
    if (arguments.step)
        if (const auto kept = keep_step(*result, *arguments.step); !kept) return report(kept.error());
    std::optional<HtaByFile> hta;
    if (arguments.hta) hta = read_hta_of(*result);
    const ReplayedTraces replayed = replay_traces(*result);
    for (const Diagnostic& refused : replayed.refused) warn(refused);
    if (arguments.critical_path && replayed.studies.empty())
        return report({"--critical-path",
                       replayed.refused.empty()
                           ? "none of these files holds what all workers of a run waited for"
                           : "none of these timelines can be replayed",
                       "give the timeline of every worker of a pipeline"});
    if (!arguments.against.empty()) return compare_with(arguments, options, *result);
    RunHeadline headline = run_headline(*result, replayed.studies);
    std::optional<AnalysedTrace> analysed;
    if (is_analysed) {
        AnalysedTrace& each = analysed.emplace();
        each.analysis = analyse(*result, &Catalog::built_in());
        if (!arguments.project.empty()) compare_with_project(*result, each.analysis, arguments.project);
        each.verdict = verdict_of_files(*result, each.analysis, headline);
        if (!each.analysis.ranks.empty()) headline.why = each.verdict.sentence;
        add_communication(headline, *result, each.analysis);
    }
    if (arguments.json) {
        print_trace_json(*result, hta, replayed.studies, arguments.critical_path,
                         analysed ? &*analysed : nullptr);
    } else {
        print_headline(headline);
        if (!is_analysed && !arguments.step && !result->ranks.empty())
            print_text("Why it was slow: add --analysis\n\n");
        if (is_analysed) print_causes(analysed->verdict);
        print_table(*result);
        if (is_analysed) print_analysis(analysed->analysis, *result);
        if (hta) print_hta(*hta);
        for (const StragglerStudy& study : replayed.studies)
            if (arguments.critical_path)
                print_study(study);
            else if (const std::string told = summary_of(study);
                     told != headline.where && told != headline.who)
                print_text("\n{}: {}\n", study.file, told);
    }
    return Exit::done;
}

} // namespace

void add_trace(const Command& program) {
    const Command command =
        program.add_subcommand("trace", "Measures where the time went in traces and logs of real runs");
    auto arguments = std::make_shared<TraceArguments>();
    command.add_option("PATH", arguments->paths, "Traces and logs of runs, or folders of them").required();
    command.add_option("--step", arguments->step, "Print only ProfilerStep#K of the steps");
    command.add_option("--comm-name", arguments->comm_names,
                       "Count kernels whose name contains this (any case) as communication too");
    command.add_flag("--hta", arguments->hta,
                     "Also print what Holistic Trace Analysis 0.6 would answer, to compare");
    command.add_flag("--critical-path", arguments->critical_path,
                     "Replay the run: what its steps wait for, and how long they would be without");
    command.add_flag("--analysis", arguments->analysis,
                     "Also say why it was slow: a verdict, idle time by cause, collectives, kernels");
    command.add_option("--project", arguments->project,
                       "With --analysis: compare collectives with the fabric that this project draws");
    command.add_option("--against", arguments->against,
                       "Compare with an earlier run of the program: what became of each step's time");
    command.add_flag("--json", arguments->json, "Print JSON (times in integer ns) instead of a table");
    using enum FormatTells;
    command.footer(fmt::format(
        "Reads profiles of {},\nexecution traces of {}, pipeline timelines, digests,\nlogs of "
        "{},\nand what {} print.\n\n"
        "Example: roofrack-cli trace profile/rank*.json.gz --json",
        programs_that_tell({profile}, "and"), programs_that_tell({operators}, "and"),
        programs_that_tell({timed_log, step_log}, "and"), programs_that_tell({transfers, sensors}, "and")));
    command.callback([arguments] { return run_trace(*arguments); });
}

} // namespace roofrack::cli
