// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/scaling/scale_print.h"

#include "app/cli/base/output.h"
#include "core/base/constants/defaults.h"
#include "core/base/units/energy_text.h"
#include "core/base/units/plain_number.h"
#include "core/base/units/quantity_text.h"
#include "core/study/regimes.h"
#include "core/study/sizes.h"

#include <algorithm>
#include <cmath>

namespace roofrack::cli {

namespace {

/// What the curve shows: "rate of the productive step, the batch fixed".
std::string_view meaning_of(ScaleMetric metric) {
    switch (metric) {
    case ScaleMetric::throughput: return "rate of the productive step, the batch growing with the GPUs";
    case ScaleMetric::fixed_batch: return "rate of the productive step, the batch fixed";
    case ScaleMetric::goodput: break;
    case ScaleMetric::time_to_loss: return "progress to a loss, the batch growing with the GPUs";
    }
    return "useful rate, checkpoints and failures paid, the batch fixed";
}

/// Which parts of the supply a study beyond the drawn GPUs lets grow.
std::string_view meaning_of(SupplyGrowth growth) {
    switch (growth) {
    case SupplyGrowth::plant: break;
    case SupplyGrowth::none: return "cooling plant and power limit of the site stay as drawn";
    case SupplyGrowth::all: return "cooling plant and power limit of the site grow with it";
    }
    return "its cooling plant grows with it, the site's power limit does not";
}

std::string money(double dollars) { return format_quantity(dollars, Dimension::money, 3); }

std::string heading_of(ScaleQuantity quantity, bool counts_samples) {
    const std::string_view label = label_of(quantity), counted = counts_samples ? "samples" : "tokens";
    if (quantity == ScaleQuantity::rate) return fmt::format("{}, {}/s", label, counted);
    return quantity == ScaleQuantity::dollars ? fmt::format("{} {}", label, counted) : std::string(label);
}

std::string figure(ScaleQuantity quantity, double value) {
    if (!std::isfinite(value)) return "";
    if (quantity == ScaleQuantity::rate) return format_quantity(value, Dimension::number);
    const double printed = quantity == ScaleQuantity::efficiency ? 100 * value : value;
    return std::abs(printed) >= 1e4 ? format_count(printed) : fmt::format("{:.4g}", printed);
}

std::string band_text(ScaleQuantity quantity, const Band& band) {
    if (!std::isfinite(band.low) || !std::isfinite(band.high)) return "";
    return fmt::format("{} to {}", figure(quantity, band.low), figure(quantity, band.high));
}

/// The size from which the GPUs are doubled, in words.
std::string_view doubled_from(const ScaleDoubling& doubling, const ScaleResult& study) {
    switch (doubling.at) {
    case ScaleDoubling::From::drawn: return "drawn";
    case ScaleDoubling::From::knee: return "at the size next to the knee";
    case ScaleDoubling::From::peak: break;
    }
    return doubling.now.gpus == study.points.back().gpus ? "of the largest size tried" : "of the peak";
}

std::string joined_words(const std::vector<std::string>& words) {
    std::string out;
    for (const std::string& word : words) out += (out.empty() ? "" : ", ") + word;
    return out;
}

} // namespace

std::string gpus_text(double gpus) {
    return gpus == 1 ? "1 GPU" : fmt::format("{} GPUs", format_count(gpus));
}

void ScalePrint::print() const {
    const ScaleResult& result = output.study;
    print_text("{}: {}; {}\n\n", name_of(result.metric), meaning_of(result.metric),
               result.replanned
                   ? "the best plan at each size"
                   : "the plan as given (--replan: the best one at each size, as the window's switch)");
    if (shown.empty()) {
        print_table();
        print_text("\n");
    }
    for (const ScaleQuantity quantity : shown) print_quantity(quantity);
    if (shown.empty() && !output.overlays.empty()) print_quantity(ScaleQuantity::rate);
    for (const ScenarioCurve& curve : output.overlays) {
        const auto differs = work_differences(output.work, curve.work);
        if (!curve.reason.empty())
            print_text("{}: {}\n", curve.scenario, curve.reason);
        else if (!differs.empty())
            print_text("{}: not the same work: other {}\n", curve.scenario, joined_words(differs));
    }
    print_notes();
    if (law) print_law();
}

bool is_asked_for(const std::vector<double>& asked, bool dense, double gpus) {
    if (!dense) return std::ranges::find(asked, gpus) != asked.end();
    return gpus >= std::ranges::min(asked) && gpus <= std::ranges::max(asked);
}

bool ScalePrint::is_printed(const ScalePoint& point) const { return is_asked_for(asked, dense, point.gpus); }

/// A table of one quantity: the study with band and ideal, then a column for each other scenario.
void ScalePrint::print_quantity(ScaleQuantity quantity) const {
    const ScaleResult& study = output.study;
    print_text("{}{}\n", heading_of(quantity, study.counts_samples),
               less_is_better(quantity) ? ", less is better" : "");
    if (const std::string missing = missing_quantity(quantity, study); !missing.empty()) {
        print_text("{}\n\n", missing);
        return;
    }
    print_text("{:>10} {:>12} {:>22} {:>12}", "GPUs", "here", "band of 80 %", "ideal");
    for (const ScenarioCurve& curve : output.overlays)
        if (curve.reason.empty()) print_text("  {:>20}", curve.scenario);
    print_text("\n");
    for (const ScalePoint& point : study.points) {
        if (!is_printed(point)) continue;
        print_text("{:>10} {:>12} {:>22} {:>12}", format_count(point.gpus),
                   figure(quantity, quantity_of(quantity, point, study)),
                   band_text(quantity, quantity_band(quantity, point, study)),
                   figure(quantity, ideal_quantity(quantity, point.gpus, study)));
        for (const ScenarioCurve& curve : output.overlays) {
            if (!curve.reason.empty()) continue;
            const ScalePoint* there = curve.study.at(point.gpus);
            print_text("  {:>20}",
                       there ? figure(quantity, quantity_of(quantity, *there, study)) : std::string());
        }
        print_text("\n");
    }
    print_text("\n");
}

/// The regime in words; "linear to diminishing" near a border; "*": the size has none.
std::string ScalePrint::regime_text(const ScalePoint& point) const {
    if (point.regime) return std::string(name_of(*point.regime));
    const double near = Defaults::built_in().regimes.smoothing;
    for (const ScaleBorder& border : output.study.borders)
        if (point.gpus < border.gpus * near && point.gpus * near > border.gpus)
            return fmt::format("{} to {}", name_of(border.from), name_of(border.to));
    return "*";
}

void ScalePrint::print_table() const {
    const ScaleResult& result = output.study;
    const bool pays_tokens = result.metric == ScaleMetric::time_to_loss;
    const std::string_view unit = result.counts_samples ? "samples" : "tokens";
    print_text("{:>10} {:>12} {:>12} {:>12} {:>10} {:>10} {:>10} {:>11} {:>11}  {}\n", "GPUs", "productive",
               "wall step", pays_tokens ? "progress" : fmt::format("{}/s", unit), "batch", "power",
               "speed-up", "efficiency", "elasticity", "regime");
    if (pays_tokens) print_text("{:>10} {:>12} {:>12} {:>12}\n", "", "", "", fmt::format("{}/s", unit));
    for (const ScalePoint& p : result.points) {
        if (!is_printed(p)) continue;
        if (!p.feasible) {
            print_text("{:>10} {}\n", format_count(p.gpus), p.reason);
            continue;
        }
        const auto time = [](Seconds seconds) { return format_quantity(seconds.si(), Dimension::time); };
        const auto number = [](double value) { return format_quantity(value, Dimension::number); };
        print_text("{:>10} {:>12} {:>12} {:>12} {:>10} {:>10} {:>10} {:>9.1f} % {:>11}  {}\n",
                   format_count(p.gpus), time(p.productive_step), time(p.wall_step), number(p.progress),
                   number(p.batch), format_quantity(p.running.facility.si(), Dimension::power),
                   number(p.speedup), 100 * p.efficiency,
                   std::isfinite(p.elasticity) ? fmt::format("{:.3f}", p.elasticity) : "", regime_text(p));
    }
}

/// Where a border stands after the change, in words.
std::string ScalePrint::place_of(const ScaleBorder& border, const BorderMitigation& mitigation) const {
    if (!(mitigation.gpus > 0))
        return fmt::format("not up to {} GPUs", format_count(output.study.points.back().gpus));
    return fmt::format("{} {} GPUs", mitigation.stays(border) ? "still at" : "at",
                       format_count(shown_gpus(output.study, mitigation.gpus)));
}

void ScalePrint::print_border(const ScaleBorder& border) const {
    print_text("{} to {} at {} GPUs: {} {}\n", name_of(border.from), name_of(border.to),
               format_count(shown_gpus(output.study, border.gpus)), border.cause_label(),
               border.to == Regime::degrading ? "takes more time"
               : border.worsens()             ? "takes more of the ideal"
                                              : "stops growing");
    for (const BorderMitigation& mitigation : border.mitigations)
        print_text("  with {}{}: {}\n", mitigation.action,
                   mitigation.caution.empty() ? "" : fmt::format(" ({})", mitigation.caution),
                   place_of(border, mitigation));
}

void ScalePrint::print_notes() const {
    const ScaleResult& result = output.study;
    const auto has_no_name = [&](const ScalePoint& point) {
        return point.feasible && is_printed(point) && regime_text(point) == "*";
    };
    if (shown.empty() && std::ranges::any_of(result.points, has_no_name))
        print_text(
            "* none: the curve turns here over too short a span, or there is none below it that is drawn\n");
    for (const ScaleBorder& border : result.borders) print_border(border);
    for (const ScaleStep& step : result.steps) print_text("{}\n", step.text());
    if (result.knee_gpus > 0)
        print_text("knee at {} GPUs: beyond it a tenth more GPUs give less than {:.1f} % more rate\n",
                   format_count(shown_gpus(result, result.knee_gpus)), 100 * gain_at_knee());
    if (result.smallest.gpus > 0) print_text("speed-up: against {}\n", gpus_text(result.smallest.gpus));
    if (result.ideal_gpus > 0) print_text("ideal: each GPU as of {}\n", gpus_text(result.ideal_gpus));
    if (result.peak_gpus > 0)
        print_text("most at {} GPUs{}\n", format_count(result.peak_gpus),
                   result.peak_gpus == result.points.back().gpus ? ", the largest that was tried" : "");
    if (result.critical_gpus > 0)
        print_text("{} the critical batch at {} GPUs\n",
                   is_weak(result.metric) ? "the batch, which grows with the GPUs, passes"
                                          : "with one micro-batch a replica the plan as given would pass",
                   format_count(shown_gpus(result, result.critical_gpus)));
    const char* unit = result.counts_samples ? "samples" : "tokens";
    for (const ScaleDoubling& each : result.doublings)
        print_text(
            "twice the GPUs {} ({} to {}): {:.2f} times the rate; a million {} cost {} instead "
            "of {} and take {} instead of {}; {}\n",
            doubled_from(each, result), format_count(each.now.gpus), format_count(each.then.gpus),
            each.gain(), unit, money(each.then.dollars_per_million()), money(each.now.dollars_per_million()),
            meter_energy_text(Joules(each.then.joules_per_million())),
            meter_energy_text(Joules(each.now.joules_per_million())),
            std::isfinite(each.marginal_dollars_per_million())
                ? fmt::format("each further million costs {}", money(each.marginal_dollars_per_million()))
                : fmt::format("the added GPUs bring no more {}", unit));
    for (const SizesWithoutPlan& gap : result.gaps) print_text("{}: {}\n", gap.sizes_text(), gap.reason);
    if (!asked.empty() && std::ranges::max(asked) > result.drawn_gpus)
        print_text("beyond the {} GPUs drawn are assumed: {}; {}\n", format_count(result.drawn_gpus),
                   result.beyond.text(), meaning_of(result.supply_growth));
}

void ScalePrint::print_law() const {
    const SerialLaw& found = output.law;
    if (!found.missing.empty()) {
        print_text("Amdahl: {}\n", found.missing);
        return;
    }
    const SerialTime& step = found.step;
    const auto share = [&](double seconds) {
        const double percent = 100 * seconds / found.at_smallest.si();
        return percent < 1e-4 ? std::string("0 %") : fmt::format("{:.3g} %", percent);
    };
    print_text("Amdahl: {} of the step at {} does not shrink with more: {}\n", share(step.constant),
               gpus_text(found.gpus),
               std::isfinite(found.ceiling())
                   ? fmt::format("never beyond {} x", plain_number(found.ceiling()))
                   : "no ceiling");
    print_text("and grows by {} a doubling and {} with each {}: at most {} x, at {}; fitted to the "
               "steps of all sizes within {:.2g} %\n",
               share(step.logarithmic), share(step.linear), gpus_text(found.gpus),
               plain_number(found.grown(found.most_gpus)), gpus_text(found.most_gpus), 100 * found.rms);
    const double last = found.most_gpus / found.gpus;
    for (size_t i = 0; i < step_part_count; ++i)
        if (const SerialTime& part = found.parts[i]; part.serial(last) > 0.001 * found.at_smallest.si())
            print_text("  {:<16} {:>8} of the step at {}, {:>8} at {}\n", label_of(static_cast<StepPart>(i)),
                       share(part.serial(1)), gpus_text(found.gpus), share(part.serial(last)),
                       gpus_text(found.most_gpus));
}

} // namespace roofrack::cli
