// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/engine/plan_memory.h"

#include "core/step/engine/band_basis.h"
#include "core/step/workload/micro_batches.h"

#include <algorithm>

namespace roofrack {

MemoryContext memory_context(const Prepared::Impl& impl, const Plan& plan, double batch) {
    const SoftwareParameters& software = software_of(impl, plan);
    MemoryContext out{*impl.model.transformer,
                      memory_stack(software.name),
                      sequence_of(impl),
                      batch,
                      stored_gradient_bytes(plan, software),
                      flash_attention(software, release_year(plan.software)),
                      impl.defaults->memory};
    // Without its adapters a model is its own reference.
    if (impl.scenario.workload.tuning.scores() && impl.model.transformer->lora.rank <= 0) out.references = 1;
    return out;
}

MemoryBytes memory_of(const Prepared::Impl& impl, const Plan& plan, double batch) {
    if (impl.model.generic)
        return generic_memory(*impl.model.generic, plan, micro_batches(plan, batch) * plan.micro_batch,
                              impl.defaults->memory);
    return fullest_stage(memory_context(impl, plan, batch), plan).bytes;
}

std::vector<StageMemory> stages_of(const Prepared::Impl& impl, const Plan& plan, double batch) {
    if (impl.model.generic) return {{0, 0, 1, memory_of(impl, plan, batch)}};
    return memory_by_stage(memory_context(impl, plan, batch), plan);
}

MemoryNeed memory_need(const Prepared::Impl& impl, const Plan& plan, double bytes) {
    return Uncertainty::built_in().memory.need(bytes, software_of(impl, plan).name, kind_of_model(impl));
}

double memory_capacity(const Prepared::Impl& impl, double gpus) {
    double capacity = 0, seen = 0;
    for (size_t g = 0; g < impl.machines.size() && (seen < gpus || g == 0); ++g) {
        capacity = g == 0 ? impl.machines[g].hbm_capacity : std::min(capacity, impl.machines[g].hbm_capacity);
        seen += impl.fabric.groups[g].gpus;
    }
    return capacity;
}

} // namespace roofrack
