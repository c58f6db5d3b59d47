// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/gains_json.h"

#include "core/engine/figures/evaluation_figures.h"
#include "core/figures/builder.h"
#include "core/figures/shape_json.h"

#include <nlohmann/json.hpp>

namespace roofrack {

using Json = nlohmann::ordered_json;

Json gains_json(const std::vector<Gain>& gains) { return figures::list_json(gains); }

Json gain_schema() { return figures::schema_of(figures::shape_of<Gain>()); }

} // namespace roofrack
