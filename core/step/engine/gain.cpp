// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/engine/gain.h"

#include "core/base/units/sentence.h"

#include <fmt/format.h>

namespace roofrack {

namespace {

/// The words for a resource that is scaled by a tenth, and to twice.
struct ScaleTexts {
    const char *tenth, *twice;
};

ScaleTexts scale_texts_of(ResourceKind kind) {
    switch (kind) {
    case ResourceKind::straggler: return {"10 % less of it", "half of it"};
    case ResourceKind::failures: return {"10 % fewer failures", "half as many"};
    case ResourceKind::slow_group: return {"10 % faster ones", "twice as fast ones"};
    case ResourceKind::temperature: return {"2 K cooler", "10 K cooler"};
    default: return {"10 % more of it", "twice as much"};
    }
}

constexpr double many_times = 10; // such a step makes no progress

} // namespace

std::string Gain::phrase() const { return is_drawn ? label : in_sentence(label); }

std::string Gain::twice_text() const {
    switch (resource.kind) {
    case ResourceKind::straggler: return "half the spread between GPUs";
    case ResourceKind::failures: return "half the failure rate";
    case ResourceKind::slow_group: return fmt::format("{} twice as fast", label);
    case ResourceKind::temperature: return fmt::format("10 K off the {}", phrase());
    case ResourceKind::host: return "a host twice as fast";
    case ResourceKind::fabric: return fmt::format("twice the bandwidth of {}", phrase());
    default: return fmt::format("twice the {}", phrase());
    }
}

std::string Gain::text() const {
    const ScaleTexts turns = scale_texts_of(resource.kind);
    const auto percent = [](double gain) {
        return gain < many_times ? fmt::format("{:.1f} %", 100 * gain) : std::string("many times");
    };
    return fmt::format("{}: {} faster; {}: {}", turns.tenth, percent(tenth), turns.twice, percent(twice));
}

} // namespace roofrack
