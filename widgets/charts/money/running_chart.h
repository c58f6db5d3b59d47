// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart.h"

#include <chrono>
#include <optional>

namespace roofrack {

/// Whether the answer to what fills the site is missing or of an earlier state, and is being computed.
bool are_fills_awaited(const ChartData& data);

/// What could be ready by a date: tokens that the drawn cluster, and the same power filled with every other
/// accelerator, have trained by then, each by its best way with machines of one's own and in a cloud; beside
/// it the days on which they may begin. A click on a cluster that is not drawn chooses it
/// (Chart::chosen, "fill:" and the accelerator's id).
class RunningChart : public Chart {
    Q_OBJECT

public:
    static constexpr const char* id_text = "running-by";
    static constexpr const char* title_text = QT_TRANSLATE_NOOP("roofrack::Chart", "Ready by date");
    static constexpr const char* chosen_prefix = "fill:";
    explicit RunningChart(QWidget* parent = nullptr);

    ChartTable table() const override;

    /// The chosen day; a year after the order until one is chosen.
    void show_day(std::chrono::sys_days by);
    std::chrono::sys_days day() const;
    /// ChartData::order_day, else today by the clock.
    std::chrono::sys_days order_day() const;

protected:
    ChartSpec describe(const Theme& theme, QSize size) const override;

private:
    std::optional<std::chrono::sys_days> m_day;
};

} // namespace roofrack
