// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/figure_index.h"
#include "core/base/model/decide/comparison_choice.h"
#include "widgets/fields/choice_edit.h"

#include <QWidget>

namespace roofrack {

struct ChartData;

/// The controls above a chart of the workspace Decide: they show and change the question, which the project
/// keeps.
class ChoiceControls : public QWidget {
    Q_OBJECT

public:
    explicit ChoiceControls(QWidget* parent);

    /// Shows the choice without emitting a signal.
    virtual void show_data(const ChartData& data) = 0;

Q_SIGNALS:
    void chosen(const roofrack::ComparisonChoice& choice);
    /// The user asked for something that the project does not keep, as a click on a mark of the chart does
    /// (Chart::chosen).
    void marked(const QString& key);

protected:
    void change(void (*set)(ComparisonChoice&, const std::string&), const QString& value);
    /// A choice of figures that a click adds: `first`, then those that are wanted.
    ChoiceEdit* figure_to_add(bool (*is_wanted)(const IndexedFigure&), const QString& name,
                              void (*add)(ComparisonChoice&, const std::string&),
                              std::vector<ChoiceEdit::Choice> first = {});

    ComparisonChoice m_choice;
};

/// Every figure that is one value, "MFU (Step)", in the order of the alphabet.
std::vector<ChoiceEdit::Choice> figure_choices(bool (*is_wanted)(const IndexedFigure&) = nullptr);
/// Whether the value of the figure is a number.
bool is_number(const IndexedFigure& figure);

} // namespace roofrack
