// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/engine/evaluate.h"
#include "tests/support/sample.h"

#include <QTest>

#include <cmath>

namespace roofrack::test {

inline Evaluation evaluated(const Prepared& drawn, const Plan& plan, double gpus, double batch) {
    EvaluateOptions options;
    options.gpus = gpus;
    options.findings = false;
    options.plan = plan;
    options.global_batch = batch;
    return evaluate(drawn, options);
}

inline double apart(double a, double b) {
    return std::abs(a - b) / std::max({std::abs(a), std::abs(b), 1e-300});
}

/// Half of the racks hold another GPU.
inline Scenario mixed() {
    Scenario out = sample("megatron-1t-3072");
    for (Element& element : out.cluster.elements)
        if (element.id == "rack-b-server") element.part.id = "dgx-h100";
    return out;
}

/// Rack limits below what the servers ask for, so that the clocks follow the load.
inline Scenario throttling() {
    Scenario out = sample("megatron-1t-3072");
    for (Element& element : out.cluster.elements)
        if (element.kind == ElementKind::rack) element.power_limit = Watts(18e3);
    return out;
}

/// A site that gives three quarters of what the racks ask for.
inline Scenario held_by_the_site() {
    Scenario out = sample("megatron-1t-3072");
    out.site.power_limit = Watts(1.7e6);
    return out;
}

} // namespace roofrack::test
