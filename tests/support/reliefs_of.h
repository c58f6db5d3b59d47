// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/relief_answers.h"

#include <memory>

namespace roofrack::test {

/// The reliefs of a scenario with its plan as given.
inline Result<Reliefs> reliefs_of(const Scenario& scenario, const Catalog& catalog = Catalog::built_in()) {
    const Answers answers({.scenario = std::make_shared<const Scenario>(scenario)}, catalog);
    return *answers.get<Reliefs>();
}

} // namespace roofrack::test
