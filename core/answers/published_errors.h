// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"
#include "core/measured/measure/published/validated_row.h"

#include <optional>
#include <string>
#include <vector>

namespace roofrack {

/// How far the predictions of published runs are off that have something in common with a scenario.
struct PublishedErrors {
    std::string of;                 ///< "of this software (Megatron-Core / NeMo)", "all"
    std::optional<Figures> figures; ///< none: no such run was published
};

/// Published runs of the same software, on the same generation of GPUs, of both, and all, as the validation
/// found them; nothing where the scenario cannot be understood.
std::vector<PublishedErrors> published_errors(const Answers& answers);

} // namespace roofrack
