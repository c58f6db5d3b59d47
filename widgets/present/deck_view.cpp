// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/present/deck_view.h"

#include "core/answers/present/slide_inputs.h"
#include "widgets/fields/choice_edit.h"
#include "widgets/fields/flow_layout.h"
#include "widgets/fields/text.h"
#include "widgets/fields/text_edit.h"
#include "widgets/present/add_slide_button.h"
#include "widgets/present/deck_strip.h"
#include "widgets/present/export_slides_button.h"
#include "widgets/present/slide_fields.h"
#include "widgets/present/slide_inputs_row.h"
#include "widgets/present/slide_sheet.h"
#include "widgets/present/style_button.h"
#include "widgets/theme/style_theme.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace roofrack {

namespace {

constexpr int note_height = 72; // px

} // namespace

DeckView::DeckView(QWidget* parent)
    : QWidget(parent)
    , m_strip(new DeckStrip(this))
    , m_sheet(new SlideSheet(this))
    , m_remark(new QLabel(this))
    , m_title(new TextEdit(this))
    , m_lines(new QPlainTextEdit(this))
    , m_lines_label(new QLabel(this))
    , m_inputs(new SlideInputsRow(this))
    , m_note(new QPlainTextEdit(this))
    , m_scenario(new ChoiceEdit(this))
    , m_add(new AddSlideButton(this))
    , m_style(new StyleButton(this))
    , m_remove(new QPushButton(tr("Remove"), this))
    , m_up(new QPushButton(QStringLiteral("↑"), this))
    , m_down(new QPushButton(QStringLiteral("↓"), this))
    , m_export(new ExportSlidesButton(this))
    , m_show(new QPushButton(tr("Present"), this))
    , m_frozen(new QCheckBox(tr("Frozen"), this)) {
    setObjectName(QStringLiteral("deck-view"));
    m_title->setAccessibleName(tr("Title"));
    m_title->setObjectName(QStringLiteral("slide-title"));
    m_note->setAccessibleName(tr("Note for the speaker"));
    m_note->setObjectName(QStringLiteral("slide-note"));
    m_note->setPlaceholderText(tr("Note for the speaker"));
    m_lines->setObjectName(QStringLiteral("slide-lines"));
    for (QPlainTextEdit* each : {m_lines, m_note}) {
        each->setFixedHeight(note_height);
        each->setTabChangesFocus(true);
        each->installEventFilter(this);
    }
    connect(m_lines, &QPlainTextEdit::textChanged, this, &DeckView::show_typed_lines);
    m_remark->setProperty("role", "secondary");
    m_remark->setWordWrap(true);
    auto* bar = new QWidget(this);
    make_bar(bar);
    auto* title_label = new QLabel(tr("T&itle"), this);
    title_label->setBuddy(m_title);
    auto* title_row = new QHBoxLayout;
    title_row->setSpacing(8);
    title_row->addWidget(title_label);
    title_row->addWidget(m_title, 1);
    auto* column = new QVBoxLayout;
    column->setContentsMargins(12, 8, 12, 8);
    column->setSpacing(8);
    column->addWidget(bar);
    column->addWidget(m_remark);
    column->addWidget(m_sheet, 1);
    column->addLayout(title_row);
    column->addWidget(m_lines_label);
    column->addWidget(m_lines);
    column->addWidget(m_inputs);
    column->addWidget(m_note);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(m_strip);
    row->addLayout(column, 1);
    setFocusProxy(m_strip);
    connect(m_strip, &DeckStrip::chosen, this, [this](size_t number) {
        m_current = number;
        show_current();
    });
    connect(m_strip, &DeckStrip::reordered, this, &DeckView::take_order);
    connect(m_strip, &DeckStrip::move_wanted, this, &DeckView::move_current);
    connect(m_strip, &DeckStrip::remove_wanted, this, &DeckView::remove_current);
    connect(m_strip, &QListWidget::itemActivated, this, &DeckView::show_wanted);
    connect(m_title, &TextEdit::text_committed, this, [this](const QString& text) {
        edit_current(tr("Title of slide"), [&](Slide& slide) { slide.title = text.trimmed().toStdString(); });
    });
    connect(m_scenario, &ChoiceEdit::key_committed, this, [this](const QString& key) {
        edit_current(tr("Scenario of slide"), [&](Slide& slide) { slide.scenario = key.toStdString(); });
    });
    m_inputs->set_check([this](const QString& text) {
        const auto read = read_inputs(text);
        return read ? QString() : to_qt(read.error().text());
    });
    connect(m_inputs, &SlideInputsRow::typed, this, &DeckView::take_inputs);
    connect(m_inputs, &SlideInputsRow::put_wanted, this, [this] { Q_EMIT what_if_wanted(m_current); });
    connect(m_frozen, &QCheckBox::clicked, this,
            [this](bool frozen) { Q_EMIT freeze_wanted(m_current, frozen); });
    connect(m_add, &AddSlideButton::wanted, this, &DeckView::add_view);
    connect(m_remove, &QPushButton::clicked, this, &DeckView::remove_current);
    connect(m_up, &QPushButton::clicked, this, [this] { move_current(-1); });
    connect(m_down, &QPushButton::clicked, this, [this] { move_current(1); });
    connect(m_export, &ExportSlidesButton::wanted, this, &DeckView::export_wanted);
    connect(m_show, &QPushButton::clicked, this, &DeckView::show_wanted);
    show_current();
}

void DeckView::make_bar(QWidget* bar) {
    m_up->setAccessibleName(tr("Earlier"));
    m_down->setAccessibleName(tr("Later"));
    m_scenario->setMinimumContentsLength(8);
    m_up->setToolTip(tr("Move the slide towards the first (Ctrl+Up in the strip)"));
    m_down->setToolTip(tr("Move the slide towards the last (Ctrl+Down in the strip)"));
    m_remove->setToolTip(tr("Take the slide out (Delete in the strip)"));
    m_frozen->setToolTip(tr("Keep the slide as it is today, whatever the project becomes"));
    m_show->setToolTip(tr("Show the slides on the whole screen (F11)"));
    m_scenario->setAccessibleName(tr("Scenario of the slide"));
    m_scenario->setToolTip(tr("The scenario that the slide shows"));
    m_show->setObjectName(QStringLiteral("show-slides"));
    auto* edits = new QWidget(bar);
    auto* flow = new FlowLayout(edits, 8, 4); // a narrow window has two rows of them
    flow->setContentsMargins(0, 0, 0, 0);
    for (QWidget* each :
         std::initializer_list<QWidget*>{m_add, m_remove, m_up, m_down, m_scenario, m_frozen, m_style})
        flow->addWidget(each);
    // What is done with all slides stays where it is, whichever slide is chosen.
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(edits, 1);
    row->addWidget(m_export, 0, Qt::AlignTop);
    row->addWidget(m_show, 0, Qt::AlignTop);
}

void DeckView::add_view(const std::string& view) {
    if (view == "picture") {
        Q_EMIT file_wanted();
        return;
    }
    Slide slide;
    slide.view = view;
    if (m_current < m_deck.slides.size()) slide.scenario = m_deck.slides[m_current].scenario;
    add(std::move(slide));
    if (m_lines->isVisible()) m_lines->setFocus(Qt::OtherFocusReason); // what it shows is typed next
}

void DeckView::show_style(const HouseStyle& style) {
    const Theme theme = styled_theme(Theme::light(), style);
    m_style->show_style(style);
    if (std::exchange(m_theme, theme) == theme) return;
    show_strip();
    show_current();
}

void DeckView::show_deck(const Deck& deck, bool is_drafted) {
    if (deck == m_deck && is_drafted == m_is_drafted && m_rows.size() == deck.slides.size()) return;
    m_is_drafted = is_drafted;
    std::vector<Row> before = std::move(m_rows);
    m_rows.clear();
    for (const Slide& slide : deck.slides) {
        Row row{slide, {}};
        const auto found =
            std::ranges::find_if(before, [&](const Row& each) { return shows_the_same(each.slide, slide); });
        if (found != before.end()) row.shown = found->shown;
        m_rows.push_back(std::move(row));
    }
    m_deck = deck;
    if (m_current >= m_rows.size()) m_current = m_rows.empty() ? 0 : m_rows.size() - 1;
    show_strip();
    show_current();
}

void DeckView::show_slide(size_t number, ShownSlide slide) {
    if (number >= m_rows.size()) return;
    m_rows[number].shown = std::move(slide);
    show_row(number);
    if (number == m_current) show_current();
}

void DeckView::show_finding(bool is_finding) {
    if (std::exchange(m_is_finding, is_finding) != is_finding && m_rows.empty()) show_current();
}

void DeckView::show_scenarios(const QStringList& names) {
    std::vector<ChoiceEdit::Choice> choices{{{}, tr("First scenario"), {}}};
    for (const QString& name : names) choices.push_back({name, legible(name), {}});
    m_scenario->set_choices(choices);
    show_current();
}

void DeckView::set_read_only(bool read_only) {
    for (QWidget* each : std::initializer_list<QWidget*>{m_add, m_remove, m_up, m_down, m_frozen, m_scenario,
                                                         m_title, m_style})
        each->setEnabled(!read_only);
    m_inputs->set_read_only(read_only);
    m_note->setReadOnly(read_only);
    m_lines->setReadOnly(read_only);
    m_strip->setDragEnabled(!read_only);
}

void DeckView::choose(size_t number) {
    if (number < m_rows.size()) m_strip->setCurrentRow(static_cast<int>(number));
}

std::vector<ShownSlide> DeckView::slides() const {
    std::vector<ShownSlide> out;
    ShownSlide waiting;
    waiting.content.missing = tr("Being computed …").toStdString();
    for (const Row& row : m_rows) {
        waiting.content.title = row.slide.title;
        out.push_back(row.shown ? *row.shown : waiting);
    }
    return out;
}

void DeckView::show_strip() {
    m_strip->set_count(m_rows.size(), m_current);
    for (size_t i = 0; i < m_rows.size(); ++i) show_row(i);
    if (m_strip->currentItem()) m_strip->scrollToItem(m_strip->currentItem()); // rows have their height now
}

void DeckView::show_row(size_t number) {
    const Row& row = m_rows[number];
    QString name = QStringLiteral("%1  %2").arg(number + 1).arg(slide_view_name(row.slide.view));
    if (row.slide.is_frozen()) name += tr(", frozen");
    m_strip->show_row(number, m_rows.size(), name, row.shown ? &*row.shown : nullptr, m_theme);
}

void DeckView::show_current() {
    const bool has_slide = m_current < m_rows.size();
    const Slide slide = has_slide ? m_rows[m_current].slide : Slide();
    const auto* const shown = has_slide && m_rows[m_current].shown ? &*m_rows[m_current].shown : nullptr;
    m_sheet->show_slide(shown, {m_current + 1, m_rows.size()}, m_theme,
                        has_slide || m_is_finding
                            ? tr("Being computed …")
                            : tr("Slides of the project appear here: draw a cluster first, or add one."));
    m_remark->setText(
        tr("These are drafted from the scenarios. The first change keeps them with the project."));
    m_remark->setVisible(m_is_drafted && has_slide);
    m_title->show_text(as_written(slide.title));
    m_title->setPlaceholderText(shown ? to_qt(shown->content.title) : QString());
    fill_fields(slide);
    const bool lines = has_slide && has_lines(slide);
    m_lines->setVisible(lines);
    m_lines_label->setVisible(lines);
    m_lines_label->setText(name_of_lines(slide));
    m_lines->setAccessibleName(m_lines_label->text());
    m_scenario->set_key(to_qt(slide.scenario));
    const bool has_choice = m_scenario->count() > 2;
    QSizePolicy policy = m_scenario->sizePolicy();
    policy.setRetainSizeWhenHidden(has_choice); // what stands behind it stays there on a slide of text
    m_scenario->setSizePolicy(policy);
    m_scenario->setVisible(shows_scenario(slide) && has_choice);
    const bool takes_inputs = shows_scenario(slide) && !slide.is_frozen();
    m_inputs->show_inputs(m_current, slide.inputs);
    m_inputs->set_takes_inputs(takes_inputs);
    m_inputs->setVisible(has_slide && (takes_inputs || !slide.inputs.empty()));
    m_frozen->setChecked(slide.is_frozen());
    for (QWidget* each :
         std::initializer_list<QWidget*>{m_title, m_note, m_frozen, m_remove, m_export, m_show})
        each->setVisible(has_slide);
    m_up->setEnabled(m_add->isEnabled() && m_current > 0);
    m_down->setEnabled(m_add->isEnabled() && m_current + 1 < m_rows.size());
}

/// What is being typed stays, unless it is of another slide.
void DeckView::fill_fields(const Slide& slide) {
    const auto fill = [this](QPlainTextEdit& edit, Filled& filled, Slide of, const QString& text) {
        const bool is_same = filled.is_of(m_current, of);
        if (is_same && (edit.toPlainText() != filled.text || text == filled.from)) return;
        edit.setPlainText(text); // an undoing in the field does not reach back to another slide
        filled = {m_current, std::move(of), text, edit.toPlainText()};
    };
    fill(*m_note, m_filled_note, without_note(slide), as_written(slide.note));
    fill(*m_lines, m_filled_lines, without_lines(slide), lines_of(slide));
}

Result<std::vector<SlideInput>> DeckView::read_inputs(const QString& text) const {
    const Slide slide = m_current < m_rows.size() ? m_rows[m_current].slide : Slide();
    if (m_read_inputs) return m_read_inputs(slide, text.toStdString());
    return slide_inputs_in(text.toStdString(), slide.inputs);
}

void DeckView::take_inputs(const QString& text) {
    const auto read = read_inputs(text);
    if (!read) return;
    edit_current(tr("What-if of slide"), [&](Slide& slide) { slide.inputs = *read; });
    show_current(); // the text as it was read
    if (has_too_many_inputs(text.toStdString())) m_inputs->say(SlideInputsRow::no_room_text());
}

void DeckView::put_inputs(const std::vector<SlideInput>& inputs, const QString& refused) {
    if (!inputs.empty()) edit_current(tr("What-if of slide"), [&](Slide& slide) { slide.inputs = inputs; });
    m_inputs->say(refused);
    if (inputs.empty()) m_inputs->begin_typing();
}

void DeckView::change(const Deck& deck, const QString& step) {
    show_deck(deck, false);
    Q_EMIT changed(deck, step);
}

template<class Edit>
void DeckView::edit_current(const QString& step, Edit edit) {
    if (m_current >= m_deck.slides.size()) return;
    Deck deck = m_deck;
    edit(deck.slides[m_current]);
    if (!(deck == m_deck)) change(deck, step);
}

void DeckView::add(Slide slide) {
    if (m_deck.slides.size() >= most_slides) return;
    Deck deck = m_deck;
    const size_t place = deck.slides.empty() ? 0 : m_current + 1;
    deck.slides.insert(deck.slides.begin() + static_cast<std::ptrdiff_t>(place), std::move(slide));
    m_current = place;
    change(deck, tr("Add slide"));
}

void DeckView::remove_current() {
    if (m_current >= m_deck.slides.size() || !m_add->isEnabled()) return;
    Deck deck = m_deck;
    deck.slides.erase(deck.slides.begin() + static_cast<std::ptrdiff_t>(m_current));
    change(deck, tr("Remove slide"));
}

void DeckView::move_current(int direction) {
    const auto place = static_cast<std::ptrdiff_t>(m_current), next = place + direction;
    if (next < 0 || next >= static_cast<std::ptrdiff_t>(m_deck.slides.size()) || !m_add->isEnabled()) return;
    Deck deck = m_deck;
    std::swap(deck.slides[m_current], deck.slides[static_cast<size_t>(next)]);
    m_current = static_cast<size_t>(next);
    change(deck, tr("Move slide"));
}

/// After a drag the slides stand in another order.
void DeckView::take_order(const std::vector<size_t>& places) {
    const std::optional<Deck> deck = in_order(m_deck, places);
    if (!deck) return;
    m_current = static_cast<size_t>(std::ranges::find(places, m_current) - places.begin());
    if (!(*deck == m_deck)) change(*deck, tr("Move slide"));
}

bool DeckView::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::FocusOut && watched == m_note) commit_note();
    if (event->type() == QEvent::FocusOut && watched == m_lines) commit_lines();
    return QWidget::eventFilter(watched, event);
}

void DeckView::commit_note() {
    const QString typed = m_note->toPlainText();
    if (typed == m_filled_note.text) return;
    edit_current(tr("Note of slide"), [&](Slide& slide) {
        if (!m_filled_note.is_of(m_current, without_note(slide))) return;
        slide.note = typed.toStdString();
        m_filled_note.text = typed;
        m_filled_note.from = as_written(slide.note);
    });
}

void DeckView::show_typed_lines() {
    if (m_current >= m_rows.size() || !m_rows[m_current].shown) return;
    const QString typed = m_lines->toPlainText();
    if (m_rows[m_current].slide.view != "text" || typed == m_filled_lines.text) return;
    ShownSlide slide = *m_rows[m_current].shown;
    slide.content.text = lines_in(typed);
    if (!slide.content.text.empty()) slide.content.missing.clear();
    m_sheet->show_slide(&slide, {m_current + 1, m_rows.size()}, m_theme);
}

void DeckView::commit_lines() {
    const QString typed = m_lines->toPlainText();
    if (typed == m_filled_lines.text) return;
    edit_current(tr("Text of slide"), [&](Slide& slide) {
        if (!m_filled_lines.is_of(m_current, without_lines(slide))) return;
        (slide.view == "text" ? slide.text : slide.figures) = lines_in(typed);
        m_filled_lines.text = typed;
        m_filled_lines.from = lines_of(slide);
    });
}

} // namespace roofrack
