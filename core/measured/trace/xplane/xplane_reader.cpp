// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/reader.h"
#include "core/measured/trace/xplane/xplane_collector.h"
#include "core/measured/trace/xplane/xplane_names.h"

#include <fmt/format.h>

namespace roofrack {

namespace {

constexpr int64_t latest_ns = INT64_MAX / 4;
constexpr std::string_view replacement = "\xEF\xBF\xBD"; // what stands for bytes that are no text

/// The bytes of a message that lies in memory up to what is cut off.
std::string_view first_plane(std::string_view head) {
    if (!head.starts_with('\x0a')) return {};
    head.remove_prefix(1);
    const auto length = take_varint(head);
    return length && *length > 0 ? head.substr(0, *length) : std::string_view();
}

/// True where the text begins with an XPlane: an id or none, then a name as XLA gives them.
bool begins_with_plane(std::string_view head) {
    ProtobufFields field(first_plane(head));
    while (field.next() && field.number() <= xplane::plane_name)
        if (field.number() == xplane::plane_name)
            return field.bytes().starts_with("/device:") || field.bytes().starts_with("/host:") ||
                   field.bytes() == "Task Environment";
    return false;
}

/// True where the names of an XPlane stand among bytes that a conversion to text replaced.
bool is_damaged_plane(std::string_view head) {
    const std::string_view start = head.substr(0, 64);
    const auto has = [&](std::string_view part) { return start.find(part) != std::string_view::npos; };
    return head.starts_with('\x0a') && has(replacement) && (has("/device:") || has("/host:"));
}

/// One walk over the planes of a file.
class SpaceWalk {
public:
    SpaceWalk(TextSource& source, const TraceReadContext& context)
        : m_source(source)
        , m_context(context)
        , m_stream(source, context.window_bytes) {}

    /// Calls `plane` with the end of each plane; false when stopped.
    template<class Plane>
    bool each_plane(const Plane& plane) {
        while (const auto field = m_stream.next(ProtobufStream::end_of_file)) {
            if (!goes_on()) return false;
            if (field->type != WireType::bytes) continue;
            if (field->number != xplane::space_plane) {
                m_stream.skip(field->value);
                continue;
            }
            const int64_t end = m_stream.end_of(*field);
            plane(end);
            if (m_stream.fault().empty() && m_stream.position() < end)
                m_stream.skip(static_cast<uint64_t>(end - m_stream.position()));
        }
        return goes_on();
    }

    bool goes_on() {
        m_context.progress(m_source.stored_read());
        return !m_context.stop.stop_requested();
    }
    ProtobufStream& stream() { return m_stream; }

private:
    TextSource& m_source;
    const TraceReadContext& m_context;
    ProtobufStream m_stream;
};

/// XLA's profiler of JAX and TensorFlow as it writes it: one XSpace message of planes (devices, threads of
/// the host), of lines (streams), of events whose names stand behind them. So the file is walked twice.
class XplaneReader final : public TraceFormat {
public:
    std::vector<ReadableFormat> reads() const override { return {{"XLA", FormatTells::profile}}; }

    bool recognises(const std::filesystem::path&, std::string_view head) const override {
        return begins_with_plane(head) || is_damaged_plane(head);
    }

    Result<TraceReading> read(const std::filesystem::path& path,
                              const TraceReadContext& context) const override {
        auto names = read_names(path, context);
        if (!names) return tl::unexpected(names.error());
        auto source = TextSource::open(path, context.stop);
        if (!source) return tl::unexpected(source.error());
        SpaceWalk walk(*source, context);
        XplaneCollector collector(context.comm_names, context.warnings, context.keep_lanes);
        size_t next = 0;
        const bool finished = walk.each_plane([&](int64_t end) {
            if (next == names->size()) return;
            const XplaneNames& plane = (*names)[next++];
            if (!plane.is_host() && !plane.device()) return;
            collector.begin_plane(plane);
            read_lines(walk, end, collector, context);
        });
        if (!finished) return fail({}, "cancelled");
        TraceReading out{collector.take(), {}};
        for (TraceRank& rank : out.ranks) {
            rank.bytes = walk.stream().position();
            rank.events = collector.events();
        }
        out.file.kind = MeasuredKind::xplane;
        if (!out.ranks.front().times) {
            out.file.devices = collector.devices();
            out.file.duration_s = collector.device_seconds();
        }
        out.file.records = collector.events();
        return out;
    }

private:
    /// The names of each plane, in order. What is whole counts where the file is broken further on, which is
    /// a warning.
    static Result<std::vector<XplaneNames>> read_names(const std::filesystem::path& path,
                                                       const TraceReadContext& context) {
        auto source = TextSource::open(path, context.stop);
        if (!source) return tl::unexpected(source.error());
        SpaceWalk walk(*source, context);
        std::vector<XplaneNames> out;
        if (!walk.each_plane([&](int64_t end) { out.push_back(XplaneNames::read(walk.stream(), end)); }))
            return fail({}, "cancelled");
        if (!walk.stream().fault().empty()) {
            if (out.size() < 2) return tl::unexpected(why_unreadable(path, walk.stream().fault()));
            context.warnings.add("broken file", walk.stream().position(),
                                 fmt::format("{}: what stands before is read", walk.stream().fault()));
        }
        return out;
    }

    static Diagnostic why_unreadable(const std::filesystem::path& path, const std::string& fault) {
        std::string head(64, '\0');
        if (auto source = TextSource::open(path, {})) head.resize(source->read(head.data(), head.size()));
        if (is_damaged_plane(head))
            return {{},
                    "an XPlane that was converted to text on its way: its bytes are lost",
                    "copy the file again as it is (binary), from where it was recorded"};
        return {{}, fault, "record it again"};
    }

    static void read_lines(SpaceWalk& walk, int64_t end, XplaneCollector& collector,
                           const TraceReadContext& context) {
        ProtobufStream& stream = walk.stream();
        while (const auto field = stream.next(end)) {
            if (field->type != WireType::bytes) continue;
            if (field->number == xplane::plane_line)
                read_line(walk, stream.end_of(*field), collector, context);
            else
                stream.skip(field->value);
        }
    }

    static void read_line(SpaceWalk& walk, int64_t end, XplaneCollector& collector,
                          const TraceReadContext& context) {
        constexpr int64_t between_ticks = 4096;
        ProtobufStream& stream = walk.stream();
        int64_t timestamp = 0, events = 0;
        collector.begin_line({});
        while (const auto field = stream.next(end)) {
            if (field->type != WireType::bytes) {
                if (field->number == xplane::line_timestamp_ns)
                    timestamp = static_cast<int64_t>(field->value);
                continue;
            }
            const int64_t offset = stream.position();
            if (field->number != xplane::line_name && field->number != xplane::line_event) {
                stream.skip(field->value);
                continue;
            }
            const auto bytes = stream.take(field->value);
            if (!bytes) continue;
            if (field->number == xplane::line_name)
                collector.begin_line(*bytes);
            else
                collector.event(*bytes, offset);
            if (++events % between_ticks == 0 && !walk.goes_on()) return;
        }
        if (timestamp < 0 || timestamp > latest_ns) {
            context.warnings.add("impossible times", stream.position(),
                                 "a line begins when nothing can: its events are taken from 0");
            timestamp = 0;
        }
        collector.end_line(timestamp);
    }
};

} // namespace

const TraceFormat& xplane_reader() {
    static const XplaneReader reader;
    return reader;
}

} // namespace roofrack
