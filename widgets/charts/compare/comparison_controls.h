// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/decide/comparison_choice.h"

#include <QWidget>

class QCheckBox;
class QLineEdit;

namespace roofrack {

class Chart;
class ChoiceEdit;
class Segments;
struct ComparisonView;

/// How the scenarios are compared: against which, at equal what, the same work or not, which rows; for the
/// way from one to the others, its figure.
class ComparisonControls : public QWidget {
    Q_OBJECT

public:
    enum class Of { rows, way };
    explicit ComparisonControls(Of of, QWidget* parent = nullptr);

    /// The controls of a comparison or of a way; nullptr: the chart is neither.
    static ComparisonControls* made_for(const Chart& chart, QWidget* parent);

    /// Emits nothing.
    void show_view(const ComparisonView& view);

Q_SIGNALS:
    void chosen(const roofrack::ComparisonChoice& choice);

private:
    void add_rows();
    void add_way();
    void commit_amount();
    void change(void (*set)(ComparisonChoice&, const std::string&), const QString& value);

    ComparisonChoice m_choice;
    ChoiceEdit* m_reference;
    Segments* m_equal;
    QLineEdit* m_amount;
    QCheckBox* m_same_work;
    Segments* m_rows = nullptr;
    ChoiceEdit* m_figure;
    QCheckBox* m_averaged = nullptr;
};

} // namespace roofrack
