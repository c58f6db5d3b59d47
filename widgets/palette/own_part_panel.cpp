// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/palette/own_part_panel.h"

#include "core/base/catalog/catalog.h"
#include "core/base/catalog/unlikely_figures.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/own_accelerator.h"
#include "widgets/fields/choice_edit.h"
#include "widgets/fields/section.h"
#include "widgets/fields/style_property.h"
#include "widgets/fields/text.h"
#include "widgets/inspector/part_text.h"
#include "widgets/palette/value_row.h"
#include "widgets/theme/text_scale.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace roofrack {

OwnPartPanel::OwnPartPanel(const Catalog& catalog, QWidget* parent)
    : QScrollArea(parent)
    , m_catalog(catalog)
    , m_body(new QWidget(this))
    , m_empty(new QLabel(this))
    , m_name(new QLineEdit(this))
    , m_problem(new QLabel(this))
    , m_origin(new QLabel(this))
    , m_accelerator_label(new QLabel(tr("Accelerator"), this))
    , m_accelerator(new ChoiceEdit(this))
    , m_doubts(new QLabel(this))
    , m_duplicate(new QPushButton(tr("Duplicate"), this))
    , m_remove(new QPushButton(tr("Delete"), this)) {
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* page = new QWidget(this);
    page->setObjectName(QStringLiteral("panel"));
    m_empty->setText(
        tr("Duplicate a part of the shelf into the project, or choose “Edit this part's figures” "
           "of a drawn one, to change its figures here."));
    m_empty->setWordWrap(true);
    m_empty->setProperty("role", "secondary");
    m_name->setAccessibleName(tr("Name of the part"));
    m_problem->setProperty("role", "error");
    m_problem->setWordWrap(true);
    m_problem->hide();
    m_origin->setProperty("role", "secondary");
    m_origin->setWordWrap(true);
    m_doubts->setProperty("state", "warning");
    m_doubts->setWordWrap(true);
    m_doubts->hide();
    m_accelerator_label->setBuddy(m_accelerator);
    m_accelerator_label->setFixedWidth(at_text_scale(112)); // in line with the figures
    m_accelerator->setAccessibleName(tr("Accelerator"));
    auto* accelerator = new QHBoxLayout;
    accelerator->setSpacing(8);
    accelerator->addWidget(m_accelerator_label);
    accelerator->addWidget(m_accelerator, 1);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_duplicate);
    buttons->addWidget(m_remove);
    buttons->addStretch(1);
    auto* body = new QVBoxLayout(m_body);
    body->setContentsMargins(0, 0, 0, 0);
    body->setSpacing(4);
    body->addWidget(m_name);
    body->addWidget(m_problem);
    body->addWidget(m_origin);
    body->addWidget(m_doubts);
    body->addLayout(accelerator);
    body->addSpacing(4); // the figures come behind this
    body->addSpacing(8);
    body->addLayout(buttons);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(12, 4, 16, 16);
    column->setSpacing(4);
    column->addWidget(m_empty);
    column->addWidget(m_body);
    column->addStretch(1);
    setWidget(page);
    connect(m_name, &QLineEdit::editingFinished, this, &OwnPartPanel::edit_name);
    connect(m_accelerator, &ChoiceEdit::key_committed, this, &OwnPartPanel::edit_accelerator);
    connect(m_duplicate, &QPushButton::clicked, this, [this] { Q_EMIT duplicate_requested(m_part.part); });
    connect(m_remove, &QPushButton::clicked, this, [this] { Q_EMIT remove_requested(m_part.part); });
    show_nothing();
}

OwnPartPanel::~OwnPartPanel() { m_name->disconnect(this); }

/// The figures that are known first, the others folded away.
void OwnPartPanel::make_rows(PartKind kind) {
    m_kind = kind;
    // The edit that leads here may come from one of the old rows; what is half typed there is not for the new
    // part.
    for (ValueRow* row : m_rows) disconnect(row, nullptr, this, nullptr);
    for (QWidget* old : std::initializer_list<QWidget*>{m_figures, m_others}) {
        if (!old) continue;
        old->hide();
        old->setParent(nullptr);
        old->deleteLater();
    }
    m_rows.clear();
    const Part& part = *m_part.part.inline_part;
    const Part* base = base_of(m_part.part, m_catalog);
    m_figures = new QWidget(m_body);
    auto* others = new QWidget(m_body);
    auto* known_column = new QVBoxLayout(m_figures);
    auto* others_column = new QVBoxLayout(others);
    for (QVBoxLayout* column : {known_column, others_column}) {
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(4);
    }
    for (const ValueSpec& spec : value_specs(kind)) {
        const bool known = part.figures.contains(spec.key) || (base && base->figures.contains(spec.key)) ||
                           spec.key == "price"; // which everybody has to give sooner or later
        auto* row = new ValueRow(spec, known ? m_figures : others);
        (known ? known_column : others_column)->addWidget(row);
        connect(row, &ValueRow::edited, this,
                [this, row](const std::optional<SourcedValue>& figure) { edit_figure(*row, figure); });
        m_rows.push_back(row);
    }
    m_others = new Section(tr("Further figures"), others, m_body);
    m_others->setToolTip(base ? tr("Figures that %1 has not").arg(to_qt(base->name))
                              : tr("Figures that are not given yet"));
    m_others->set_open(false);
    m_others->setVisible(others_column->count() > 0);
    auto* body = static_cast<QVBoxLayout*>(m_body->layout());
    body->insertWidget(6, m_figures);
    body->insertWidget(7, m_others);
}

void OwnPartPanel::show_part(const OwnPart& part) {
    const bool other = part.part.id != m_part.part.id || part.part.base != m_part.part.base;
    m_part = part;
    const Part& own = *part.part.inline_part;
    if (other || m_kind != own.kind) make_rows(own.kind);
    m_empty->hide();
    m_body->show();
    const QString name = as_written(own.name);
    if (other || !m_name->isModified() || m_name->text().trimmed() == name) m_name->setText(name);
    if (other) show_problem({});
    const Part* base = base_of(part.part, m_catalog);
    const QString from = base ? tr("From %1.").arg(to_qt(base->name)) + u' ' : QString();
    show_accelerator();
    show_doubts();
    m_origin->setText(from +
                      (part.uses == 0 ? tr("Nothing in the drawing is made of it.")
                       : part.uses == 1
                           ? tr("One drawn element is made of it and changes with it.")
                           : tr("%1 drawn elements are made of it and change with it.").arg(part.uses)));
    for (ValueRow* row : m_rows) {
        const auto is = own.figures.find(row->key());
        const SourcedValue* was = nullptr;
        if (base)
            if (const auto found = base->figures.find(row->key()); found != base->figures.end())
                was = &found->second;
        row->show_figure(is == own.figures.end() ? nullptr : &is->second, was);
    }
}

void OwnPartPanel::set_own_parts(const std::vector<OwnPart>& own) {
    m_own = own;
    if (m_part.part.inline_part) show_accelerator();
}

void OwnPartPanel::show_accelerator() {
    const Part& own = *m_part.part.inline_part;
    const bool is_server = own.kind == PartKind::server;
    m_accelerator->setVisible(is_server);
    m_accelerator_label->setVisible(is_server);
    if (!is_server) return;
    std::vector<ChoiceEdit::Choice> choices{{QString(), tr("none"), {}}};
    for (const OwnPart& one : m_own)
        if (const Part& part = *one.part.inline_part; part.kind == PartKind::accelerator)
            choices.push_back({as_written(one.part.id), to_qt(part.name), {}, part_rich_tip(part)});
    for (ChoiceEdit::Choice& choice : part_choices(m_catalog, PartKind::accelerator))
        choices.push_back(std::move(choice));
    m_accelerator->set_choices(choices);
    m_accelerator->set_key(as_written(std::string(own.text_or("accelerator", ""))));
}

/// What of its own figures cannot be right, and what is usual.
void OwnPartPanel::show_doubts() {
    const Part& own = *m_part.part.inline_part;
    const Part* const gpu = own.kind == PartKind::server ? named_accelerator(own, m_catalog) : nullptr;
    const auto changed = changed_figures(m_part.part, m_catalog);
    QStringList lines;
    for (const UnlikelyFigure& each : unlikely_figures(own, gpu, m_catalog))
        if (std::ranges::find(changed, each.key) != changed.end())
            lines << to_qt(each.usual.empty() ? each.what : each.what + "; " + each.usual);
    m_doubts->setText(lines.join(u'\n'));
    m_doubts->setVisible(!lines.isEmpty());
}

void OwnPartPanel::edit_accelerator(const QString& key) {
    if (!m_part.part.inline_part) return;
    PartRef after = m_part.part;
    Part& part = *after.inline_part;
    if (key.isEmpty())
        part.text.erase("accelerator");
    else
        part.text["accelerator"] = key.toStdString();
    if (!(after == m_part.part)) Q_EMIT edited(after, tr("Accelerator"));
}

void OwnPartPanel::show_nothing() {
    m_part = {};
    m_body->hide();
    m_empty->show();
}

void OwnPartPanel::show_problem(const QString& problem) {
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
    set_style_property(m_name, "invalid", !problem.isEmpty());
}

void OwnPartPanel::set_read_only(bool read_only) { m_body->setEnabled(!read_only); }

void OwnPartPanel::focus_name() {
    m_name->setFocus(Qt::OtherFocusReason);
    m_name->selectAll();
    ensureWidgetVisible(m_name);
}

void OwnPartPanel::edit_figure(const ValueRow& row, const std::optional<SourcedValue>& figure) {
    PartRef after = m_part.part;
    if (figure)
        after.inline_part->figures[row.key()] = *figure;
    else
        after.inline_part->figures.erase(row.key());
    if (!(after == m_part.part)) Q_EMIT edited(after, row.label_text());
}

void OwnPartPanel::edit_name() {
    if (!m_name->isModified() || !m_part.part.inline_part) return;
    PartRef after = m_part.part;
    after.inline_part->name = m_name->text().trimmed().toStdString();
    if (after == m_part.part) {
        m_name->setModified(false);
        show_problem({});
        return;
    }
    show_problem({});
    Q_EMIT edited(after, tr("Name"));
}

} // namespace roofrack
