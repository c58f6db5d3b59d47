// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/published_errors.h"

#include "core/answers/findings.h"
#include "core/base/catalog/catalog.h"
#include "core/base/catalog/generation_name.h"
#include "core/base/units/quantity_text.h"
#include "core/measured/measure/published/predictions.h"
#include "core/step/cost/parameters.h"

#include <fmt/format.h>
#include <span>

namespace roofrack {

std::string PublishedErrors::median_error() const {
    return figures ? fmt::format("{:.1f} %", figures->median_abs_error_pct) : std::string();
}

std::string PublishedErrors::nine_of_ten() const {
    if (!figures) return {};
    return is_of_few() ? "too few runs" : fmt::format("{:.1f} %", figures->p90_abs_error_pct);
}

std::string PublishedErrors::in_their_bands() const {
    if (!figures) return {};
    return fmt::format("{} of {}", format_count(static_cast<double>(figures->in_band)),
                       format_count(static_cast<double>(figures->rows)));
}

bool PublishedErrors::is_of_few() const {
    constexpr size_t fewest = 10;
    return figures && figures->rows < fewest;
}

std::string few_runs_note(const std::vector<PublishedErrors>& errors) {
    std::string few;
    for (const PublishedErrors& each : errors)
        if (each.is_of_few())
            few += fmt::format("{}{} {} {}", few.empty() ? "" : ", ",
                               format_count(static_cast<double>(each.figures->rows)),
                               each.figures->rows == 1 ? "run" : "runs", each.of);
    return few.empty()
               ? few
               : fmt::format(
                     "Too few to tell how far predictions are off: {}; the rows of more runs tell more", few);
}

std::vector<PublishedErrors> published_errors(const Answers& answers) {
    const auto* const verdict = answers.value<VerdictWithoutSearch>();
    if (!verdict) return {};
    const std::string family = CostParameters::built_in().stack(verdict->evaluation.plan.software).label;
    std::string generation;
    for (const Element& element : answers.scenario().cluster.elements)
        if (const Part* part = element.kind == ElementKind::server && generation.empty()
                                   ? answers.catalog().part(element.part.id)
                                   : nullptr)
            if (const Part* gpu = answers.catalog().part(part->text_or("accelerator", "")))
                generation = gpu->text_or("architecture", "");
    std::vector<PublishedErrors> out;
    const auto add = [&](const std::string& of, auto&& is_one) {
        std::vector<const ValidatedRow*> rows;
        for (const ValidatedRow& row : listed_runs().rows)
            if (is_one(row)) rows.push_back(&row);
        out.push_back({of, rows.empty()
                               ? std::nullopt
                               : std::optional(figures_of(std::span<const ValidatedRow* const>(rows)))});
    };
    const bool is_named = CostParameters::built_in().stack("unknown").label != family;
    const std::string software =
        is_named ? "of this software (" + family + ")" : "of software that is not named";
    add(software, [&](const ValidatedRow& row) { return row.family == family; });
    if (!generation.empty()) {
        add("on this generation of GPUs (" + generation_name(generation) + ")",
            [&](const ValidatedRow& row) { return row.generation == generation; });
        add(is_named ? "of this software on this generation"
                     : "of software that is not named, on this generation",
            [&](const ValidatedRow& row) { return row.family == family && row.generation == generation; });
    }
    add("all", [](const ValidatedRow&) { return true; });
    return out;
}

} // namespace roofrack
