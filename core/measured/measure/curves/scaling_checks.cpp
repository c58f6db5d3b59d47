// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/measure/curves/scaling_checks.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

const ScalingFit::Row& last_measured(const ScalingFit& fit) {
    return *std::ranges::find(fit.rows, fit.curve.points.back().gpus, &ScalingFit::Row::gpus);
}

ScalingAnswer answer_of(const ScalingFit& fit) {
    if (!fit.waits) return ScalingAnswer::good;
    const bool is_slower = fit.peaked > 0 || last_measured(fit).regime == Regime::degrading;
    return is_slower ? ScalingAnswer::bad : ScalingAnswer::limited;
}

constexpr double sure = 0.8; ///< chance

std::string share(double value) { return fmt::format("{:.0f} %", std::floor(100 * value + 0.5)); }

/// A GPU may do so much more than at the smallest count by chance; beyond, the points do not say what it
/// waits for.
constexpr double more_than_linear = 1.05;
bool is_superlinear(const ScalingFit& fit) { return last_measured(fit).efficiency > more_than_linear; }

bool is_communication_known(const ScalingFit& fit) {
    constexpr size_t fewest = 3; // one difference has one cause as well as another
    return fit.curve.points.size() >= fewest && std::abs(fit.communication_chance - 0.5) >= sure - 0.5;
}

/// "16 and 32".
std::string next_text(const ScalingFit& fit) { return counts_text(fit.measure_next); }

/// What a part takes of the step at the largest count beyond what the smallest pays.
double waited(const ScalingFit& fit, double of_loss) {
    return std::max(0.0, 1 - last_measured(fit).efficiency) * of_loss;
}

ScalingCheck bound_check(const ScalingFit& fit) {
    const ScalingFit::Row& last = last_measured(fit);
    const double first = fit.curve.points.front().gpus;
    ScalingCheck out;
    out.question = ScalingQuestion::bound;
    out.answer = answer_of(fit);
    const std::string reached =
        fmt::format("{:g} GPUs reach {} of the rate a GPU at {:g}{}{}", last.gpus, share(last.efficiency),
                    first, last.regime ? ", " : "", last.regime ? name_of(*last.regime) : "");
    if (is_superlinear(fit)) {
        out.answer = ScalingAnswer::not_measured;
        out.said = fmt::format("the points do not tell: {}, more than the GPUs can add", reached);
        out.todo = "look at what is not alike in them: batch, caches, the unit";
    } else if (!fit.has_line()) {
        out.answer = ScalingAnswer::not_measured;
        out.said = fmt::format("the points do not tell: {}, and no mechanism fits them", reached);
        out.todo = "measure each count several times";
    } else if (!fit.waits) {
        out.said = fmt::format("compute-bound as far as measured: {}", reached);
    } else {
        const double communication = 1 - fit.losses[static_cast<size_t>(ScalingLoss::serial)];
        const bool is_known = is_communication_known(fit);
        const bool is_communication = fit.communication_chance > 0.5;
        const std::string_view by = waited(fit, 1) >= 0.5
                                        ? !is_known ? "mostly waiting, the points do not tell for what"
                                          : is_communication ? "communication-bound"
                                                             : "bound by what does not divide"
                                    : !is_known ? "mostly compute, losing to what the points do not tell"
                                    : is_communication ? "mostly compute, losing to communication"
                                                       : "mostly compute, losing to what does not divide";
        out.said = fmt::format(
            "{}: {}; {} of the step waits, by estimate {} for communication, {} serial work", by, reached,
            share(waited(fit, 1)), share(waited(fit, communication)), share(waited(fit, 1 - communication)));
        if (!is_known) out.todo = "measure at more counts, or open a trace of a step";
    }
    if (fit.peaked > 0) out.said += fmt::format("; more than {:g} GPUs were slower", fit.peaked);
    if (out.todo.empty() && first > 1)
        out.todo = fmt::format("what {:g} GPUs wait for already is not seen: measure on one", first);
    return out;
}

ScalingCheck stable_check(const ScalingFit& fit) {
    ScalingCheck out;
    out.question = ScalingQuestion::stable;
    if (!fit.ceiling) {
        out.said = "no validation metric beside the rates";
        out.todo = fit.curve.metric.empty()
                       ? "add a column val_loss (or accuracy, perplexity …) of runs of as many steps"
                       : fmt::format("give {} at two GPU counts or more", fit.curve.metric);
        return out;
    }
    const MetricCeiling& ceiling = *fit.ceiling;
    const auto value_text = [](const MetricCeiling::At& at) {
        return at.value ? fmt::format("{:.4g}", *at.value) : std::string("diverged");
    };
    const MetricCeiling::At& first = ceiling.at.front();
    if (!first.value) {
        out.answer = ScalingAnswer::bad;
        out.said = fmt::format("{} diverged at {:g} GPUs, the smallest count", ceiling.metric, first.gpus);
        out.todo = "find what makes the smallest run diverge first";
    } else if (ceiling.broken > 0) {
        const auto broken = std::ranges::find(ceiling.at, ceiling.broken, &MetricCeiling::At::gpus);
        out.answer = ScalingAnswer::bad;
        out.said = fmt::format("stable to {:g} GPUs, the ceiling: {} is {} at {:g} against {} at {:g}",
                               ceiling.stable, ceiling.metric, value_text(*broken), broken->gpus,
                               value_text(first), first.gpus);
        out.todo =
            fmt::format("do not pass {:g} GPUs before the cause is known: batch, learning rate, precision",
                        ceiling.stable);
    } else {
        const auto worst = std::ranges::max_element(ceiling.at, {}, &MetricCeiling::At::worse);
        out.answer = ScalingAnswer::good;
        out.said = worst->worse > 0
                       ? fmt::format("stable to {:g} GPUs: {} at most {:.2g} % worse than at {:g}",
                                     ceiling.stable, ceiling.metric, 100 * worst->worse, first.gpus)
                       : fmt::format("stable to {:g} GPUs: {} nowhere worse than at {:g}", ceiling.stable,
                                     ceiling.metric, first.gpus);
        if (ceiling.stable < fit.curve.points.back().gpus)
            out.todo = fmt::format("beyond {:g} GPUs {} was not measured", ceiling.stable, ceiling.metric);
    }
    return out;
}

ScalingCheck network_check(const ScalingFit& fit) {
    const ScalingFit::Row& last = last_measured(fit);
    ScalingCheck out;
    out.question = ScalingQuestion::network;
    if (fit.within_server) {
        out.said = fmt::format("all points lie within one server of {:g} GPUs", fit.node_gpus);
        out.todo = fmt::format("measure at {}", next_text(fit));
        return out;
    }
    double network = 0;
    for (size_t k = 0; k < scaling_losses; ++k)
        if (const auto loss = static_cast<ScalingLoss>(k);
            is_communication(loss) && loss != ScalingLoss::ring_inside)
            network += fit.losses[k];
    const double servers = std::ceil(last.gpus / fit.node_gpus);
    if (is_superlinear(fit)) {
        out.said = fmt::format("the points do not tell: {:g} GPUs do more than {:g} times the work of one",
                               last.gpus, last.gpus);
        out.todo = "look at what is not alike in them: batch, caches, the unit";
        return out;
    }
    if (!fit.has_line()) {
        out.said = "the points do not tell: no mechanism fits them";
        out.todo = "measure each count several times";
        return out;
    }
    const bool is_known = is_communication_known(fit);
    const bool carries = !fit.waits || (is_known && waited(fit, network) < fit.least_waiting);
    out.answer = carries ? ScalingAnswer::good : answer_of(fit);
    const std::string at = fmt::format("at {:g} GPUs in {:g} servers", last.gpus, servers);
    if (carries || is_known)
        out.said =
            fmt::format("{}: {} {} of the step waits for the network{}",
                        carries ? "it does as far as measured" : "it does not", at,
                        share(waited(fit, network)), carries && fit.waits ? ", the rest elsewhere" : "");
    else
        out.said =
            fmt::format("the points do not tell: {} {} of the step waits, by estimate {} for the network", at,
                        share(waited(fit, 1)), share(waited(fit, network)));
    out.todo = "measure once more while other jobs load the network";
    return out;
}

} // namespace

std::string_view name_of(ScalingQuestion question) {
    switch (question) {
    case ScalingQuestion::bound: return "bound";
    case ScalingQuestion::stable: return "stable";
    case ScalingQuestion::network: return "network";
    }
    return "bound";
}

std::string_view text_of(ScalingQuestion question) {
    switch (question) {
    case ScalingQuestion::bound: return "Compute- or communication-bound?";
    case ScalingQuestion::stable: return "Numerically stable at other counts?";
    case ScalingQuestion::network: return "Does the network carry the volume?";
    }
    return "";
}

std::string_view name_of(ScalingAnswer answer) {
    switch (answer) {
    case ScalingAnswer::good: return "good";
    case ScalingAnswer::limited: return "limited";
    case ScalingAnswer::bad: return "bad";
    case ScalingAnswer::not_measured: return "not measured";
    }
    return "not measured";
}

std::array<ScalingCheck, 3> scaling_checks(const ScalingFit& fit) {
    return {bound_check(fit), stable_check(fit), network_check(fit)};
}

} // namespace roofrack
