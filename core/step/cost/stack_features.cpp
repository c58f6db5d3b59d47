// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/cost/stack_features.h"

#include "core/base/constants/embedded.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>

namespace roofrack {

struct StackList {
    std::map<std::string, StackFeatures, std::less<>> stacks;

    static Result<StackList> parse(std::string_view text, std::string_view where) {
        const auto json = nlohmann::json::parse(text, nullptr, false);
        if (!json.is_object() || !json.contains("stacks"))
            return fail(std::string(where), "not a list of stacks", "needs the list 'stacks'");
        StackList out;
        for (const auto& entry : json["stacks"]) {
            StackFeatures& features = out.stacks[entry.value("name", "")];
            for (const auto& lacking : entry["lacks"]) {
                const auto feature = feature_of(lacking.get<std::string>());
                if (!feature)
                    return fail(std::string(where),
                                fmt::format("there is no '{}'", lacking.get<std::string>()),
                                "name a feature of plans");
                features.m_lacks.set(static_cast<size_t>(*feature));
            }
        }
        return out;
    }

private:
    static std::optional<StackFeature> feature_of(std::string_view name) {
        for (size_t i = 0; i < stack_feature_count; ++i)
            if (const auto feature = static_cast<StackFeature>(i); name_of(feature) == name) return feature;
        return {};
    }
};

std::string_view name_of(StackFeature feature) {
    switch (feature) {
    case StackFeature::tp: return "tp";
    case StackFeature::pp: return "pp";
    case StackFeature::cp: return "cp";
    case StackFeature::ep: return "ep";
    case StackFeature::interleaved: return "interleaved";
    case StackFeature::zb_1p: return "zb-1p";
    case StackFeature::zb_2p: return "zb-2p";
    case StackFeature::zero_1: return "zero-1";
    case StackFeature::zero_2: return "zero-2";
    case StackFeature::zero_3: return "zero-3";
    case StackFeature::zero_with_pp: break;
    }
    return "zero-with-pp";
}

bool StackFeatures::has(Schedule schedule) const {
    switch (schedule) {
    case Schedule::interleaved: return has(StackFeature::interleaved);
    case Schedule::zb_1p: return has(StackFeature::zb_1p);
    case Schedule::zb_2p: return has(StackFeature::zb_2p);
    case Schedule::one_f_one_b: break;
    }
    return true;
}

bool StackFeatures::has_zero(int stage, int pp) const {
    if (stage >= 2 && pp > 1 && !has(StackFeature::zero_with_pp)) return false;
    switch (stage) {
    case 1: return has(StackFeature::zero_1);
    case 2: return has(StackFeature::zero_2);
    case 3: return has(StackFeature::zero_3);
    default: return true;
    }
}

const StackFeatures& StackFeatures::of(const SoftwareParameters& stack) {
    static const StackList list = parse_embedded("resources/cost/stacks.json", StackList::parse);
    static const StackFeatures all;
    const auto found = list.stacks.find(stack.name);
    return found == list.stacks.end() ? all : found->second;
}

} // namespace roofrack
