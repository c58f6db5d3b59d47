// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/measured/run_bar.h"

#include "widgets/fields/choice_edit.h"
#include "widgets/fields/elided_label.h"
#include "widgets/fields/plain_text.h"
#include "widgets/fields/text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace roofrack {

namespace {

QString as_sentence(QString text) {
    if (!text.isEmpty()) text[0] = text[0].toUpper();
    return text;
}

} // namespace

RunBar::RunBar(QWidget* parent)
    : QWidget(parent)
    , m_headline(new QLabel(this))
    , m_where(new ElidedLabel(this))
    , m_who(new ElidedLabel(this))
    , m_caution(new ElidedLabel(this))
    , m_apart(new ElidedLabel(this))
    , m_runs(new ChoiceEdit(this))
    , m_remove(new QPushButton(tr("Remove"), this)) {
    setObjectName(QStringLiteral("panel"));
    setAttribute(Qt::WA_StyledBackground);
    setAccessibleName(tr("The measured run"));
    m_headline->setObjectName(QStringLiteral("run-headline"));
    m_headline->setProperty("role", "heading");
    m_headline->setTextFormat(Qt::PlainText);
    m_headline->setWordWrap(true);
    m_headline->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_where->setObjectName(QStringLiteral("run-where"));
    m_who->setObjectName(QStringLiteral("run-who"));
    m_caution->setObjectName(QStringLiteral("run-caution"));
    m_caution->setProperty("state", "warning");
    m_apart->setObjectName(QStringLiteral("run-apart"));
    m_apart->hide();
    m_runs->setAccessibleName(tr("Which measured run is shown"));
    m_runs->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_runs->setMaximumWidth(320);
    auto* open = new QPushButton(tr("Open…"), this);
    open->setToolTip(tr("Read traces and logs of a run; they can be dropped on the window, too"));
    open->setAccessibleName(tr("Open traces of a run"));
    m_remove->setToolTip(tr("Take the run out of the project; its files stay, and undo brings it back"));
    m_remove->setAccessibleName(tr("Remove the run from the project"));
    auto* right = new QHBoxLayout;
    right->setSpacing(8);
    right->addWidget(m_runs);
    right->addWidget(open);
    right->addWidget(m_remove);
    auto* words = new QVBoxLayout;
    words->setSpacing(2);
    words->addWidget(m_headline);
    words->addWidget(m_where);
    words->addWidget(m_who);
    words->addWidget(m_apart);
    words->addWidget(m_caution);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(16, 8, 16, 8);
    row->setSpacing(16);
    row->addLayout(words, 1);
    row->addLayout(right);
    row->setAlignment(right, Qt::AlignTop);
    connect(m_runs, &ChoiceEdit::key_committed, this, &RunBar::run_chosen);
    connect(open, &QPushButton::clicked, this, &RunBar::open_wanted);
    connect(m_remove, &QPushButton::clicked, this, &RunBar::remove_wanted);
    show_runs({}, {});
    show_nothing();
}

void RunBar::show_runs(const std::vector<RunEntry>& runs, const QString& open) {
    m_entries = runs;
    std::vector<ChoiceEdit::Choice> choices;
    if (open.isEmpty()) choices.push_back({{}, tr("Choose a run"), {}});
    for (const RunEntry& each : runs)
        choices.push_back(
            {each.name,
             each.fault.isEmpty() ? legible(each.name) : tr("%1 (%2)").arg(legible(each.name), each.fault),
             each.fault.isEmpty() ? each.summary : each.summary + u'\n' + each.fault});
    m_runs->set_choices(choices);
    m_runs->set_key(open);
    m_runs->setVisible(!runs.empty());
    m_remove->setVisible(!open.isEmpty());
}

void RunBar::show_headline(const RunHeadline& headline, const QString& caution) {
    const QString why = as_sentence(to_qt(headline.why)), where = as_sentence(to_qt(headline.where));
    show_lines(why.isEmpty() ? where : why, why.isEmpty() ? QString() : where,
               as_sentence(to_qt(headline.who)), caution);
}

void RunBar::show_nothing() {
    show_lines(
        tr("No measured run is open"), {},
        tr("Drop traces, logs or a folder of them on the window: PyTorch, Nsight Systems and XLA profiles, "
           "logs of Megatron-LM, NeMo, torchtitan, MLPerf and others."),
        {});
}

void RunBar::show_lines(const QString& headline, const QString& where, const QString& who,
                        const QString& caution) {
    m_headline->setText(headline);
    m_where->set_full_text(where);
    m_where->setVisible(!where.isEmpty());
    m_who->set_full_text(who);
    m_who->setVisible(!who.isEmpty());
    m_caution->set_full_text(caution);
    m_caution->setVisible(!caution.isEmpty());
}

void RunBar::show_apart(const QString& why) {
    m_apart->set_full_text(tr("Not compared with the drawing: %1").arg(why));
    m_apart->setVisible(!why.isEmpty());
}

QString RunBar::text() const {
    QStringList lines{m_headline->text()};
    if (!m_where->isHidden()) lines << m_where->full_text();
    if (!m_who->isHidden()) lines << m_who->full_text();
    if (!m_apart->isHidden()) lines << m_apart->full_text();
    if (!m_caution->isHidden()) lines << m_caution->full_text();
    return lines.join(u'\n');
}

} // namespace roofrack
