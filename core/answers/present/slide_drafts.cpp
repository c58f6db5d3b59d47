// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/present/slide_drafts.h"

#include "core/answers/findings.h"
#include "core/answers/measured_answers.h"
#include "core/answers/money_answers.h"
#include "core/answers/present/plain_words.h"
#include "core/answers/present/scaling_title.h"
#include "core/answers/present/step_shares.h"
#include "core/answers/published_errors.h"
#include "core/answers/scale_answers.h"
#include "core/answers/step_answers.h"
#include "core/base/style/part_inks.h"
#include "core/base/style/state_inks.h"
#include "core/base/units/quantity_text.h"
#include "core/base/units/sentence.h"
#include "core/step/engine/figures/gpu_rates.h"
#include "core/study/curve/curve_line.h"
#include "core/study/regimes.h"
#include "core/study/scale_quantity.h"
#include "core/study/sizes.h"
#include "core/study/standstill.h"
#include "core/study/verdict.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

const Evaluation* judged(const Answers& answers) {
    const auto* verdict = answers.value<VerdictWithoutSearch>();
    return verdict ? &verdict->evaluation : nullptr;
}

std::string span_text(double seconds) { return format_quantity(seconds, Dimension::time, 3); }
std::string share_text(double share) { return fmt::format("{:.3g} %", 100 * share); }
/// As the chart of the step writes it.
std::string part_text(double share) { return fmt::format("{:.{}f} %", 100 * share, share < 0.0995 ? 1 : 0); }

/// The study of sizes by the plans that all figures are of; null: there is none.
const ScaleResult* scale_of(const Answers& answers) {
    if (answers.snapshot().best_plan) {
        const auto* best = answers.value<ScaleOfBest>();
        return best ? &best->study : nullptr;
    }
    const auto* given = answers.value<ScaleOfGiven>();
    return given ? &given->study : nullptr;
}

/// The evaluation where it has a step, else why there is none.
const Evaluation* step_of(SlideContent& out, const Answers& answers) {
    const Evaluation* e = judged(answers);
    if (e && e->step_time > Seconds(0)) return e;
    out.missing = e ? standstill_of(*e).text() : "stopped";
    if (out.missing.empty()) out.missing = "There is no step";
    return nullptr;
}

/// What the band of this step is beside the errors of published runs, which are wider.
std::string band_beside_errors(const Evaluation& e) {
    const double step = e.step_time.si();
    return fmt::format("Two widths are said: “nine of ten within” is the error of single published runs and "
                       "counts every one, also those furthest off; the 80 % band, {:.1f} % below to {:.1f} % "
                       "above the step of this project, is where eight of ten steps measured of it should "
                       "lie, and two may lie outside.",
                       100 * (1 - e.step_time_low.si() / step), 100 * (e.step_time_high.si() / step - 1));
}

std::string memory_size(Bytes bytes) { return format_quantity(bytes.si(), Dimension::bytes, 3); }

/// "may not fit in memory: the fullest GPU needs 81.7 GB (80 % band: 70 GB to 95 GB) and has 85.5 GB"; empty
/// where it fits, or surely does not.
std::string memory_caution(const MemoryFit& memory) {
    if (memory.verdict != MemoryVerdict::may_not_fit) return {};
    return fmt::format("may not fit in memory: the fullest GPU needs {} (80 % band: {} to {}) and has {}",
                       memory_size(memory.needed), memory_size(memory.low), memory_size(memory.high),
                       memory_size(memory.capacity));
}

std::string stretch_name(const ScalePoint& point) {
    return point.regime ? std::string(name_of(*point.regime)) : "not told";
}

std::string border_effect(const ScaleBorder& border) {
    return border.limit == ThrottleCause::none ? border.cause_label() + " grows"
                                               : std::string(label_of(border.limit)) + " holds the clocks";
}

/// " · " between those that are not empty.
std::string in_one_line(std::initializer_list<std::string> parts) {
    std::string out;
    for (const std::string& each : parts)
        if (!each.empty()) out += (out.empty() ? "" : " · ") + each;
    return out;
}

/// The step as its picture has it: its parts upon each other, beside the published or measured step.
SlideChart step_chart(const Evaluation& e, const std::optional<PublishedComparison>& published) {
    SlideChart out{.y_title = "s", .heading = "Where the time of a step goes", .is_stack = true};
    const double step = e.step_time.si();
    out.remarks.push_back(
        in_one_line({span_text(step) + " per step", e.mfu > 0 ? peak_used_text(e.mfu, e.plan) : "",
                     gpus_at_work_text(e), e.binds.empty() ? "" : "held back by " + plain_binding(e)}));
    for (size_t i = 0; i < step_part_count; ++i) {
        const auto part = static_cast<StepPart>(i);
        if (!(e.parts[i] > 0)) continue;
        out.bars.push_back({.label = std::string(plain_words(part)),
                            .value = e.parts[i],
                            .text = in_one_line({span_text(e.parts[i]), part_text(e.parts[i] / step)}),
                            .colour = ink_text(ink_of(part))});
    }
    out.whole = {.label = "predicted", .value = step, .text = span_text(step)};
    const std::string gpus = format_count(e.gpus) + " GPUs, one step";
    if (!published) {
        out.remarks.push_back(gpus);
        return out;
    }
    out.remarks.push_back(gpus + "; whisker: 80 % band");
    out.whole.low = e.step_time_low.si();
    out.whole.high = e.step_time_high.si();
    const std::string said = published->is_own() ? "measured" : "published";
    out.beside = {.label = said,
                  .value = published->run.step.si(),
                  .text = span_text(published->run.step.si()),
                  .colour = "9AA3AE"};
    // Published runs print the step without checkpoints and failures, which the predicted bar holds.
    out.remarks.push_back(fmt::format("without checkpoints and failures: {} {}, predicted {} ({:.1f} %)",
                                      said, out.beside->text, span_text(published->productive.si()),
                                      100 * published->error()));
    return out;
}

constexpr const char* no_state_ink = "5D6875"; // grey, as the window has it: neither good nor a fault
std::string regime_ink(Regime regime) { return ink_text(light_state_inks.of(regime)); }

std::string gpus_of_study(const ScaleResult& scale, double gpus) {
    return format_count(shown_gpus(scale, gpus)) + " GPUs";
}

/// The regimes from `first` to `last` GPUs, and what begins each.
std::vector<SlideChart::Stretch> stretches_of(const ScaleResult& scale, double first, double last) {
    std::vector<SlideChart::Stretch> out;
    for (const RegimeStretch& stretch : regime_stretches(scale)) {
        const double from = std::max(stretch.from, first), to = std::min(stretch.to, last);
        if (!(from < to)) continue; // beyond the line, which ends before a dip
        std::string begins;
        if (const ScaleBorder* border = stretch.border)
            begins = gpus_of_study(scale, border->gpus) +
                     (border->worsens() ? ":\n" + border_effect(*border) : "");
        const bool is_slower = stretch.faster_gpus > 0; // it rises, and has no good to show
        std::string name(name_of(stretch.regime));
        if (is_slower) name += fmt::format(", slower than {} GPUs", format_count(stretch.faster_gpus));
        out.push_back({std::move(name), from, to, std::move(begins),
                       is_slower ? no_state_ink : regime_ink(stretch.regime)});
    }
    return out;
}

/// The drawn size, the knee and the most, as the picture of the curve has them.
std::vector<SlideChart::Mark> marks_of(const ScaleResult& scale) {
    std::vector<SlideChart::Mark> out;
    for (const CurveMark& mark : curve_marks(scale, ScaleQuantity::speedup)) {
        std::string text;
        switch (mark.kind) {
        case CurveMark::Kind::drawn:
            text = fmt::format("drawn: {} GPUs,\n{} of ideal", format_count(mark.gpus),
                               part_text(scale.at(mark.gpus)->efficiency));
            break;
        case CurveMark::Kind::knee:
            text = fmt::format("knee at {}: beyond it a tenth\nmore GPUs give less than {:.1f} %",
                               format_count(shown_gpus(scale, mark.gpus)), 100 * gain_at_knee());
            break;
        case CurveMark::Kind::most: text = "most at " + format_count(mark.gpus); break;
        }
        out.push_back({std::move(text), mark.gpus, mark.value, mark.kind == CurveMark::Kind::drawn});
    }
    return out;
}

/// A size beyond the drawing: it stands for what is assumed there.
bool is_assumed(const ScaleResult& scale, double gpus) {
    return scale.beyond.gpus > 0 && gpus > scale.drawn_gpus;
}

/// What the curve is held against, where no plan runs, and what is assumed beyond the drawing.
std::vector<std::string> scaling_remarks(const ScaleResult& scale, double last) {
    std::vector<std::string> out{fmt::format("Speed-up against {} GPUs, the smallest size that runs; "
                                             "thin lines: 80 % band; ideal: each GPU as fast as at {} GPUs",
                                             format_count(scale.smallest.gpus),
                                             format_count(scale.ideal_gpus))};
    constexpr size_t most_gaps = 2;
    for (size_t i = 0; i < std::min(scale.gaps.size(), most_gaps); ++i) {
        const SizesWithoutPlan& gap = scale.gaps[i];
        out.push_back(fmt::format("{} cannot run: {}", gap.sizes_text(), gap.reason));
    }
    if (is_assumed(scale, last)) out.push_back("Assumed beyond the drawing: " + scale.beyond.text());
    return out;
}

} // namespace

void draft_verdict(SlideContent& out, const Answers& answers) {
    const Evaluation* e = judged(answers);
    if (!e) {
        out.missing = "stopped";
        return;
    }
    const auto add = [&](std::string what, std::string value) {
        if (!value.empty()) out.rows.push_back({std::move(what), std::move(value)});
    };
    const Standstill stands = standstill_of(*e);
    if (!stands.runs()) {
        out.title = stands.heading;
        out.body = SlideBody::text;
        out.text = stands.reasons;
        return;
    }
    out.title = fmt::format("{} a step{}{}", span_text(e->step_time.si()),
                            std::isfinite(e->mfu) ? fmt::format(", {}", peak_used_text(e->mfu, e->plan)) : "",
                            e->binds.empty() ? "" : ", held back by " + plain_binding(*e));
    add("GPUs", format_count(e->gpus));
    add("Plan", plain_plan(e->plan));
    add("A step, with its share of checkpoints and failures", span_text(e->step_time.si()));
    add("80 % of measured steps should lie in",
        span_text(e->step_time_low.si()) + " to " + span_text(e->step_time_high.si()));
    if (std::isfinite(e->mfu)) add(peak_used_text("Share", e->plan), share_text(e->mfu));
    add("Share of the time that makes progress (goodput)", share_text(e->goodput));
    if (e->tokens_per_s > 0) add("Tokens a second", format_quantity(e->tokens_per_s, Dimension::number, 3));
    const std::string early = done_meanwhile(answers),
                      all = early.empty() ? "" : ", of a run that begins with all GPUs";
    if (e->time_to_budget > Seconds(0))
        add("Until all tokens are trained", span_text(e->time_to_budget.si()) + all);
    add("This run is done", early);
    add("Power at the meter", format_quantity(e->power.facility.si(), Dimension::power, 3));
    if (std::isfinite(e->cost_per_hour.si()))
        add("Cost of an hour", format_quantity(e->cost_per_hour.si(), Dimension::money, 3));
    if (e->regime) add("Up to these GPUs scaling is", std::string(name_of(*e->regime)));
    add("Holds it back", plain_binding(*e));
    add("Waiting", e->waits);
    add("Holds it back next, if that is doubled", plain_after_that(*e));
    if (std::string caution = memory_caution(e->memory); !caution.empty())
        out.text.push_back(std::move(caution));
}

void draft_time(SlideContent& out, const Answers& answers) {
    const Evaluation* e = step_of(out, answers);
    if (!e) return;
    struct Share {
        StepPart part;
        double share;
    };
    std::vector<Share> shares;
    for (size_t i = 0; i < step_part_count; ++i)
        if (e->parts[i] > 0) shares.push_back({static_cast<StepPart>(i), e->parts[i] / e->step_time.si()});
    std::ranges::stable_sort(shares, std::ranges::greater(), &Share::share);
    const Share& most = shares.front();
    // A published run has its step without them, and stands beside it.
    const bool has_failures = e->parts[static_cast<size_t>(StepPart::failure)] > 0,
               has_checkpoints = e->parts[static_cast<size_t>(StepPart::checkpoint)] > 0;
    out.title = fmt::format("{} {} {} of a step{}", begin_sentence(plain_words(most.part)),
                            most.part == StepPart::failure ? "take" : "takes", part_text(most.share),
                            has_failures      ? " of " + span_text(e->step_time.si()) + " with failures"
                            : has_checkpoints ? " of " + span_text(e->step_time.si()) + " with checkpoints"
                                              : "");
    if (shares.size() > 1)
        out.title += fmt::format(", {} {}", plain_words(shares[1].part), part_text(shares[1].share));
    out.head = {"Part of the step", "Time", "Share"};
    for (const Share& each : shares) {
        const std::string label(plain_words(each.part));
        out.rows.push_back({label, span_text(each.share * e->step_time.si()), share_text(each.share)});
    }
    const auto* const published = answers.value<PublishedRunAnswer>();
    out.chart = step_chart(*e, published ? published->run : std::nullopt);
    if (const ScaleResult* scale = scale_of(answers)) out.second = step_shares_chart(*e, *scale);
}

void draft_binds(SlideContent& out, const Answers& answers) {
    const Evaluation* e = step_of(out, answers);
    if (!e) return;
    out.title =
        e->binds.empty() ? "Nothing is found that holds it back" : "Held back by " + plain_binding(*e);
    if (!e->waits.empty()) out.title += "; " + e->waits;
    if (!e->after_that.empty()) out.title += "; after that by " + plain_after_that(*e);
}

void draft_memory(SlideContent& out, const Answers& answers) {
    const Evaluation* e = judged(answers);
    if (!e || e->memory.parts.empty()) {
        out.missing = e ? standstill_of(*e).text() : "stopped";
        return;
    }
    out.title = fmt::format("The fullest GPU needs {} of {}{}", memory_size(e->memory.needed),
                            memory_size(e->memory.capacity),
                            e->memory.verdict == MemoryVerdict::may_not_fit ? ", and may not fit" : "");
    out.head = {"Memory of the fullest GPU", "Size"};
    for (const MemoryPart& part : e->memory.parts) out.rows.push_back({part.name, memory_size(part.bytes)});
}

void draft_scaling(SlideContent& out, const Answers& answers) {
    const ScaleResult* const found = scale_of(answers);
    if (!found) {
        out.missing = why_missing(answers.get<ScaleOfGiven>()).what;
        return;
    }
    const ScaleResult& scale = *found;
    out.title = scaling_title(scale);
    out.head = {"GPUs", "Regime", "Step", "Speedup", "Efficiency"};
    SlideChart chart{.x_title = "GPUs",
                     .y_title = "Speedup",
                     .heading = "Speed-up against GPUs",
                     .curve_name = std::string(plan_label(scale.replanned))};
    SlideChart::Curve ideal{"ideal", {}, true};
    SlideChart::Curve low{"80 % band, low", {}}, high{"80 % band, high", {}};
    const ScalePoint* before = nullptr;
    for (const ScalePoint& point : scale.points) {
        if (!point.feasible || !(point.speedup > 0)) continue;
        const double reached = ideal_quantity(ScaleQuantity::speedup, point.gpus, scale);
        if (std::isfinite(reached)) ideal.points.emplace_back(point.gpus, reached);
        out.rows.push_back({format_count(point.gpus), point.regime ? std::string(name_of(*point.regime)) : "",
                            span_text(point.step_time.si()), fmt::format("{:.3g}", point.speedup),
                            share_text(point.efficiency)});
        if (point.divides_badly) continue; // the line goes past its dips
        const Band band = quantity_band(ScaleQuantity::speedup, point, scale);
        if (band.low > 0) low.points.emplace_back(point.gpus, band.low);
        if (band.low > 0) high.points.emplace_back(point.gpus, band.high);
        // A regime is that of the stretch which ends at a point: it begins where the one before it ended.
        if (before) {
            if (chart.curves.empty() || chart.curves.back().name != stretch_name(point))
                chart.curves.push_back({stretch_name(point), {{before->gpus, before->speedup}}});
            chart.curves.back().points.emplace_back(point.gpus, point.speedup);
        }
        before = &point;
    }
    if (before && !chart.curves.empty()) {
        const double first = chart.curves.front().points.front().first, last = before->gpus;
        chart.stretches = stretches_of(scale, first, last);
        chart.marks = marks_of(scale);
        chart.remarks = scaling_remarks(scale, last);
        if (is_assumed(scale, last))
            chart.assumed = SlideChart::Assumed{"assumed beyond the drawing", scale.drawn_gpus};
        chart.edges = {std::move(low), std::move(high)};
    }
    chart.curves.push_back(std::move(ideal));
    if (out.rows.empty()) {
        out.missing = "No size runs the plan";
        return;
    }
    if (out.title.empty()) out.title = fmt::format("It runs on {} GPUs", out.rows.front().front());
    if (!chart.stretches.empty()) out.chart = std::move(chart);
}

void draft_certainty(SlideContent& out, const Answers& answers) {
    const Evaluation* e = step_of(out, answers);
    if (!e) return;
    out.title = fmt::format("80 % of measured steps should lie between {} and {}",
                            span_text(e->step_time_low.si()), span_text(e->step_time_high.si()));
    out.head = {"Published runs against their predictions", "Runs", "Median error", "Nine of ten within",
                "In their bands"};
    const std::vector<PublishedErrors> errors = published_errors(answers);
    for (const PublishedErrors& each : errors) {
        const std::string runs =
            each.figures ? format_count(static_cast<double>(each.figures->rows)) : std::string("none");
        out.rows.push_back({each.of, runs, each.median_error(), each.nine_of_ten(), each.in_their_bands()});
    }
    out.text.emplace_back(published_errors_meaning);
    if (std::ranges::any_of(errors, [](const PublishedErrors& each) { return each.figures.has_value(); }))
        out.text.push_back(band_beside_errors(*e));
    out.text.emplace_back(published_errors_note);
    if (std::string few = few_runs_note(errors); !few.empty()) out.text.push_back(std::move(few));
    std::vector<SpreadTerm> terms = e->band;
    std::ranges::stable_sort(terms, std::ranges::greater(), &SpreadTerm::sigma);
    std::string width;
    for (const SpreadTerm& term : terms)
        width += fmt::format("{}{} {:.1f} %", width.empty() ? "" : ", ", term.cause, 100 * term.sigma);
    if (!width.empty()) out.text.push_back("What makes the band wide, as standard deviations: " + width);
    constexpr size_t most_assumed = 4;
    for (size_t i = 0; i < e->assumed.size() && i < most_assumed; ++i) out.text.push_back(e->assumed[i]);
}

} // namespace roofrack
