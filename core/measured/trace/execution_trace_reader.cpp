// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/event_stream.h"
#include "core/measured/trace/reader.h"

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

/// PyTorch and Chakra execution traces in JSON: {"schema": "1.1.0-chakra.0.0.4", …, "nodes": […]}.
class ExecutionTraceReader final : public TraceFormat {
public:
    bool recognises(const std::filesystem::path&, std::string_view head) const override {
        const size_t first = head.find_first_not_of(" \t\r\n");
        if (first == std::string_view::npos || head[first] != '{') return false;
        const size_t nodes = head.find("\"nodes\"");
        return nodes != std::string_view::npos && nodes < head.find("\"traceEvents\"");
    }

    Result<TraceReading> read(const std::filesystem::path& path,
                              const TraceReadContext& context) const override {
        auto source = TextSource::open(path);
        if (!source) return tl::unexpected(source.error());
        NodeCounter counter;
        EventStream stream(*source, "nodes", context.warnings, context.window_bytes);
        const auto tick = [&] {
            context.progress(source->stored_read());
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
};

} // namespace

const TraceFormat& execution_trace_reader() {
    static const ExecutionTraceReader reader;
    return reader;
}

} // namespace roofrack
