// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/calibration/calibration_study.h"

#include "core/base/units/median.h"
#include "core/base/units/quantity_text.h"
#include "core/step/engine/measured_network.h"
#include "core/step/engine/prepared_impl.h"
#include "core/study/calibration/breakdown_fit.h"
#include "core/study/calibration/mean_gpu_power.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <functional>

namespace roofrack {

namespace {

constexpr size_t least_to_hold_back = 4;

class Calibrator {
public:
    Calibrator(const Scenario& scenario, const MeasuredRun& run, const MeasuredScenario& measured,
               const Catalog& catalog, const std::stop_token& stop)
        : m_scenario(scenario)
        , m_run(run)
        , m_measured(measured)
        , m_catalog(catalog)
        , m_stop(stop) {}

    Result<CalibrationStudy> all() {
        m_out.gpus = m_measured.gpus;
        m_out.drawn_gpus = m_measured.drawn_gpus;
        m_out.notes = m_measured.notes;
        m_out.sources = m_run.sources;
        for (const std::string& why : m_run.refused)
            m_out.not_told.push_back({"a part of the files", why, ""});
        Calibration& calibration = m_out.calibration;
        calibration = m_scenario.calibration;
        calibration.off = false;
        attach_sweeps(calibration, m_run.sweeps);
        // The factors are fitted with the spread in force, so that no wait for a slow rank counts twice.
        spread();
        for (Result<void> (Calibrator::*const part)() : {&Calibrator::steps, &Calibrator::power}) {
            if (m_stop.stop_requested()) return fail({}, "cancelled");
            if (auto done = (this->*part)(); !done) return tl::unexpected(done.error());
        }
        if (m_stop.stop_requested()) return fail({}, "cancelled");
        if (auto done = predict(); !done) return tl::unexpected(done.error());
        sweeps();
        for (const CalibrationSource& source : m_run.sources) {
            const auto same = [&](const CalibrationSource& held) { return held.digest == source.digest; };
            std::erase_if(calibration.sources, same);
            calibration.sources.push_back(source);
        }
        return std::move(m_out);
    }

private:
    void not_told(std::string what, std::string why, std::string todo) {
        m_out.not_told.push_back({std::move(what), std::move(why), std::move(todo)});
    }

    std::string steps_text() const {
        return fmt::format("{} step{}", m_run.steps.size(), m_run.steps.size() == 1 ? "" : "s");
    }

    Result<void> steps() {
        const FactorFit fit(m_measured, m_out.calibration, m_catalog);
        const Factors start = Factors::of(m_out.calibration);
        if (!m_run.has_step() && !m_run.has_rate()) {
            not_told("compute_factor", "no file tells the time of a step",
                     "give a log of the training, or traces with marked steps");
            return {};
        }
        Evaluation evaluation;
        Calibration as_it_was = m_scenario.calibration;
        as_it_was.off = false;
        const auto before = FactorFit(m_measured, as_it_was, m_catalog).at(start, evaluation);
        if (!before) return tl::unexpected(before.error());
        const double step = measured_step(m_run, evaluation);
        if (!(step > 0))
            return fail("--measured", "the figure does not tell the time of a step of this model",
                        "give the time of a step, or tokens or samples per second");
        const BreakdownFit solver(fit, m_measured, m_catalog);
        return m_run.breakdowns.empty() ? by_step(solver, start, *before, step)
                                        : by_breakdown(fit, solver, start, *before);
    }

    Result<void> by_step(const BreakdownFit& fit, const Factors& start, const StepShares& before,
                         double step) {
        constexpr double least_share = 0.3;
        if (before.compute < least_share * before.step) {
            not_told(
                "compute_factor",
                fmt::format("operators are {:.0f} % of the predicted step: the time of a step alone does "
                            "not tell them from the network",
                            100 * before.compute / before.step),
                "give traces with marked steps, or outputs of nccl-tests first");
            add_time("step", &StepShares::step, step, before);
            return {};
        }
        const auto factors = fit.step(step, start);
        if (!factors) return tl::unexpected(factors.error());
        const std::string by = m_run.has_step() ? "time of " + steps_text() : std::string("the figure given");
        set(start, *factors, false, by, {});
        set_scaled(start, *factors, by);
        add_time("step", &StepShares::step, step, before);
        not_told(
            "network_factor and overlap",
            "the time of a step is one number: it cannot tell slow kernels from communication that is not "
            "hidden; the factor on the operators stands for all of it",
            "give traces with marked steps, or outputs of nccl-tests");
        if (m_run.steps.size() < least_to_hold_back) return {};
        const size_t half = m_run.steps.size() / 2;
        const auto middle = m_run.steps.begin() + static_cast<std::ptrdiff_t>(half);
        const double first = median({m_run.steps.begin(), middle});
        const double second = median({middle, m_run.steps.end()});
        hold_back(fit.step(first, start), m_run.steps.size() - half, second, before);
        return {};
    }

    Result<void> by_breakdown(const FactorFit& fit, const BreakdownFit& solver, const Factors& start,
                              const StepShares& before) {
        const size_t count = m_run.breakdowns.size();
        const MeasuredBreakdown target = m_run.breakdown(0, count);
        if (!(target.compute > 0)) {
            not_told("compute_factor", "no kernel of the trace computes", "profile a step of the training");
            return {};
        }
        const auto with_spread = fit.at(start), plain = fit.at(Factors{1, start.network});
        if (!with_spread) return tl::unexpected(with_spread.error());
        if (!plain) return tl::unexpected(plain.error());
        const std::string no_network = solver.no_network_factor(start, *with_spread);
        const bool with_network = no_network.empty() && target.exposed_comm > 0;
        const ToldWorks told(target, *plain, count, m_out.not_told);
        const auto solve = [&](const MeasuredBreakdown& times, const ToldWorks& of) -> Result<Factors> {
            const bool exposes = no_network.empty() && times.exposed_comm > 0;
            Factors from = start;
            if (of.any()) from.works = {};
            auto factors = solver.breakdown(times, exposes, from);
            if (!factors || !of.any()) return factors;
            // Other kinds are newly told, or go with the factor of all operators.
            constexpr auto update = static_cast<size_t>(KernelWork::optimizer);
            factors->works[update] = start.works[update];
            return solver.works(times, exposes, of, *factors);
        };
        const auto factors = solve(target, told);
        if (!factors) return tl::unexpected(factors.error());
        const bool with_kinds = told.any() && factors->works[static_cast<size_t>(KernelWork::products)];
        if (told.any() && !with_kinds)
            not_told(
                "factors of kinds of operators",
                "with them no factor from 1/4 to 4 on the other operators gives the computation that was "
                "measured: one factor stands for all operators",
                "draw the plan, model and batch that ran");
        const auto after = fit.at(*factors);
        if (!after) return tl::unexpected(after.error());
        const std::string by = "computation of " + steps_text();
        set(start, *factors, with_network,
            with_kinds ? by + "; of operators without a factor of their own" : by,
            "exposed communication of " + steps_text());
        if (!with_kinds) set_scaled(start, *factors, by);
        if (!with_network)
            not_told("network_factor", no_network.empty() ? "the trace exposes no communication" : no_network,
                     "give traces of GPUs in several servers, or outputs of nccl-tests");
        add_time("step", &StepShares::step, target.step, before);
        add_time("computation", &StepShares::compute, target.compute, before);
        if (with_kinds)
            for (const ToldWorks::Group& group : told.groups())
                set_works(group, target, start, *factors, before);
        if (target.exposed_comm > 0)
            add_time("exposed communication", &StepShares::exposed_comm, target.exposed_comm, before);
        if (target.idle() > 0) add_time("idle", &StepShares::idle, target.idle(), before);
        if (target.comm > 0 && before.comm > 0)
            add_value("overlap", before.overlap(), 1 - target.exposed_comm / target.comm,
                      "communication of " + steps_text() + "; in the factor of exposed collectives");
        constexpr double much = 0.05;
        if (std::abs(target.idle() - after->idle) > much * target.step)
            not_told(
                "idle time",
                fmt::format("{} of the step are idle, the model says {}: no factor stands for gaps",
                            format_quantity(target.idle(), Dimension::time),
                            format_quantity(after->idle, Dimension::time)),
                "see what the host waits for: the trace names it, a diagnosis says what it would explain");
        if (count < least_to_hold_back) return {};
        const size_t half = count / 2;
        const MeasuredBreakdown first = m_run.breakdown(0, half);
        std::vector<NotTold> untold; // said of all the steps
        hold_back(solve(first, ToldWorks(first, *plain, half, untold)), count - half,
                  m_run.breakdown(half, count - half).step, before);
        return {};
    }

    /// Factors, efficiency and time of kinds of operators that the trace tells.
    void set_works(const ToldWorks::Group& group, const MeasuredBreakdown& target, const Factors& start,
                   const Factors& after, const StepShares& before) {
        const double took = target.work(group.measured), says = group.in(before);
        const std::string by = fmt::format(
            "{} of {}: {:.0f} % of the computation, {:.0f} kernels a step", label_of(group.measured),
            steps_text(), 100 * took / target.compute, target.kernels[static_cast<size_t>(group.measured)]);
        for (const KernelWork work : group.works) {
            const auto& was = start.works[static_cast<size_t>(work)];
            add_value(std::string(factor_name(work)),
                      was.value_or(work == KernelWork::optimizer ? 1 : start.compute),
                      after.works[static_cast<size_t>(work)].value_or(1), by);
        }
        if (const double least = group.least(before); least > 0 && says > 0)
            add_value(group.label() + ", of the GPU's roofline", least / says, least / took, by);
        m_out.times.push_back({group.label(), took, says, says});
        m_timed.emplace_back([group](const StepShares& shares) { return group.in(shares); });
    }

    /// Factors of kinds of operators that an earlier run set, where this one tells a factor on all operators.
    void set_scaled(const Factors& before, const Factors& after, const std::string& by) {
        for (size_t work = 0; work < kernel_work_count; ++work)
            if (before.works[work] && after.works[work] && *after.works[work] != *before.works[work])
                add_value(std::string(factor_name(static_cast<KernelWork>(work))), *before.works[work],
                          *after.works[work], by + "; kinds keep their ratios");
    }

    void add_value(std::string name, double before, double after, std::string by) {
        m_out.values.push_back({std::move(name), "", before, after, std::move(by)});
    }

    void add_time(std::string what, double StepShares::*time, double measured, const StepShares& before) {
        m_out.times.push_back({std::move(what), measured, before.*time, before.*time});
        m_timed.emplace_back([time](const StepShares& shares) { return shares.*time; });
    }

    /// The second half of the steps, to be predicted by what the first half alone sets.
    void hold_back(const Result<Factors>& of_first, size_t steps, double measured, const StepShares& before) {
        if (!of_first) {
            not_told("the steps held back",
                     "the first half of the steps alone sets no factor: " + of_first.error().what,
                     "leave out the steps before the run was steady");
            return;
        }
        m_of_first = *of_first;
        m_out.held_back = HeldBack{steps, measured, before.step, before.step};
    }

    /// Times as the calibration says them with all that was set, power too: what a rack's cap or its cooling
    /// then takes from the clocks is in them.
    Result<void> predict() {
        if (m_timed.empty()) return {};
        const FactorFit fit(m_measured, m_out.calibration, m_catalog);
        const auto after = fit.at(Factors::of(m_out.calibration));
        if (!after) return tl::unexpected(after.error());
        for (size_t i = 0; i < m_timed.size(); ++i) m_out.times[i].after = m_timed[i](*after);
        if (!m_out.held_back) return {};
        const auto then = fit.at(m_of_first);
        if (!then) return tl::unexpected(then.error());
        m_out.held_back->after = then->step;
        return {};
    }

    void set(const Factors& before, const Factors& after, bool with_network, std::string by,
             std::string network_by) {
        if (after.compute != before.compute || !m_scenario.calibration.has_operator_factors())
            add_value("compute_factor", before.compute, after.compute, std::move(by));
        Factors all = after;
        all.network = with_network ? after.network : before.network;
        all.put_into(m_out.calibration);
        if (with_network) add_value("network_factor", before.network, after.network, std::move(network_by));
    }

    /// How much GPUs and steps differ.
    void spread() {
        if (!m_run.cv_persistent || !m_run.cv_iid) return;
        if (m_measured.scenario.plan.pp > 1) {
            not_told("straggler_cv", "stages of the pipeline do unequal work: their difference is no spread",
                     "give traces of the ranks of one stage");
            return;
        }
        const std::string by = fmt::format("computation of {} ranks over {}", m_run.ranks, steps_text());
        m_out.values.push_back(
            {"straggler_cv_persistent", "", persistent_cv(m_scenario), *m_run.cv_persistent, by});
        m_out.values.push_back({"straggler_cv_iid", "", iid_cv(m_scenario), *m_run.cv_iid, by});
        m_out.calibration.straggler_cv_persistent = m_run.cv_persistent;
        m_out.calibration.straggler_cv_iid = m_run.cv_iid;
    }

    /// What a GPU draws above its idle power, against the model's mean over the calibrated step.
    Result<void> power() {
        const MeasuredSensors& sensors = m_run.sensors;
        if (!sensors.power_w) return {};
        constexpr double least_busy = 0.5;
        if (sensors.utilisation && *sensors.utilisation < least_busy) {
            not_told(
                "power_factor",
                fmt::format("the GPUs were busy {:.0f} % of the time that was metered: it is no training",
                            100 * *sensors.utilisation),
                "meter while steps run");
            return {};
        }
        Scenario scenario = m_measured.scenario;
        scenario.calibration = m_out.calibration;
        scenario.calibration.power_factor = 1;
        const auto prepared = Prepared::make(scenario, m_catalog);
        if (!prepared) return tl::unexpected(prepared.error());
        const Evaluation evaluation = evaluate(*prepared, m_measured.options);
        if (!(evaluation.step_time > Seconds(0))) {
            not_told("power_factor",
                     "the model has no step of what was measured, and so no power of one: " +
                         evaluation.binds,
                     "draw the cluster, the model and the plan that ran");
            return {};
        }
        const auto predicted = mean_gpu_power(*prepared, evaluation);
        if (!predicted || predicted->dynamic <= 0) {
            not_told("power_factor", "the drawing has no rack with GPUs that draw power above their idle",
                     "draw the racks and servers that were metered");
            return {};
        }
        const double factor = (*sensors.power_w - (predicted->all - predicted->dynamic)) / predicted->dynamic;
        if (factor < 1 / most_factor || factor > most_factor) {
            not_told(
                "power_factor",
                fmt::format("a GPU drew {:.0f} W, and the model says {:.0f} W: another GPU or no training",
                            *sensors.power_w, predicted->all),
                "meter the GPUs that are drawn while steps run");
            return {};
        }
        m_out.values.push_back(
            {"power_factor", "", m_scenario.calibration.power(), factor,
             fmt::format("mean power of {:.0f} GPUs, {:.0f} W", sensors.gpus, *sensors.power_w)});
        m_out.calibration.power_factor = factor;
        return {};
    }

    /// Latency and bandwidth of what the measured sweeps now say, against the formula.
    void sweeps() {
        if (m_run.sweeps.empty()) return;
        Scenario scenario = m_scenario;
        scenario.calibration = m_out.calibration;
        const auto prepared = Prepared::make(scenario, m_catalog);
        if (!prepared) {
            not_told("what the sweeps set", prepared.error().what, prepared.error().fix);
            return;
        }
        for (const ReplacedCollective& r : replaced_collectives(*prepared)) {
            const bool is_new = std::ranges::any_of(m_run.sweeps, [&](const CollectiveSweep& sweep) {
                return sweep.file == r.sweep.file && sweep.collective == r.sweep.collective &&
                       sweep.ranks == r.sweep.ranks && sweep.nodes == r.sweep.nodes;
            });
            if (!is_new || r.sweep.points.empty()) continue;
            if (!r.used) {
                not_told(label_of(r.sweep),
                         "the drawing has no such group, or a sweep of more ranks stands for it",
                         "draw the network that was measured");
                continue;
            }
            const CollectivePoint &least = r.sweep.points.front(), &most = r.sweep.points.back();
            const std::string by = fmt::format("{} sizes of {}", r.sweep.points.size(), r.sweep.file);
            m_out.values.push_back({fmt::format("{}: {} takes", label_of(r.sweep),
                                                format_quantity(least.bytes.si(), Dimension::bytes)),
                                    "s", r.formula.front(), least.seconds.si(), by});
            m_out.values.push_back({fmt::format("{}: bandwidth at {}", label_of(r.sweep),
                                                format_quantity(most.bytes.si(), Dimension::bytes)),
                                    "B/s", most.bytes.si() / r.formula.back(),
                                    most.bytes.si() / most.seconds.si(), by});
        }
    }

    const Scenario& m_scenario;
    const MeasuredRun& m_run;
    const MeasuredScenario& m_measured;
    const Catalog& m_catalog;
    std::stop_token m_stop;
    CalibrationStudy m_out;
    std::vector<std::function<double(const StepShares&)>> m_timed; ///< each of the times in the model
    Factors m_of_first;                                            ///< what the first half of the steps sets
};

} // namespace

std::string calibrated_text(double value, std::string_view unit) {
    if (unit == "s") return format_quantity(value, Dimension::time);
    if (unit == "B/s") return format_quantity(value, Dimension::byte_rate);
    return fmt::format("{:.4g}", value);
}

Result<CalibrationStudy> calibrate(const Scenario& scenario, const MeasuredRun& run, const Catalog& catalog,
                                   const std::stop_token& stop) {
    Scenario in_force = scenario;
    in_force.calibration.off = false;
    const auto measured = measured_scenario(in_force, run, catalog);
    if (!measured) return tl::unexpected(measured.error());
    return Calibrator(in_force, run, *measured, catalog, stop).all();
}

} // namespace roofrack
