// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fields/plain_text.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QHelpEvent>
#include <QLabel>
#include <QPointer>
#include <QRegularExpression>
#include <QTextDocumentFragment>
#include <QToolTip>

namespace roofrack {
namespace {

constexpr char rich_tip_property[] = "rich_tip";

/// Qt's label for tool tips, of which there is at most one; null when there is none.
QLabel* tip_label() {
    for (QWidget* window : QApplication::topLevelWidgets())
        if (window->inherits("QTipLabel")) return static_cast<QLabel*>(window);
    return nullptr;
}

/// Sees every label before its text is laid out, and every wish for a tool tip before its answer.
class PlainTextGuard : public QObject {
public:
    static PlainTextGuard& instance() {
        static PlainTextGuard guard;
        return guard;
    }

    /// Qt shows tip after tip in one label, whose format is that of the tip that it was made for.
    void show(const QPoint& place, const QString& text, QWidget* widget, const QRect& area,
              Qt::TextFormat format) {
        if (const QLabel* label = tip_label(); label && label->textFormat() != format) delete label;
        m_tip_format = format;
        QToolTip::showText(place, text, widget, area);
        m_tip_format = Qt::PlainText;
        m_answers_itself = format == Qt::RichText ? widget : nullptr;
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::Polish) {
            if (auto* label = qobject_cast<QLabel*>(watched)) make_plain(*label);
        } else if (event->type() == QEvent::ToolTip && watched->isWidgetType()) {
            return tell(*static_cast<QWidget*>(watched), *static_cast<QHelpEvent*>(event));
        }
        return false;
    }

private:
    void make_plain(QLabel& label) const {
        if (label.inherits("QTipLabel"))
            label.setTextFormat(m_tip_format);
        else if (label.textFormat() == Qt::AutoText)
            label.setTextFormat(Qt::PlainText);
    }

    /// Shows a rich tip where there is one; otherwise sees to it that what follows is plain.
    bool tell(QWidget& widget, const QHelpEvent& wish) {
        QString html = rich_tip(widget);
        QRect area;
        if (auto* view = qobject_cast<QAbstractItemView*>(widget.parentWidget());
            view && view->viewport() == &widget) {
            const QModelIndex index = view->indexAt(wish.pos());
            html = index.data(rich_tip_role).toString();
            area = view->visualRect(index);
        }
        if (!html.isEmpty()) {
            show(wish.globalPos(), html, &widget, area, Qt::RichText);
            m_answers_itself = nullptr;
            return true;
        }
        if (m_answers_itself != &widget) drop_rich_tip();
        return false;
    }

    void drop_rich_tip() {
        if (const QLabel* label = tip_label(); label && label->textFormat() != Qt::PlainText) delete label;
    }

    Qt::TextFormat m_tip_format = Qt::PlainText;
    QPointer<QWidget> m_answers_itself; ///< shows its own rich tip, and may show it again
};

/// No program has to remember it.
void guard_texts() { QCoreApplication::instance()->installEventFilter(&PlainTextGuard::instance()); }
Q_COREAPP_STARTUP_FUNCTION(guard_texts)

} // namespace

void set_rich_tip(QWidget& widget, const QString& html) { widget.setProperty(rich_tip_property, html); }
QString rich_tip(const QWidget& widget) { return widget.property(rich_tip_property).toString(); }

void show_tip(const QPoint& place, const QString& text, QWidget* widget) {
    PlainTextGuard::instance().show(place, text, widget, {}, Qt::PlainText);
}

void show_rich_tip(const QPoint& place, const QString& html, QWidget* widget) {
    PlainTextGuard::instance().show(place, html, widget, {}, Qt::RichText);
}

QString without_markup(const QString& html) { return QTextDocumentFragment::fromHtml(html).toPlainText(); }

QString as_label(QString text) { return text.replace(u'&', QStringLiteral("&&")); }

QString text_of_label(QString label) {
    static const QRegularExpression mark(QStringLiteral("&(.)"));
    return label.replace(mark, QStringLiteral("\\1"));
}

QString as_title(QString text) { return text.replace(QStringLiteral("[*]"), QStringLiteral("[*][*]")); }

} // namespace roofrack
