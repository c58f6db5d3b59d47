// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"

namespace roofrack {

/// The constants of NCCL's own tuner (resources/catalog/defaults.json, collectives).
inline const Defaults::Collectives& nccl() {
    static const Defaults::Collectives& constants = Catalog::built_in().defaults().collectives;
    return constants;
}

} // namespace roofrack
