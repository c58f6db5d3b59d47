// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/explain/tree/inputs.h"

namespace roofrack {

/// Share of a border's rate that flows reach under the site's routing.
ExplanationPtr routing_node(const Inputs& inputs, const FabricLevel& level);

/// Share of a border's line rate that a collective reaches (rate_share).
Term share_of_rate(const Inputs& inputs, LinkClass link, double nic, NetworkVariant variant);

/// Nominal B/s of all NVLinks of a GPU, one direction: "ampere", "hopper" or "blackwell".
ExplanationPtr nvlink_rate_node(const Inputs& inputs, std::string_view generation);

/// What a ring carries of a nominal NVLink rate, between the generations that NCCL lists.
Term nvlink_term(const Inputs& inputs, const ExplanationPtr& nominal);

/// Share of a GPU's direct links that a group's rings run over (link_share).
Term link_share_term(const Inputs& inputs, const ExplanationPtr& members);

/// What others and degraded links leave of a level's links to the job (LinkShare::left); none as drawn.
ExplanationPtr remaining_bandwidth_node(const Inputs& inputs, const FabricLevel& level, bool within);

} // namespace roofrack
