// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/ask.h"

#include <QString>

#include <array>
#include <span>

class QWidget;

namespace roofrack {

class Chart;

/// What a chart asks of a snapshot, by how soon; null: nothing.
struct ChartAsks {
    Ask at_once = nullptr;         ///< with the evaluation, also while something is dragged
    Ask soon = nullptr;            ///< when nothing was changed for a moment
    std::array<Ask, 2> searches{}; ///< then, each shown when it is found
};

/// What roofrack-cli is called with to print what a chart shows.
struct ChartCommand {
    const char* name = nullptr; ///< "scale"; null: none prints it, `roofrack render` writes its table
    const char* options = "";   ///< beside the project and the scenario
    bool replans = true;        ///< it takes --replan
    bool counts = false;        ///< it takes --metric
};

struct ChartEntry {
    const char* id;    ///< "step-breakdown", as `roofrack render --chart` names it
    const char* title; ///< title of its tab
    Chart* (*create)(QWidget* parent);
    ChartCommand command;
    ChartAsks asks;

    /// Everything that the chart shows of a snapshot.
    void ask_all(const Answers& answers) const;
};

/// Every chart, in the order of the tabs.
std::span<const ChartEntry> chart_catalog();
/// nullptr when there is none of this id.
const ChartEntry* find_chart(const QString& id);

} // namespace roofrack
