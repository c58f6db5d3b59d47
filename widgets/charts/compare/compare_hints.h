// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/compare/comparison_study.h"

#include <QString>

#include <chrono>

namespace roofrack {

/// What the pointer reads at the head of a column: the scenario, its size and why, its cautions, why it is
/// done later than the reference and on which other terms it stands.
QString column_hint(const ComparisonStudy& study, size_t column);

QString name_of_row(const ComparedRow& row);

/// What the pointer reads at a value: what it is, its range, its difference to the reference, whether it is
/// the best and why it cannot be.
QString value_hint(const ComparedScenario& scenario, const ComparedRow& row, const ComparedValue& value,
                   std::chrono::sys_days order);

} // namespace roofrack
