// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/compare/choice_controls.h"

#include "core/answers/figure_title.h"
#include "widgets/charts/chart_text.h"
#include "widgets/fields/flow_layout.h"

#include <algorithm>
#include <iterator>

namespace roofrack {

ChoiceControls::ChoiceControls(QWidget* parent)
    : QWidget(parent) {
    setObjectName(QStringLiteral("panel"));
    setAttribute(Qt::WA_StyledBackground);
    setLayout(new FlowLayout(this, 8, 6));
    layout()->setContentsMargins(16, 8, 16, 0);
}

void ChoiceControls::change(void (*set)(ComparisonChoice&, const std::string&), const QString& value) {
    set(m_choice, value.toStdString());
    Q_EMIT chosen(m_choice);
}

ChoiceEdit* ChoiceControls::figure_to_add(bool (*is_wanted)(const IndexedFigure&), const QString& name,
                                          void (*add)(ComparisonChoice&, const std::string&),
                                          std::vector<ChoiceEdit::Choice> first) {
    auto* figure = new ChoiceEdit(this);
    std::vector<ChoiceEdit::Choice> figures{{QString(), tr("Add a figure …"), {}}};
    std::ranges::move(first, std::back_inserter(figures));
    std::ranges::move(figure_choices(is_wanted), std::back_inserter(figures));
    figure->set_choices(figures);
    figure->setAccessibleName(name);
    layout()->addWidget(figure);
    connect(figure, &ChoiceEdit::key_committed, this, [this, figure, add](const QString& key) {
        figure->set_key(QString());
        if (!key.isEmpty()) change(add, key);
    });
    return figure;
}

std::vector<ChoiceEdit::Choice> figure_choices(bool (*is_wanted)(const IndexedFigure&)) {
    std::vector<ChoiceEdit::Choice> out;
    for (const IndexedFigure& each : figure_index())
        if (each.figure.name.find('*') == std::string::npos && (!is_wanted || is_wanted(each)))
            out.push_back({qt(each.figure.name), qt(figure_title(each)),
                           qt(figure_title(each)) + u'\n' + qt(each.figure.name)});
    std::ranges::stable_sort(
        out, [](const auto& a, const auto& b) { return QString::localeAwareCompare(a.label, b.label) < 0; });
    return out;
}

bool is_number(const IndexedFigure& figure) {
    return figure.figure.row->as<figures::NumberValue>() || figure.figure.row->as<figures::BandOfValues>();
}

} // namespace roofrack
