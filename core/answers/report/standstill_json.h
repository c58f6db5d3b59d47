// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/standstill.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// An object of a command, behind {feasible, reasons}: whether what it is about runs, and all that stops it.
nlohmann::ordered_json with_standstill(const Standstill& standstill, const nlohmann::ordered_json& body);
/// The schema of what with_standstill() makes of an object with `schema`.
nlohmann::ordered_json with_standstill_schema(nlohmann::ordered_json schema);
/// The schema of a command that has no more to say where the plan has no step: then all but {feasible,
/// reasons} is null.
nlohmann::ordered_json with_answer_schema(nlohmann::ordered_json schema);
/// What such a command says then; `schema`: of its object, without what with_answer_schema() adds.
nlohmann::ordered_json without_answer(const Standstill& standstill, const nlohmann::ordered_json& schema);

} // namespace roofrack
