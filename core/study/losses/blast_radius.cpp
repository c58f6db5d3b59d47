// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/losses/blast_radius.h"

#include "core/base/figures/builder.h"
#include "core/base/units/common_units.h"
#include "core/step/engine/conditions.h"
#include "core/step/engine/prepared_impl.h"

#include <cmath>
#include <numeric>

namespace roofrack {

namespace {

/// Failures of the drawn GPUs by what fails.
class Radii {
public:
    explicit Radii(const Prepared::Impl& impl)
        : m_impl(impl) {}

    BlastRadii of(std::vector<FailureDomain> domains) {
        const Plan& plan = m_impl.scenario.plan;
        for (const FailureDomain& domain : domains) {
            const auto part =
                shared_part(domain, m_impl.fabric, m_impl.fabric.gpus, m_impl.defaults->failures);
            m_index.push_back(part ? static_cast<int>(m_shared.size()) : -1);
            if (part) m_shared.push_back(*part);
        }
        step_conditions(m_impl, plan, m_impl.fabric.gpus, m_impl.scenario.workload.global_batch, {},
                        m_conditions);
        FailureInputs in = failure_inputs(m_impl, plan, {}, m_conditions);
        in.shared = m_shared;
        m_cost = failure_cost(in);
        m_wait = repair_wait(in, m_cost);
        m_unit = spare_unit(m_impl.fabric);
        BlastRadii out{m_unit, m_impl.scenario.site.spare_servers, {}, 0, 0};
        m_failures = std::accumulate(m_cost.rates.begin(), m_cost.rates.end(), 0.0);
        for (size_t i = 0; i < m_shared.size(); ++i) m_taken += shared_rate(m_shared, i, m_cost);
        for (size_t i = 0; i < domains.size(); ++i) out.all.push_back(radius(std::move(domains[i]), i));
        out.others = rate(FailureCause::software) + rate(FailureCause::job);
        out.other_hours = restarts(out.others);
        return out;
    }

private:
    double rate(FailureCause cause) const { return m_cost.rates[static_cast<size_t>(cause)]; }
    double single() const {
        return m_failures - rate(FailureCause::software) - rate(FailureCause::job) - m_taken;
    }

    /// Hours a year that so many failures cost by lost work and restarts: their share of what all cost.
    double restarts(double failures) const {
        double lost = 0;
        for (const RunLoss loss :
             {RunLoss::lost_work, RunLoss::detect, RunLoss::schedule, RunLoss::load, RunLoss::start_up})
            lost += m_cost.lost[static_cast<size_t>(loss)];
        return m_failures > 0 ? hours_a_mean_year * lost * m_cost.goodput * failures / m_failures : 0;
    }
    /// The time that the run waits for repairs: the share `wait` of `1 − availability`.
    double waiting(double wait) const {
        const double lost = m_cost.lost[static_cast<size_t>(RunLoss::repair)];
        return m_cost.availability < 1
                   ? hours_a_mean_year * lost * m_cost.goodput * wait / (1 - m_cost.availability)
                   : 0;
    }

    BlastRadius radius(FailureDomain domain, size_t index) const {
        BlastRadius out;
        out.domain = std::move(domain);
        const FailureDomain& of = out.domain;
        const Defaults::Failures& constants = m_impl.defaults->failures;
        out.out = std::min(m_impl.fabric.gpus, std::ceil(of.gpus / m_unit) * m_unit);
        out.spare_servers = out.out / std::max(1.0, m_impl.fabric.gpus_per_server);
        out.repair = m_impl.scenario.site.repair_time.si();
        double wait = 0;
        switch (of.kind) {
        case FailureDomainKind::gpu:
            out.all = rate(FailureCause::gpu) + rate(FailureCause::hbm);
            out.each = out.all / of.count;
            break;
        case FailureDomainKind::server:
            out.all = (single() - rate(FailureCause::gpu) - rate(FailureCause::hbm)) * of.count * of.gpus /
                      m_impl.fabric.gpus;
            out.each = out.all / of.count;
            break;
        case FailureDomainKind::leaf:
        case FailureDomainKind::rack:
            out.repair = constants.switch_repair.si();
            out.constant = of.kind == FailureDomainKind::leaf ? "failures.switch_rate_per_1000_days"
                                                              : "failures.rack_power_rate_per_1000_days";
            if (const int shared = m_index[index]; shared >= 0) {
                out.all = shared_rate(m_shared, static_cast<size_t>(shared), m_cost);
                wait = m_wait.shared[static_cast<size_t>(shared)];
            }
            out.each = out.all / of.count;
            break;
        case FailureDomainKind::scale_up:
        case FailureDomainKind::row: break;
        }
        if (of.kind == FailureDomainKind::gpu || of.kind == FailureDomainKind::server)
            wait = single() > 0 ? m_wait.single * out.all / single() : 0;
        out.hours = restarts(out.all) + waiting(wait);
        if (const auto& spares = m_impl.scenario.site.spare_servers)
            out.resumes = std::floor(*spares / (m_unit / std::max(1.0, m_impl.fabric.gpus_per_server))) >=
                          std::ceil(of.gpus / m_unit);
        return out;
    }

    const Prepared::Impl& m_impl;
    StepConditions m_conditions;
    std::vector<SharedPart> m_shared;
    std::vector<int> m_index; ///< index of each domain in m_shared; −1: it is none
    FailureCost m_cost;
    RepairWait m_wait;
    double m_unit = 1, m_failures = 0, m_taken = 0;
};

} // namespace

BlastRadii blast_radii(const Prepared& prepared) {
    const Prepared::Impl& impl = prepared.impl();
    return Radii(impl).of(failure_domains(*impl.drawing, impl.fabric));
}

void describe(figures::Builder<BlastRadius>& f) {
    using namespace figures;
    using R = BlastRadius;
    const When published =
        f.gate([](const R& r) { return r.each.has_value(); }, "nothing is published of its failures");
    f.choice(
        "kind", [](const R& r) { return r.domain.kind; }, "kind", "what fails as one", names_item);
    f.text(
        "element", [](const R& r) { return r.domain.element; }, "element", "id of the first drawn one");
    f.text(
        "name", [](const R& r) { return r.domain.name; }, "name", "of the first drawn one");
    f.number(
        "count", [](const R& r) { return r.domain.count; }, count, "drawn", "in all", always);
    f.number(
        "gpus", [](const R& r) { return r.domain.gpus; }, count, "GPUs",
        "that stand in, or hang on nothing but, one", less, always);
    f.number(
        "slowed_gpus", [](const R& r) { return r.domain.slowed; }, count, "GPUs slowed",
        "whose servers have other switches as well", less, always);
    f.number(
        "link_share", [](const R& r) { return r.domain.links; }, share, "links",
        "share of their servers' compute links that goes with it", less, always);
    f.number("gpus_out", &R::out, count, "out of the job", "GPUs until the repair, whole spare units", less,
             always);
    f.number("spare_servers", &R::spare_servers, count, "spares", "servers that take their place", less,
             always);
    f.number(
        "each_per_day", [](const R& r) { return r.each.value_or(0) * seconds_a_day; }, per_day, "one fails",
        "a day", less, published);
    f.number(
        "per_day", [](const R& r) { return r.all * seconds_a_day; }, per_day, "all fail", "a day", less,
        always);
    f.number("repair_s", &R::repair, seconds, "back in", "after its repair", less, always);
    f.flag("resumes", &R::resumes, "resumes", "with the spares there are; else after the repair");
    f.number("hours_a_year", &R::hours, number, "hours a year",
             "that the run stands still or works anew because of them", less, always);
    f.text("constant", &R::constant, "constant", "of the rate; empty: a share of the failures");
}

void describe(figures::Builder<BlastRadii>& f) {
    using namespace figures;
    using R = BlastRadii;
    f.number("unit_gpus", &R::unit, count, "replaced together", "GPUs", always);
    f.number("spare_servers", &R::spares, count, "spare servers", "that stand ready",
             Absent{"as many as it takes"});
    f.list("domains", &R::all, "what fails", "GPU, server, scale-up domain, rack, row, leaf");
    f.number(
        "others_per_day", [](const R& r) { return r.others * seconds_a_day; }, per_day, "software and others",
        "stops a day that take no part away", less, always);
    f.number("others_hours_a_year", &R::other_hours, number, "hours a year of them",
             "that the run stands still or works anew", less, always);
}

} // namespace roofrack
