// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"
#include "core/base/model/model_spec.h"

#include <string_view>

namespace roofrack {

/// What a step trains for, and thereby what it does beside the training on its batch.
enum class TrainingKind {
    pretraining,
    fine_tuning, ///< supervised (SFT): the same step on other data
    dpo,         ///< direct preference optimisation (Rafailov 2023): a reference model scores the batch, too
    grpo ///< group relative policy optimisation (Shao 2024): the batch is generated first, then scored
};
inline constexpr std::string_view name_of(TrainingKind kind) {
    switch (kind) {
    case TrainingKind::pretraining: break;
    case TrainingKind::fine_tuning: return "fine-tuning";
    case TrainingKind::dpo: return "dpo";
    case TrainingKind::grpo: return "grpo";
    }
    return "pretraining";
}

/// Shares of the time of a step of post-training, as somebody measured them. All 0: by the model.
struct StepSplit {
    double generation = 0, scoring = 0, training = 0;
    bool is_given() const { return generation > 0 || scoring > 0 || training > 0; }
    double sum() const { return generation + scoring + training; }
    bool operator==(const StepSplit&) const = default;
};

/// Fine-tuning and post-training of the model.
struct Tuning {
    TrainingKind kind = TrainingKind::pretraining;
    LoraSpec lora;            ///< adapters beside the frozen model; rank 0: as the model itself says
    int scoring_passes = -1;  ///< forward passes over the batch that train nothing; −1: one of DPO and GRPO
    double prompt = 0;        ///< tokens of a sequence that are given; GRPO generates the rest
    int generation_gpus = 0;  ///< GPUs that hold one copy of the model while it generates; 0: the fastest
    int generation_batch = 0; ///< sequences that a copy generates at a time; 0: as many as its memory holds
    StepSplit split;

    bool scores() const { return passes() > 0; }
    int passes() const { return scoring_passes >= 0 ? scoring_passes : kind >= TrainingKind::dpo ? 1 : 0; }
    bool generates() const { return kind == TrainingKind::grpo; }
    bool operator==(const Tuning&) const = default;
};

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
