// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/search_json.h"

#include "core/answers/report/parts/schema_parts.h"
#include "core/base/figures/builder.h"
#include "core/base/figures/shape_json.h"
#include "core/step/search/search_figures.h"

#include <limits>

namespace roofrack {

using Json = nlohmann::ordered_json;

namespace {

/// Puts the reference in the place of each part that is equal to the definition.
void refer(Json& schema, const Json& definition, const Json& reference) {
    if (schema == definition)
        schema = reference;
    else if (schema.is_structured())
        for (Json& part : schema) refer(part, definition, reference);
}

} // namespace

Json search_json(const SearchResult& result) {
    Json out = figures::json_of(figures::object_of(result));
    if (!result.left_out.empty()) out["left_out"] = result.left_out;
    out["reason"] = nullptr;
    return out;
}

Json search_without_plans_json(const std::string& reason) {
    SearchResult none;
    none.space = std::numeric_limits<double>::quiet_NaN();
    Json out = search_json(none);
    out["reason"] = reason;
    return out;
}

Json search_schema() {
    using namespace schema;
    const Json ranked = figures::schema_of(figures::shape_of<RankedPlan>());
    Json out = with_required(figures::schema_of(figures::shape_of<SearchResult>()),
                             object({{"reason", text_or_null}}));
    refer(out, ranked, reference("ranked"));
    out = with_optional(std::move(out), {{"left_out", text}});
    out["$defs"]["ranked"] = ranked;
    return out;
}

} // namespace roofrack
