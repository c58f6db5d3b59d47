// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart.h"

namespace roofrack {

/// What the steps of a run waited for: its critical path across ranks as a list, and how much shorter a step
/// would be without each.
class RunPathChart : public Chart {
    Q_OBJECT

public:
    static constexpr const char* id_text = "run-path";
    static constexpr const char* title_text = QT_TRANSLATE_NOOP("roofrack::Chart", "Critical path");
    explicit RunPathChart(QWidget* parent = nullptr);

    ChartTable table() const override;

protected:
    ChartSpec describe(const Theme& theme, QSize size) const override;
    /// A measured run has no plan, so that the title names none.
    QString plan_text() const override { return {}; }
};

} // namespace roofrack
