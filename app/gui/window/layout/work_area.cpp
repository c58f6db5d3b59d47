// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/layout/work_area.h"

#include "widgets/fields/segments.h"

#include <QHBoxLayout>
#include <QSplitter>
#include <QVBoxLayout>

#include <cmath>
#include <functional>

namespace roofrack {

namespace {

constexpr QLatin1String drawing_key("drawing"), views_key("views");

/// A splitter that tells its size before anything is painted.
class Halves : public QSplitter {
public:
    Halves(QWidget* parent, std::function<void()> resized)
        : QSplitter(Qt::Vertical, parent)
        , m_resized(std::move(resized)) {}

protected:
    void resizeEvent(QResizeEvent* event) override {
        QSplitter::resizeEvent(event);
        m_resized();
    }

private:
    std::function<void()> m_resized;
};

} // namespace

WorkArea::WorkArea(QWidget* drawing, QWidget* views, QWidget* parent)
    : QWidget(parent)
    , m_drawing(drawing)
    , m_views(views)
    , m_row(new QWidget(this))
    , m_switch(new Segments(tr("Drawing or views"), m_row))
    , m_splitter(new Halves(this, [this] { share_height(); })) {
    m_switch->add(drawing_key, tr("Drawing"), tr("Show the drawing"));
    m_switch->add(views_key, tr("Views"), tr("Show the views"));
    auto* row = new QHBoxLayout(m_row);
    row->setContentsMargins(12, 6, 12, 6);
    row->addWidget(m_switch);
    row->addStretch(1);
    m_row->setObjectName(QStringLiteral("panel"));
    m_row->hide();
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(drawing);
    m_splitter->addWidget(views);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_row);
    column->addWidget(m_splitter, 1);
    connect(m_switch, &Segments::key_chosen, this, [this](const QString& key) {
        Q_EMIT part_chosen(key == drawing_key ? Part::drawing : Part::views);
    });
    connect(m_splitter, &QSplitter::splitterMoved, this, [this] {
        const QList<int> heights = m_splitter->sizes();
        const int shown = heights.value(m_shows_instead ? 2 : 1);
        m_share = static_cast<double>(shown) / std::max(1, heights[0] + shown);
    });
}

void WorkArea::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    Q_EMIT resized();
}

void WorkArea::add_above(QWidget* bar) {
    m_above = bar;
    bar->hide();
    static_cast<QVBoxLayout*>(layout())->insertWidget(0, bar);
}

void WorkArea::show_above(bool shown) {
    if (m_above) m_above->setVisible(shown);
}

void WorkArea::add_instead(QWidget* instead) {
    m_instead = instead;
    m_splitter->addWidget(instead);
    instead->hide();
}

void WorkArea::show_instead(bool shown) {
    m_shows_instead = shown && m_instead;
    m_views->setVisible(m_shows_views && !m_shows_instead);
    if (m_instead) m_instead->setVisible(m_shows_views && m_shows_instead);
    share_height();
}

void WorkArea::add_top(QWidget* bar) { static_cast<QVBoxLayout*>(layout())->insertWidget(0, bar); }

void WorkArea::add_below(QWidget* strip) { layout()->addWidget(strip); }

void WorkArea::show_parts(bool drawing, bool views) {
    Q_ASSERT(drawing || views);
    // Else the keys would go to whatever comes next, and choose something there.
    const auto let_go = [](const QWidget& part, bool shown) {
        if (QWidget* focus = part.window()->focusWidget(); focus && !shown && part.isAncestorOf(focus))
            focus->clearFocus();
    };
    let_go(*m_drawing, drawing);
    let_go(*m_views, views);
    if (m_instead) let_go(*m_instead, views);
    m_drawing->setVisible(drawing);
    m_shows_views = views;
    m_views->setVisible(views && !m_shows_instead);
    if (m_instead) m_instead->setVisible(views && m_shows_instead);
    m_switch->set_key(drawing ? drawing_key : views_key);
    share_height();
    // A splitter that is not on the screen yet tells nobody of its new least height: the window would grow
    // for the old one.
    m_splitter->updateGeometry();
    updateGeometry();
}

void WorkArea::set_views_share(double share) {
    m_share = share;
    share_height();
}

void WorkArea::show_switch(bool shown) { m_row->setVisible(shown); }

void WorkArea::name_views(const QString& name) { m_switch->set_text(views_key, name); }

void WorkArea::share_height() {
    if (m_drawing->isHidden() || !m_shows_views) return;
    const int height = m_splitter->height() - m_splitter->handleWidth();
    const int views = static_cast<int>(std::lround(height * m_share));
    m_splitter->setSizes({height - views, views, views}); // one of the two latter is hidden
}

} // namespace roofrack
