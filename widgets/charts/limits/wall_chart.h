// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart.h"

namespace roofrack {

/// How arithmetic outgrows memory and links, by the catalogue's accelerators; their ridge points, and when
/// the workload meets them.
class WallChart : public Chart {
    Q_OBJECT

public:
    static constexpr const char* id_text = "memory-wall";
    static constexpr const char* title_text = QT_TRANSLATE_NOOP("roofrack::Chart", "Memory wall");
    explicit WallChart(QWidget* parent = nullptr);

    ChartTable table() const override;

protected:
    ChartSpec describe(const Theme& theme, QSize size) const override;
};

} // namespace roofrack
