// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart.h"

namespace roofrack {

/// What fills the memory of the fullest GPU, against its capacity.
class MemoryChart : public Chart {
    Q_OBJECT

public:
    static constexpr const char* id_text = "memory";
    static constexpr const char* title_text = QT_TRANSLATE_NOOP("roofrack::Chart", "Memory");
    explicit MemoryChart(QWidget* parent = nullptr);

    ChartTable table() const override;

protected:
    ChartSpec describe(const Theme& theme, QSize size) const override;
};

} // namespace roofrack
