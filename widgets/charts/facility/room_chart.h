// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart.h"

namespace roofrack {

/// What the drawn racks take of an existing room: every limit, how many racks it bears, and what
/// must be bought.
class RoomChart : public Chart {
    Q_OBJECT

public:
    static constexpr const char* id_text = "room";
    static constexpr const char* title_text = QT_TRANSLATE_NOOP("roofrack::Chart", "Room");
    explicit RoomChart(QWidget* parent = nullptr);

    ChartTable table() const override;

protected:
    ChartSpec describe(const Theme& theme, QSize size) const override;
};

} // namespace roofrack
