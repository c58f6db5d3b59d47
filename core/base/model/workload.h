// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"
#include "core/base/model/model_spec.h"
#include "core/base/model/tuning.h"

namespace roofrack {

/// The model that is trained. `model` names a catalogue model unless `inline_model` is set.
struct Workload {
    std::string model;
    std::optional<ModelSpec> inline_model;
    double sequence = 0;          ///< tokens; 0: the model's own
    double global_batch = 0;      ///< sequences (transformer) or samples (generic) a step over all GPUs
    double token_budget = 0;      ///< tokens (samples) of the whole run; 0: none given
    bool packed_sequences = true; ///< false: lengths vary, their imbalance is added (Defaults::Stragglers)
    double critical_batch = 0;    ///< tokens; 0: Zhang 2024 from the token budget
    double batch_ramp_start =
        0; ///< sequences (samples) a step at first, doubled up to global_batch; 0: no ramp
    double batch_ramp_tokens = 0; ///< tokens (samples) until the full batch, as many steps at each doubling
    Tuning tuning;                ///< fine-tuning and post-training; as it is: pre-training of all weights
    UnknownKeys unknown;
    bool operator==(const Workload&) const = default;
};

} // namespace roofrack
