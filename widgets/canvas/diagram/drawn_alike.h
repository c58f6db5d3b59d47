// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"

namespace roofrack {

/// True when both have the same Diagram: they differ at most in settings that the drawing does not show, such
/// as limits, temperatures and health.
bool is_drawn_alike(const Cluster& a, const Cluster& b);

} // namespace roofrack
