// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/plan.h"
#include "core/step/cost/parameters.h"

#include <bitset>
#include <optional>
#include <string_view>

namespace roofrack {

/// Features of a plan that some stacks cannot run.
enum class StackFeature { tp, pp, cp, ep, interleaved, zb_1p, zb_2p, zero_1, zero_2, zero_3, zero_with_pp };
inline constexpr size_t stack_feature_count = 11;
std::string_view name_of(StackFeature feature); ///< as resources/cost/stacks.json has it: "zb-1p"

/// Features that plans of a stack's own releases may have, from resources/cost/stacks.json with its sources.
class StackFeatures {
public:
    bool has(StackFeature feature) const { return !m_lacks[static_cast<size_t>(feature)]; }
    bool has(Schedule schedule) const;
    /// ZeRO stage beside so many pipeline stages.
    bool has_zero(int stage, int pp) const;

    /// The features of a family of stacks, by its name; one that is not listed has all.
    static const StackFeatures& of(const SoftwareParameters& stack);

private:
    friend struct StackList;
    std::bitset<stack_feature_count> m_lacks;
};

} // namespace roofrack
