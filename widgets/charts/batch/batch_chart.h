// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart.h"

namespace roofrack {

/// Days to the run's loss over GPUs and global batch.
class BatchChart : public Chart {
    Q_OBJECT

public:
    static constexpr const char* id_text = "batch";
    static constexpr const char* title_text = QT_TRANSLATE_NOOP("roofrack::Chart", "Batch");
    explicit BatchChart(QWidget* parent = nullptr);

    ChartTable table() const override;

protected:
    ChartSpec describe(const Theme& theme, QSize size) const override;
    QString plan_text() const override;
};

} // namespace roofrack
