// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/engine/prepared_impl.h"

#include "core/base/catalog/software_stack.h"

namespace roofrack {

double sequence_of(const Prepared::Impl& impl) {
    if (impl.model.generic) return 1;
    return impl.scenario.workload.sequence > 0 ? impl.scenario.workload.sequence
                                               : impl.model.default_sequence;
}

double batch_of(const Prepared::Impl& impl) { return impl.scenario.workload.global_batch; }

double persistent_cv(const Scenario& scenario) {
    return scenario.calibration.persistent_cv().value_or(scenario.site.straggler_cv_persistent);
}

double iid_cv(const Scenario& scenario) {
    return scenario.calibration.iid_cv().value_or(scenario.site.straggler_cv_iid);
}

ResourceKnobs knobs_of(const Prepared::Impl& impl, ResourceKnobs knobs) {
    const ResourceKnobs& scaled = impl.scaled;
    knobs.flops *= scaled.flops;
    knobs.hbm *= scaled.hbm;
    knobs.network.scale_up *= scaled.network.scale_up;
    knobs.storage *= scaled.storage;
    knobs.straggler_cv *= scaled.straggler_cv;
    knobs.failure_rate *= scaled.failure_rate;
    knobs.host *= scaled.host;
    knobs.input *= scaled.input;
    knobs.other_gpus_speed *= scaled.other_gpus_speed;
    return knobs;
}

void scale_resource(ResourceKnobs& knobs, ResourceKind kind, double factor) {
    switch (kind) {
    case ResourceKind::flops: knobs.flops *= factor; break;
    case ResourceKind::hbm: knobs.hbm *= factor; break;
    case ResourceKind::host: knobs.host *= factor; break;
    case ResourceKind::scale_up: knobs.network.scale_up *= factor; break;
    case ResourceKind::input: knobs.input *= factor; break;
    case ResourceKind::storage: knobs.storage *= factor; break;
    case ResourceKind::slow_group: knobs.other_gpus_speed *= factor; break;
    case ResourceKind::straggler: knobs.straggler_cv /= factor; break;
    case ResourceKind::failures: knobs.failure_rate /= factor; break;
    default: break;
    }
}

const SoftwareParameters& software_of(const Prepared::Impl& impl, const Plan& plan) {
    // NVIDIA's stack, which a plan has when it names none, runs on no other vendor's GPUs.
    static const std::string of_nvidia = Plan().software;
    if (plan.software == of_nvidia && impl.accelerators.size() > 0)
        return impl.parameters->stack(
            default_software(impl.accelerators.front().text_or("architecture", "")));
    return impl.parameters->stack(plan.software);
}

} // namespace roofrack
