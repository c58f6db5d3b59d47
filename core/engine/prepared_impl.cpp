// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/prepared_impl.h"

namespace roofrack {

double sequence_of(const Prepared::Impl& impl) {
    if (impl.model.generic) return 1;
    return impl.scenario.workload.sequence > 0 ? impl.scenario.workload.sequence
                                               : impl.model.default_sequence;
}

double batch_of(const Prepared::Impl& impl) { return impl.scenario.workload.global_batch; }

const SoftwareParameters& software_of(const Prepared::Impl& impl, const Plan& plan) {
    return impl.parameters->stack(plan.software);
}

} // namespace roofrack
