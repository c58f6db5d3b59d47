// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"
#include "core/step/engine/evaluation.h"

#include <QString>

namespace roofrack {

class Catalog;

/// What is known of an item, as rich text: its figures with status and source, and what the evaluation found.
/// Empty for an unknown id. `evaluation` may be null.
QString hover_text(const std::string& id, const Cluster& cluster, const Catalog& catalog,
                   const Evaluation* evaluation);

} // namespace roofrack
