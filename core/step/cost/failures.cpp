// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/cost/failures.h"

#include "core/base/units/common_units.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace roofrack {

namespace {

constexpr double unending = std::numeric_limits<double>::infinity();

struct Name {
    std::string_view name, label;
};
constexpr std::array<Name, failure_cause_count> cause_names = {{{"gpu", "GPU"},
                                                                {"hbm", "HBM"},
                                                                {"network", "Network"},
                                                                {"host", "Host"},
                                                                {"software", "Software"},
                                                                {"other", "Other"},
                                                                {"job", "Job"}}};
constexpr std::array<Name, run_loss_count> loss_names = {{{"checkpoint", "Checkpoints"},
                                                          {"lost-work", "Lost work"},
                                                          {"detect", "Detection"},
                                                          {"schedule", "Rescheduling"},
                                                          {"load", "Loading"},
                                                          {"start-up", "Start-up"},
                                                          {"repair", "Waiting for repair"},
                                                          {"planned", "Planned stops"}}};

/// Checkpoints of one kind, and the failures that are recovered from them.
struct CheckpointKind {
    double stall = 0, interval = 0, mttf = unending;
    double redone = 0; ///< training beyond the last whole checkpoint when one is on its way
    double load = 0;
};

/// The factor of waste. What it adds beyond checkpoints is split by `weights`, the first-order sizes of the
/// losses.
double waste_of(const CheckpointKind& kind, FailureCost& out, std::array<double, run_loss_count>& weights) {
    const auto weigh = [&](RunLoss loss, double seconds) {
        weights[static_cast<size_t>(loss)] += seconds / kind.mttf;
    };
    if (std::isfinite(kind.interval)) out.checkpoint += kind.stall / kind.interval;
    if (!std::isfinite(kind.mttf)) return 1 + (std::isfinite(kind.interval) ? kind.stall / kind.interval : 0);
    weigh(RunLoss::lost_work, (kind.interval + kind.stall) / 2 + kind.redone);
    weigh(RunLoss::detect, out.detect);
    weigh(RunLoss::schedule, out.schedule);
    weigh(RunLoss::load, kind.load);
    weigh(RunLoss::start_up, out.start_up);
    const double restart = out.detect + out.schedule + kind.load + out.start_up + kind.redone;
    const double m = kind.mttf;
    return m * std::exp(std::min(largest_exponent, restart / m)) *
           std::expm1(std::min(largest_exponent, (kind.interval + kind.stall) / m)) / kind.interval;
}

/// Share of the time in which more spare units are away than stand ready; a failed shared part has taken
/// `taken` of those.
double waiting(const FailureInputs& in, const FailureCost& cost, double taken) {
    const double spares = std::floor(*in.spares / in.unit_servers);
    return erlang_above(spares - taken, spares + 1, cost.units_away);
}

} // namespace

std::string_view name_of(FailureCause cause) { return cause_names[static_cast<size_t>(cause)].name; }
std::string_view label_of(FailureCause cause) { return cause_names[static_cast<size_t>(cause)].label; }
std::string_view name_of(RunLoss loss) { return loss_names[static_cast<size_t>(loss)].name; }
std::string_view label_of(RunLoss loss) { return loss_names[static_cast<size_t>(loss)].label; }

double erlang_above(double m, double n, double a) {
    if (m < 0) return 1;
    if (a <= 0) return 0;
    double loss = 1, below = 1; // share of the time that at most m are busy
    for (double i = 1; i <= n; ++i) {
        loss = a * loss / (i + a * loss);
        if (i > m) below *= 1 - loss;
    }
    return 1 - below;
}

double best_interval(double stall, double mttf) {
    // With w = −ln(1 − τ/M) it is w − 1 + e^{−w} = δ/M: convex, so Newton's steps come down to it.
    const double wanted = stall / mttf;
    double w = wanted + std::sqrt(2 * wanted);
    constexpr int enough = 60;
    for (int i = 0; i < enough && w > 0; ++i) {
        const double step = (w + std::expm1(-w) - wanted) / -std::expm1(-w);
        if (!(step > 1e-15 * w)) break;
        w -= step;
    }
    return mttf * -std::expm1(-w);
}

FailureRate failure_rate(std::string_view architecture, const Defaults::Failures& constants) {
    if (architecture == "ampere")
        return {constants.rate_of_ampere, "failures.rate_of_ampere_per_1000_node_days", "A100"};
    return {constants.rate_per_1000_node_days, "failures.rate_per_1000_node_days", "H100",
            architecture != "hopper"};
}

FailureCost failure_cost(const FailureInputs& in) {
    FailureCost out;
    const Defaults::Failures& c = *in.constants;
    const double per_second =
        in.gpus / 8 / 1000 / seconds_a_day; // times a rate of an 8-GPU node and 1,000 days
    const auto rate = [&](FailureCause cause) -> double& { return out.rates[static_cast<size_t>(cause)]; };
    rate(FailureCause::gpu) = per_second * in.rate * c.share_gpu;
    rate(FailureCause::hbm) = per_second * in.rate * c.share_hbm;
    rate(FailureCause::network) = in.servers > 1 ? per_second * in.rate * c.share_network : 0;
    rate(FailureCause::host) = per_second * in.rate * c.share_host;
    rate(FailureCause::software) = per_second * in.rate * c.share_software;
    rate(FailureCause::other) =
        per_second * in.rate *
        (1 - c.share_gpu - c.share_hbm - c.share_network - c.share_host - c.share_software);
    rate(FailureCause::job) = per_second * in.job_rate;
    const double all = std::accumulate(out.rates.begin(), out.rates.end(), 0.0);
    out.mttf = all > 0 ? 1 / all : unending;

    out.detect = in.restart * c.restart_detect;
    out.schedule = in.restart * c.restart_schedule;
    out.start_up =
        in.restart * (1 - c.restart_detect - c.restart_schedule) + in.start_up_per_1000_gpus * in.gpus / 1000;

    const double write = std::max(0.0, in.write);
    const double copy = std::min(c.checkpoint_quiesce.si() + in.copy, write); // to the host's memory
    out.stall = in.in_background ? copy : write;
    const double redone = in.in_background ? write : 0;
    const auto interval = [&](double stall, double mttf, double least) {
        return std::isfinite(mttf)
                   ? std::max({c.checkpoint_least_interval.si(), least, best_interval(stall, mttf)})
                   : unending;
    };
    std::array<double, run_loss_count> weights{};
    CheckpointKind storage{out.stall, 0, out.mttf, redone, in.load};
    if (in.in_memory && all > 0) {
        CheckpointKind memory{copy, 0, out.mttf / c.memory_recovers, 0,
                              std::min(c.checkpoint_quiesce.si() + in.copy, in.load)};
        out.memory_stall = memory.stall;
        out.memory_load = memory.load;
        memory.interval = out.memory_interval = interval(memory.stall, memory.mttf, 0);
        storage.mttf = c.memory_recovers < 1 ? out.mttf / (1 - c.memory_recovers) : unending;
        out.waste = waste_of(memory, out, weights);
    }
    storage.interval = out.interval =
        in.interval > 0 ? std::max(in.interval, redone) : interval(storage.stall, storage.mttf, redone);
    out.waste *= waste_of(storage, out, weights);

    const double heavy = std::accumulate(weights.begin(), weights.end(), 0.0);
    const double rest = std::max(0.0, out.waste - 1 - out.checkpoint);
    for (size_t i = 0; i < run_loss_count; ++i) out.lost[i] = heavy > 0 ? rest * weights[i] / heavy : 0;
    const auto lost = [&](RunLoss loss) -> double& { return out.lost[static_cast<size_t>(loss)]; };
    lost(RunLoss::checkpoint) = out.checkpoint;
    if (in.spares) {
        double single = all - rate(FailureCause::software) - rate(FailureCause::job);
        for (size_t i = 0; i < in.shared.size(); ++i) single -= shared_rate(in.shared, i, out);
        out.units_away = std::max(0.0, single) * in.repair;
        const RepairWait wait = repair_wait(in, out);
        out.availability = std::max(least_availability,
                                    1 - std::accumulate(wait.shared.begin(), wait.shared.end(), wait.single));
    }
    lost(RunLoss::repair) = out.waste * (1 / out.availability - 1);
    out.planned_rate = per_second * in.planned;
    lost(RunLoss::planned) = out.planned_rate * (write + out.schedule + in.load + out.start_up);
    out.failure = std::accumulate(out.lost.begin() + 1, out.lost.end(), 0.0);
    out.goodput = 1 / (1 + out.checkpoint + out.failure);
    return out;
}

double shared_rate(std::span<const SharedPart> all, size_t i, const FailureCost& cost) {
    double sum = 0;
    for (const SharedPart& part : all)
        if (part.cause == all[i].cause) sum += part.count * part.each;
    const double most = cost.rates[static_cast<size_t>(all[i].cause)];
    return sum > 0 ? all[i].count * all[i].each * std::min(1.0, most / sum) : 0;
}

RepairWait repair_wait(const FailureInputs& in, const FailureCost& cost) {
    RepairWait out{0, std::vector<double>(in.shared.size())};
    if (!in.spares) return out;
    out.single = waiting(in, cost, 0);
    double shared = 0;
    for (size_t i = 0; i < in.shared.size(); ++i)
        shared += shared_rate(in.shared, i, cost) * in.shared[i].repair;
    for (size_t i = 0; i < in.shared.size() && shared > 0; ++i)
        out.shared[i] = -std::expm1(-shared) * shared_rate(in.shared, i, cost) * in.shared[i].repair /
                        shared * (waiting(in, cost, in.shared[i].units) - out.single);
    return out;
}

double checkpoint_bytes(double parameters, double bytes_per_parameter) {
    return parameters * bytes_per_parameter;
}

} // namespace roofrack
