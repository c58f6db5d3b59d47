// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace roofrack {

/// How a batch of sequences is generated token by token on all GPUs: generation() of core/step/cost.
struct Generation {
    double gpus = 0;         ///< GPUs that hold one copy of the model; 0: nothing is generated
    double copies = 0;       ///< on all GPUs
    double batch = 0;        ///< sequences that a copy generates at a time
    double rounds = 0;       ///< one after another, until all sequences are there
    double tokens = 0;       ///< tokens of a sequence that are generated
    double weight_bytes = 0; ///< read for one token of the whole batch of a copy
    double cache_bytes = 0;  ///< read for one token of one sequence, mean over its length
    double token_time = 0;   ///< s of one token of all sequences of a copy
    double prefill = 0;      ///< s of the prompts of the whole step
    double seconds() const { return gpus > 0 ? prefill + rounds * tokens * token_time : 0; }
};

/// Seconds of a step in which nothing is trained.
struct InferenceTimes {
    Generation generated;
    double generation = 0, scoring = 0;
    double total() const { return generation + scoring; }
};

} // namespace roofrack
