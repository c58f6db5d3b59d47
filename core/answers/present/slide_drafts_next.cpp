// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/findings.h"
#include "core/answers/mitigation_answers.h"
#include "core/answers/present/plain_words.h"
#include "core/answers/present/slide_drafts.h"
#include "core/answers/present/slide_numbers.h"
#include "core/answers/step_answers.h"
#include "core/base/units/quantity_text.h"
#include "core/base/units/sentence.h"
#include "core/base/units/word_list.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace roofrack {

namespace {

constexpr size_t most_next_steps = 5, most_resources = 5;

/// "1.37 ×", of a gain of 37 %.
std::string times_of_gain(double gain) { return times_text(1 + gain); }

/// "the best plan" of "The best plan: tp 4 · pp 4".
std::string short_action(std::string_view action) {
    return in_sentence(plain_action(action.substr(0, action.find(": "))));
}

std::vector<std::string> mitigation_row(std::string what, double gain, const TrainingCost& cost) {
    return {std::move(what), times_of_gain(gain), format_quantity(cost.step.si(), Dimension::time, 3)};
}

/// Twice as much of what binds, whether it can be had or not, what gains most first.
std::vector<Gain> worthwhile_resources(const Evaluation& e) {
    std::vector<Gain> out;
    for (const Gain& each : e.gains)
        if (each.twice >= worth_mitigation) out.push_back(each);
    std::ranges::stable_sort(out, std::ranges::greater(), &Gain::twice);
    if (out.size() > most_resources) out.resize(most_resources);
    return out;
}

/// Changes that the program can make.
void fill_mitigations(SlideContent& out, const Mitigations& mitigations, const Evaluation& e) {
    const char* const million = e.tokens_per_s > 0 ? "$ per million tokens" : "$ per million samples";
    out.head = {"Each change by itself, all evaluated again", "As fast", "Step", million};
    out.rows.push_back(mitigation_row("As it is", 0, mitigations.now));
    std::vector<double> dollars{mitigations.now.dollars_per_million};
    for (const Mitigation& each : mitigations.found) {
        if (out.rows.size() > most_next_steps) break;
        std::string what = each.id == "best-plan" ? "The best plan: " + plain_plan(each.scenario.plan)
                                                  : plain_action(each.action);
        if (!each.caution.empty()) what += fmt::format(" ({})", each.caution);
        out.rows.push_back(mitigation_row(std::move(what), each.gain, each.then));
        dollars.push_back(each.then.dollars_per_million);
    }
    for (double& each : dollars)
        if (!(each > 0)) each = std::numeric_limits<double>::quiet_NaN();
    const std::vector<std::string> prices = usd_column(dollars);
    for (size_t i = 0; i < prices.size(); ++i) out.rows[i].push_back(prices[i]);
}

} // namespace

void draft_next(SlideContent& out, const Answers& answers) {
    const auto* const answered = answers.get<Mitigations>();
    if (!answered || !*answered) {
        out.missing = why_missing(answered).what;
        return;
    }
    const auto* const verdict = answers.value<VerdictWithoutSearch>();
    if (!verdict) {
        out.missing = "stopped";
        return;
    }
    const Evaluation& e = verdict->evaluation;
    const Mitigations& mitigations = **answered;
    const std::vector<Gain> resources = worthwhile_resources(e);
    if (!mitigations.found.empty()) {
        const Mitigation& best = mitigations.found.front();
        out.title = fmt::format("Next: {}, {} as fast", short_action(best.action), times_of_gain(best.gain));
        fill_mitigations(out, mitigations, e);
        std::vector<std::string> more;
        for (const Gain& each : resources)
            more.push_back(plain_twice(each, e) + " " + times_of_gain(each.twice));
        if (!more.empty()) out.text.push_back("What would help, if it can be had: " + word_list(more));
    } else if (!resources.empty()) {
        const Gain& best = resources.front();
        out.title = begin_sentence(
            fmt::format("{} would be {} as fast", plain_twice(best, e), times_of_gain(best.twice)));
        out.head = {"If it can be had, all evaluated again", "As fast"};
        for (const Gain& each : resources)
            out.rows.push_back({begin_sentence(plain_twice(each, e)), times_of_gain(each.twice)});
    } else {
        out.missing = "Nothing is found that makes the step faster";
        return;
    }
    if (!mitigations.refused.empty()) {
        const RefusedMitigation& best = mitigations.refused.front();
        out.text.push_back(fmt::format("{} would be {} as fast, and cannot be drawn: {}", best.action,
                                       times_of_gain(best.gain), best.reason));
    }
}

} // namespace roofrack
