// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/losses/supply_steps.h"

#include "core/base/figures/builder.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace roofrack {

namespace {

/// Failures that hold the same racks to the same leave the same step.
using HeldKey = std::vector<std::pair<int, double>>;

HeldKey key_of(const SingleFailure& failure) {
    HeldKey key;
    for (const HeldRack& each : failure.held) key.emplace_back(each.rack, each.limit.si());
    return key;
}

} // namespace

std::vector<FailureStep> supply_steps(const Prepared& prepared, const Evaluation& evaluation,
                                      std::vector<SingleFailure> failures) {
    std::vector<FailureStep> out;
    EvaluateOptions options;
    options.findings = false;
    options.gpus = evaluation.gpus;
    std::map<HeldKey, std::optional<Seconds>> known;
    for (SingleFailure& failure : failures) {
        FailureStep& each = out.emplace_back();
        each.failure = std::move(failure);
        if (!evaluation.feasible) continue; // what a failure leaves is told all the same
        if (each.failure.survives()) {
            each.step = evaluation.productive_step;
            continue;
        }
        if (!std::isfinite(each.failure.worst) || each.failure.dark_gpus > 0) continue;
        const auto [found, added] = known.try_emplace(key_of(each.failure));
        if (added) {
            const Evaluation then = evaluate(prepared.with_rack_limits(each.failure.held), options);
            if (then.feasible) found->second = then.productive_step;
        }
        each.step = found->second;
    }
    std::ranges::stable_sort(
        out, [](const FailureStep& a, const FailureStep& b) { return a.failure.worst > b.failure.worst; });
    return out;
}

void describe(figures::Builder<SingleFailure::Over>& f) {
    using namespace figures;
    using O = SingleFailure::Over;
    f.text("id", &O::id, "unit", "its id", names_item);
    f.number("ratio", &O::ratio, share, "load", "of what is left; infinite: dark, or without cooling", less);
    f.number("excess", &O::excess, watts, "excess", "that must be shed there", less);
}

void describe(figures::Builder<FailureStep>& f) {
    using namespace figures;
    using S = FailureStep;
    f.text(
        "id", [](const S& s) { return s.failure.id; }, "fails", "unit, by its id", names_item);
    f.choice(
        "kind", [](const S& s) { return s.failure.kind; }, "kind", "of what fails");
    f.choice(
        "supply", [](const S& s) { return s.failure.supply; }, "supply", "of feeds");
    f.flag(
        "survives", [](const S& s) { return s.failure.survives(); }, "survives",
        "all stay under their limits");
    f.number(
        "worst", [](const S& s) { return s.failure.worst; }, share, "fullest",
        "load of what is left there; infinite: dark", less);
    f.text(
        "fullest", [](const S& s) { return s.failure.fullest; }, "which", "a rack or a unit of the supply");
    f.list(
        "over", [](const S& s) -> const auto& { return s.failure.over; }, "over",
        "what it leaves over its limit, the worst first");
    f.number(
        "shed_w", [](const S& s) { return s.failure.shed; }, watts, "shed",
        "of the racks' load, to bring all under their limits", less);
    f.number(
        "dark_gpus", [](const S& s) { return s.failure.dark_gpus; }, count, "dark GPUs", "without power",
        less, always);
    f.number(
        "dark_equipment_w", [](const S& s) { return s.failure.dark_equipment; }, watts, "dark equipment",
        "switches, storage and cooling in no rack", less);
    f.number("step_s", &S::step, seconds, "step", "with what is left", less, Absent{"the job stops"});
}

} // namespace roofrack
