// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/gains_json.h"

#include "core/base/figures/builder.h"
#include "core/base/figures/shape_json.h"
#include "core/step/engine/figures/evaluation_figures.h"

#include <nlohmann/json.hpp>

namespace roofrack {

using Json = nlohmann::ordered_json;

Json gains_json(const std::vector<Gain>& gains) { return figures::list_json(gains); }

Json gain_schema() { return figures::schema_of(figures::shape_of<Gain>()); }

} // namespace roofrack
