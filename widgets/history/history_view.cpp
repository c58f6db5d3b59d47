// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/history/history_view.h"

#include "widgets/editor/document.h"

#include <QPainter>
#include <QStyledItemDelegate>

namespace roofrack {
namespace {

/// The step left, "saved" right; what is undone in the disabled colour.
class StepDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        QStyleOptionViewItem step = option;
        const QColor quiet = option.palette.color(QPalette::Disabled, QPalette::Text);
        if (index.data(HistoryModel::is_undone_role).toBool()) step.palette.setColor(QPalette::Text, quiet);
        const QString mark =
            index.data(HistoryModel::is_saved_role).toBool() ? HistoryView::tr("saved") : QString();
        const int taken = mark.isEmpty() ? 0 : option.fontMetrics.horizontalAdvance(mark) + 12;
        QStyledItemDelegate::paint(painter, step, index);
        if (mark.isEmpty()) return;
        painter->save();
        const QRect place = option.rect.adjusted(option.rect.width() - taken, 0, -8, 0);
        // The style sheet's selected ground is pale, and its text that of all rows.
        painter->setPen(option.state & QStyle::State_Selected ? option.palette.color(QPalette::Text) : quiet);
        painter->drawText(place, Qt::AlignRight | Qt::AlignVCenter, mark);
        painter->restore();
    }

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        if (!index.data(HistoryModel::is_saved_role).toBool()) return;
        const int taken = option->fontMetrics.horizontalAdvance(HistoryView::tr("saved")) + 28;
        option->text =
            option->fontMetrics.elidedText(option->text, Qt::ElideRight, option->rect.width() - taken);
    }
};

} // namespace

HistoryView::HistoryView(Document& document, QWidget* parent)
    : QListView(parent)
    , m_document(document)
    , m_model(document) {
    setModel(&m_model);
    setItemDelegate(new StepDelegate(this));
    setFrameShape(QFrame::NoFrame);
    setUniformItemSizes(true);
    setEditTriggers(NoEditTriggers);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setTextElideMode(Qt::ElideRight);
    setAccessibleName(tr("History of steps"));
    connect(&m_model, &HistoryModel::dataChanged, this, &HistoryView::follow);
    connect(this, &QListView::clicked, this, &HistoryView::go);
    follow();
}

void HistoryView::follow() {
    setCurrentIndex(m_model.now());
    scrollTo(m_model.now());
}

void HistoryView::go() {
    if (currentIndex().isValid()) m_document.go_to_step(currentIndex().row());
}

void HistoryView::keyPressEvent(QKeyEvent* event) {
    QListView::keyPressEvent(event);
    go();
}

} // namespace roofrack
