// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/trace/kineto_collector.h"

#include <optional>
#include <string_view>

namespace roofrack {

/// The members of an event's args that the breakdown needs.
struct KinetoArgs {
    std::optional<int64_t> device, stream, correlation, external_id;
    std::optional<int64_t> step;                  ///< step of XLA's profiler, which numbers them
    std::string_view hlo_op;                      ///< XLA's operator, with JSON's escapes; valid as `args` is
    bool graph_node = false;                      ///< it is a node of a CUDA graph
    std::optional<CollectiveMetadata> collective; ///< when a collective is described
};

/// `args` is the token of the args object, or empty.
KinetoArgs read_kineto_args(std::string_view args);

/// The inputs of an operator, with their dimensions as JSON; empty where the profiler did not record them.
OpShape read_op_shape(std::string_view args);

/// "allreduce", "_allgather_base" … as PyTorch writes them → "all_reduce", "all_gather" …; others as they
/// are.
std::string collective_kind(std::string_view pytorch_name);
/// The collective in an NCCL or RCCL kernel's name; the name itself when there is none.
std::string collective_kind_of_kernel(std::string_view kernel_name);
/// Bytes of one element of a PyTorch scalar type ("BFloat16" → 2).
std::optional<int64_t> bytes_of_dtype(std::string_view dtype);

} // namespace roofrack
