// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/findings/findings_view.h"

#include "widgets/fields/text.h"
#include "widgets/findings/severity_mark.h"

#include <QContextMenuEvent>
#include <QHeaderView>
#include <QInputDialog>
#include <QMenu>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QTextLayout>

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

constexpr int dot_column = 24; // px before the first text: the severity's dot
constexpr int padding = 8, vertical = 5;
constexpr int tight = 1;      // px above and below the text of a row that shows not all its lines
constexpr int least_rows = 3; // that are seen

/// Wrapped text in rows as tall as their tallest cell; the first cell is strong and has the dot.
class FindingDelegate : public QStyledItemDelegate {
public:
    FindingDelegate(const Theme& theme, FindingsView* view)
        : QStyledItemDelegate(view)
        , m_theme(theme)
        , m_view(view) {}

    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const override {
        const int most = m_view->most_lines(index.row()), whole = whole_height(index);
        if (most == 0) return {text_width(index), whole + 2 * vertical};
        const QFontMetrics metrics(font(index.column()));
        return {text_width(index), std::min(whole, most * metrics.lineSpacing()) + 2 * tight};
    }

    /// The height in px of the text with all its lines.
    int whole_height(const QModelIndex& index) const {
        const QFontMetrics metrics(font(index.column()));
        return metrics.boundingRect(QRect(0, 0, text_width(index), 10000), flags, text(index)).height();
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const bool is_waived = index.data(FindingsModel::waived_role).toBool();
        painter->save();
        if (option.state & QStyle::State_Selected) {
            QColor ground = m_theme.accent;
            ground.setAlphaF(m_theme.is_dark ? 0.22f : 0.12f);
            painter->fillRect(option.rect, ground);
        }
        // Rows of several lines that stand so close would run into each other.
        if (index.row() > 0 && m_view->most_lines(index.row()) > 1)
            painter->fillRect(QRect(option.rect.topLeft(), QSize(option.rect.width(), 1)), m_theme.grid);
        if (index.column() == FindingsModel::what) {
            const auto severity = static_cast<Severity>(index.data(FindingsModel::severity_role).toInt());
            const QFontMetrics metrics(font(0));
            const double middle = option.rect.top() + above(index) + metrics.height() / 2.0;
            paint_severity(*painter, QPointF(option.rect.left() + dot_column / 2.0, middle), severity,
                           is_waived ? m_theme.disabled : m_theme.severity(severity));
        }
        painter->setPen(is_waived                               ? m_theme.disabled
                        : index.column() == FindingsModel::what ? m_theme.text
                                                                : m_theme.secondary);
        painter->setFont(font(index.column()));
        painter->drawText(option.rect.adjusted(left(index.column()), above(index), -padding, 0), flags,
                          shown_text(index));
        painter->restore();
    }

private:
    static constexpr int flags = Qt::TextWordWrap | Qt::AlignLeft | Qt::AlignTop;
    static int left(int column) { return column == FindingsModel::what ? dot_column : padding; }
    int above(const QModelIndex& index) const {
        return m_view->most_lines(index.row()) == 0 ? vertical : tight;
    }
    int text_width(const QModelIndex& index) const {
        return std::max(m_view->columnWidth(index.column()) - left(index.column()) - padding, 40);
    }
    /// The lines that there is room for, the last one with an ellipsis where more follow.
    QString shown_text(const QModelIndex& index) const {
        const QString all = text(index);
        const int most = m_view->most_lines(index.row());
        const QFontMetrics metrics(font(index.column()));
        if (most == 0 || whole_height(index) <= most * metrics.lineSpacing()) return all;
        QTextLayout layout(all, font(index.column()));
        QString out;
        layout.beginLayout();
        for (int i = 0; i < most; ++i) {
            QTextLine line = layout.createLine();
            if (!line.isValid()) break;
            line.setLineWidth(text_width(index));
            out += i + 1 < most
                       ? all.mid(line.textStart(), line.textLength()).trimmed() + u'\n'
                       : metrics.elidedText(all.mid(line.textStart()), Qt::ElideRight, text_width(index));
        }
        layout.endLayout();
        return out;
    }
    QFont font(int column) const {
        return m_theme.font(column == FindingsModel::what ? Theme::Role::strong : Theme::Role::body);
    }
    static QString text(const QModelIndex& index) {
        const QString text = index.data(Qt::DisplayRole).toString();
        return text.isEmpty() ? QStringLiteral("–") : text;
    }

    const Theme& m_theme;
    FindingsView* m_view;
};

} // namespace

FindingsView::FindingsView(QWidget* parent)
    : QTreeView(parent) {
    setModel(&m_model);
    setItemDelegate(new FindingDelegate(m_theme, this));
    setRootIsDecorated(false);
    setUniformRowHeights(false);
    setFrameShape(QFrame::NoFrame);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setAccessibleName(tr("What binds, and what mitigates it"));
    header()->setStretchLastSection(true);
    header()->setSectionsMovable(false);
    setHeaderHidden(true);
    set_least_height();
    connect(this, &QTreeView::clicked, this, [this](const QModelIndex& index) {
        open(index.row());
        locate(index);
    });
}

void FindingsView::set_findings(const std::vector<Finding>& findings,
                                const std::vector<WaivedFinding>& waived) {
    if (!m_model.set_findings(findings, waived)) return; // who reads one reads on
    m_open = -1;
    share_width();
}

void FindingsView::set_theme(const Theme& theme) {
    m_theme = theme;
    set_least_height();
    share_width();
    viewport()->update();
}

/// The height of three cut rows at the size of the text: a low window leaves the plot the rest.
void FindingsView::set_least_height() {
    constexpr int least = 64; // px
    const QFontMetrics metrics(m_theme.font(Theme::Role::strong));
    setMinimumHeight(std::max(least, least_rows * (metrics.lineSpacing() + 2 * tight)));
}

void FindingsView::resizeEvent(QResizeEvent* event) {
    QTreeView::resizeEvent(event);
    share_width();
}

void FindingsView::share_width() {
    const int width = viewport()->width();
    header()->resizeSection(FindingsModel::what, std::max(160, width * 30 / 100));
    header()->resizeSection(FindingsModel::why, std::max(160, width * 37 / 100));
    share_height();
    scheduleDelayedItemsLayout();
}

/// Three rows are seen at least: where they are too tall, each shows as many lines as let them.
void FindingsView::share_height() {
    const int rows = std::min(least_rows, m_model.rowCount()), room = viewport()->height();
    m_most_lines = 0;
    if (rows < 2) return; // nothing to see beside it
    const auto* delegate = static_cast<const FindingDelegate*>(itemDelegate());
    int whole = 0;
    for (int row = 0; row < rows; ++row) {
        int tallest = 0;
        for (int column = 0; column < FindingsModel::column_count; ++column)
            tallest = std::max(tallest, delegate->whole_height(m_model.index(row, column)));
        whole += tallest + 2 * vertical;
    }
    if (whole <= room) return;
    const QFontMetrics metrics(m_theme.font(Theme::Role::strong));
    m_most_lines = std::max(1, (room / rows - 2 * tight) / metrics.lineSpacing());
}

void FindingsView::open(int row) {
    if (m_open == row) return;
    m_open = row;
    if (m_most_lines == 0) return;
    scheduleDelayedItemsLayout();
    scrollTo(m_model.index(row, 0));
}

void FindingsView::paintEvent(QPaintEvent* event) {
    QTreeView::paintEvent(event);
    if (m_model.rowCount() > 0) return;
    QPainter painter(viewport());
    painter.setPen(m_theme.secondary);
    painter.drawText(viewport()->rect().adjusted(16, 8, -16, -8),
                     Qt::AlignTop | Qt::AlignLeft | Qt::TextWordWrap,
                     tr("Nothing to remark yet: findings appear as soon as the drawing has a server."));
}

void FindingsView::contextMenuEvent(QContextMenuEvent* event) {
    const QModelIndex index =
        event->reason() == QContextMenuEvent::Mouse ? indexAt(event->pos()) : currentIndex();
    if (!index.isValid()) return;
    // The model may change while the menu is open.
    const Finding finding = m_model.finding(index.row());
    QMenu menu(this);
    if (m_model.is_waived(index.row()) || finding.id == finding_id::idle_waiver) {
        menu.addAction(tr("Take the waiver back"), this,
                       [this, finding] { Q_EMIT waiver_unwanted(finding); });
    } else {
        menu.addAction(tr("Waive…"), this, [this, finding] { ask_reason(finding); });
    }
    menu.exec(event->reason() == QContextMenuEvent::Mouse
                  ? event->globalPos()
                  : viewport()->mapToGlobal(visualRect(index).center()));
}

void FindingsView::ask_reason(const Finding& finding) {
    QInputDialog dialog(this);
    dialog.setWindowTitle(tr("Waive finding"));
    dialog.setLabelText(tr("Why is this finding waived?\n%1").arg(to_qt(finding.message)));
    dialog.setOkButtonText(tr("Waive"));
    if (dialog.exec() != QDialog::Accepted) return;
    const QString reason = dialog.textValue().trimmed();
    if (!reason.isEmpty()) Q_EMIT waive_requested(finding, reason);
}

void FindingsView::mousePressEvent(QMouseEvent* event) {
    m_is_pressed = true;
    QTreeView::mousePressEvent(event);
    m_is_pressed = false;
}

void FindingsView::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
    QTreeView::currentChanged(current, previous);
    // The arrow keys locate as a click does. A row that is pressed opens once it is let go: it stays below
    // the pointer until then.
    if (!hasFocus() || !current.isValid() || !previous.isValid()) return;
    if (!m_is_pressed) open(current.row());
    locate(current);
}

void FindingsView::locate(const QModelIndex& index) {
    if (index.isValid()) Q_EMIT located(m_model.finding(index.row()).where);
}

} // namespace roofrack
