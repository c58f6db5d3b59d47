// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/design/design_json.h"

#include "core/base/units/calendar_date.h"
#include "core/base/units/quantity_text.h"
#include "core/drawing/project/json_text.h"
#include "core/study/money/figure_cautions.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>

namespace roofrack {

namespace {

using Json = nlohmann::ordered_json;

/// What all parts of one search have alike.
constexpr std::string_view question_keys[] = {"scenario_digest", "order", "goal",
                                              "limits",          "axes",  "designs"};

Diagnostic no_part(const std::string& name) {
    return {name, "it is no part of a design search", "give what `design --json` printed"};
}

std::string text_in(const Json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// None: it is no size, or not all of it is there.
std::optional<UnevenSize> read_uneven(const Json& row) {
    const auto found = row.find("uneven");
    if (found == row.end() || !found->is_object()) return std::nullopt;
    UnevenSize out{text_in(*found, "count"), text_in(*found, "what"), text_in(*found, "steps")};
    if (out.count.empty() || out.what.empty() || out.steps.empty()) return std::nullopt;
    return out;
}

Result<Json> read_part(const DesignPartText& part) {
    auto json = parse_json_text(part.text, part.name, size_t{1} << 27);
    if (!json) return tl::unexpected(json.error());
    const auto has = [&](std::string_view key) { return json->contains(std::string(key)); };
    if (!json->is_object() || !std::ranges::all_of(question_keys, has) || !has("rows") || !has("cancelled") ||
        !(*json)["rows"].is_array() || !(*json)["axes"].is_array() || !(*json)["limits"].is_array() ||
        !(*json)["goal"].is_object())
        return tl::unexpected(no_part(part.name));
    return json;
}

std::optional<DesignRow> read_row(const Json& json, size_t designs, size_t figures) {
    if (!json.is_object()) return std::nullopt;
    const auto design = json.find("design"), values = json.find("values"), absent = json.find("absent"),
               announced = json.find("announced"), gpus = json.find("gpus");
    const bool is_row = design != json.end() && design->is_number_unsigned() && values != json.end() &&
                        values->is_array() && absent != json.end() && absent->is_array() &&
                        values->size() == figures && absent->size() == figures && announced != json.end() &&
                        announced->is_boolean() && gpus != json.end();
    if (!is_row || design->get<size_t>() >= designs) return std::nullopt;
    DesignRow out;
    out.design = design->get<size_t>();
    out.name = text_in(json, "name");
    out.is_announced = announced->get<bool>();
    if (const auto cautions = json.find("cautions"); cautions != json.end() && cautions->is_array())
        for (const Json& each : *cautions)
            if (each.is_string()) out.cautions.push_back(read_caution(each.get<std::string>()));
    out.reason = text_in(json, "reason");
    out.uneven = read_uneven(json);
    out.gpus = gpus->is_number() ? gpus->get<double>() : 0;
    out.plan = text_in(json, "plan");
    for (const Json& each : *values)
        out.values.push_back(each.is_number() ? each.get<double>()
                                              : std::numeric_limits<double>::quiet_NaN());
    for (const Json& each : *absent) out.absent.push_back(each.is_string() ? each.get<std::string>() : "");
    for (size_t i = 0; i < figures; ++i)
        if (!std::isfinite(out.values[i]) && out.absent[i].empty()) return std::nullopt;
    return out;
}

/// Goal, limits and axes as they were asked.
Result<void> ask_again(const Answers& base, const Json& part, const std::string& name, DesignStudy& out) {
    std::optional<std::chrono::sys_days> order;
    out.order = text_in(part, "order");
    if (!out.order.empty()) {
        const auto day = parse_date(out.order, name);
        if (!day) return tl::unexpected(day.error());
        order = *day;
    }
    auto goal = parse_design_goal(base, text_in(part["goal"], "asked"));
    if (!goal) return tl::unexpected(goal.error());
    out.question.goal = std::move(*goal);
    for (const Json& each : part["limits"]) {
        if (!each.is_object()) return tl::unexpected(no_part(name));
        auto limit = parse_design_limit(base, text_in(each, "asked"), order);
        if (!limit) return tl::unexpected(limit.error());
        out.question.limits.push_back(std::move(*limit));
    }
    out.question.count_from(order);
    std::vector<std::string> axes;
    for (const Json& axis : part["axes"]) {
        const auto values = axis.is_object() ? axis.find("values") : axis.end();
        if (!axis.is_object() || values == axis.end() || !values->is_array())
            return tl::unexpected(no_part(name));
        std::string text = text_in(axis, "name");
        for (size_t i = 0; i < values->size(); ++i) {
            if (!(*values)[i].is_string()) return tl::unexpected(no_part(name));
            text += (i == 0 ? "=" : ",") + (*values)[i].get<std::string>();
        }
        axes.push_back(std::move(text));
    }
    auto space = design_space(axes, base.scenario(), base.catalog());
    if (!space) return tl::unexpected(space.error());
    out.space = std::move(*space);
    return {};
}

} // namespace

Result<DesignStudy> merged_designs(const Answers& base, std::span<const DesignPartText> parts) {
    DesignStudy out;
    out.scenario = base.scenario().name;
    out.digest = scenario_digest(base.scenario(), base.catalog());
    Json first;
    for (const DesignPartText& part : parts) {
        const auto json = read_part(part);
        if (!json) return tl::unexpected(json.error());
        if (text_in(*json, "scenario_digest") != out.digest)
            return fail(part.name, "it is of another scenario, or of this one before it was changed",
                        "search it again, or name the project that it is of");
        if (first.is_null()) {
            first = *json;
            if (auto asked = ask_again(base, first, part.name, out); !asked)
                return tl::unexpected(asked.error());
        }
        for (const std::string_view key : question_keys)
            if ((*json)[std::string(key)] != first[std::string(key)])
                return fail(part.name, fmt::format("it differs from {} in its {}", parts.front().name, key),
                            "merge parts of one search");
        for (const Json& each : (*json)["rows"]) {
            auto row = read_row(each, out.space.size(), out.question.figures());
            if (!row) return tl::unexpected(no_part(part.name));
            out.found.rows.push_back(std::move(*row));
        }
    }
    std::ranges::stable_sort(out.found.rows, {}, &DesignRow::design);
    const auto twice = std::ranges::adjacent_find(out.found.rows, {}, &DesignRow::design);
    if (twice != out.found.rows.end())
        return fail("--merge", fmt::format("two parts have “{}”", twice->name), "give each part once");
    out.found.is_cancelled = out.found.rows.size() < out.space.size();
    out.as_drawn = scenario_row(base, out.question);
    out.verdict = judge_designs(out.space, out.question, out.found.rows, out.as_drawn);
    return out;
}

} // namespace roofrack
