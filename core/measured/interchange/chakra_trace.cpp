// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/interchange/chakra_trace.h"

#include "core/base/units/saturated.h"
#include "core/measured/interchange/protobuf_writer.h"

#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

using Kind = ChakraNode::Kind;

// Field numbers and values of et_def.proto.
namespace proto {
enum Metadata : unsigned { version = 1 };
enum Node : unsigned { id = 1, name = 2, type = 3, data_deps = 5, duration_micros = 7, attr = 10 };
enum Attribute : unsigned {
    attribute_name = 1,
    int32_val = 7,
    int64_val = 9,
    uint64_val = 13,
    bool_val = 27,
    string_val = 29
};
enum NodeType : unsigned { comp_node = 4, comm_send_node = 5, comm_recv_node = 6, comm_coll_node = 7 };
enum CollectiveCommType : unsigned { all_reduce = 0, all_gather = 2, all_to_all = 6, reduce_scatter = 7 };
} // namespace proto

unsigned node_type(Kind kind) {
    switch (kind) {
    case Kind::compute: return proto::comp_node;
    case Kind::send: return proto::comm_send_node;
    case Kind::receive: return proto::comm_recv_node;
    case Kind::all_reduce:
    case Kind::all_gather:
    case Kind::reduce_scatter:
    case Kind::all_to_all: break;
    }
    return proto::comm_coll_node;
}

unsigned collective_type(Kind kind) {
    switch (kind) {
    case Kind::all_gather: return proto::all_gather;
    case Kind::reduce_scatter: return proto::reduce_scatter;
    case Kind::all_to_all: return proto::all_to_all;
    case Kind::all_reduce:
    case Kind::compute:
    case Kind::send:
    case Kind::receive: break;
    }
    return proto::all_reduce;
}

/// Writes node after node; keeps its buffers.
class TraceWriter {
public:
    void metadata() {
        m_node.clear();
        m_node.text(proto::version, "0.0.4");
        m_out.delimited(m_node);
    }

    void node(const ChakraNode& node, uint64_t id, const RankLayout& layout, int rank) {
        m_node.clear();
        m_node.integer(proto::id, id);
        m_node.text(proto::name, title(node));
        m_node.integer(proto::type, node_type(node.kind));
        m_inner.clear();
        for (const uint64_t need : node.needs)
            if (need > 0) m_inner.varint(need);
        if (!m_inner.bytes().empty()) m_node.nested(proto::data_deps, m_inner);
        if (node.kind == Kind::compute) {
            m_rest += node.seconds * 1e6;
            const double micros = std::max(0.0, std::round(m_rest));
            m_rest -= micros;
            if (micros > 0) m_node.integer(proto::duration_micros, saturated<uint64_t>(micros));
        }
        attribute("is_cpu_op", proto::bool_val, 0);
        if (node.kind == Kind::compute) {
            attribute("num_ops", proto::int64_val, saturated<uint64_t>(node.flops));
            attribute("tensor_size", proto::uint64_val, saturated<uint64_t>(node.bytes));
        } else if (node.kind == Kind::send || node.kind == Kind::receive) {
            const auto peer = static_cast<uint64_t>(layout.at_stage(rank, node.peer_stage));
            const auto self = static_cast<uint64_t>(rank);
            attribute("comm_size", proto::int64_val, node.size);
            attribute("comm_src", proto::int32_val, node.kind == Kind::send ? self : peer);
            attribute("comm_dst", proto::int32_val, node.kind == Kind::send ? peer : self);
            attribute("comm_tag", proto::int32_val, static_cast<uint64_t>(node.tag));
        } else {
            attribute("comm_type", proto::int64_val, collective_type(node.kind));
            attribute("comm_size", proto::int64_val, node.size);
            m_inner.clear();
            m_inner.text(proto::attribute_name, "pg_name");
            m_inner.text(proto::string_val, fmt::format_int(layout.group(node.group, rank)).str());
            m_node.nested(proto::attr, m_inner);
        }
        m_out.delimited(m_node);
    }

    const std::string& bytes() const { return m_out.bytes(); }

private:
    void attribute(std::string_view name, unsigned field, uint64_t value) {
        m_inner.clear();
        m_inner.text(proto::attribute_name, name);
        m_inner.integer(field, value);
        m_node.nested(proto::attr, m_inner);
    }

    const std::string& title(const ChakraNode& node) {
        m_title = node.name;
        m_title += node.backward ? " backward" : " forward";
        if (node.layer >= 0) fmt::format_to(std::back_inserter(m_title), " L{}", node.layer);
        if (node.micro_batch >= 0) fmt::format_to(std::back_inserter(m_title), " M{}", node.micro_batch);
        return m_title;
    }

    ProtobufWriter m_out, m_node, m_inner;
    std::string m_title;
    double m_rest = 0; ///< µs
};

} // namespace

std::string chakra_trace(const std::vector<ChakraNode>& program, const RankLayout& layout, int rank) {
    TraceWriter writer;
    writer.metadata();
    for (size_t i = 0; i < program.size(); ++i) writer.node(program[i], i + 1, layout, rank);
    return writer.bytes();
}

} // namespace roofrack
