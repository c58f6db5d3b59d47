// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/cost/stage.h"

#include <array>
#include <map>
#include <optional>
#include <vector>

namespace roofrack {

/// What the kernels of each degree and micro-batch cost on each kind of accelerator, by plans that differ in
/// nothing but what a search varies: found once, as long as they are not too many to be kept. One a thread.
class KernelCosts {
public:
    /// Begins a search of plans like `base` on the machines of `context`, which are the kind's: what was
    /// found by one of the same model, machines, stack and calibration stays.
    void begin(size_t kind, const StepContext& context, const Plan& base);
    /// What `plan` costs, of the search that was begun. It stays until it is asked for another plan of the
    /// kind.
    const LayerCosts& of(size_t kind, const StepContext& context, const Plan& plan);

private:
    /// All that layer_costs() reads beside the fields of Key.
    struct Basis {
        TransformerShape shape;
        Machine machine;
        KernelQuality quality;
        const SoftwareParameters* software = nullptr;
        double sequence = 0, batch = 0, moe_layers = 0, experts_slower = 1;
        std::array<double, 3> of_kind{};
        Plan base; ///< without what a search varies
        bool operator==(const Basis&) const = default;
    };
    /// All fields that layer_costs() reads: micro_batch, tp, cp, ep, sequence_parallel.
    using Key = std::array<int, 5>;
    struct Kind {
        std::optional<Basis> basis;
        std::map<Key, LayerCosts> costs;
    };
    std::vector<Kind> m_kinds;
};

} // namespace roofrack
