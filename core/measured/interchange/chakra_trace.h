// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/interchange/chakra_program.h"

#include <string>

namespace roofrack {

/// The execution trace of one rank as ASTRA-sim reads it (`NAME.RANK.et`): a stream of Protocol Buffers
/// messages, each after its length as a varint: GlobalMetadata, then Node after Node (mlcommons/chakra, MIT
/// licence, schema/protobuf/et_def.proto; the attributes that ASTRA-sim's Workload asks for, in the types
/// that chakra's feeders read). Durations are whole microseconds: what rounding leaves goes to the next node,
/// so that sums stay right.
std::string chakra_trace(const std::vector<ChakraNode>& program, const RankLayout& layout, int rank);

} // namespace roofrack
