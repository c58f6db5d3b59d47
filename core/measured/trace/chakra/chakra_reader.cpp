// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/protobuf/protobuf_stream.h"
#include "core/measured/trace/reader.h"

#include <algorithm>
#include <fmt/format.h>

namespace roofrack {

namespace {

constexpr uint32_t metadata_version = 1, metadata_attribute = 2;
constexpr uint32_t node_id = 1, node_name = 2, node_type = 3, last_of_node = 10;
constexpr uint64_t types = 8; ///< enum NodeType of Chakra's et_def.proto

bool is_metadata(std::string_view message) {
    ProtobufFields field(message);
    bool any = false;
    while (field.next()) {
        if ((field.number() != metadata_version && field.number() != metadata_attribute) ||
            field.type() != WireType::bytes)
            return false;
        any = true;
    }
    return any && !field.is_broken();
}

bool is_node(std::string_view message) {
    ProtobufFields field(message);
    bool has_type = false, has_name = false;
    while (field.next()) {
        if (field.number() > last_of_node) return false;
        if (field.number() == node_id && field.type() != WireType::varint) return false;
        if (field.number() == node_name) has_name = field.type() == WireType::bytes;
        if (field.number() == node_type)
            has_type = field.type() == WireType::varint && field.integer() < types;
    }
    return has_type && has_name && !field.is_broken();
}

/// Takes a message and the length before it off the front of `text`; none where it is cut off.
std::optional<std::string_view> take_message(std::string_view& text) {
    const auto length = take_varint(text);
    if (!length || *length > text.size()) return std::nullopt;
    const std::string_view out = text.substr(0, *length);
    text.remove_prefix(*length);
    return out;
}

/// Chakra's execution traces in protobuf (".et"): GlobalMetadata, then one Node after the other, a length
/// before each. They have an order of operators but no times of a run.
class ChakraReader final : public TraceFormat {
public:
    std::vector<ReadableFormat> reads() const override { return {{"Chakra", FormatTells::operators}}; }

    bool recognises(const std::filesystem::path&, std::string_view head) const override {
        const auto metadata = take_message(head);
        if (!metadata || !is_metadata(*metadata)) return false;
        if (head.empty()) return true;
        const auto node = take_message(head);
        return node && is_node(*node);
    }

    Result<TraceReading> read(const std::filesystem::path& path,
                              const TraceReadContext& context) const override {
        constexpr int64_t between_ticks = 1024;
        auto source = TextSource::open(path, context.stop);
        if (!source) return tl::unexpected(source.error());
        ProtobufStream stream(*source, context.window_bytes);
        int64_t messages = 0, nodes = 0;
        while (const auto length = stream.length()) {
            const int64_t offset = stream.position();
            const auto message = stream.take(*length);
            if (!message && !stream.fault().empty()) break;
            if (messages++ == 0) continue; // the metadata
            if (message && is_node(*message))
                ++nodes;
            else
                context.warnings.add("no nodes", offset, "what stands here is no node: passed over");
            if (messages % between_ticks == 0) context.progress(source->stored_read());
            if (context.stop.stop_requested()) return fail({}, "cancelled");
        }
        if (!stream.fault().empty())
            context.warnings.add(
                "broken file", stream.position(),
                fmt::format("{}: the {} nodes that stand before are read", stream.fault(), nodes));
        TraceRank rank;
        rank.bytes = stream.position();
        rank.events = nodes;
        TraceReading out{{rank}, {}};
        out.file.kind = MeasuredKind::execution_trace;
        out.file.program = "Chakra";
        out.file.records = nodes;
        return out;
    }
};

} // namespace

const TraceFormat& chakra_reader() {
    static const ChakraReader reader;
    return reader;
}

} // namespace roofrack
