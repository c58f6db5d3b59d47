// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/measured/run_bar.h"

#include "widgets/fields/choice_edit.h"
#include "widgets/fields/elided_label.h"
#include "widgets/fields/flow_layout.h"
#include "widgets/fields/plain_text.h"
#include "widgets/fields/readable_programs.h"
#include "widgets/fields/text.h"

#include <QCheckBox>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QResizeEvent>
#include <QScreen>
#include <QVBoxLayout>

#include <algorithm>
#include <initializer_list>

namespace roofrack {

namespace {

/// The last choice of what to compare with, which no run can be called.
constexpr const char* other_files = "\n";

constexpr int margin = 16, gap = 8, line_gap = 2; // px

/// What stands above and below the plot of a view, in lines of text: tabs, title and legend, heading, axis,
/// source.
constexpr int lines_around = 8;

/// The height of a plot for which the bar gives up lines, px.
int plot_wanted(int window_height) { return std::clamp(180 + (window_height - 700) * 60 / 100, 180, 240); }

QString as_sentence(QString text) {
    if (!text.isEmpty()) text[0] = text[0].toUpper();
    return text;
}

} // namespace

RunBar::RunBar(QWidget* parent)
    : QWidget(parent)
    , m_headline(new QLabel(this))
    , m_brief(new ElidedLabel(this))
    , m_where(new QLabel(this))
    , m_who(new QLabel(this))
    , m_caution(new ElidedLabel(this))
    , m_note(new ElidedLabel(this))
    , m_apart(new ElidedLabel(this))
    , m_runs(new ChoiceEdit(this))
    , m_remove(new QPushButton(tr("Remove"), this))
    , m_right(new QHBoxLayout)
    , m_asks(new QWidget(this))
    , m_draft(new QPushButton(tr("Draw what ran…"), m_asks))
    , m_calibrate(new QPushButton(tr("Calibrate…"), m_asks))
    , m_diagnose(new QPushButton(tr("Diagnose…"), m_asks))
    , m_against(new ChoiceEdit(m_asks))
    , m_details(new QPushButton(m_asks))
    , m_calibrated(new QCheckBox(tr("Calibrated"), m_asks)) {
    setObjectName(QStringLiteral("panel"));
    setAttribute(Qt::WA_StyledBackground);
    setAccessibleName(tr("The measured run"));
    m_headline->setObjectName(QStringLiteral("run-headline"));
    m_headline->setProperty("role", "heading");
    m_headline->setTextFormat(Qt::PlainText);
    m_headline->setWordWrap(true);
    m_headline->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_brief->setObjectName(QStringLiteral("run-brief"));
    m_brief->setProperty("role", "heading");
    m_where->setObjectName(QStringLiteral("run-where"));
    m_who->setObjectName(QStringLiteral("run-who"));
    for (QLabel* line : {m_where, m_who}) {
        line->setTextFormat(Qt::PlainText);
        line->setWordWrap(true); // which option would tell more stands at the end
    }
    m_note->setObjectName(QStringLiteral("run-note"));
    m_note->setProperty("role", "secondary");
    m_caution->setObjectName(QStringLiteral("run-caution"));
    m_caution->setProperty("state", "warning");
    m_apart->setObjectName(QStringLiteral("run-apart"));
    m_runs->setAccessibleName(tr("Which measured run is shown"));
    m_runs->fit_widest();
    m_runs->setMaximumWidth(320);
    auto* open = new QPushButton(tr("Open…"), this);
    open->setToolTip(tr("Read traces and logs of a run; they can be dropped on the window, too"));
    open->setAccessibleName(tr("Open traces of a run"));
    m_remove->setToolTip(tr("Take the run out of the project; its files stay, and undo brings it back"));
    m_remove->setAccessibleName(tr("Remove the run from the project"));
    m_right->setSpacing(gap);
    m_right->addWidget(m_runs);
    m_right->addWidget(open);
    m_right->addWidget(m_remove);
    auto* words = new QVBoxLayout;
    words->setSpacing(line_gap);
    words->addWidget(m_caution); // what is not whole is said before anything is said of it
    words->addWidget(m_brief);
    words->addWidget(m_headline);
    words->addWidget(m_where);
    words->addWidget(m_who);
    words->addWidget(m_apart);
    words->addWidget(m_note);
    auto* row = new QHBoxLayout;
    row->setSpacing(margin);
    row->addLayout(words, 1);
    row->addLayout(m_right);
    row->setAlignment(m_right, Qt::AlignTop);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(margin, gap, margin, gap);
    column->setSpacing(gap);
    column->addLayout(row);
    make_asks();
    column->addWidget(m_asks);
    connect(m_runs, &ChoiceEdit::key_committed, this, &RunBar::run_chosen);
    connect(open, &QPushButton::clicked, this, &RunBar::open_wanted);
    connect(m_remove, &QPushButton::clicked, this, &RunBar::remove_wanted);
    for (QWidget* each :
         std::initializer_list<QWidget*>{m_brief, m_where, m_caution, m_apart, m_note, m_details})
        each->hide();
    show_runs({}, {});
    show_nothing();
}

void RunBar::make_asks() {
    m_draft->setToolTip(
        tr("Draw the cluster, the model and the plan that the files of the run tell of, as a new project"));
    m_draft->setAccessibleName(tr("Draw what ran"));
    m_calibrate->setAccessibleName(tr("Calibrate by the run"));
    m_diagnose->setAccessibleName(tr("Diagnose the run"));
    m_against->setAccessibleName(tr("Which run the open one is compared with"));
    m_against->fit_widest();
    m_against->setMaximumWidth(280);
    m_calibrated->setAccessibleName(tr("The calibration is in force"));
    m_details->setObjectName(QStringLiteral("run-details"));
    m_details->setToolTip(tr("All that is said of the run"));
    auto* row = new FlowLayout(m_asks, gap, gap / 2); // a narrow window has two rows of them
    row->setContentsMargins(0, 0, 0, 0);
    for (QWidget* each : std::initializer_list<QWidget*>{m_draft, m_calibrate, m_diagnose, m_against,
                                                         m_details, m_calibrated})
        row->addWidget(each);
    connect(m_details, &QPushButton::clicked, this, &RunBar::show_details);
    connect(m_draft, &QPushButton::clicked, this, &RunBar::draft_wanted);
    connect(m_calibrate, &QPushButton::clicked, this, &RunBar::calibrate_wanted);
    connect(m_diagnose, &QPushButton::clicked, this, &RunBar::diagnose_wanted);
    connect(m_calibrated, &QCheckBox::clicked, this, &RunBar::calibration_switched);
    connect(m_against, &ChoiceEdit::key_committed, this, [this](const QString& key) {
        if (key == QLatin1String(other_files))
            Q_EMIT against_files_wanted();
        else
            Q_EMIT against_chosen(key);
    });
    show_calibration(false, false, {});
    show_asks(false, false);
}

void RunBar::show_asks(bool is_open, bool drawn) {
    for (QWidget* each : std::initializer_list<QWidget*>{m_draft, m_calibrate, m_diagnose, m_against})
        each->setVisible(is_open);
    m_calibrate->setEnabled(drawn);
    m_diagnose->setEnabled(drawn);
    const QString first = tr("Nothing is drawn that it could be held against: draw what ran first");
    m_calibrate->setToolTip(drawn ? tr("Set the model of the open scenario by what was measured") : first);
    m_diagnose->setToolTip(
        drawn ? tr("Which single change of the drawing or the run would explain what was measured") : first);
    m_asks->setVisible(is_open || !m_calibrated->isHidden());
    Q_EMIT fit_wanted();
}

void RunBar::show_against(const QString& name) {
    m_against_name = name;
    fill_against();
}

/// The runs of the project but the open one.
void RunBar::fill_against() {
    std::vector<ChoiceEdit::Choice> choices{
        {{}, m_against_name.isEmpty() ? tr("Compare with…") : tr("Compare with none"), {}}};
    for (const RunEntry& each : m_entries)
        if (each.name != m_open)
            choices.push_back({each.name, tr("Against %1").arg(legible(each.name)), each.summary});
    const auto is_listed = [&] {
        return std::ranges::any_of(choices, [&](const auto& each) { return each.key == m_against_name; });
    };
    if (!is_listed()) choices.push_back({m_against_name, tr("Against %1").arg(legible(m_against_name)), {}});
    choices.push_back(
        {QLatin1String(other_files), tr("Other files…"), tr("Traces of a run that is not of the project")});
    m_against->set_choices(choices);
    m_against->set_key(m_against_name);
}

void RunBar::show_calibration(bool is_given, bool is_on, const QString& by) {
    m_calibrated->setVisible(is_given);
    m_calibrated->setChecked(is_on);
    m_calibrated->setToolTip(tr("Predictions are by the calibration; without the mark as if nothing had been "
                                "measured. Its values are kept.\n%1")
                                 .arg(by));
    m_asks->setVisible(is_given || !m_draft->isHidden());
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
    m_open = open;
    fill_against();
}

void RunBar::show_headline(const RunHeadline& headline, const QString& caution, const QString& note) {
    const QString why = as_sentence(to_qt(headline.why));
    show_lines(why.isEmpty() ? as_sentence(to_qt(headline.where)) : why,
               as_sentence(to_qt(why.isEmpty() ? headline.more : headline.told())),
               as_sentence(to_qt(headline.who)), caution, note);
}

void RunBar::show_nothing() {
    using enum FormatTells;
    show_lines(
        tr("No measured run is open"), {},
        tr("Drop a trace, a log or a folder of them on the window; pointing here tells which can be read."),
        {}, {});
    m_who->setToolTip(
        tr("Profiles of %1; execution traces of %2; pipeline timelines; logs of %3; what %4 prints")
            .arg(readable_programs({profile}), readable_programs({operators}),
                 readable_programs({timed_log, step_log}), readable_programs({transfers, sensors})));
}

void RunBar::show_lines(const QString& headline, const QString& where, const QString& who,
                        const QString& caution, const QString& note) {
    m_headline->setText(headline);
    m_brief->set_full_text(headline);
    m_where->setText(where);
    m_who->setText(who);
    m_who->setToolTip({});
    m_caution->set_full_text(caution);
    m_note->set_full_text(note);
    Q_EMIT fit_wanted();
}

void RunBar::show_apart(const QString& why) {
    m_apart->set_full_text(why.isEmpty() ? QString() : tr("Not compared with the drawing: %1").arg(why));
    Q_EMIT fit_wanted();
}

std::vector<std::pair<QLabel*, QString>> RunBar::lines() const {
    std::vector<std::pair<QLabel*, QString>> out;
    if (!m_caution->full_text().isEmpty()) out.emplace_back(m_caution, m_caution->full_text());
    for (QLabel* each : {m_headline, m_where, m_who})
        if (!each->text().isEmpty()) out.emplace_back(each, each->text());
    for (ElidedLabel* each : {m_apart, m_note})
        if (!each->full_text().isEmpty()) out.emplace_back(each, each->full_text());
    return out;
}

bool RunBar::has_room(int height) const {
    const int wide = width() - 3 * margin - m_right->sizeHint().width();
    height -= 2 * gap + gap + m_asks->sizeHint().height() + lines_around * fontMetrics().height();
    for (const auto& [label, text] : lines())
        height -= line_gap + (label->wordWrap() ? label->heightForWidth(wide) : label->sizeHint().height());
    return height >= plot_wanted(window()->height());
}

void RunBar::fit_height(int height) {
    const bool is_brief = !m_draft->isHidden() && !has_room(height);
    m_details->setVisible(is_brief);
    m_details->setText(m_caution->full_text().isEmpty() ? tr("Details…") : tr("Caution…"));
    m_brief->setVisible(is_brief);
    layout()->setContentsMargins(margin, is_brief ? gap / 2 : gap, margin, is_brief ? gap / 2 : gap);
    const auto said = lines();
    for (QLabel* each :
         std::initializer_list<QLabel*>{m_caution, m_headline, m_where, m_who, m_apart, m_note}) {
        const bool is_said = std::ranges::any_of(said, [&](const auto& line) { return line.first == each; });
        // Once, and not hidden first: each showing lays the window out anew, which asks for this again.
        each->setVisible(is_said && !is_brief);
    }
}

void RunBar::show_details() {
    auto* all = new QFrame(this, Qt::Popup);
    all->setObjectName(QStringLiteral("panel"));
    all->setAttribute(Qt::WA_DeleteOnClose);
    all->setFrameShape(QFrame::StyledPanel);
    auto* words = new QLabel(text(), all);
    words->setObjectName(QStringLiteral("run-all"));
    words->setTextFormat(Qt::PlainText);
    words->setWordWrap(true);
    words->setTextInteractionFlags(Qt::TextSelectableByMouse);
    words->setFixedWidth(width() * 3 / 4);
    auto* column = new QVBoxLayout(all);
    column->setContentsMargins(margin, margin, margin, margin);
    column->addWidget(words);
    all->adjustSize();
    all->move(m_details->mapToGlobal(m_details->rect().bottomLeft()));
    if (const QScreen* screen = window()->screen()) {
        const QRect free = screen->availableGeometry();
        all->move(std::clamp(all->x(), free.left(), std::max(free.left(), free.right() - all->width())),
                  all->y());
    }
    all->show();
}

void RunBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) Q_EMIT fit_wanted();
}

void RunBar::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange) Q_EMIT fit_wanted();
}

QString RunBar::text() const {
    QStringList out;
    for (const auto& [label, text] : lines()) out << text;
    return out.join(u'\n');
}

} // namespace roofrack
