// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/diagnosis/diagnosis.h"

#include "core/base/units/quantity_text.h"
#include "core/step/cost/bands/uncertainty.h"
#include "core/step/engine/prepared_impl.h"
#include "core/study/diagnosis/fault_likelihood.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numbers>

namespace roofrack {

namespace {

constexpr size_t most_causes = 8;
constexpr size_t most_nearest = 3;     ///< shown where none reaches the band
constexpr double asks_for_cause = 2.5; ///< standard deviations beyond which a time asks for a cause

std::string seconds_text(double seconds) { return format_quantity(seconds, Dimension::time, 3); }

/// A candidate at the value that fits best.
struct FittedCandidate {
    const FaultCandidate* candidate = nullptr;
    double value = 0;
    double chi = 0;       ///< squared deviations
    double evidence = 0;  ///< commonness × mean of exp(−χ²/2) over the range
    bool reaches = false; ///< some value of its range gives the measured step
    bool fits = false;    ///< the value that fits best does
    StepShares shares;
    Scenario scenario;
};

class Diagnoser {
public:
    Diagnoser(const MeasuredScenario& measured, const MeasuredRun& run, const Catalog& catalog,
              const std::stop_token& stop)
        : m_measured(measured)
        , m_run(run)
        , m_catalog(catalog)
        , m_stop(stop) {}

    Result<Diagnosis> all() {
        const auto base = Prepared::make(m_measured.scenario, m_catalog);
        if (!base) return tl::unexpected(base.error());
        m_base.emplace(*base);
        const Evaluation drawn = evaluate(*m_base, m_measured.options);
        if (!(drawn.step_time > Seconds(0)))
            return fail("--measured", "the model has no step of what was measured: " + drawn.binds,
                        "draw the cluster, the model and the plan that ran");
        m_may_not_fit = drawn.memory.refused();
        m_observed.step = measured_step(m_run, drawn);
        if (!(m_observed.step > 0))
            return fail("--measured", "nothing given tells the time of a step of this model",
                        "give a step time, tokens or samples per second, MFU, a log, or traces with steps");
        if (!m_run.breakdowns.empty()) m_observed.breakdown = m_run.breakdown(0, m_run.breakdowns.size());
        m_observed.ranks = m_run.ranks;
        m_band = std::sqrt(drawn.step_time_high / drawn.step_time_low);
        m_observed.sigma = std::log(m_band) / Uncertainty::built_in().quantile;

        Diagnosis out;
        out.gpus = m_measured.gpus;
        out.notes = untold();
        out.notes.insert(out.notes.end(), m_measured.notes.begin(), m_measured.notes.end());
        const StepShares now = step_shares(*m_base, drawn);
        out.measured_s = m_observed.step;
        out.predicted_s = now.step;
        out.low_s = now.step / m_band;
        out.high_s = now.step * m_band;
        bool any_far = false;
        for (const ComparedShare& each : compared_shares(m_observed, now)) {
            out.times.push_back(
                {each.what, each.measured, each.predicted, std::abs(each.deviations) > asks_for_cause});
            any_far = any_far || out.times.back().is_far;
        }
        out.is_inside_band =
            out.measured_s >= out.low_s && out.measured_s <= out.high_s && !(m_observed.breakdown && any_far);
        if (!out.is_inside_band) {
            if (auto done = explain(drawn, now, out); !done) return tl::unexpected(done.error());
        }
        out.sentence = sentence(out);
        return out;
    }

private:
    /// What files do not tell of the job, so that it may be another than the drawn one.
    std::vector<std::string> untold() const {
        std::vector<std::string> out;
        if (m_run.sources.empty()) return out;
        const auto& parts = m_base->impl().accelerators;
        if (m_run.job.gpu.empty() && parts.size() > 0)
            out.push_back(fmt::format("no file names the GPU: the {} is drawn, and another may have run",
                                      parts[0].name));
        const double batch = m_measured.scenario.workload.global_batch;
        if (!m_run.global_batch && !m_run.job.global_batch && !m_measured.has_own_settings && batch > 0)
            out.push_back(fmt::format(
                "no file tells the batch: {} a step are taken from the drawing, and others may have run",
                format_count(batch)));
        return out;
    }

    /// The step with a candidate at a value; none: it does not run then.
    std::optional<StepShares> shares_with(const FaultCandidate& candidate, double value,
                                          Scenario* made = nullptr) const {
        Scenario then = m_measured.scenario;
        candidate.apply(then, value);
        const auto prepared = m_base->with(then, m_catalog);
        if (!prepared) return std::nullopt;
        EvaluateOptions options = m_measured.options;
        if (candidate.kind == FaultKind::batch) options.global_batch = then.workload.global_batch;
        const Evaluation evaluation = evaluate(*prepared, options);
        if (!(evaluation.step_time > Seconds(0)) || (evaluation.memory.refused() && !m_may_not_fit))
            return std::nullopt;
        if (made) *made = std::move(then);
        StepShares out = step_shares(*prepared, evaluation);
        // A rate tells a step of the batch that the candidate has.
        if (!m_run.has_step()) {
            const double measured = measured_step(m_run, evaluation);
            if (measured > 0) out = scaled(out, m_observed.step / measured);
        }
        return out;
    }

    static StepShares scaled(StepShares shares, double factor) {
        for (double StepShares::*time : {&StepShares::step, &StepShares::compute, &StepShares::exposed_comm,
                                         &StepShares::idle, &StepShares::comm, &StepShares::input})
            shares.*time *= factor;
        shares.comm_of_groups.scale(factor);
        return shares;
    }

    double chi_at(const FaultCandidate& candidate, double log_value) const {
        const auto shares = shares_with(candidate, std::exp(log_value));
        return shares ? chi_squared(m_observed, *shares) : impossible;
    }

    bool is_in_band(double step) const {
        return step <= m_observed.step * m_band && step >= m_observed.step / m_band;
    }

    /// The value with the least χ²: a grid, then the golden section between its best point's neighbours.
    std::optional<FittedCandidate> fitted(const FaultCandidate& candidate) const {
        FittedCandidate out;
        out.candidate = &candidate;
        double weight = 1;
        if (candidate.has_parameter()) {
            constexpr int points = 9, rounds = 12;
            const double low = std::log(candidate.low), high = std::log(candidate.high);
            const double apart = (high - low) / (points - 1);
            int best = 0;
            double least = impossible, shortest = impossible, longest = 0;
            for (int i = 0; i < points && !m_stop.stop_requested(); ++i) {
                const auto shares = shares_with(candidate, std::exp(low + i * apart));
                if (!shares) continue;
                shortest = std::min(shortest, shares->step);
                longest = std::max(longest, shares->step);
                if (const double chi = chi_squared(m_observed, *shares); chi < least) {
                    least = chi;
                    best = i;
                }
            }
            if (least >= impossible) return std::nullopt;
            out.reaches = shortest <= m_observed.step * m_band && longest >= m_observed.step / m_band;
            double from = low + std::max(0, best - 1) * apart,
                   to = low + std::min(points - 1, best + 1) * apart;
            const double golden = 1 / std::numbers::phi;
            double left = to - golden * (to - from), right = from + golden * (to - from);
            double chi_left = chi_at(candidate, left), chi_right = chi_at(candidate, right);
            for (int round = 0; round < rounds && !m_stop.stop_requested(); ++round) {
                if (chi_left <= chi_right) {
                    to = right;
                    right = left;
                    chi_right = chi_left;
                    chi_left = chi_at(candidate, left = to - golden * (to - from));
                } else {
                    from = left;
                    left = right;
                    chi_left = chi_right;
                    chi_right = chi_at(candidate, right = from + golden * (to - from));
                }
            }
            const double at = (from + to) / 2, middle = chi_at(candidate, at);
            out.value = std::exp(at);
            weight = occam(candidate, at, middle, high - low);
        }
        const auto shares = shares_with(candidate, out.value, &out.scenario);
        if (!shares) return std::nullopt;
        out.shares = *shares;
        out.fits = is_in_band(shares->step);
        out.reaches = out.reaches || out.fits;
        out.chi = chi_squared(m_observed, *shares);
        out.evidence = candidate.commonness * weight * std::exp(-out.chi / 2);
        return out;
    }

    /// The share of the range in which the candidate fits: the width of the likelihood around its best value
    /// (Laplace's approximation) over the range.
    double occam(const FaultCandidate& candidate, double at, double chi, double range) const {
        constexpr double small = 0.05;
        const double beside = (chi_at(candidate, at - small) + chi_at(candidate, at + small)) / 2 - chi;
        if (beside <= 0) return 1;
        const double width = small / std::sqrt(beside);
        return std::min(1.0, std::sqrt(2 * std::numbers::pi) * width / range);
    }

    /// The candidate changes nothing that was measured.
    bool is_idle(const StepShares& now, const StepShares& then) const {
        constexpr double least = 0.005;
        const auto alike = [&](double a, double b) { return std::abs(a - b) < least * now.step; };
        return alike(now.step, then.step) && alike(now.compute, then.compute) && alike(now.comm, then.comm);
    }

    /// With it the step would wait longer for its batch than the log's timers say.
    bool contradicts_timers(const StepShares& now, const StepShares& then) const {
        constexpr double least = 0.02; // share of the step
        return m_run.timed_input_s &&
               then.input > std::max(now.input, *m_run.timed_input_s) + least * m_observed.step;
    }

    Result<void> explain(const Evaluation& drawn, const StepShares& now, Diagnosis& out) const {
        const std::vector<FaultCandidate> candidates = fault_candidates(*m_base, drawn);
        std::vector<FittedCandidate> fits;
        for (const FaultCandidate& each : candidates) {
            if (m_stop.stop_requested()) return fail({}, "cancelled");
            if (each.kind == FaultKind::batch && m_run.global_batch) continue; // the log says it
            auto fit = fitted(each);
            if (fit && !is_idle(now, fit->shares) && !contradicts_timers(now, fit->shares))
                fits.push_back(std::move(*fit));
        }
        if (m_stop.stop_requested()) return fail({}, "cancelled");
        const bool any_fits = std::ranges::any_of(fits, &FittedCandidate::fits);
        if (any_fits)
            std::ranges::stable_sort(fits, std::ranges::greater(), &FittedCandidate::evidence);
        else // none explains it: how common each is says nothing
            std::ranges::stable_sort(fits, std::ranges::less(), &FittedCandidate::chi);
        const bool is_ranked = any_fits && std::ranges::count_if(fits, &FittedCandidate::reaches) > 1;
        double tried = 0;
        for (const FittedCandidate& fit : fits) tried += fit.evidence;
        const double other = evidence_of_another_job(m_observed), all = tried + other;
        for (FittedCandidate& fit : fits) {
            FaultCause cause;
            cause.id = fit.candidate->id;
            cause.kind = fit.candidate->kind;
            cause.change = fit.candidate->words(fit.value);
            if (fit.candidate->has_parameter()) cause.value = fit.value;
            if (is_ranked) cause.likelihood = fit.evidence / all;
            cause.shares = fit.shares;
            cause.fits = fit.fits;
            cause.test = fit.candidate->test;
            cause.scenario = std::move(fit.scenario);
            if (FaultCause* const same = alike(cause, out.causes)) {
                if (is_ranked) *same->likelihood += *cause.likelihood;
                same->change += "; or: " + cause.change;
                same->alternatives.push_back(cause.id);
                continue;
            }
            if (!any_fits || fit.evidence > least_share * tried) out.causes.push_back(std::move(cause));
        }
        if (is_ranked) out.other_likelihood = other / all;
        // What does not reach the band explains nothing, however common it is.
        std::ranges::stable_sort(out.causes, [](const FaultCause& a, const FaultCause& b) {
            return a.fits != b.fits ? a.fits : a.likelihood > b.likelihood;
        });
        const size_t most = any_fits ? most_causes : most_nearest;
        if (out.causes.size() > most) out.causes.resize(most);
        out.apart = apart(out);
        return {};
    }

    /// A cause of the same kind whose step looks the same: levels of one network.
    static FaultCause* alike(const FaultCause& cause, std::vector<FaultCause>& before) {
        constexpr double close = 0.01;
        for (FaultCause& other : before)
            if (other.kind == FaultKind::links && cause.kind == FaultKind::links &&
                std::abs(other.shares.comm / cause.shares.comm - 1) < close &&
                std::abs(other.shares.step / cause.shares.step - 1) < close)
                return &other;
        return nullptr;
    }

    static std::string apart(const Diagnosis& out) {
        if (out.causes.size() < 2) return {};
        const FaultCause &first = out.causes[0], &second = out.causes[1];
        struct Share {
            const char* what;
            double StepShares::*time;
        };
        constexpr Share times[] = {{"computation of a rank in the middle", &StepShares::compute},
                                   {"communication that nothing hides", &StepShares::exposed_comm},
                                   {"communication, hidden or not", &StepShares::comm},
                                   {"idle time", &StepShares::idle}};
        const Share* most = nullptr;
        double widest = 0.05 * out.measured_s;
        for (const Share& each : times)
            if (const double gap = std::abs(first.shares.*each.time - second.shares.*each.time);
                gap > widest) {
                widest = gap;
                most = &each;
            }
        if (std::abs(first.shares.slowest - second.shares.slowest) > 0.05)
            return fmt::format("profile two steps on all ranks: the slowest computes {:.2f} times as long as "
                               "the middle one with the first, {:.2f} times with the second",
                               first.shares.slowest, second.shares.slowest);
        if (most)
            return fmt::format("profile two steps: {} is {} with the first, {} with the second", most->what,
                               seconds_text(first.shares.*(most->time)),
                               seconds_text(second.shares.*(most->time)));
        return fmt::format("their steps look alike; first: {}; second: {}", first.test, second.test);
    }

    std::string sentence(const Diagnosis& out) const {
        const std::string band =
            fmt::format("measured {}, predicted {}, 80 % band {} to {}", seconds_text(out.measured_s),
                        seconds_text(out.predicted_s), seconds_text(out.low_s), seconds_text(out.high_s));
        if (out.is_inside_band) return "inside the band: nothing to explain (" + band + ")";
        const double off = out.measured_s / out.predicted_s - 1;
        const std::string how = fmt::format("{:.0f} % {} than predicted ({})", 100 * std::abs(off),
                                            off > 0 ? "slower" : "faster", band);
        if (out.causes.empty() || !out.causes.front().fits)
            return how + ": no single change that is tried explains it" +
                   (out.causes.empty() ? "" : "; the nearest: " + out.causes.front().change);
        const FaultCause& first = out.causes.front();
        if (!first.likelihood)
            return fmt::format("{}: only this reaches so far: {}; check first that the run is the job drawn",
                               how, first.change);
        const double likely = 100 * *first.likelihood, other = 100 * out.other_likelihood.value_or(0);
        if (other > likely)
            return fmt::format("{}: most likely {} ({:.0f} %); the likeliest single change: {} ({:.0f} %)",
                               how, another_job_change, other, first.change, likely);
        return fmt::format("{}: most likely {} ({:.0f} %){}", how, first.change, likely,
                           other < 1 ? std::string()
                                     : fmt::format("; that {}: {:.0f} %", another_job_change, other));
    }

    static constexpr double impossible = 1e30;
    static constexpr double least_share = 1e-4; ///< less likely candidates are not shown
    const MeasuredScenario& m_measured;
    const MeasuredRun& m_run;
    const Catalog& m_catalog;
    std::stop_token m_stop;
    std::optional<Prepared> m_base;
    ObservedStep m_observed;
    double m_band = 1; ///< the band reaches from ÷ to × this
    bool m_may_not_fit = false;
};

} // namespace

Result<Diagnosis> diagnose(const Scenario& scenario, const MeasuredRun& run, const Catalog& catalog,
                           const std::stop_token& stop) {
    const auto measured = measured_scenario(scenario, run, catalog);
    if (!measured) return tl::unexpected(measured.error());
    return Diagnoser(*measured, run, catalog, stop).all();
}

} // namespace roofrack
