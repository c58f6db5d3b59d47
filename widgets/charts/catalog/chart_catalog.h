// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <span>

class QWidget;

namespace roofrack {

class Chart;

struct ChartEntry {
    const char* id;    ///< "step-breakdown", as `roofrack render --chart` names it
    const char* title; ///< of its tab
    Chart* (*create)(QWidget* parent);
};

/// Every chart, in the order of the tabs.
std::span<const ChartEntry> chart_catalog();
/// nullptr when there is none of this id.
const ChartEntry* find_chart(const QString& id);

} // namespace roofrack
