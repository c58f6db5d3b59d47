// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/output_schema.h"

#include "core/engine/evaluation.h"
#include "core/facility/facility.h"
#include "core/model/finding.h"
#include "core/model/plan.h"
#include "core/network/fabric.h"
#include "core/project/project_fields.h"
#include "core/project/project_json.h"
#include "core/report/schema_parts.h"
#include "core/study/scaling.h"
#include "core/templates/templates.h"

namespace roofrack {

namespace {

using namespace output_schemas;

template<class Values>
Json enumeration(const Values& values) {
    Json names = Json::array();
    for (const auto value : values) names.push_back(name_of(value));
    return {{"enum", std::move(names)}};
}

std::vector<StepPart> step_parts() {
    std::vector<StepPart> parts;
    for (size_t i = 0; i < step_part_count; ++i) parts.push_back(static_cast<StepPart>(i));
    return parts;
}

constexpr std::array regimes{Regime::linear, Regime::diminishing, Regime::degrading};
constexpr std::array severities{Severity::critical, Severity::warning, Severity::info};
constexpr std::array clips{Clip::none,    Clip::power_cap, Clip::thermal, Clip::feed,
                           Clip::cooling, Clip::plant,     Clip::site};
constexpr std::array metrics{ScaleMetric::throughput, ScaleMetric::fixed_batch, ScaleMetric::goodput,
                             ScaleMetric::time_to_loss};

Json definitions() {
    Json out;
    out["band"] = {{"type", Json::array({"array", "null"})},
                   {"items", number},
                   {"minItems", 2},
                   {"maxItems", 2},
                   {"description", "low and high ends of the band of nominal 80 %"}};
    out["part"] = enumeration(step_parts());
    out["regime"] = enumeration(regimes);
    out["severity"] = enumeration(severities);
    out["clip"] = enumeration(clips);
    out["chart"] = {{"enum", chart_names()}};
    out["metric"] = enumeration(metrics);
    Json template_names = Json::array();
    for (const TemplateInfo& info : list_templates()) template_names.push_back(info.name);
    out["template"] = {{"enum", std::move(template_names)}};
    out["finding"] = object({{"severity", reference("severity")},
                             {"id", text},
                             {"message", text},
                             {"why", text},
                             {"relief", text},
                             {"where", list_of(text)},
                             {"part", text_or_null}});
    out["breakdown"] = list_of(
        object({{"part", reference("part")}, {"seconds", number_or_null}, {"share", number_or_null}}));
    return out;
}

Json evaluate_schema() {
    const Json rack = object({{"id", text},
                              {"count", number},
                              {"power_w", number_or_null},
                              {"limit_w", number_or_null},
                              {"inlet_c", number_or_null},
                              {"coolant_c", number_or_null},
                              {"chip_c", number_or_null},
                              {"speed", number_or_null},
                              {"clip", reference("clip")}});
    const Json memory_part = object({{"part", text}, {"bytes", number_or_null}});
    const Json memory_stage = object({{"stage", number},
                                      {"layers", number},
                                      {"in_flight", number_or_null},
                                      {"parts", list_of(memory_part)},
                                      {"total_bytes", number_or_null}});
    return object({{"gpus", number},
                   {"step_time_s", number_or_null},
                   {"step_time_band_s", reference("band")},
                   {"band", list_of(object({{"cause", text}, {"sigma", number_or_null}}))},
                   {"breakdown", reference("breakdown")},
                   {"tokens_per_s", number_or_null},
                   {"samples_per_s", number_or_null},
                   {"mfu", number_or_null},
                   {"hfu", number_or_null},
                   {"goodput", number_or_null},
                   {"memory", object({{"needed_bytes", number_or_null},
                                      {"capacity_bytes", number_or_null},
                                      {"fits", boolean},
                                      {"parts", list_of(memory_part)},
                                      {"fullest_stage", number_or_null},
                                      {"stages", list_of(memory_stage)}})},
                   {"power", object({{"it_w", number_or_null},
                                     {"facility_w", number_or_null},
                                     {"pue", number_or_null},
                                     {"racks", list_of(rack)}})},
                   {"energy_per_step_j", number_or_null},
                   {"cost_per_hour", number_or_null},
                   {"regime", nullable(reference("regime"))},
                   {"binds", text_or_null},
                   {"findings", list_of(reference("finding"))}});
}

Json scale_schema() {
    const Json point = object({{"gpus", number},
                               {"step_time_s", number_or_null},
                               {"step_time_band_s", reference("band")},
                               {"rate", number_or_null},
                               {"speedup", number_or_null},
                               {"efficiency", number_or_null},
                               {"elasticity", number_or_null},
                               {"regime", nullable(reference("regime"))},
                               {"plan", type("object")},
                               {"breakdown", reference("breakdown")}});
    const Json border = object({{"from", reference("regime")},
                                {"to", reference("regime")},
                                {"gpus", number},
                                {"cause", text_or_null}});
    return object({{"points", list_of(point)}, {"borders", list_of(border)}, {"peak_gpus", number_or_null}});
}

Json search_schema() {
    Json plan;
    for (const char* const key : {"tp", "pp", "vpp", "cp", "ep", "dp", "micro_batch", "zero", "shard"})
        plan[key] = integer;
    plan["sequence_parallel"] = boolean;
    plan["recompute"] = text;
    plan["recompute_layers"] = integer;
    plan["schedule"] = text;
    const Json ranked = object({{"plan", object(plan)},
                                {"step_time_s", number_or_null},
                                {"step_time_band_s", reference("band")},
                                {"mfu", number_or_null},
                                {"memory_bytes", number_or_null},
                                {"energy_per_step_j", number_or_null},
                                {"breakdown", reference("breakdown")},
                                {"feasible", boolean},
                                {"reason", text_or_null}});
    const Json cell = object({{"tp", integer},
                              {"pp", integer},
                              {"best", nullable(reference("ranked"))},
                              {"reason", text_or_null}});
    Json schema = object({{"space", number},
                          {"evaluated", number},
                          {"feasible", number},
                          {"pruned", number},
                          {"seconds", number},
                          {"per_second", number_or_null},
                          {"cancelled", boolean},
                          {"best", list_of(reference("ranked"))},
                          {"pareto", list_of(reference("ranked"))},
                          {"map", list_of(cell)},
                          {"base", nullable(reference("ranked"))},
                          {"base_rank", number_or_null}});
    schema["$defs"]["ranked"] = ranked;
    return schema;
}

Json power_schema() {
    Json limited{{"id", text},
                 {"load", number_or_null},
                 {"limit", number_or_null},
                 {"margin", number_or_null},
                 {"clip", reference("clip")}};
    const Json budgets = list_of(object(limited));
    const Json failure = object({{"id", text}, {"survives", boolean}, {"worst", number_or_null}});
    return object({{"racks", budgets},
                   {"feeds", budgets},
                   {"ups", budgets},
                   {"loops", budgets},
                   {"plant", budgets},
                   {"site", budgets},
                   {"pue", number_or_null},
                   {"tue", number_or_null},
                   {"wue", number_or_null},
                   {"swing", type("object")},
                   {"failures", list_of(failure)}});
}

Json loads_schema() {
    const Json part = object({{"part", reference("part")},
                              {"bytes", number_or_null},
                              {"running_s", number_or_null},
                              {"load", number_or_null}});
    const Json link = object({{"id", text},
                              {"from", text},
                              {"to", text},
                              {"level", text_or_null},
                              {"capacity", number_or_null},
                              {"limit", number_or_null},
                              {"mean", number_or_null},
                              {"mean_load", number_or_null},
                              {"load", number_or_null},
                              {"by", text_or_null},
                              {"parts", list_of(part)}});
    Json unit{{"id", text},
              {"kind", text},
              {"load_w", number_or_null},
              {"limit_w", number_or_null},
              {"load", number_or_null}};
    Json power = unit;
    power["unit"] = text;
    return object({{"links", list_of(link)},
                   {"power", list_of(object(power))},
                   {"units", list_of(object(unit))},
                   {"levels", list_of(object({{"name", text}, {"block_gpus", number_or_null}}))},
                   {"elements", list_of(object({{"id", text}, {"level", text}}))}});
}

Json explain_schema() {
    Json schema = reference("derivation");
    schema["$defs"]["derivation"] =
        object({{"name", text},
                {"value", number_or_null},
                {"unit", text},
                {"formula", text_or_null},
                {"inputs", list_of(reference("derivation"))},
                {"source", text_or_null},
                {"sure", text_or_null},
                {"operation", reference("operation")},
                {"origin", nullable(object({{"kind", text}, {"where", text}, {"key", text}}))},
                {"note", text}});
    // The formula as nested lists, an input by its position; null for an input of the model.
    schema["$defs"]["operation"] = {
        {"anyOf",
         Json::array({type("null"), number, object({{"input", integer}}),
                      Json{{"type", "array"}, {"prefixItems", Json::array({text})}, {"minItems", 2}}})}};
    return schema;
}

/// Holistic Trace Analysis' own figures, in microseconds and per cent.
Json hta_schema() {
    Json properties;
    for (const char* const key : {"idle_time_us", "compute_time_us", "non_compute_time_us", "kernel_time_us"})
        properties[key] = number;
    for (const char* const key :
         {"idle_time_pctg", "compute_time_pctg", "non_compute_time_pctg", "comp_comm_overlap_pctg"})
        properties[key] = number_or_null;
    properties["kernel_type_us"] = {{"type", "object"}, {"additionalProperties", number}};
    return object(std::move(properties));
}

Json trace_schema() {
    Json times;
    for (const char* const key : {"window_ns", "compute_ns", "comm_ns", "mem_ns", "idle_ns",
                                  "overlap_comp_comm_ns", "exposed_comm_ns", "exposed_mem_ns"})
        times[key] = integer_or_null;
    times["overlap_pct"] = number_or_null;
    times["dataloader_ns"] = integer_or_null;
    Json step{{"name", text}};
    step.update(times);
    Json rank{{"file", text},
              {"device", integer_or_null},
              {"rank", integer_or_null},
              {"world_size", integer_or_null},
              {"gpu", text_or_null},
              {"bytes", integer},
              {"events", integer}};
    rank.update(times);
    rank["steps"] = list_of(object(step));
    rank["outside_steps"] = {{"type", Json::array({"object", "null"})}};
    rank["collectives"] = list_of(type("object"));
    Json schema_of_rank = object(rank);
    schema_of_rank["properties"]["hta"] = nullable(hta_schema()); // only with --hta
    return object({{"ranks", list_of(std::move(schema_of_rank))},
                   {"stragglers",
                    list_of(object({{"rank", integer}, {"last_in", integer}, {"wait_caused_ns", integer}}))},
                   {"warnings", list_of(object({{"file", text}, {"offset", integer}, {"message", text}}))}});
}

Json parameters_schema() {
    return object({{"parameters", list_of(object({{"of", text},
                                                  {"name", text},
                                                  {"key", text},
                                                  {"value", number_or_null},
                                                  {"unit", text},
                                                  {"prior", number_or_null},
                                                  {"low", number_or_null},
                                                  {"high", number_or_null},
                                                  {"meaning", text},
                                                  {"rows", integer},
                                                  {"series", integer},
                                                  {"only_series", text_or_null},
                                                  {"sigma", number_or_null}}))}});
}

Json catalog_schema() {
    const Json entry{{"id", text}, {"kind", text}, {"name", text}};
    Json listed = entry;
    listed["key_figures"] = text;
    listed["own"] = boolean;
    listed["base"] = text_or_null;
    return {{"description", "`list` prints the array, `show ID` the object"},
            {"anyOf", {list_of(object(listed)), object(entry)}}};
}

Json check_schema() { return object({{"findings", list_of(reference("finding"))}}); }

Json new_schema() {
    const Json key = object({{"key", text}, {"default", text}, {"help", text}});
    const Json list = list_of(object(
        {{"name", reference("template")}, {"title", text}, {"description", text}, {"keys", list_of(key)}}));
    const Json switches = object({{"tier", integer}, {"name", text}, {"count", number}});
    const Json figures = object({{"gpus", number},
                                 {"servers", number},
                                 {"switches", list_of(switches)},
                                 {"optics", number},
                                 {"cables", number},
                                 {"cable_length_m", number},
                                 {"oversubscription", number_or_null},
                                 {"it_power_w", number_or_null},
                                 {"feasible", boolean},
                                 {"step_time_s", number_or_null},
                                 {"regime", reference("regime")},
                                 {"binds", text_or_null}});
    const Json chosen{{"type", "object"}, {"additionalProperties", text}};
    return {{"description", "`list` prints the templates, a template the file that it wrote, its figures and "
                            "what stands for its automatic settings"},
            {"anyOf",
             {object({{"templates", list}}),
              object({{"file", text}, {"figures", figures}, {"chosen", chosen}})}}};
}

Json diagnostics_schema() { return list_of(object({{"where", text}, {"what", text}, {"fix", text}})); }

Json import_schema() {
    const Json model = object(
        {{"id", text}, {"parameters", number}, {"active_parameters", number}, {"default_sequence", number}});
    return object(
        {{"file", text}, {"name", text}, {"model", nullable(model)}, {"warnings", diagnostics_schema()}});
}

Json export_schema() {
    return object({{"folder", text},
                   {"files", list_of(text)},
                   {"file_count", integer},
                   {"bytes", number},
                   {"warnings", diagnostics_schema()}});
}

struct Command {
    const char* name;
    Json (*schema)();
};
constexpr Command commands[] = {
    {"evaluate", evaluate_schema},
    {"scale", scale_schema},
    {"explain", explain_schema},
    {"trace", trace_schema},
    {"validate", validate_schema},
    {"catalog", catalog_schema},
    {"parameters", parameters_schema},
    {"power", power_schema},
    {"check", check_schema},
    {"new", new_schema},
    {"search", search_schema},
    {"import", import_schema},
    {"export", export_schema},
    {"calibrate", calibrate_schema},
    {"bom", bom_schema},
    {"loads", loads_schema},
    {"links", links_schema},
    {"path", path_schema},
    {"split", split_schema},
    {"merge", merge_schema},
    {"rack", rack_schema},
};

} // namespace

std::optional<std::string> output_schema(std::string_view command) {
    for (const Command& known : commands) {
        if (known.name != command) continue;
        Json schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                    {"title", std::string("roofrack-cli ") + known.name + " --json"}};
        schema.update(known.schema());
        schema["$defs"].update(definitions());
        return pretty_text(schema);
    }
    return std::nullopt;
}

std::vector<std::string> output_schema_names() {
    std::vector<std::string> names;
    for (const Command& command : commands) names.emplace_back(command.name);
    return names;
}

const std::vector<std::string>& chart_names() {
    static const std::vector<std::string> names{"step-breakdown", "scaling",  "power-heat",
                                                "memory",         "roofline", "drawing"};
    return names;
}

} // namespace roofrack
