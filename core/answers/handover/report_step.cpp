// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/findings.h"
#include "core/answers/handover/report.h"
#include "core/answers/handover/report_charts.h"
#include "core/answers/handover/report_parts.h"
#include "core/answers/money_answers.h"
#include "core/answers/published_errors.h"
#include "core/answers/scale_answers.h"
#include "core/answers/step_answers.h"
#include "core/base/units/percent_text.h"
#include "core/base/units/quantity_text.h"
#include "core/base/units/sentence.h"
#include "core/drawing/unique_names.h"
#include "core/step/engine/figures/gpu_rates.h"
#include "core/step/workload/plan_check.h"
#include "core/study/sizes.h"
#include "core/study/standstill.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace roofrack {

namespace {

const Evaluation* evaluation_of(const Answers& answers) {
    const auto* verdict = answers.value<VerdictWithoutSearch>();
    return verdict ? &verdict->evaluation : nullptr;
}

/// Why there is none.
std::string no_evaluation(const Answers& answers) {
    return "There is none: " + why_missing(answers.get<VerdictWithoutSearch>()).what + ".";
}

std::string in_units(double value, Dimension dimension) { return format_quantity(value, dimension); }
std::string percent(double share) { return share_in_percent(share, 1); }

/// Names of places instead of their ids.
std::string places_of(const UniqueNames& names, const std::vector<std::string>& where) {
    constexpr size_t most = 4;
    std::vector<std::string> out;
    for (const std::string& id : where)
        if (std::string name = names.of(id); !name.empty() && out.size() < most)
            out.push_back(std::move(name));
    return fmt::format("{}{}", fmt::join(out, ", "),
                       where.size() > most ? fmt::format(" and {} more", where.size() - most) : "");
}

/// The scaling study of one of its kinds; null: the document says why there is none.
template<class Study>
const ScaleResult* told_study(ReportDocument& out, const Answers& answers) {
    const auto* const study = answers.get<Study>();
    if (study && *study) return &(*study)->study;
    out.paragraph("There is none: " + why_missing(study).what + ".");
    return nullptr;
}

} // namespace

void report_verdict(ReportDocument& out, const Answers& answers) {
    const Evaluation* e = evaluation_of(answers);
    if (!e) return out.paragraph(no_evaluation(answers));
    out.paragraph(plan_of_report(answers) + ".");
    if (const Standstill stands = standstill_of(*e); !stands.runs()) {
        out.paragraph(stands.text() + ".");
        if (!(e->step_time > Seconds(0))) return;
        out.paragraph("The figures say what it would take if it did.");
    }
    ReportDocument::Table table{{"Figure", "Value"}, {}, 1};
    const auto add = [&](const std::string& what, const std::string& value) {
        if (!value.empty()) table.rows.push_back({what, value});
    };
    add("GPUs", format_count(e->gpus));
    add("Plan", plan_text(e->plan));
    add("Step, checkpoints and failures paid", in_units(e->step_time.si(), Dimension::time));
    add("80 % band of the step", in_units(e->step_time_low.si(), Dimension::time) + " to " +
                                     in_units(e->step_time_high.si(), Dimension::time));
    const std::string_view basis = mfu_basis(e->plan);
    if (std::isfinite(e->mfu))
        add(fmt::format("MFU of the productive step{}{}", basis.empty() ? "" : ", ", basis), percent(e->mfu));
    add("Useful share of the wall clock", percent(e->goodput));
    if (e->tokens_per_s > 0) add("Tokens a second", in_units(e->tokens_per_s, Dimension::number));
    const std::string early = done_meanwhile(answers),
                      all = early.empty() ? "" : ", of a run that begins with all GPUs";
    if (e->time_to_budget > Seconds(0))
        add("To the token budget", in_units(e->time_to_budget.si(), Dimension::time) + all);
    add("This run is done", early);
    add("Facility power", in_units(e->power.facility.si(), Dimension::power));
    if (std::isfinite(e->cost_per_hour.si()))
        add("An hour", in_units(e->cost_per_hour.si(), Dimension::money));
    out.table(std::move(table));
    if (!e->binds.empty())
        out.paragraph(fmt::format("What holds it back: {}{}{}.", e->binds,
                                  e->waits.empty() ? "" : "; " + e->waits,
                                  e->after_that.empty() ? "" : "; after that " + e->after_that));
    constexpr size_t most_bars = 10;
    constexpr double least_shown = 5e-4; // 0.1 %
    std::vector<ReportBar> bars;
    for (const Gain& gain : e->gains)
        if (gain.tenth >= least_shown && bars.size() < most_bars)
            bars.push_back({begin_sentence(gain.phrase()), gain.tenth, percent(gain.tenth)});
    out.picture(bars_svg(bars),
                "How much faster a step is with a tenth more of each, or less of what slows it",
                "what-binds");
}

void report_findings(ReportDocument& out, const Answers& answers) {
    const Evaluation* e = evaluation_of(answers);
    if (!e) return out.paragraph(no_evaluation(answers));
    const UniqueNames names(answers.scenario().cluster);
    ReportDocument::Table open{{"Gravity", "What", "What helps", "Where"}, {}, 4};
    for (const Finding& each : e->findings)
        open.rows.push_back({std::string(name_of(each.severity)), each.message, each.mitigation,
                             places_of(names, each.where)});
    if (open.rows.empty()) out.paragraph("Nothing was found.");
    out.table(std::move(open));
    ReportDocument::Table waived{{"Accepted by the project", "Its reason", "Where"}, {}, 3};
    for (const WaivedFinding& each : e->waived)
        waived.rows.push_back({each.finding.message, each.reason, places_of(names, each.finding.where)});
    out.table(std::move(waived));
}

std::string grave_findings_text(const Answers& answers) {
    const Evaluation* e = evaluation_of(answers);
    if (!e) return {};
    const auto count = [&](Severity of) { return std::ranges::count(e->findings, of, &Finding::severity); };
    const auto critical = count(Severity::critical), warnings = count(Severity::warning);
    std::vector<std::string> counts;
    if (critical > 0) counts.push_back(fmt::format("{} critical", critical));
    if (warnings > 0) counts.push_back(fmt::format("{} warning{}", warnings, warnings == 1 ? "" : "s"));
    if (counts.empty()) return {};
    return fmt::format("findings: {}{}: {}", fmt::join(counts, ", "),
                       critical + warnings > 1 ? "; the gravest" : "", gravest_of(e->findings)->message);
}

void report_time(ReportDocument& out, const Answers& answers) {
    const Evaluation* e = evaluation_of(answers);
    if (!e || !(e->step_time > Seconds(0))) return out.paragraph("There is no step.");
    ReportDocument::Table table{{"Part of the step", "Time", "Share"}, {}, 1};
    std::vector<ReportBar> bars;
    for (size_t i = 0; i < step_part_count; ++i)
        if (e->parts[i] > 0) {
            const std::string label(label_of(static_cast<StepPart>(i))),
                share = percent(e->parts[i] / e->step_time.si());
            table.rows.push_back({label, in_units(e->parts[i], Dimension::time), share});
            bars.push_back({label, e->parts[i], share});
        }
    out.picture(bars_svg(bars), "Where the time of a step goes", "step-breakdown");
    out.table(std::move(table));
    ReportDocument::Table memory{{"Memory of the fullest GPU", "Size"}, {}, 1};
    std::vector<ReportBar> parts;
    for (const MemoryPart& part : e->memory.parts) {
        const std::string size = in_units(part.bytes.si(), Dimension::bytes);
        memory.rows.push_back({part.name, size});
        parts.push_back({part.name, part.bytes.si(), size});
    }
    out.picture(bars_svg(parts), "Memory of the fullest GPU", "memory");
    memory.rows.push_back({"needed", in_units(e->memory.needed.si(), Dimension::bytes)});
    memory.rows.push_back({"there is", in_units(e->memory.capacity.si(), Dimension::bytes)});
    out.table(std::move(memory));
}

void report_scaling(ReportDocument& out, const Answers& answers) {
    const bool best = answers.snapshot().best_plan;
    const ScaleResult* const study =
        best ? told_study<ScaleOfBest>(out, answers) : told_study<ScaleOfGiven>(out, answers);
    if (!study) return;
    const ScaleResult& scale = *study;
    ReportDocument::Table table{{"GPUs", "Regime", "Step", "Low", "High", "Speedup", "Efficiency"}, {}, 2};
    for (const ScalePoint& point : scale.points) {
        if (!point.feasible) continue;
        table.rows.push_back({format_count(point.gpus),
                              point.regime ? std::string(name_of(*point.regime)) : "",
                              in_units(point.step_time.si(), Dimension::time),
                              in_units(point.step_time_low.si(), Dimension::time),
                              in_units(point.step_time_high.si(), Dimension::time),
                              fmt::format("{:.3g}", point.speedup), percent(point.efficiency)});
    }
    if (table.rows.empty())
        return out.paragraph(best ? "No size runs any plan." : "No size runs the plan as given.");
    out.paragraph(fmt::format("By the {}. Linear, diminishing and degrading are the three regimes: each more "
                              "GPU brings about as much as before, less, or slows the whole.",
                              best ? "best plan at each size" : "plan as given"));
    if (const std::string curve = scaling_svg(scale); !curve.empty())
        out.picture(curve, "Speedup over GPUs, and the three regimes", "scaling");
    out.table(std::move(table));
    std::vector<std::string> borders;
    for (const ScaleBorder& border : scale.borders)
        borders.push_back(fmt::format("From {} to {} at about {} GPUs: {}", name_of(border.from),
                                      name_of(border.to), format_count(shown_gpus(scale, border.gpus)),
                                      border.cause_label()));
    out.list(borders);
}

void report_certainty(ReportDocument& out, const Answers& answers) {
    const Evaluation* e = evaluation_of(answers);
    if (!e || !(e->step_time > Seconds(0)))
        return out.paragraph("There is no step whose band could be told.");
    out.paragraph(fmt::format("The band of {} to {} should hold 80 % of measurements. It is as wide as this:",
                              in_units(e->step_time_low.si(), Dimension::time),
                              in_units(e->step_time_high.si(), Dimension::time)));
    ReportDocument::Table spread{{"What makes it wide", "Standard deviation"}, {}, 1};
    std::vector<SpreadTerm> terms = e->band;
    std::ranges::sort(terms, std::ranges::greater(), &SpreadTerm::sigma);
    for (const SpreadTerm& term : terms) spread.rows.push_back({term.cause, percent(term.sigma)});
    out.table(std::move(spread));
    out.list(e->assumed);
    if (!answers.value<AsGiven>()) return;
    ReportDocument::Table table{
        {"Published runs", "Runs", "Series", "Median error", "Nine of ten within", "In their bands"}, {}, 1};
    const std::vector<PublishedErrors> errors = published_errors(answers);
    for (const PublishedErrors& each : errors) {
        if (!each.figures) {
            table.rows.push_back({each.of, "none", "", "", "", ""});
            continue;
        }
        table.rows.push_back({each.of, format_count(static_cast<double>(each.figures->rows)),
                              format_count(static_cast<double>(each.figures->series)), each.median_error(),
                              each.nine_of_ten(), each.in_their_bands()});
    }
    out.table(std::move(table));
    out.paragraph(published_errors_meaning);
    out.paragraph(published_errors_note);
    if (const std::string few = few_runs_note(errors); !few.empty()) out.paragraph(few);
}

} // namespace roofrack
