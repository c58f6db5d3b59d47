// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/draft/job_match.h"

#include "core/base/catalog/catalog.h"
#include "core/measured/draft/collected_run.h"
#include "core/measured/draft/known_shape.h"
#include "core/measured/measure/run_config_models.h"

#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

/// Whether two models do the same work a token, near enough: padded vocabularies are.
bool are_alike(const TransformerShape& a, const TransformerShape& b) {
    constexpr double near = 0.05;
    return a.layers == b.layers && a.hidden == b.hidden &&
           std::abs(parameter_count(a) / parameter_count(b) - 1) <= near;
}

} // namespace

std::string model_mismatch_text(const TraceResult& trace, const Scenario& scenario, const Catalog& catalog) {
    const auto told = collect_run(trace, {}, catalog);
    if (!told) return {};
    const Workload& workload = scenario.workload;
    const ModelSpec* const drawn =
        workload.inline_model ? &*workload.inline_model : catalog.model(workload.model);
    if (!drawn) return {};
    if (told->shape) {
        if (drawn->transformer && are_alike(*told->shape, *drawn->transformer)) return {};
        return fmt::format("it trained {}, drawn is {}", shape_text(*told->shape), drawn->name);
    }
    const ModelSpec* const named = published_model(catalog, told->text("model"));
    if (!named || (drawn->transformer && are_alike(*named->transformer, *drawn->transformer))) return {};
    return fmt::format("it trained {}, drawn is {}", named->name, drawn->name);
}

} // namespace roofrack
