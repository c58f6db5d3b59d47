// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/ask.h"

#include <QString>

#include <array>
#include <span>

class QWidget;

namespace roofrack {

class Chart;

/// What a chart asks of a snapshot, and how soon; a null member asks nothing.
struct ChartAsks {
    /// Asked together with the evaluation, also while something is dragged.
    Ask at_once = nullptr;
    Ask soon = nullptr; ///< Asked when nothing has changed for a moment.
    /// Asked after that; each answer is shown as soon as it is computed.
    std::array<Ask, 2> searches{};
};

/// The arguments of roofrack-cli that print the figures of a chart.
struct ChartCommand {
    /// "scale"; null if no command prints them and only `roofrack render` writes the table.
    const char* name = nullptr;
    const char* options = ""; ///< Options in addition to the project and the scenario.
    bool replans = true;      ///< The command takes --replan.
    bool counts = false;      ///< The command takes --metric.
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
/// Null if no chart has this id.
const ChartEntry* find_chart(const QString& id);

} // namespace roofrack
