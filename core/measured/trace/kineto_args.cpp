// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/kineto_args.h"

#include "core/measured/trace/text/decimal_time.h"
#include "core/measured/trace/text/json_scanner.h"

#include <array>
#include <utility>

namespace roofrack {

namespace {

std::optional<int> member_integer(std::string_view token) {
    const auto value = integer_of(unquoted(token));
    if (!value || *value < 0 || *value > 100'000'000) return std::nullopt;
    return static_cast<int>(*value);
}

} // namespace

KinetoArgs read_kineto_args(std::string_view args) {
    KinetoArgs out;
    if (args.empty()) return out;
    CollectiveMetadata collective;
    bool described = false;
    const auto read = [&](std::string_view key_token, std::string_view token) {
        const std::string_view key = unquoted(key_token);
        const auto integer = [&] { return integer_of(unquoted(token)); };
        switch (key.empty() ? '\0' : key.front()) {
        case 'd':
            if (key == "device") out.device = integer();
            if (key == "dtype") collective.dtype = decoded(token);
            break;
        case 'c':
            if (key == "correlation" || key == "correlation_id") out.correlation = integer();
            if (key == "cuda_graph_node_id") out.graph_node = out.graph_node || integer().value_or(0) > 0;
            break;
        case 'h':
            if (key == "hlo_op") out.hlo_op = unquoted(token);
            break;
        case 'e': // 2021
            if (key == "external id") out.external_id = integer();
            break;
        case 'E':
            if (key == "External id") out.external_id = integer();
            break;
        case 'C':
            if (key == "Collective name") {
                collective.kind = collective_kind(decoded(token));
                described = true;
            }
            break;
        case 'I':
            if (key == "In msg nelems") collective.send_elements = integer();
            break;
        case 'O':
            if (key == "Out msg nelems") collective.receive_elements = integer();
            break;
        case 'G':
            if (key == "Group size") collective.group_size = member_integer(token);
            break;
        case 'P':
            if (key == "Process Group Name" || (key == "Process Group ID" && collective.group.empty()))
                collective.group = decoded(token);
            break;
        case 's':
            if (key == "stream") out.stream = integer();
            if (key == "step_num") out.step = integer();
            break;
        case 'g': // 0 where the kernel was launched by itself
            if (key == "graph node id" || key == "graph id")
                out.graph_node = out.graph_node || integer().value_or(0) > 0;
            break;
        case 'S':
            if (key == "Seq") collective.sequence = integer();
            break;
        default: break;
        }
    };
    JsonScanner scanner(args);
    scanner.members(read);
    if (described) out.collective = std::move(collective);
    return out;
}

OpShape read_op_shape(std::string_view args) {
    OpShape out;
    if (args.find("nput") == std::string_view::npos) return out;
    JsonScanner scanner(args);
    scanner.members([&](std::string_view key_token, std::string_view token) {
        const std::string_view key = unquoted(key_token);
        if (key == "Input Dims" || key == "Input dims") out.dims = token;
        if (key == "Input type") out.types = token;
    });
    return out;
}

std::string collective_kind(std::string_view name) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 20> kinds{{
        {"allreduce", "all_reduce"},
        {"allreduce_coalesced", "all_reduce"},
        {"all_reduce_barrier", "barrier"},
        {"_allgather_base", "all_gather"},
        {"allgather", "all_gather"},
        {"allgather_into_tensor_coalesced", "all_gather"},
        {"all_gather_into_tensor_coalesced", "all_gather"},
        {"allgather_coalesced", "all_gather"},
        {"_reduce_scatter_base", "reduce_scatter"},
        {"reduce_scatter_tensor_coalesced", "reduce_scatter"},
        {"reduce_scatter", "reduce_scatter"},
        {"all_to_allv", "all_to_all"},
        {"alltoall", "all_to_all"},
        {"all_to_all", "all_to_all"},
        {"alltoall_base", "all_to_all"},
        {"_broadcast_oop", "broadcast"},
        {"broadcast", "broadcast"},
        {"_reduce_oop", "reduce"},
        {"send", "send"},
        {"recv", "recv"},
    }};
    for (const auto& [written, kind] : kinds)
        if (name == written) return std::string(kind);
    return std::string(name);
}

std::string collective_kind_of_kernel(std::string_view name) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kinds{{
        {"_AllReduce", "all_reduce"},
        {"_AllGather", "all_gather"},
        {"_ReduceScatter", "reduce_scatter"},
        {"_Broadcast", "broadcast"},
        {"_SendRecv", "send_recv"},
        {"_Reduce", "reduce"},
    }};
    if (name.find("ccl") != std::string_view::npos)
        for (const auto& [part, kind] : kinds)
            if (name.find(part) != std::string_view::npos) return std::string(kind);
    return std::string(name);
}

std::optional<int64_t> bytes_of_dtype(std::string_view dtype) {
    // PyTorch's c10/core/ScalarType.h
    static constexpr std::array<std::pair<std::string_view, int64_t>, 20> sizes{{
        {"Byte", 1},
        {"Char", 1},
        {"Short", 2},
        {"Int", 4},
        {"Long", 8},
        {"Half", 2},
        {"Float", 4},
        {"Double", 8},
        {"ComplexHalf", 4},
        {"ComplexFloat", 8},
        {"ComplexDouble", 16},
        {"Bool", 1},
        {"BFloat16", 2},
        {"Float8_e5m2", 1},
        {"Float8_e4m3fn", 1},
        {"Float8_e5m2fnuz", 1},
        {"Float8_e4m3fnuz", 1},
        {"UInt16", 2},
        {"UInt32", 4},
        {"UInt64", 8},
    }};
    for (const auto& [name, bytes] : sizes)
        if (dtype == name) return bytes;
    return std::nullopt;
}

} // namespace roofrack
