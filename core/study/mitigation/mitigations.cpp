// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/mitigation/mitigations.h"

#include "core/base/figures/builder.h"
#include "core/drawing/bill/procurement.h"
#include "core/drawing/check/check.h"
#include "core/step/engine/evaluate.h"
#include "core/study/mitigation/mitigation_changes.h"
#include "core/study/scaling.h"
#include "core/study/standstill.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace roofrack {

namespace {

TrainingCost cost_of(const Evaluation& e) {
    const double rate = e.tokens_per_s > 0 ? e.tokens_per_s : e.samples_per_s;
    return {e.step_time, e.power.facility, dollars_per_million(e.cost_per_hour, rate)};
}

/// Times the tokens to the same loss that the exchange of gradients costs.
double tokens_of(const Evaluation& e) { return e.exchange ? e.exchange->tokens : 1; }

/// Findings of the drawing that are to be fixed.
std::vector<Finding> faults(const Cluster& cluster, const Catalog& catalog) {
    Findings findings = check_drawing(cluster, catalog);
    std::erase_if(findings.open, [](const Finding& finding) { return finding.severity == Severity::info; });
    return std::move(findings.open);
}

/// With the names that the same elements have in another drawing: findings name them.
Cluster named_as(Cluster cluster, const Cluster& other) {
    std::map<std::string_view, const std::string*> names; // by id
    for (const Element& element : other.elements) names.emplace(element.id, &element.name);
    for (Element& element : cluster.elements)
        if (const auto name = names.find(element.id); name != names.end()) element.name = *name->second;
    return cluster;
}

/// What is judged: the drawn scenario.
class Judge {
public:
    Judge(const Prepared& drawn, const Catalog& catalog, const Evaluation& now)
        : m_drawn(drawn)
        , m_catalog(catalog)
        , m_now(now)
        , m_faults(faults(drawn.scenario().cluster, catalog)) {}

    /// Nowhere: it does not run, or mitigates nothing.
    void judge(MitigationChange change, Mitigations& out) const {
        const auto prepared = m_drawn.with(change.scenario, m_catalog);
        if (!prepared) return;
        EvaluateOptions options;
        options.findings = false;
        const Evaluation then = evaluate(*prepared, options);
        if (!then.feasible || (change.fewer_gpus ? then.gpus > m_now.gpus : then.gpus != m_now.gpus)) return;
        // What costs tokens to the same loss is as good as so much slower.
        const double gain = m_now.step_time * tokens_of(m_now) / (then.step_time * tokens_of(then)) - 1;
        if (!(gain >= worth_mitigation)) return;
        if (then.exchange && !then.exchange->is_known && (!m_now.exchange || m_now.exchange->is_known)) {
            out.refused.push_back({std::move(change.action), then.exchange->reasons.front(), gain});
            return;
        }
        if (std::string harm = harm_of(change.scenario.cluster); !harm.empty()) {
            out.refused.push_back({std::move(change.action), std::move(harm), gain});
            return;
        }
        put_sold_back(change.scenario.cluster);
        out.found.push_back({std::move(change.id), std::move(change.action), std::move(change.caution),
                             std::move(change.scenario), cost_of(then), gain});
    }

private:
    /// The first fault that the drawing had not; empty: none.
    std::string harm_of(const Cluster& cluster) const {
        const Cluster& drawn = m_drawn.scenario().cluster;
        if (cluster == drawn) return {};
        for (const Finding& fault : faults(named_as(cluster, drawn), m_catalog))
            if (std::ranges::find(m_faults, fault.message, &Finding::message) == m_faults.end())
                return fault.message;
        return {};
    }

    const Prepared& m_drawn;
    const Catalog& m_catalog;
    const Evaluation& m_now;
    std::vector<Finding> m_faults;
};

} // namespace

Result<Mitigations> mitigations(const Prepared& drawn, const Evaluation& now, const Catalog& catalog,
                                const std::stop_token& stop) {
    if (!now.feasible) return tl::unexpected(why_no_step(now));
    Mitigations out{cost_of(now), {}, {}};
    const Judge judge(drawn, catalog, now);
    for (MitigationChange& change : mitigation_changes(drawn, now, catalog, stop)) {
        if (stop.stop_requested()) break;
        judge.judge(std::move(change), out);
    }
    std::ranges::stable_sort(out.found, std::greater{}, &Mitigation::gain);
    std::ranges::stable_sort(out.refused, std::greater{}, &RefusedMitigation::gain);
    return out;
}

void describe(figures::Builder<TrainingCost>& f) {
    using namespace figures;
    using C = TrainingCost;
    f.number("step_s", &C::step, seconds, "wall step", "with its checkpoints and failures", less, always);
    f.number("facility_w", &C::facility, watts, "facility power", "at the meter, mean over the step", less,
             always);
    f.number("dollars_per_million", &C::dollars_per_million, usd_per_million, "$ per million",
             "tokens (samples)", less, Absent{"no price is known"});
}

void describe(figures::Builder<Mitigation>& f) {
    using namespace figures;
    f.text("id", &Mitigation::id, "id", "of the change", names_item);
    f.text("action", &Mitigation::action, "action", "that the program can take");
    f.text("caution", &Mitigation::caution, "caution", "what it asks of people; empty: nothing");
    f.number("gain", &Mitigation::gain, share, "faster with it", "the wall step", more, always);
    f.object("then", &Mitigation::then, "then", "what training costs with it");
}

void describe(figures::Builder<RefusedMitigation>& f) {
    using namespace figures;
    f.text("action", &RefusedMitigation::action, "action", "that would help");
    f.text("reason", &RefusedMitigation::reason, "reason", "the finding that it would bring");
    f.number("gain", &RefusedMitigation::gain, share, "faster with it", "the wall step", more, always);
}

void describe(figures::Builder<Mitigations>& f) {
    using namespace figures;
    f.object("now", &Mitigations::now, "now", "what training costs");
    f.list("reliefs", &Mitigations::found, "mitigations", "what gains most first");
    f.list("refused", &Mitigations::refused, "refused", "what the drawing cannot carry");
}

} // namespace roofrack
