// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/measured/calibration_json.h"

#include "core/answers/report/parts/schema_parts.h"

#include <algorithm>
#include <fmt/format.h>

namespace roofrack {

using Json = nlohmann::ordered_json;

namespace {

double median_of(std::vector<double> values) {
    std::ranges::sort(values);
    return values.empty() ? 0 : values[values.size() / 2];
}

} // namespace

Json calibration_json(const std::vector<ReplacedCollective>& replaced) {
    Json out;
    out["parameters"] = Json::array();
    std::vector<double> before, after, held;
    for (const ReplacedCollective& r : replaced) {
        for (size_t i = 0; i < r.sweep.points.size(); ++i)
            out["parameters"].push_back(
                {{"name", fmt::format("{}, {:.0f} B", label_of(r.sweep), r.sweep.points[i].bytes.si())},
                 {"before", r.formula[i]},
                 {"after", r.sweep.points[i].seconds.si()},
                 {"unit", "s"}});
        before.push_back(r.before_pct);
        after.push_back(r.after_pct);
        held.push_back(r.held_out_pct);
    }
    out["error_before_pct"] = median_of(before);
    out["error_after_pct"] = median_of(after);
    out["error_heldout_pct"] = median_of(held);
    out["replaced"] = Json::array();
    for (const ReplacedCollective& r : replaced)
        out["replaced"].push_back({{"collective", name_of(r.sweep.collective)},
                                   {"file", r.sweep.file},
                                   {"ranks", r.sweep.ranks},
                                   {"nodes", r.sweep.nodes},
                                   {"points", r.sweep.points.size()},
                                   {"used", r.used},
                                   {"error_before_pct", r.before_pct},
                                   {"error_heldout_pct", r.held_out_pct}});
    return out;
}

Json calibration_schema() {
    using namespace schema;
    const Json parameter =
        object({{"name", text}, {"before", number_or_null}, {"after", number}, {"unit", text}});
    const Json replaced = object({{"collective", text},
                                  {"file", text},
                                  {"ranks", integer},
                                  {"nodes", integer},
                                  {"points", integer},
                                  {"used", boolean},
                                  {"error_before_pct", number},
                                  {"error_heldout_pct", number}});
    return object({{"parameters", list_of(parameter)},
                   {"error_before_pct", number},
                   {"error_after_pct", number},
                   {"error_heldout_pct", number},
                   {"replaced", list_of(replaced)}});
}

} // namespace roofrack
