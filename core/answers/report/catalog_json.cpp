// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/catalog_json.h"

#include "core/answers/report/parts/json_number.h"
#include "core/answers/report/parts/prices_json.h"
#include "core/answers/report/parts/schema_parts.h"
#include "core/base/catalog/numerics.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

namespace {

Json figure_json(const SourcedValue& figure, const ValueSpec& spec) {
    return {{"label", spec.label},
            {"value", figure.value ? Json(*figure.value) : Json(nullptr)},
            {"unit", unit_symbol(spec.dimension)},
            {"status", name_of(figure.status)},
            {"source", figure.source},
            {"date", figure.date},
            {"low", figure.low ? Json(*figure.low) : Json(nullptr)},
            {"high", figure.high ? Json(*figure.high) : Json(nullptr)},
            {"note", figure.note}};
}

Json transformer_json(const TransformerShape& shape) {
    Json out{{"layers", shape.layers},
             {"hidden", shape.hidden},
             {"heads", shape.heads},
             {"kv_heads", shape.kv_heads},
             {"head_dim", head_width(shape)},
             {"ffn", shape.ffn},
             {"vocab", shape.vocab},
             {"gated_ffn", shape.gated_ffn},
             {"tied_embeddings", shape.tied_embeddings}};
    if (shape.moe.experts > 0)
        out["moe"] = {{"experts", shape.moe.experts},
                      {"top_k", shape.moe.top_k},
                      {"shared_experts", shape.moe.shared_experts},
                      {"expert_ffn", shape.moe.expert_ffn},
                      {"leading_dense_layers", shape.moe.leading_dense_layers},
                      {"interval", shape.moe.interval}};
    return out;
}

Json profile_json(const GenericProfile& profile) {
    return {{"parameters", profile.parameters},
            {"flops_per_sample", profile.flops_per_sample.si()},
            {"bytes_per_sample", profile.bytes_per_sample.si()},
            {"elementwise_bytes_per_sample", profile.elementwise_bytes_per_sample.si()},
            {"activation_bytes_per_sample", profile.activation_bytes_per_sample.si()},
            {"input_bytes_per_sample", profile.input_bytes_per_sample.si()},
            {"kernels_per_step", profile.kernels_per_step},
            {"serial_per_step_s", profile.serial_per_step.si()},
            {"compute_per_step_s", profile.compute_per_step.si()},
            {"measured_samples", profile.measured_samples},
            {"gradient_bits", profile.gradient_bits},
            {"gemm_efficiency", profile.gemm_efficiency}};
}

} // namespace

Json catalog_list_json(const std::vector<CatalogRow>& rows) {
    Json out = Json::array();
    for (const CatalogRow& row : rows)
        out.push_back({{"id", row.id},
                       {"kind", row.kind},
                       {"name", row.name},
                       {"key_figures", row.figures},
                       {"own", row.own},
                       {"base", filled_or_null(row.base)}});
    return out;
}

const SourcedValue* changed_from(const Part* base, std::string_view key, const SourcedValue& figure) {
    if (!base) return nullptr;
    const auto it = base->figures.find(key);
    return it == base->figures.end() || it->second == figure ? nullptr : &it->second;
}

Json catalog_part_json(const Part& part, const Part* base) {
    Json figures = Json::object();
    for (const ValueSpec& spec : value_specs(part.kind)) {
        const auto it = part.figures.find(spec.key);
        if (it == part.figures.end()) continue;
        figures[it->first] = figure_json(it->second, spec);
        if (const SourcedValue* was = changed_from(base, spec.key, it->second))
            figures[it->first]["catalogue"] = figure_json(*was, spec);
    }
    Json text = Json::object();
    for (const auto& [key, value] : part.text) text[key] = value;
    return {{"id", part.id},
            {"kind", name_of(part.kind)},
            {"name", part.name},
            {"vendor", part.vendor},
            {"base", base ? Json(base->id) : Json(nullptr)},
            {"text", text},
            {"figures", figures},
            {"note", part.note}};
}

Json model_shape_json(const ModelSpec& model) {
    return model.transformer ? transformer_json(*model.transformer) : profile_json(*model.generic);
}

Json catalog_model_json(const ModelSpec& model) {
    const auto known = [](double value) { return value > 0 ? Json(value) : Json(nullptr); };
    return {{"id", model.id},
            {"kind", "model"},
            {"name", model.name},
            {"parameters", parameter_count(model)},
            {"active_parameters", active_parameter_count(model)},
            {"published_parameters", known(model.published_parameters)},
            {"published_active_parameters", known(model.published_active_parameters)},
            {"default_sequence", model.default_sequence},
            {model.transformer ? "transformer" : "generic", model_shape_json(model)},
            {"source", model.source},
            {"note", model.note}};
}

namespace {

Json fact_json(const NumericFact& fact) {
    return {{"text", fact.text}, {"status", name_of(fact.status)}, {"source", fact.source}};
}

} // namespace

Json catalog_comparison_json(const Part& from, const Part& to) {
    Json numerics = Json::array(), figures = Json::array();
    if (from.kind == PartKind::accelerator)
        for (const NumericChange& each : numeric_changes(from, to))
            numerics.push_back({{"topic", name_of(each.topic)},
                                {"changes", each.is_known() ? Json(each.changes()) : Json(nullptr)},
                                {"from", fact_json(each.from)},
                                {"to", fact_json(each.to)}});
    for (const FigurePair& pair : figure_pairs(from, to)) {
        const auto value = [](const SourcedValue* figure) {
            return figure && figure->value ? Json(*figure->value) : Json(nullptr);
        };
        const auto ratio = pair.ratio();
        figures.push_back({{"key", pair.spec->key},
                           {"label", pair.spec->label},
                           {"unit", unit_symbol(pair.spec->dimension)},
                           {"from", value(pair.from)},
                           {"to", value(pair.to)},
                           {"ratio", ratio ? Json(*ratio) : Json(nullptr)}});
    }
    return {{"from", from.id},
            {"to", to.id},
            {"kind", name_of(from.kind)},
            {"numerics", numerics},
            {"figures", figures}};
}

namespace {

Json comparison_schema() {
    using namespace schema;
    const Json fact = object({{"text", text}, {"status", text}, {"source", text}});
    const Json boolean_or_null = {{"type", Json::array({"boolean", "null"})}};
    return object(
        {{"from", text},
         {"to", text},
         {"kind", text},
         {"numerics",
          list_of(object({{"topic", text}, {"changes", boolean_or_null}, {"from", fact}, {"to", fact}}))},
         {"figures", list_of(object({{"key", text},
                                     {"label", text},
                                     {"unit", text},
                                     {"from", number_or_null},
                                     {"to", number_or_null},
                                     {"ratio", number_or_null}}))}});
}

Json part_schema() {
    using namespace schema;
    const Json figure = object({{"label", text},
                                {"value", number_or_null},
                                {"unit", text},
                                {"status", text},
                                {"source", text},
                                {"date", text},
                                {"low", number_or_null},
                                {"high", number_or_null},
                                {"note", text}});
    // What the catalogue says, where an own part says something else.
    const Json changeable = with_optional(figure, {{"catalogue", figure}});
    return object({{"id", text},
                   {"kind", text},
                   {"name", text},
                   {"vendor", text},
                   {"base", text_or_null},
                   {"text", map_of(text)},
                   {"figures", map_of(changeable)},
                   {"note", text}});
}

Json transformer_schema() {
    using namespace schema;
    Json properties, experts;
    for (const char* const key : {"layers", "heads", "kv_heads"}) properties[key] = integer;
    for (const char* const key : {"hidden", "head_dim", "ffn", "vocab"}) properties[key] = number;
    for (const char* const key : {"gated_ffn", "tied_embeddings"}) properties[key] = boolean;
    for (const char* const key : {"experts", "top_k", "shared_experts", "leading_dense_layers", "interval"})
        experts[key] = integer;
    experts["expert_ffn"] = number;
    return with_optional(object(std::move(properties)), {{"moe", object(std::move(experts))}});
}

Json profile_schema() {
    using namespace schema;
    Json properties;
    for (const char* const key :
         {"parameters", "flops_per_sample", "bytes_per_sample", "elementwise_bytes_per_sample",
          "activation_bytes_per_sample", "input_bytes_per_sample", "kernels_per_step", "serial_per_step_s",
          "compute_per_step_s", "measured_samples", "gradient_bits", "gemm_efficiency"})
        properties[key] = number;
    return object(std::move(properties));
}

/// A model has one of two shapes, under a key of its own.
Json model_schema(const char* shape_key, Json shape) {
    using namespace schema;
    return object({{"id", text},
                   {"kind", {{"const", "model"}}},
                   {"name", text},
                   {"parameters", number},
                   {"active_parameters", number},
                   {"published_parameters", number_or_null},
                   {"published_active_parameters", number_or_null},
                   {"default_sequence", number},
                   {shape_key, std::move(shape)},
                   {"source", text},
                   {"note", text}});
}

} // namespace

Json catalog_schema() {
    using namespace schema;
    const Json listed = object({{"id", text},
                                {"kind", text},
                                {"name", text},
                                {"key_figures", text},
                                {"own", boolean},
                                {"base", text_or_null}});
    return {{"description", "`list` and `prices` print the arrays, `show ID` and `compare A B` an object"},
            {"anyOf", Json::array({list_of(listed), prices_schema(), part_schema(),
                                   model_schema("transformer", transformer_schema()),
                                   model_schema("generic", profile_schema()), comparison_schema()})}};
}

} // namespace roofrack
