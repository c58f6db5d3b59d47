// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/pages/explain_view.h"

#include "app/gui/pages/guide_pages.h"
#include "core/answers/explain/explain.h"
#include "core/base/catalog/catalog.h"
#include "core/base/model/project.h"
#include "core/study/standstill.h"
#include "core/study/verdict.h"
#include "widgets/charts/plot/explained_value.h"
#include "widgets/fields/text.h"
#include "widgets/theme/text_scale.h"

#include <QDialog>
#include <QHeaderView>
#include <QLabel>
#include <QScrollArea>
#include <QSplitter>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <cmath>

namespace roofrack {

namespace {

std::optional<Dimension> dimension_of(const std::string& unit) {
    for (const Dimension d :
         {Dimension::time, Dimension::bytes, Dimension::byte_rate, Dimension::flops, Dimension::flop_rate,
          Dimension::power, Dimension::energy, Dimension::frequency, Dimension::temperature})
        if (unit == unit_symbol(d)) return d;
    return std::nullopt;
}

QString value_text(const Explanation& e) {
    if (std::isnan(e.value)) return QObject::tr("not known");
    if (const auto dimension = dimension_of(e.unit)) return to_qt(format_quantity(e.value, *dimension));
    QString text = std::abs(e.value) >= 1000 && e.value == std::round(e.value)
                       ? to_qt(format_count(e.value))
                       : to_qt(format_quantity(e.value, Dimension::number));
    if (!e.unit.empty()) text += u' ' + to_qt(e.unit);
    return text;
}

/// The formula with the values of its inputs, and what it leaves out.
QString formula_tip(const Explanation& e) {
    QStringList lines;
    if (!e.formula.empty()) {
        std::vector<std::string> values;
        for (const ExplanationPtr& input : e.inputs) values.push_back(value_text(*input).toStdString());
        lines = {in_words(e.formula_text()), to_qt(e.formula.text(values)), value_text(e)};
    }
    const QString text = lines.join(QStringLiteral("\n= "));
    return e.note.empty() || text.isEmpty() ? text + to_qt(e.note) : text + u'\n' + to_qt(e.note);
}

QString source_text(const Explanation& e) {
    QStringList parts{to_qt(e.origin.text()), to_qt(e.source)};
    parts.removeAll(QString());
    return parts.join(QStringLiteral("; "));
}

/// Formula or note, how sure and from where of a row, whole: the columns are too narrow for them.
QString whole_text(const Explanation& e) {
    QStringList lines{QStringLiteral("%1 = %2").arg(in_words(e.name), value_text(e)), formula_tip(e),
                      source_text(e)};
    lines.removeAll(QString());
    return lines.join(u'\n');
}

/// The row stands for another figure, which has an explanation of its own.
bool leads_on(const Explanation& e) { return e.origin.kind == Origin::Kind::figure; }

QTreeWidgetItem* add(QTreeWidgetItem* parent, const ExplanationPtr& explanation) {
    const Explanation& e = *explanation;
    const QString formula =
        leads_on(e) ? QObject::tr("Enter or a double click explains it") : in_words(e.formula_text());
    auto* item = new QTreeWidgetItem(parent, {in_words(e.name), value_text(e),
                                              e.note.empty() || formula.size() > 1 ? formula : to_qt(e.note),
                                              in_words(e.sure), source_text(e)});
    item->setToolTip(2, formula_tip(e));
    item->setToolTip(4, item->text(4));
    item->setData(0, Qt::UserRole, QVariant::fromValue(explanation));
    if (!e.inputs.empty()) item->setChildIndicatorPolicy(QTreeWidgetItem::ShowIndicator);
    return item;
}

ExplanationPtr explanation_of(const QTreeWidgetItem& item) {
    return item.data(0, Qt::UserRole).value<ExplanationPtr>();
}

constexpr const char* standstill_name = "standstill";

/// Nothing where it cannot be understood.
std::optional<Prepared> prepared_of(const Scenario& scenario, const Catalog& catalog, bool best_plan) {
    auto made = Prepared::make(planned(scenario, catalog, best_plan), catalog);
    return made ? std::optional(std::move(*made)) : std::nullopt;
}

class ExplainDialog final : public QDialog {
public:
    /// `scenario`: of the project, by name; empty: the open one.
    ExplainDialog(const Catalog& catalog, QString part, QString scenario, QWidget* window)
        : QDialog(window, Qt::Tool)
        , m_catalog(catalog)
        , m_part(std::move(part))
        , m_scenario(std::move(scenario))
        , m_standstill(new QLabel(this))
        , m_refusal(new QLabel(this))
        , m_tree(new QTreeWidget)
        , m_whole(new QLabel) {
        setAttribute(Qt::WA_DeleteOnClose);
        setProperty(guide_page_property, QStringLiteral("step-breakdown"));
        m_standstill->setObjectName(QLatin1String(standstill_name));
        m_standstill->setProperty("state", "critical");
        for (QLabel* label : {m_standstill, m_refusal, m_whole}) {
            label->setTextFormat(Qt::PlainText);
            label->setWordWrap(true);
            label->setMargin(8);
            label->hide();
        }
        make_tree();
        auto* below = new QScrollArea;
        below->setWidget(m_whole);
        below->setWidgetResizable(true);
        below->setFrameShape(QFrame::NoFrame);
        m_whole->setObjectName(QStringLiteral("whole"));
        m_whole->setAlignment(Qt::AlignTop | Qt::AlignLeft);
        m_whole->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        m_whole->show();
        m_parts = new QSplitter(Qt::Vertical);
        m_parts->addWidget(m_tree);
        m_parts->addWidget(below);
        m_parts->setChildrenCollapsible(false);
        m_parts->setStretchFactor(0, 1);
        m_parts->setSizes({360, 130});
        auto* column = new QVBoxLayout(this);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(0);
        column->addWidget(m_standstill);
        column->addWidget(m_refusal);
        column->addWidget(m_parts);
        resize_for_text(*this, {960, 520});
    }

    bool is_filled() const { return m_filled; }

    /// `open`: the open scenario with the plan that is asked; of another scenario that of the project.
    /// Nothing where it is gone.
    void refresh(const std::optional<Prepared>& open, const Project& project, bool best_plan) {
        if (m_scenario.isEmpty()) return fill(open, best_plan);
        const Scenario* other = project.find_scenario(m_scenario.toStdString());
        if (!other) return fill(std::nullopt, best_plan);
        if (m_filled && m_best_plan == best_plan && m_given == *other) return; // a search for nothing
        m_given = *other;
        fill(prepared_of(*other, m_catalog, best_plan), best_plan);
    }

private:
    /// Nothing: an infeasible plan has no such number.
    void fill(std::optional<Prepared> prepared, bool best_plan) {
        m_prepared = std::move(prepared);
        m_best_plan = best_plan;
        m_filled = m_prepared.has_value();
        const QString figure = in_words(m_part.toStdString());
        setWindowTitle(QStringLiteral("%1 · %2").arg(
            m_scenario.isEmpty() ? QObject::tr("Why this number: %1").arg(figure)
                                 : QObject::tr("Why this number: %1 of “%2”").arg(figure, m_scenario),
            to_qt(plan_label(best_plan))));
        m_tree->clear();
        m_whole->clear();
        if (!m_prepared) return;
        const Standstill standstill = standstill_of(m_prepared->scenario(), m_catalog);
        m_standstill->setText(to_qt(standstill.text())); // over figures of what would be if it ran
        m_standstill->setVisible(!standstill.runs());
        const auto explanation = explain(*m_prepared, m_part.toStdString());
        m_refusal->setVisible(!explanation);
        m_parts->setVisible(explanation.has_value());
        if (!explanation) return m_refusal->setText(to_qt(explanation.error().text()));
        QTreeWidgetItem* root = add(m_tree->invisibleRootItem(), *explanation);
        root->setExpanded(true);
        for (int i = 0; i < root->childCount(); ++i)
            if (!explanation_of(*root->child(i))->inputs.empty()) root->child(i)->setExpanded(true);
        m_tree->setCurrentItem(root);
    }

    void make_tree() {
        m_tree->setHeaderLabels({QObject::tr("Quantity"), QObject::tr("Value"), QObject::tr("Formula"),
                                 QObject::tr("How sure"), QObject::tr("Source")});
        m_tree->setFrameShape(QFrame::NoFrame);
        m_tree->setAlternatingRowColors(true);
        QObject::connect(m_tree, &QTreeWidget::itemExpanded, m_tree,
                         [](QTreeWidgetItem* item) { add_inputs(*item); });
        QObject::connect(m_tree, &QTreeWidget::itemActivated, m_tree,
                         [this](const QTreeWidgetItem* item) { explain_figure(*item); });
        QObject::connect(m_tree, &QTreeWidget::currentItemChanged, m_tree,
                         [this](const QTreeWidgetItem* item) {
                             if (item) m_whole->setText(whole_text(*explanation_of(*item)));
                         });
        for (int i = 0; i < 2; ++i) m_tree->header()->setSectionResizeMode(i, QHeaderView::ResizeToContents);
        m_tree->header()->resizeSection(2, 300);
    }

    /// The inputs of a row are made when it is opened first: a step has thousands.
    static void add_inputs(QTreeWidgetItem& item) {
        if (item.childCount() > 0) return;
        for (const ExplanationPtr& input : explanation_of(item)->inputs) add(&item, input);
    }

    /// In a window of its own: within this one, figures in figures would have no end.
    void explain_figure(const QTreeWidgetItem& item) {
        const ExplanationPtr e = explanation_of(item);
        if (!leads_on(*e)) return;
        auto* dialog = new ExplainDialog(m_catalog, as_written(e->origin.where), m_scenario, parentWidget());
        dialog->m_given = m_given;
        dialog->fill(m_prepared, m_best_plan);
        dialog->show();
        dialog->activateWindow();
    }

    const Catalog& m_catalog;
    QString m_part, m_scenario;
    QLabel *m_standstill, *m_refusal;
    QTreeWidget* m_tree;
    QLabel* m_whole;
    QSplitter* m_parts = nullptr;
    std::optional<Prepared> m_prepared;
    Scenario m_given; ///< the scenario that is explained, where it is not the open one
    bool m_best_plan = false, m_filled = false;
};

} // namespace

void refresh_explanations(const Prepared& open, const Project& project, QWidget* window, bool best_plan) {
    for (auto* child : window->findChildren<QDialog*>())
        if (auto* dialog = dynamic_cast<ExplainDialog*>(child)) dialog->refresh(open, project, best_plan);
}

void show_explanation(const std::optional<Prepared>& open, const Project& project, const Catalog& catalog,
                      const QString& key, QWidget* window, bool best_plan) {
    const auto [part, scenario] = ExplainedValue::of(key);
    if (scenario.isEmpty() ? !open : !project.find_scenario(scenario.toStdString())) return;
    auto* dialog = new ExplainDialog(catalog, part, scenario, window);
    dialog->refresh(open, project, best_plan);
    if (!dialog->is_filled()) return delete dialog;
    dialog->show();
    dialog->activateWindow(); // Esc closes it
}

} // namespace roofrack
