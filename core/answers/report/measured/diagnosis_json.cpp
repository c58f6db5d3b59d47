// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/measured/diagnosis_json.h"

#include "core/base/figures/builder.h"
#include "core/base/figures/shape_json.h"

namespace roofrack {

nlohmann::ordered_json diagnosis_json(const Diagnosis& diagnosis) {
    return figures::json_of(figures::object_of(diagnosis));
}

nlohmann::ordered_json diagnosis_schema() { return figures::schema_of(figures::shape_of<Diagnosis>()); }

} // namespace roofrack
