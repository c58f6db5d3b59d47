// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/pages/welcome_page.h"

#include "app/gui/pages/sample_card.h"
#include "core/base/catalog/catalog.h"
#include "widgets/fields/elided_label.h"
#include "widgets/fields/plain_text.h"
#include "widgets/fields/text.h"

#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QRegularExpression>
#include <QResizeEvent>
#include <QTimer>

#include <algorithm>

namespace roofrack {

namespace {

constexpr int margin = 40, gap = 16, side_width = 216;
constexpr QSize recent_picture(72, 44);

void clear(QLayout& layout) {
    while (QLayoutItem* item = layout.takeAt(0)) {
        if (QWidget* widget = item->widget()) {
            widget->hide();
            widget->deleteLater();
        }
        delete item;
    }
}

/// The first sentence: a card has room for one thought. "et al." does not end it.
QString first_sentence(const std::string& text) {
    static const QRegularExpression end(QStringLiteral("(?<!\\bal)\\. (?=[A-Z])"));
    const QString all = to_qt(text).simplified();
    const qsizetype at = all.indexOf(end);
    return at < 0 ? all : all.left(at + 1);
}

QPushButton* link_button(const QString& text, QWidget* parent) {
    auto* button = new QPushButton(text, parent);
    button->setProperty("role", "link");
    button->setCursor(Qt::PointingHandCursor);
    return button;
}

/// The text as far as the column has room for it.
QString elided_for(const QPushButton& button, const QString& text, Qt::TextElideMode mode) {
    constexpr int padding = 24; // both sides of the button
    return as_label(button.fontMetrics().elidedText(text, mode, side_width - padding));
}

/// Painted in the middle of its room, a drawing would stand further in than the other links.
QPixmap at_the_left(const QPixmap& picture) {
    const QImage image = picture.toImage();
    const auto is_blank = [&](int x) {
        for (int y = 0; y < image.height(); ++y)
            if (image.pixel(x, y) != image.pixel(0, 0)) return false;
        return true;
    };
    int blank = 0;
    while (blank < image.width() && is_blank(blank)) ++blank;
    QPixmap moved(picture.size());
    moved.setDevicePixelRatio(picture.devicePixelRatio());
    moved.fill(image.pixelColor(0, 0));
    QPainter(&moved).drawPixmap(QPointF(-blank / picture.devicePixelRatio(), 0), picture);
    return moved;
}

} // namespace

WelcomePage::WelcomePage(const Catalog& catalog, Painter painter, QWidget* parent)
    : QScrollArea(parent)
    , m_catalog(catalog)
    , m_painter(std::move(painter))
    , m_body(new QWidget(this)) {
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_body->setObjectName(QStringLiteral("welcome"));
    auto* row = new QHBoxLayout(m_body);
    row->setContentsMargins(margin, margin, margin, margin);
    row->setSpacing(margin);
    auto* side = new QWidget(m_body);
    side->setFixedWidth(side_width);
    m_side = new QVBoxLayout(side);
    m_side->setContentsMargins(0, 0, 0, 0);
    m_side->setSpacing(0);
    row->addWidget(side, 0, Qt::AlignTop);
    auto* column = new QVBoxLayout;
    column->setSpacing(4);
    row->addLayout(column, 1);
    auto* title = new QLabel(tr("What holds this cluster back?"), m_body);
    title->setProperty("role", "heading");
    auto* line = new QLabel(tr("Open a sample: every chart is live, and anything can be changed."), m_body);
    line->setProperty("role", "secondary");
    column->addWidget(title);
    column->addWidget(line);
    column->addSpacing(12);
    m_cards = new QGridLayout;
    m_cards->setSpacing(gap);
    column->addLayout(m_cards);
    column->addStretch(1);

    auto* start = add_column(tr("Start"));
    const std::pair<QString, void (WelcomePage::*)()> starts[] = {
        {tr("Open a project…"), &WelcomePage::open_chosen},
        {tr("Compare servers…"), &WelcomePage::compare_chosen},
        {tr("Open a trace or log of a real run…"), &WelcomePage::open_trace_chosen},
        {tr("Open a folder of traces…"), &WelcomePage::open_traces_chosen},
        {tr("New, empty project"), &WelcomePage::new_chosen},
    };
    for (const auto& [text, signal] : starts) {
        QPushButton* button = link_button(text, m_body);
        connect(button, &QPushButton::clicked, this, signal);
        start->addWidget(button);
    }
    m_templates = add_column(tr("New from template"));
    add_questions();
    m_recent = add_column(tr("Recent"));
    set_recent({});
    make_cards();
    setWidget(m_body);
}

/// What people ask, with an answer that can be changed.
void WelcomePage::add_questions() {
    QVBoxLayout* column = add_column(tr("Questions"));
    for (const QString& id : decision_ids()) {
        const auto project = read_sample(id, m_catalog);
        // One that cannot be read stands there under its id, and says why.
        const QString name = project ? to_qt(project->name) : id.section(u'/', -1);
        QPushButton* button = link_button(QString(), m_body);
        button->setText(elided_for(*button, name, Qt::ElideRight));
        button->setToolTip(name + QStringLiteral("\n") +
                           to_qt(project ? project->description : project.error().text()));
        button->setAccessibleName(name);
        button->setProperty("sample", id);
        connect(button, &QPushButton::clicked, this, [this, id] { Q_EMIT sample_chosen(id); });
        column->addWidget(button);
    }
}

QVBoxLayout* WelcomePage::add_column(const QString& title) {
    auto* heading = new QLabel(title, m_body);
    heading->setProperty("role", "strong");
    auto* entries = new QVBoxLayout;
    entries->setSpacing(0);
    if (m_side->count() > 0) m_side->addSpacing(24);
    m_side->addWidget(heading);
    m_side->addSpacing(4);
    m_side->addLayout(entries);
    return entries;
}

void WelcomePage::make_cards() {
    for (const Sample& sample : samples()) {
        auto project = sample.read(m_catalog);
        if (!project) continue; // a test reads every sample
        const QString title = project->name.empty() ? sample.id() : to_qt(project->name);
        auto* card = new SampleCard(title, first_sentence(project->description), m_body);
        card->setProperty("sample", sample.id());
        connect(card, &SampleCard::opened, this, [this, id = sample.id()] { Q_EMIT sample_chosen(id); });
        m_entries.push_back({card, std::move(*project)});
    }
}

void WelcomePage::arrange() {
    const int room = viewport()->width() - 3 * margin - side_width;
    const int across = std::clamp((room + gap) / (240 + gap), 1, 3);
    const int width = std::clamp((room + gap) / across - gap, 200, 400);
    if (across == m_across && width == m_card_width) return;
    m_across = across;
    m_card_width = width;
    const int columns = m_cards->columnCount();
    for (int column = 0; column < columns; ++column) m_cards->setColumnStretch(column, 0);
    for (size_t i = 0; i < m_entries.size(); ++i) {
        const int at = static_cast<int>(i);
        m_entries[i].card->setFixedWidth(width);
        m_entries[i].is_painted = false;
        m_cards->addWidget(m_entries[i].card, at / across, at % across);
    }
    m_cards->setColumnStretch(across, 1);
    paint_next();
}

void WelcomePage::resizeEvent(QResizeEvent* event) {
    QScrollArea::resizeEvent(event);
    arrange();
}

void WelcomePage::showEvent(QShowEvent* event) {
    QScrollArea::showEvent(event);
    paint_next();
}

void WelcomePage::set_theme(const Theme& theme) {
    if (theme == m_theme) return;
    m_theme = theme;
    for (Entry& entry : m_entries) entry.is_painted = false;
    paint_next();
    paint_recent();
}

void WelcomePage::paint_next() {
    // One picture a turn of the event loop: the page is there at once and stays alive.
    QTimer::singleShot(0, this, [this] {
        if (!isVisible()) return;
        const auto next = std::ranges::find(m_entries, false, &Entry::is_painted);
        if (next == m_entries.end()) {
            Q_EMIT painted();
            return;
        }
        next->card->set_picture(
            m_painter(next->project, next->card->picture_size(), m_theme, devicePixelRatioF()));
        next->is_painted = true;
        paint_next();
    });
}

void WelcomePage::set_templates(const std::vector<Template>& templates) {
    clear(*m_templates);
    for (const Template& entry : templates) {
        QPushButton* button = link_button(entry.title, m_body);
        button->setToolTip(entry.line);
        connect(button, &QPushButton::clicked, this, [this, id = entry.id] { Q_EMIT template_chosen(id); });
        m_templates->addWidget(button);
    }
}

void WelcomePage::set_recent_picture(const QString& path, RecentPainter painter) {
    const auto recent = std::ranges::find(m_recents, path, &Recent::path);
    if (recent == m_recents.end()) return;
    recent->painter = std::move(painter);
    recent->button->setIconSize(recent_picture);
    paint_recent(*recent);
}

void WelcomePage::paint_recent(const Recent& recent) const {
    recent.button->setIcon(at_the_left(recent.painter(recent_picture, m_theme, devicePixelRatioF())));
}

void WelcomePage::paint_recent() {
    for (Recent& recent : m_recents)
        if (recent.painter) paint_recent(recent);
}

void WelcomePage::set_recent(const QStringList& paths, const std::vector<RecentTraces>& runs) {
    clear(*m_recent);
    m_recents.clear();
    for (const QString& path : paths) {
        QPushButton* button = link_button(as_label(legible(QFileInfo(path).fileName())), m_body);
        button->setToolTip(legible(path));
        connect(button, &QPushButton::clicked, this, [this, path] { Q_EMIT recent_chosen(path); });
        m_recent->addWidget(button);
        m_recents.push_back({path, button, {}});
    }
    for (const RecentTraces& run : runs) {
        QPushButton* button = link_button(QString(), m_body);
        button->setText(elided_for(*button, run.name, Qt::ElideMiddle));
        button->setAccessibleName(run.name);
        button->setToolTip(run.tip);
        connect(button, &QPushButton::clicked, this,
                [this, chosen = run.paths] { Q_EMIT recent_traces_chosen(chosen); });
        m_recent->addWidget(button);
    }
    if (!paths.isEmpty() || !runs.empty()) return;
    auto* none = new QLabel(tr("Projects and runs that you open are listed here."), m_body);
    none->setProperty("role", "secondary");
    none->setWordWrap(true);
    m_recent->addWidget(none);
}

} // namespace roofrack
