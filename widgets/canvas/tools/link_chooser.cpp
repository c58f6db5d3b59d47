// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/tools/link_chooser.h"

#include "core/base/catalog/catalog.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/link_name.h"
#include "core/drawing/offer/link_effect.h"
#include "widgets/editor/document.h"
#include "widgets/fields/choice_edit.h"
#include "widgets/fields/quantity_edit.h"
#include "widgets/fields/text.h"
#include "widgets/inspector/link_text.h"
#include "widgets/theme/text_scale.h"

#include <QCoreApplication>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>

namespace roofrack {

LinkChooser::LinkChooser(Document& document, LinkOffer offer, QWidget* parent)
    : QFrame(parent)
    , m_document(document)
    , m_offer(std::move(offer)) {
    setObjectName(QStringLiteral("linkChooser"));
    setAccessibleName(tr("New link"));
    setAutoFillBackground(true);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::ArrowCursor);
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(12, 8, 12, 8);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(4);
    auto* title = new QLabel(to_qt(ends_name(document.cluster(), m_offer.from, m_offer.to)), this);
    title->setProperty("role", "strong");
    m_pattern = new ChoiceEdit(this);
    m_pattern->setAccessibleName(tr("Pattern"));
    std::vector<ChoiceEdit::Choice> patterns;
    for (size_t i = 0; i < m_offer.patterns.size(); ++i)
        patterns.push_back({QString::number(i), pattern_text(m_offer.patterns[i].pattern),
                            to_qt(m_offer.patterns[i].says(m_offer.patterns[i].count))});
    m_pattern->set_choices(patterns);
    m_count = new QuantityEdit(Dimension::number, this, QuantityEdit::Whole::yes);
    m_count->set_range(1, 1e6);
    m_count->commit_as_typed();
    m_count->setAccessibleName(tr("Cables"));
    m_cable = new ChoiceEdit(this);
    m_cable->setAccessibleName(tr("Cable"));
    m_fault = new QLabel(this);
    m_fault->setProperty("role", "error");
    m_fault->setWordWrap(true);
    m_fault->hide();
    m_says = new QLabel(this);
    m_effect = new QLabel(this);
    m_warnings = new QLabel(this);
    auto* keys = new QLabel(tr("Enter draws it · Esc leaves it"), this);
    for (QLabel* line : {m_says, m_effect, m_warnings, keys}) {
        line->setProperty(line == m_warnings ? "state" : "role",
                          line == m_warnings ? "warning" : "secondary");
        line->setWordWrap(true);
        line->setMinimumWidth(at_text_scale(264));
    }
    grid->addWidget(title, 0, 0, 1, 2);
    int row = 1;
    for (const auto& [name, field] : {std::pair<QString, QWidget*>(tr("Pattern"), m_pattern),
                                      {tr("Count"), m_count},
                                      {tr("Cable"), m_cable}}) {
        grid->addWidget(new QLabel(name, this), row, 0);
        grid->addWidget(field, row++, 1);
        if (field == m_count) grid->addWidget(m_fault, row++, 1);
        field->installEventFilter(this);
    }
    grid->addWidget(m_says, row++, 0, 1, 2);
    grid->addWidget(m_effect, row++, 0, 1, 2);
    grid->addWidget(m_warnings, row++, 0, 1, 2);
    grid->addWidget(keys, row, 0, 1, 2);
    grid->setColumnStretch(1, 1);
    connect(m_pattern, &ChoiceEdit::key_committed, this,
            [this](const QString& key) { use_pattern(key.toInt()); });
    connect(m_count, &QuantityEdit::value_committed, this, &LinkChooser::use_count);
    connect(m_count, &QuantityEdit::error_changed, this, &LinkChooser::show_fault);
    connect(m_cable, &ChoiceEdit::key_committed, this, [this](const QString& key) {
        set_cable(m_link, key.toStdString(), m_document.scenario().parts);
        refresh();
    });
    use_pattern(0);
    setFocusProxy(m_pattern);
}

Link LinkChooser::link() const { return m_link; }

void LinkChooser::use_pattern(int index) {
    const std::string cable = m_link.cable;
    m_link = m_offer.link(static_cast<size_t>(index));
    set_cable(m_link, cable, m_document.scenario().parts);
    m_chosen = static_cast<size_t>(index);
    m_pattern->set_key(QString::number(index));
    m_count->restore(); // what was typed for the pattern before
    m_count->set_value(m_link.count);
    refresh();
}

void LinkChooser::use_count(std::optional<double> count) {
    if (!count) return;
    m_link.count = static_cast<int>(*count);
    refresh();
}

void LinkChooser::show_fault(const QString& fault) {
    m_fault->setText(fault);
    refresh();
}

void LinkChooser::refresh() {
    // Where the count is none there is nothing to say about it.
    const bool is_wrong = !m_fault->text().isEmpty();
    m_fault->setVisible(is_wrong);
    m_says->setVisible(!is_wrong);
    m_says->setText(to_qt(m_offer.patterns[m_chosen].says(m_link.count)));
    const auto effect = link_effect(m_document.cluster(), m_document.catalog(), m_link);
    if (effect) {
        const auto offers = cable_offers(m_document.catalog(), effect->kind, effect->port, effect->longest(),
                                         m_document.scenario().parts);
        set_cable_choices(*m_cable, offers, effect->longest(), LegalOnly::yes);
        m_cable->set_key(QString::fromStdString(m_link.cable));
        m_effect->setText(effect_text(*effect, m_document.cluster(), EndsShown::within));
        QStringList warnings;
        if (const QString over = effect_text(*effect, m_document.cluster(), EndsShown::over); !over.isEmpty())
            warnings << over;
        for (const std::string& warning : m_offer.warnings) warnings << to_qt(warning);
        m_warnings->setText(warnings.join(u'\n'));
        m_effect->setVisible(!is_wrong && !m_effect->text().isEmpty());
        m_warnings->setVisible(!is_wrong && !warnings.isEmpty());
    }
    adjustSize();
    Q_EMIT changed();
}

bool LinkChooser::accept() {
    if (!m_count->error().isEmpty()) {
        m_count->setFocus();
        return false;
    }
    if (!std::exchange(m_done, true)) Q_EMIT accepted(m_link);
    return true;
}

void LinkChooser::reject() {
    if (std::exchange(m_done, true)) return;
    Q_EMIT rejected();
}

bool LinkChooser::event(QEvent* event) {
    // While it is open the keys are its own: Ctrl+A is of the count, not of the drawing below.
    if (event->type() == QEvent::ShortcutOverride) event->accept();
    return QFrame::event(event);
}

bool LinkChooser::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) event->accept();
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        // A number is a count wherever the keys are.
        if (watched != m_count && key >= Qt::Key_0 && key <= Qt::Key_9) {
            m_count->setFocus();
            m_count->selectAll();
            return QCoreApplication::sendEvent(m_count, event);
        }
        if (key == Qt::Key_Return || key == Qt::Key_Enter) return accept(), true;
        if (key == Qt::Key_Escape) return reject(), true;
    }
    return QFrame::eventFilter(watched, event);
}

void LinkChooser::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        accept();
    else if (event->key() == Qt::Key_Escape)
        reject();
    else
        QFrame::keyPressEvent(event);
}

} // namespace roofrack
