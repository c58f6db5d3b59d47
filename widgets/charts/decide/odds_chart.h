// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart.h"
#include "widgets/charts/row_pages.h"

namespace roofrack {

/// How sure the figures of the scenarios are: of each P10, P50 and P90, how often it is the best of all, what
/// choosing it loses, and what would have to be known to be more certain. A click on the name of a figure
/// takes it away (Chart::chosen with remove_prefix and its name), one on the heading of the share of best
/// shows how often each is better than each other one.
class OddsChart : public Chart {
    Q_OBJECT

public:
    static constexpr const char* id_text = "odds";
    static constexpr const char* title_text = QT_TRANSLATE_NOOP("roofrack::Chart", "Odds");
    static constexpr const char* remove_prefix = "odds-remove:";
    static constexpr const char* next_rows_key = "odds-next-rows";
    static constexpr const char* pairs_key = "odds-pairs";
    static constexpr const char* stop_key = "odds-stop";
    static constexpr const char* go_on_key = "odds-go-on";
    explicit OddsChart(QWidget* parent = nullptr);

    ChartTable table() const override;
    ChoiceControls* make_controls(QWidget* parent) override;
    void show_first_rows() override;

protected:
    ChartSpec describe(const Theme& theme, QSize size) const override;
    QString plan_text() const override;

private:
    RowPages m_pages;
    bool m_shows_pairs = false;
};

} // namespace roofrack
