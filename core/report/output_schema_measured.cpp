// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/schema_parts.h"

namespace roofrack::output_schemas {

namespace {

Json runs_schema() {
    const Json row = object({{"id", text},
                             {"series", text},
                             {"metric", text},
                             {"published", number},
                             {"predicted", number_or_null},
                             {"error_pct", number_or_null},
                             {"band_low", number_or_null},
                             {"band_high", number_or_null},
                             {"assumed", list_of(text)}});
    const auto group = [](Json keys) {
        keys.update({{"rows", integer},
                     {"series", number},
                     {"median_abs_error_pct", number_or_null},
                     {"mean_abs_error_pct", number_or_null},
                     {"p90_abs_error_pct", number_or_null},
                     {"bias_pct", number_or_null},
                     {"fitted_mean_abs_error_pct", number_or_null},
                     {"coverage", number_or_null},
                     {"median_half_width_pct", number_or_null}});
        return list_of(object(std::move(keys)));
    };
    const Json curve = object({{"series", text},
                               {"kind", {{"enum", {"strong", "weak"}}}},
                               {"smallest_gpus", number},
                               {"largest_gpus", number},
                               {"published_ratio", number},
                               {"predicted_ratio", number_or_null},
                               {"error_pct", number_or_null}});
    return object(
        {{"rows", list_of(row)},
         {"skipped", list_of(object({{"id", text}, {"why", text}}))},
         {"mean_abs_error_pct", number_or_null},
         {"median_abs_error_pct", number_or_null},
         {"p90_abs_error_pct", number_or_null},
         {"held_out", boolean},
         {"by_use", group({{"use", text}, {"skipped", integer}})},
         {"by_stack", group({{"gpu", text}, {"software", text}})},
         {"by_series", group({{"name", text}})},
         {"scaling", object({{"curves", list_of(curve)}, {"median_abs_error_pct", number_or_null}})},
         {"bands", object({{"nominal", number},
                           {"coverage", number_or_null},
                           {"median_half_width_pct", number_or_null}})}});
}

Json collectives_schema() {
    const Json row = object({{"id", text},
                             {"fabric", text},
                             {"collective", text},
                             {"gpus", number},
                             {"size_bytes", number},
                             {"published", number},
                             {"predicted", number},
                             {"error_pct", number},
                             {"held_out_error_pct", number}});
    const Json figures = list_of(object({{"sizes", text},
                                         {"rows", integer},
                                         {"median_abs_error_pct", number},
                                         {"p90_abs_error_pct", number},
                                         {"held_out_median_abs_error_pct", number}}));
    return object({{"rows", list_of(row)},
                   {"skipped", list_of(object({{"id", text}, {"why", text}}))},
                   {"median_abs_error_pct", number_or_null},
                   {"p90_abs_error_pct", number_or_null},
                   {"totals", figures},
                   {"figures", figures}});
}

} // namespace

Json validate_schema() { return {{"anyOf", {runs_schema(), collectives_schema()}}}; }

Json calibrate_schema() {
    return object(
        {{"parameters",
          list_of(object({{"name", text}, {"before", number_or_null}, {"after", number}, {"unit", text}}))},
         {"error_before_pct", number},
         {"error_after_pct", number},
         {"error_heldout_pct", number}});
}

} // namespace roofrack::output_schemas
