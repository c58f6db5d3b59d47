// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/mitigation_answers.h"

#include <memory>

namespace roofrack::test {

/// The mitigations of a scenario with its plan as given.
inline Result<Mitigations> mitigations_of(const Scenario& scenario,
                                          const Catalog& catalog = Catalog::built_in()) {
    const Answers answers({.scenario = std::make_shared<const Scenario>(scenario)}, catalog);
    return *answers.get<Mitigations>();
}

} // namespace roofrack::test
