// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/compare/choice_controls.h"

class QCheckBox;
class QLineEdit;
class QPushButton;

namespace roofrack {

class Segments;
struct ComparisonView;

/// How the scenarios are compared: against which, at equal what, the same work or not, which rows; for the
/// way from one to the others, its figure.
class ComparisonControls : public ChoiceControls {
    Q_OBJECT

public:
    enum class Of { rows, way };
    explicit ComparisonControls(Of of, QWidget* parent = nullptr);

    void show_data(const ChartData& data) override;

private:
    void add_rows();
    void add_way();
    void show_view(const ComparisonView& view);
    void show_way(const ComparisonView& view);
    void commit_amount();

    ChoiceEdit* m_reference;
    Segments* m_equal;
    QLineEdit* m_amount;
    QCheckBox* m_same_work;
    Segments* m_rows = nullptr;
    QPushButton* m_designs = nullptr; ///< Null where a way is shown.
    ChoiceEdit* m_figure = nullptr;   ///< Null unless a way is shown.
    Segments* m_way = nullptr;        ///< Null unless a way is shown.
};

} // namespace roofrack
