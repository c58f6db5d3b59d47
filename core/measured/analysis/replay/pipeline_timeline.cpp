// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/analysis/replay/pipeline_timeline.h"

#include "core/base/units/quantity_text.h"
#include "core/measured/trace/event_stream.h"
#include "core/measured/trace/text/decimal_time.h"
#include "core/measured/trace/text/json_scanner.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <optional>

namespace roofrack {

namespace {

constexpr int64_t most_pipeline_ranks = 1'000'000, most_workers = 1'000'000, largest_step = 2'000'000'000;

/// The number behind "PP rank ".
std::optional<int> stage_of_name(std::string_view name) {
    constexpr std::string_view label = "PP rank ";
    const size_t at = name.find(label);
    if (at == std::string_view::npos) return std::nullopt;
    size_t end = at + label.size();
    while (end < name.size() && name[end] >= '0' && name[end] <= '9') ++end;
    const auto number = integer_of(name.substr(at + label.size(), end - at - label.size()));
    if (!number || *number >= most_pipeline_ranks) return std::nullopt;
    return static_cast<int>(*number);
}

class PipelineEvents final : public TraceEventSink {
public:
    void event(const TraceEvent& event, int64_t) override {
        const std::string_view phase = unquoted(event.ph);
        if (phase == "M" && unquoted(event.name) == "thread_name") return named(event);
        if (phase != "X") return;
        const auto start = nanoseconds_of_microseconds(unquoted(event.ts)),
                   duration = nanoseconds_of_microseconds(unquoted(event.dur));
        const auto data_rank = integer_of(unquoted(event.pid));
        std::optional<int64_t> step, sequence, chunk;
        JsonScanner scanner(event.args);
        scanner.members([&](std::string_view key, std::string_view token) {
            if (key == "\"step\"") step = integer_of(unquoted(token));
            if (key == "\"seq_id\"") sequence = integer_of(unquoted(token));
            if (key == "\"model_chunk\"") chunk = integer_of(unquoted(token));
        });
        const auto is_below = [](const std::optional<int64_t>& n, int64_t most) {
            return n && *n >= 0 && *n < most;
        };
        if (!start || !duration || *duration < 0 || *duration > longest_event_ns ||
            !is_below(step, largest_step) || !is_below(sequence, largest_step) ||
            !is_below(data_rank, most_pipeline_ranks)) {
            ++left_out;
            return;
        }
        if (chunk && *chunk > 0) interleaved = true;
        threads.emplace_back(unquoted(event.tid));
        PipelineEvent entry;
        entry.start_ns = *start;
        entry.duration_ns = *duration;
        entry.step = static_cast<int32_t>(*step);
        entry.sequence = static_cast<int32_t>(*sequence);
        entry.data_rank = static_cast<int32_t>(*data_rank);
        entry.type = type_of(event.name);
        events.push_back(entry);
    }

    std::vector<PipelineEvent> events;
    std::vector<std::string> threads; ///< thread of each event
    std::vector<std::string> types;
    std::map<std::string, int, std::less<>> stages; ///< stage of each thread
    int64_t left_out = 0;
    bool interleaved = false;

private:
    void named(const TraceEvent& event) {
        JsonScanner scanner(event.args);
        scanner.members([&](std::string_view key, std::string_view token) {
            if (key != "\"name\"") return;
            if (const auto stage = stage_of_name(unquoted(token)))
                stages.insert_or_assign(std::string(unquoted(event.tid)), *stage);
        });
    }

    int32_t type_of(std::string_view token) {
        const auto [at, is_new] = m_numbers.try_emplace(decoded(token), static_cast<int32_t>(types.size()));
        if (is_new) types.push_back(at->first);
        return at->second;
    }

    std::map<std::string, int32_t, std::less<>> m_numbers;
};

} // namespace

Result<PipelineTimeline> read_pipeline_timeline(const std::filesystem::path& path,
                                                const std::stop_token& stop) {
    const std::string where = path.string();
    auto source = TextSource::open(path, stop);
    if (!source) return tl::unexpected(source.error());
    WarningLog warnings(where);
    PipelineEvents read;
    EventStream stream(*source, "traceEvents", warnings, size_t{512} << 10);
    if (auto done = stream.read(read, [&] { return !stop.stop_requested(); }); !done)
        return fail(where, done.error().what, done.error().fix);
    if (read.interleaved)
        return fail(where, "a timeline of interleaved stages (model_chunk above 0), which is not replayed",
                    "record a run with one chunk of the model a stage");
    PipelineTimeline out;
    out.types = std::move(read.types);
    for (size_t i = 0; i < read.events.size(); ++i) {
        const auto stage = read.stages.find(read.threads[i]);
        if (stage == read.stages.end()) continue;
        PipelineEvent event = read.events[i];
        event.stage = stage->second;
        out.stages = std::max(out.stages, event.stage + 1);
        out.data_ranks = std::max(out.data_ranks, event.data_rank + 1);
        out.events.push_back(event);
    }
    if (out.events.empty())
        return fail(where,
                    read.events.empty() ? "no event with args step and seq_id"
                                        : "no thread is named \"PP rank S, …\", so stages are not known",
                    "record the timeline of every worker with step, seq_id and names of the threads");
    if (int64_t{out.data_ranks} * out.stages > most_workers)
        return fail(where,
                    fmt::format("a timeline of {} data ranks × {} stages, more than {} workers",
                                format_count(out.data_ranks), format_count(out.stages),
                                format_count(static_cast<double>(most_workers))),
                    "number data-parallel ranks (pid) and stages (PP rank) from 0");
    return out;
}

} // namespace roofrack
