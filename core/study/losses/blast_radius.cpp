// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/losses/blast_radius.h"

#include "core/engine/conditions.h"
#include "core/engine/prepared_impl.h"

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
        return m_failures > 0 ? hours_of_year * lost * m_cost.goodput * failures / m_failures : 0;
    }
    /// Of the time that the run waits for repairs: the share `wait` of `1 − availability`.
    double waiting(double wait) const {
        const double lost = m_cost.lost[static_cast<size_t>(RunLoss::repair)];
        return m_cost.availability < 1
                   ? hours_of_year * lost * m_cost.goodput * wait / (1 - m_cost.availability)
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
    std::vector<int> m_index; ///< of each domain in m_shared; −1: it is none
    FailureCost m_cost;
    RepairWait m_wait;
    double m_unit = 1, m_failures = 0, m_taken = 0;
};

} // namespace

double BlastRadii::hours() const {
    double sum = other_hours;
    for (const BlastRadius& radius : all) sum += radius.hours;
    return sum;
}

Result<BlastRadii> blast_radii(const Prepared& prepared, const Catalog& catalog) {
    auto domains = failure_domains(prepared.scenario().cluster, catalog, prepared.fabric());
    if (!domains) return tl::unexpected(domains.error());
    return Radii(prepared.impl()).of(std::move(*domains));
}

} // namespace roofrack
