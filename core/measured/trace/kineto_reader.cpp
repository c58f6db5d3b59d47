// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/event_stream.h"
#include "core/measured/trace/kineto_collector.h"
#include "core/measured/trace/reader.h"
#include "core/measured/trace/text/decimal_time.h"
#include "core/measured/trace/text/json_scanner.h"
#include "core/measured/trace/text/profile_notes.h"

namespace roofrack {

namespace {

std::optional<int> header_integer(std::string_view token) {
    const auto value = integer_of(unquoted(token));
    if (!value || *value < 0 || *value > 1'000'000'000) return std::nullopt;
    return static_cast<int>(*value);
}

struct FileFacts {
    std::optional<int> rank, world_size;
    int64_t base_ns = 0;                                          ///< added to all times gives ns since 1970
    std::vector<std::pair<std::optional<int>, std::string>> gpus; ///< id and name

    /// By id; a partitioned or hidden device is not listed, but where all listed are alike it is one of them.
    std::string gpu_of(std::optional<int> device) const {
        bool alike = !gpus.empty();
        for (const auto& [id, name] : gpus) {
            if (device && id == device) return name;
            alike = alike && name == gpus.front().second;
        }
        return alike ? gpus.front().second : std::string();
    }
};

void read_facts(std::string_view text, FileFacts& facts) {
    constexpr std::string_view base_key = "\"baseTimeNanoseconds\"";
    if (const size_t base = text.find(base_key); base != std::string_view::npos) {
        const size_t from = std::min(text.find_first_not_of(" \t\r\n:", base + base_key.size()), text.size());
        const size_t to = std::min(text.find_first_not_of("0123456789", from), text.size());
        facts.base_ns =
            std::clamp<int64_t>(integer_of(text.substr(from, to - from)).value_or(0), 0, INT64_MAX / 4);
    }
    JsonScanner distributed(member_text(text, "\"distributedInfo\"", '{'));
    distributed.members([&](std::string_view key, std::string_view token) {
        if (key == "\"rank\"") facts.rank = header_integer(token);
        if (key == "\"world_size\"") facts.world_size = header_integer(token);
    });
    JsonScanner devices(member_text(text, "\"deviceProperties\"", '['));
    devices.elements([&](std::string_view element) {
        std::optional<int> id;
        std::string name;
        JsonScanner device(element);
        device.members([&](std::string_view key, std::string_view token) {
            if (key == "\"id\"") id = header_integer(token);
            if (key == "\"name\"") name = decoded(token);
        });
        facts.gpus.emplace_back(id, std::move(name));
    });
}

class KinetoReader final : public TraceFormat {
public:
    std::vector<ReadableFormat> reads() const override { return {{"PyTorch", FormatTells::profile}}; }

    bool recognises(const std::filesystem::path&, std::string_view head) const override {
        if (head.starts_with("\xEF\xBB\xBF")) head.remove_prefix(3);
        const size_t first = head.find_first_not_of(" \t\r\n");
        if (first == std::string_view::npos) return false;
        // logs, too, begin with a bracket: [2026-11-21 09:00:00] …
        const size_t next = head.find_first_not_of(" \t\r\n,", first + 1);
        const char behind = next == std::string_view::npos ? '\0' : head[next];
        if (head[first] == '{') return behind == '"' || behind == '}' || behind == '\0';
        return head[first] == '[' && (behind == '{' || behind == ']' || behind == '\0');
    }

    Result<TraceReading> read(const std::filesystem::path& path,
                              const TraceReadContext& context) const override {
        auto source = TextSource::open(path, context.stop);
        if (!source) return tl::unexpected(source.error());
        KinetoCollector collector(context.comm_names, context.warnings, context.keep_lanes);
        std::optional<ProfileNoter> noter;
        if (context.keep_notes) noter.emplace(collector);
        TraceEventSink& sink = noter ? static_cast<TraceEventSink&>(*noter) : collector;
        EventStream stream(*source, "traceEvents", context.warnings, context.window_bytes,
                           context.read_ahead);
        const auto tick = [&] {
            context.progress(stream.stored_read());
            return !context.stop.stop_requested();
        };
        if (auto done = stream.read(sink, tick); !done) return tl::unexpected(done.error());
        if (collector.events() > 0 && !collector.has_phases())
            return fail({}, "the JSON array holds no trace events (none has a \"ph\")",
                        "give a trace written by the PyTorch profiler");
        const bool bare_array = stream.header().empty();
        if (collector.events() == 0 && bare_array)
            return fail({}, "the JSON array holds no whole trace event",
                        "give a trace written by the PyTorch profiler");
        FileFacts facts;
        read_facts(stream.header(), facts);
        read_facts(stream.trailer(), facts);
        const int64_t events = collector.events();
        std::vector<TraceRank> ranks = collector.take();
        const std::shared_ptr<const ProfileNotes> notes =
            noter ? noter->take(stream.header(), stream.trailer()) : nullptr;
        for (TraceRank& rank : ranks) {
            rank.rank = facts.rank;
            rank.world_size = facts.world_size;
            rank.clock_base_ns = facts.base_ns;
            rank.bytes = stream.bytes();
            rank.events = events;
            rank.gpu = facts.gpu_of(rank.device);
            rank.notes = notes;
        }
        TraceReading out{std::move(ranks), {}};
        out.file.kind = collector.kind();
        if (!stream.header().empty() && stream.header().find("\"schemaVersion\"") != std::string::npos)
            out.file.kind = MeasuredKind::pytorch_profile; // that saw nothing
        // Where a device was active, count and duration follow from the ranks.
        if (!out.ranks.front().times) {
            if (out.file.kind == MeasuredKind::pipeline_timeline || out.file.kind == MeasuredKind::xplane)
                out.file.devices = collector.lanes();
            out.file.duration_s = collector.lane_seconds();
        }
        out.file.records = events;
        return out;
    }
};

} // namespace

const TraceFormat& kineto_reader() {
    static const KinetoReader reader;
    return reader;
}

} // namespace roofrack
