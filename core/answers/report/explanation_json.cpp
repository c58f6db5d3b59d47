// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/explanation_json.h"

#include "core/answers/report/parts/json_number.h"
#include "core/answers/report/parts/schema_parts.h"

namespace roofrack {

namespace {

using Json = nlohmann::ordered_json;

Json operation_json(const Formula& formula) {
    std::vector<Json> stack;
    for (const Formula::Step& step : formula.steps) {
        Json json = finite_or_null(step.number);
        if (step.operation == Operation::input) {
            json = Json{{"input", step.input}};
        } else if (step.operation != Operation::number) {
            json = Json::array({name_of(step.operation)});
            const auto first = stack.end() - static_cast<std::ptrdiff_t>(step.operands);
            for (auto operand = first; operand != stack.end(); ++operand) json.push_back(std::move(*operand));
            stack.erase(first, stack.end());
        }
        stack.push_back(std::move(json));
    }
    return stack.empty() ? Json(nullptr) : std::move(stack.back());
}

Json origin_json(const Origin& origin) {
    if (origin.kind == Origin::Kind::none) return nullptr;
    return Json{{"kind", name_of(origin.kind)}, {"where", origin.where}, {"key", origin.key}};
}

} // namespace

Json explanation_json(const Explanation& explanation) {
    Json out;
    out["name"] = explanation.name;
    out["value"] = finite_or_null(explanation.value);
    out["unit"] = explanation.unit;
    out["formula"] = explanation.formula_text();
    out["inputs"] = Json::array();
    for (const ExplanationPtr& input : explanation.inputs) out["inputs"].push_back(explanation_json(*input));
    out["source"] = explanation.source;
    out["sure"] = explanation.sure;
    out["operation"] = operation_json(explanation.formula);
    out["origin"] = origin_json(explanation.origin);
    out["note"] = explanation.note;
    return out;
}

Json explanation_schema() {
    using namespace schema;
    const Json explanation =
        object({{"name", text},
                {"value", number_or_null},
                {"unit", text},
                {"formula", text},
                {"inputs", list_of(reference("explanation"))},
                {"source", text},
                {"sure", text},
                {"operation", reference("operation")},
                {"origin", nullable(object({{"kind", text}, {"where", text}, {"key", text}}))},
                {"note", text}});
    Json tree = explanation;
    tree["$defs"]["explanation"] = explanation;
    // The formula as nested lists, an input by its position; null for an input of the model.
    const Json list{{"type", "array"}, {"prefixItems", Json::array({text})}, {"minItems", 2}};
    tree["$defs"]["operation"] = {
        {"anyOf", Json::array({type("null"), number, object({{"input", integer}}), list})}};
    return tree;
}

} // namespace roofrack
