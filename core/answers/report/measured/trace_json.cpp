// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/measured/trace_json.h"

#include "core/answers/report/parts/json_number.h"
#include "core/answers/report/parts/schema_parts.h"
#include "core/base/figures/builder.h"
#include "core/base/figures/shape_json.h"
#include "core/measured/analysis/idle_summary.h"
#include "core/measured/runs/run_headline.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

namespace {

template<class T>
Json value_or_null(const std::optional<T>& value) {
    return value ? Json(*value) : Json(nullptr);
}

void add_times(Json& to, const std::optional<TraceTimes>& times) {
    const auto put = [&](const char* key, int64_t TraceTimes::*member) {
        to[key] = times ? Json((*times).*member) : Json(nullptr);
    };
    put("window_ns", &TraceTimes::window_ns);
    put("compute_ns", &TraceTimes::compute_ns);
    put("comm_ns", &TraceTimes::comm_ns);
    put("mem_ns", &TraceTimes::mem_ns);
    put("idle_ns", &TraceTimes::idle_ns);
    put("overlap_comp_comm_ns", &TraceTimes::overlap_comp_comm_ns);
    put("exposed_comm_ns", &TraceTimes::exposed_comm_ns);
    put("exposed_mem_ns", &TraceTimes::exposed_mem_ns);
    to["overlap_pct"] = times ? value_or_null(times->overlap_pct) : Json(nullptr);
    put("dataloader_ns", &TraceTimes::dataloader_ns);
    put("device_events", &TraceTimes::device_events);
}

Json collective_json(const TraceCollective& collective) {
    return {{"id", collective.id},
            {"kind", collective.kind},
            {"bytes", value_or_null(collective.bytes)},
            {"group_size", value_or_null(collective.group_size)},
            {"start_ns", collective.start_ns},
            {"duration_ns", collective.duration_ns},
            {"dtype", filled_or_null(collective.dtype)}};
}

Json bounds_json(const std::optional<StepBounds>& bounds) {
    return bounds ? Json(name_of(*bounds)) : Json(nullptr);
}

Json rank_json(const TraceRank& rank) {
    Json out = {{"file", rank.file},
                {"device", value_or_null(rank.device)},
                {"rank", value_or_null(rank.rank)},
                {"world_size", value_or_null(rank.world_size)},
                {"gpu", filled_or_null(rank.gpu)},
                {"bytes", rank.bytes},
                {"events", rank.events}};
    add_times(out, rank.times);
    out["step_bounds"] = rank.steps.empty() ? Json(nullptr) : bounds_json(rank.steps.front().bounds);
    out["steps"] = Json::array();
    for (const TraceStep& step : rank.steps) {
        Json entry = {{"name", step.name}, {"step_bounds", bounds_json(step.bounds)}};
        add_times(entry, step.times);
        out["steps"].push_back(std::move(entry));
    }
    out["outside_steps"] = nullptr;
    if (rank.outside_steps) {
        out["outside_steps"] = Json::object();
        add_times(out["outside_steps"], rank.outside_steps);
    }
    out["collectives"] = Json::array();
    for (const TraceCollective& collective : rank.collectives)
        out["collectives"].push_back(collective_json(collective));
    return out;
}

} // namespace

Json trace_json(const TraceResult& result, const std::vector<StragglerStudy>& studies) {
    // slowdown needs a timeline of every worker: add_studies()
    const RunHeadline headline = run_headline(result, studies);
    Json out = {{"where", filled_or_null(headline.told())},
                {"who", filled_or_null(headline.who)},
                {"files", Json::array()},
                {"ranks", Json::array()},
                {"stragglers", Json::array()},
                {"slowdown", nullptr},
                {"analysis", nullptr},
                {"warnings", Json::array()}};
    for (const MeasuredFile& file : result.files)
        out["files"].push_back(figures::json_of(figures::object_of(file)));
    for (const TraceRank& rank : result.ranks) out["ranks"].push_back(rank_json(rank));
    for (const TraceStraggler& straggler : result.stragglers)
        out["stragglers"].push_back({{"rank", straggler.rank},
                                     {"last_in", straggler.last_in},
                                     {"wait_caused_ns", straggler.wait_caused_ns},
                                     {"alone_ns", straggler.alone_ns}});
    for (const TraceWarning& warning : result.warnings)
        out["warnings"].push_back({{"file", warning.file},
                                   {"offset", warning.offset},
                                   {"message", warning.message},
                                   {"is_mild", warning.is_mild}});
    return out;
}

Json hta_json(const std::optional<HtaBreakdown>& hta) {
    if (!hta) return nullptr;
    Json out = {{"idle_time_us", hta->idle_us},
                {"compute_time_us", hta->compute_us},
                {"non_compute_time_us", hta->non_compute_us},
                {"kernel_time_us", hta->kernel_us},
                {"idle_time_pctg", hta->idle_pct}, // dump writes NaN as null
                {"compute_time_pctg", hta->compute_pct},
                {"non_compute_time_pctg", hta->non_compute_pct},
                {"comp_comm_overlap_pctg", value_or_null(hta->overlap_pct)},
                {"kernel_type_us", Json::object()}};
    for (const HtaTypeTime& time : hta->by_type) out["kernel_type_us"][time.types] = time.us;
    return out;
}

void add_studies(Json& trace, const std::vector<StragglerStudy>& studies, bool with_paths) {
    if (studies.size() == 1) trace["slowdown"] = studies.front().slowdown;
    if (!with_paths) return;
    trace["critical_path"] = Json::array();
    for (const StragglerStudy& study : studies)
        trace["critical_path"].push_back(figures::json_of(figures::object_of(study)));
}

void add_comparison(Json& trace, const RunComparison& comparison) {
    trace["comparison"] = figures::json_of(figures::object_of(comparison));
}

namespace {

/// Holistic Trace Analysis' own figures, in microseconds and per cent.
Json hta_schema() {
    using namespace schema;
    Json properties;
    for (const char* const key : {"idle_time_us", "compute_time_us", "non_compute_time_us", "kernel_time_us"})
        properties[key] = number;
    for (const char* const key :
         {"idle_time_pctg", "compute_time_pctg", "non_compute_time_pctg", "comp_comm_overlap_pctg"})
        properties[key] = number_or_null;
    properties["kernel_type_us"] = map_of(number);
    return object(std::move(properties));
}

/// The keys of add_times().
Json times_properties() {
    using namespace schema;
    Json times;
    for (const char* const key : {"window_ns", "compute_ns", "comm_ns", "mem_ns", "idle_ns",
                                  "overlap_comp_comm_ns", "exposed_comm_ns", "exposed_mem_ns"})
        times[key] = integer_or_null;
    times["overlap_pct"] = number_or_null;
    times["dataloader_ns"] = integer_or_null;
    times["device_events"] = integer_or_null;
    return times;
}

Json rank_schema() {
    using namespace schema;
    const Json bounds = nullable(enumeration({StepBounds::launch, StepBounds::device, StepBounds::host}));
    Json step{{"name", text}, {"step_bounds", bounds}};
    step.update(times_properties());
    const Json collective = object({{"id", text},
                                    {"kind", text},
                                    {"bytes", integer_or_null},
                                    {"group_size", integer_or_null},
                                    {"start_ns", integer},
                                    {"duration_ns", integer},
                                    {"dtype", text_or_null}});
    Json rank{{"file", text},
              {"device", integer_or_null},
              {"rank", integer_or_null},
              {"world_size", integer_or_null},
              {"gpu", text_or_null},
              {"bytes", integer},
              {"events", integer}};
    rank.update(times_properties());
    rank["step_bounds"] = bounds;
    rank["steps"] = list_of(object(std::move(step)));
    rank["outside_steps"] = nullable(object(times_properties()));
    rank["collectives"] = list_of(collective);
    return with_optional(object(std::move(rank)), {{"hta", nullable(hta_schema())}}); // only with --hta
}

} // namespace

Json trace_schema() {
    using namespace schema;
    const Json straggler =
        object({{"rank", integer}, {"last_in", integer}, {"wait_caused_ns", integer}, {"alone_ns", integer}});
    const Json warning =
        object({{"file", text}, {"offset", integer}, {"message", text}, {"is_mild", boolean}});
    return with_optional(object({{"where", text_or_null},
                                 {"who", text_or_null},
                                 {"files", list_of(figures::schema_of(figures::shape_of<MeasuredFile>()))},
                                 {"ranks", list_of(rank_schema())},
                                 {"stragglers", list_of(straggler)},
                                 {"slowdown", number_or_null},
                                 {"analysis", nullable(trace_analysis_schema())}, // with --analysis
                                 {"warnings", list_of(warning)}}),
                         {{"critical_path", list_of(figures::schema_of(figures::shape_of<StragglerStudy>()))},
                          {"comparison", figures::schema_of(figures::shape_of<RunComparison>())}});
}

using Json = nlohmann::ordered_json;

Json trace_analysis_json(const TraceAnalysis& analysis, const TraceVerdict& verdict) {
    Json out{{"verdict", figures::json_of(figures::object_of(verdict))}};
    out["idle"] = figures::json_of(figures::object_of(idle_summary(analysis)));
    out.update(figures::json_of(figures::object_of(analysis)));
    return out;
}

Json trace_analysis_schema() {
    Json out = figures::schema_of(figures::shape_of<TraceAnalysis>());
    out["properties"]["verdict"] = figures::schema_of(figures::shape_of<TraceVerdict>());
    out["properties"]["idle"] = figures::schema_of(figures::shape_of<IdleSummary>());
    out["required"].push_back("verdict");
    out["required"].push_back("idle");
    return out;
}

} // namespace roofrack
