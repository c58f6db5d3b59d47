// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/event_stream.h"
#include "core/measured/trace/reader.h"

#include <fmt/format.h>
#include <optional>
#include <string>

namespace roofrack {

namespace {

/// Counts the nodes; an execution trace has an order of operators but no times.
class NodeCounter final : public TraceEventSink {
public:
    void event(const TraceEvent&, int64_t) override { ++m_nodes; }
    int64_t nodes() const { return m_nodes; }

private:
    int64_t m_nodes = 0;
};

/// The key of the array of nodes where it stands before any trace events; none in other files.
std::optional<std::string> array_of_nodes(std::string_view head) {
    const size_t first = head.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos || head[first] != '{') return std::nullopt;
    const size_t events = head.find("\"traceEvents\"");
    for (const std::string_view key : {"nodes", "workload_graph"})
        if (const size_t at = head.find(fmt::format("\"{}\"", key));
            at != std::string_view::npos && at < events)
            return std::string(key);
    return std::nullopt;
}

/// Execution traces in JSON: PyTorch's {"schema": "1.1.0-chakra.0.0.4", …, "nodes": […]}, Chakra's
/// {"workload_graph": […]}.
class ExecutionTraceReader final : public TraceFormat {
public:
    std::vector<ReadableFormat> reads() const override { return {{"PyTorch", FormatTells::operators}}; }

    bool recognises(const std::filesystem::path&, std::string_view head) const override {
        return array_of_nodes(head).has_value();
    }

    Result<TraceReading> read(const std::filesystem::path& path,
                              const TraceReadContext& context) const override {
        auto source = TextSource::open(path, context.stop);
        if (!source) return tl::unexpected(source.error());
        const std::string key = key_of(path, context.stop);
        NodeCounter counter;
        EventStream stream(*source, key, context.warnings, context.window_bytes, context.read_ahead);
        const auto tick = [&] {
            context.progress(stream.stored_read());
            return !context.stop.stop_requested();
        };
        if (auto done = stream.read(counter, tick); !done) return tl::unexpected(done.error());
        TraceRank rank;
        rank.bytes = stream.bytes();
        rank.events = counter.nodes();
        TraceReading out{{rank}, {}};
        out.file.kind = MeasuredKind::execution_trace;
        out.file.records = counter.nodes();
        return out;
    }

private:
    static std::string key_of(const std::filesystem::path& path, const std::stop_token& stop) {
        std::string head(size_t{1} << 20, '\0');
        if (auto source = TextSource::open(path, stop)) head.resize(source->read(head.data(), head.size()));
        return array_of_nodes(head).value_or("nodes");
    }
};

} // namespace

const TraceFormat& execution_trace_reader() {
    static const ExecutionTraceReader reader;
    return reader;
}

} // namespace roofrack
