// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart.h"
#include "widgets/charts/row_pages.h"

namespace roofrack {

class DesignLossesTable;
struct DesignStudy;

/// What a design search found: the goal over the first limit, with the front of those that no other beats in
/// goal and limits, and the best ones as rows with what ends each and why it is not the best. A click on one
/// keeps it as a scenario (Chart::chosen with keep_prefix and its number in the space). Below the picture
/// stands why the other designs lost.
class DesignChart : public Chart {
    Q_OBJECT

public:
    static constexpr const char* id_text = "designs";
    static constexpr const char* title_text = QT_TRANSLATE_NOOP("roofrack::Chart", "Design search");
    static constexpr const char* keep_prefix = "design-keep:";
    static constexpr const char* start_key = "design-start";
    static constexpr const char* stop_key = "design-stop";
    static constexpr const char* next_rows_key = "design-next-rows";
    explicit DesignChart(QWidget* parent = nullptr);

    ChartTable table() const override;
    ChoiceControls* make_controls(QWidget* parent) override;
    void show_first_rows() override;

protected:
    ChartSpec describe(const Theme& theme, QSize size) const override;
    /// Each design has a plan of its own, so that the title names none.
    QString plan_text() const override;
    void data_changed() override;
    void resizeEvent(QResizeEvent* event) override;

private:
    RowPages m_pages;
    DesignLossesTable* m_losses;
    std::shared_ptr<const DesignStudy> m_listed; ///< The search whose losses are listed.
};

} // namespace roofrack
