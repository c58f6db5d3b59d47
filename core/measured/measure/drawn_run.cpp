// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/measure/drawn_run.h"

#include "core/step/engine/conditions.h"

#include <fmt/format.h>

namespace roofrack {

struct DrawnRun::Impl {
    ClusterOutline outline;
    std::vector<std::string> assumed;
    Prepared prepared;
    StepConditions conditions; ///< which no plan changes: nothing is drawn that a step reads from
};

Result<std::shared_ptr<const DrawnRun>> DrawnRun::make(const ClusterOutline& outline,
                                                       const Catalog& catalog) {
    auto drawn = outlined_cluster(outline, catalog);
    if (!drawn) return tl::unexpected(drawn.error());
    Scenario scenario;
    scenario.site = Site(catalog.defaults());
    scenario.cluster = std::move(drawn->cluster);
    TransformerShape& shape = scenario.workload.inline_model.emplace().transformer.emplace();
    shape.layers = shape.heads = shape.kv_heads = 1;
    shape.hidden = shape.ffn = shape.vocab = 1;
    scenario.workload.global_batch = outline.gpus;
    auto prepared = Prepared::make(scenario, catalog);
    if (!prepared) return tl::unexpected(prepared.error());
    auto impl = std::make_shared<Impl>(
        Impl{outline, std::move(drawn->assumed), std::move(*prepared), StepConditions{}});
    step_conditions(impl->prepared.impl(), Plan(), outline.gpus, outline.gpus, {}, impl->conditions);
    return std::make_shared<const DrawnRun>(std::move(impl));
}

const ClusterOutline& DrawnRun::outline() const { return m_impl->outline; }
const Cluster& DrawnRun::cluster() const { return m_impl->prepared.scenario().cluster; }
const std::vector<std::string>& DrawnRun::assumed() const { return m_impl->assumed; }
const Fabric& DrawnRun::fabric() const { return m_impl->prepared.fabric(); }

double DrawnRun::productive_step(const StepInputs& inputs) const {
    thread_local ThrottleBuffers clocks;
    clocks.table.clear(); // they are of another drawing
    const StepTimes cost = transformer_step(inputs);
    return add_delays(m_impl->prepared.impl(), m_impl->conditions, {&cost, 1}, clocks).productive();
}

} // namespace roofrack
