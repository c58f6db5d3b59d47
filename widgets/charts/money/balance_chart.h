// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart.h"

namespace roofrack {

/// Network price against waiting: $ per million tokens over the speed of the network, as columns of what
/// the network costs, what the rest costs at work, and what it costs while it waits.
class BalanceChart : public Chart {
    Q_OBJECT

public:
    static constexpr const char* id_text = "network-balance";
    static constexpr const char* title_text = QT_TRANSLATE_NOOP("roofrack::Chart", "Network balance");
    explicit BalanceChart(QWidget* parent = nullptr);

    ChartTable table() const override;

protected:
    ChartSpec describe(const Theme& theme, QSize size) const override;
};

} // namespace roofrack
