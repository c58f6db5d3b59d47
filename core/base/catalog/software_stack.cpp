// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/software_stack.h"

#include <algorithm>
#include <array>
#include <utility>

namespace roofrack {

std::string_view default_software(std::string_view architecture) {
    using Entry = std::pair<std::string_view, std::string_view>;
    static constexpr std::array<Entry, 5> by_architecture{{{"cdna", "rocm"},
                                                           {"tpu", "xla-tpu"},
                                                           {"gaudi", "gaudi"},
                                                           {"trainium", "neuron"},
                                                           {"ascend", "mindspeed"}}};
    for (const auto& [family, stack] : by_architecture)
        if (architecture.starts_with(family)) return stack;
    return "megatron-core";
}

namespace {

/// The architecture that a stack of one vendor is of; empty for one that runs anywhere.
std::string_view home_of(std::string_view stack) {
    using Entry = std::pair<std::string_view, std::string_view>;
    static constexpr std::array<Entry, 7> of_one_vendor{{{"rocm", "cdna"},
                                                         {"xla-tpu", "tpu"},
                                                         {"gaudi", "gaudi"},
                                                         {"optimum-habana", "gaudi"},
                                                         {"neuron", "trainium"},
                                                         {"neuronx-distributed", "trainium"},
                                                         {"mindspeed", "ascend"}}};
    const auto own = std::ranges::find(of_one_vendor, stack, &Entry::first);
    return own == of_one_vendor.end() ? std::string_view() : own->second;
}

} // namespace

bool runs_on(std::string_view stack, std::string_view architecture) {
    if (stack == "megatron-core") return default_software(architecture) == stack;
    return architecture.starts_with(home_of(stack));
}

std::string_view stack_of_another_vendor(std::string_view stack, std::string_view architecture) {
    const std::string_view usual = default_software(architecture), home = home_of(stack);
    return usual == "megatron-core" || (!home.empty() && architecture.starts_with(home)) ? std::string_view()
                                                                                         : usual;
}

} // namespace roofrack
