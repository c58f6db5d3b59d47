// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/fixed_profile_work.h"

#include "core/step/engine/prepared_impl.h"

namespace roofrack {

Scenario with_fixed_profile_work(const Prepared& prepared) {
    Scenario out = prepared.scenario();
    const Prepared::Impl& impl = prepared.impl();
    if (!impl.model.generic || impl.model.generic->measured_samples > 0) return out;
    ModelSpec& own = out.workload.inline_model.emplace(impl.model);
    own.generic->measured_samples = impl.measured_samples;
    out.workload.model = own.id;
    return out;
}

} // namespace roofrack
