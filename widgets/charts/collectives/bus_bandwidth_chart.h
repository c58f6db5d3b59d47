// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart.h"

namespace roofrack {

/// What nccl-tests would print on the drawn fabric: bus bandwidth over message size, one line per group of
/// GPUs, one panel per collective; measured sweeps as dots over it.
class BusBandwidthChart : public Chart {
    Q_OBJECT

public:
    static constexpr const char* id_text = "bus-bandwidth";
    static constexpr const char* title_text = QT_TRANSLATE_NOOP("roofrack::Chart", "Bus bandwidth");
    explicit BusBandwidthChart(QWidget* parent = nullptr);

    ChartTable table() const override;

protected:
    ChartSpec describe(const Theme& theme, QSize size) const override;
    /// Only the fabric matters, so that the title names no plan.
    QString plan_text() const override { return {}; }
};

} // namespace roofrack
