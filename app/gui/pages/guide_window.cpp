// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/pages/guide_window.h"

#include "app/gui/pages/guide_browser.h"
#include "app/gui/pages/guide_pages.h"
#include "widgets/fields/plain_text.h"
#include "widgets/theme/text_scale.h"

#include <QAction>
#include <QApplication>
#include <QFileInfo>
#include <QKeyEvent>
#include <QTextBlock>
#include <QTextTable>
#include <QToolBar>
#include <QVBoxLayout>

namespace roofrack {

namespace {

QUrl url_of(const QString& page) { return QUrl(QStringLiteral("qrc") + guide_file(page)); }

/// Sees F1 before the widget that has the keys.
class GuideKey : public QObject {
public:
    explicit GuideKey(QObject* owner)
        : QObject(owner) {}

    bool eventFilter(QObject* watched, QEvent* event) override {
        QWidget* modal = event->type() == QEvent::KeyPress ? QApplication::activeModalWidget() : nullptr;
        if (!modal || !watched->isWidgetType()) return false;
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() != Qt::Key_F1 || key->modifiers() != Qt::NoModifier) return false;
        show_guide_on(static_cast<QWidget*>(watched), modal);
        return true;
    }
};

} // namespace

GuideWindow::GuideWindow(QWidget* parent)
    : QDialog(parent, Qt::Window)
    , m_browser(new GuideBrowser(this)) {
    setAttribute(Qt::WA_DeleteOnClose);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* bar = new QToolBar(this);
    column->addWidget(bar);
    column->addWidget(m_browser, 1);
    const auto add = [this, bar](const QString& text, const QList<QKeySequence>& keys, auto handler) {
        QAction* action = bar->addAction(text, m_browser, handler);
        action->setShortcuts(keys);
        action->setToolTip(
            QStringLiteral("%1 (%2)").arg(text, keys.front().toString(QKeySequence::NativeText)));
        return action;
    };
    QAction* back = add(tr("Back"), {QKeySequence(QStringLiteral("Alt+Left")), QKeySequence(Qt::Key_Back)},
                        &QTextBrowser::backward);
    QAction* forward =
        add(tr("Forward"), {QKeySequence(QStringLiteral("Alt+Right")), QKeySequence(Qt::Key_Forward)},
            &QTextBrowser::forward);
    QAction* contents = add(tr("Contents"), {QKeySequence(QStringLiteral("Alt+Home"))},
                            [this] { show_page(QLatin1String(guide_start)); });
    back->setObjectName(QStringLiteral("guide.back"));
    forward->setObjectName(QStringLiteral("guide.forward"));
    contents->setObjectName(QStringLiteral("guide.contents"));
    back->setEnabled(false);
    forward->setEnabled(false);
    connect(m_browser, &QTextBrowser::backwardAvailable, back, &QAction::setEnabled);
    connect(m_browser, &QTextBrowser::forwardAvailable, forward, &QAction::setEnabled);
    connect(m_browser, &GuideBrowser::project_chosen, this, [this](const QString& id) {
        if (receivers(SIGNAL(project_chosen(QString))) > 0)
            Q_EMIT project_chosen(id);
        else
            show_tip(QCursor::pos(), tr("Close the dialog to open a project"), m_browser);
    });
    connect(m_browser, &QTextBrowser::sourceChanged, this, [this] {
        const QString title = m_browser->document()->begin().text();
        setWindowTitle(tr("%1 – Guide to Roofrack").arg(title));
    });
    resize_for_text(*this, {880, 760});
}

void GuideWindow::show_page(const QString& page) {
    if (page != this->page()) m_browser->setSource(url_of(page));
    m_browser->setFocus();
}

void GuideWindow::show_term(const QString& term) {
    show_page(QLatin1String(glossary_page));
    QTextDocument& text = *m_browser->document();
    for (QTextCursor at = text.find(term, 0, QTextDocument::FindCaseSensitively); !at.isNull();
         at = text.find(term, at, QTextDocument::FindCaseSensitively)) {
        const QTextTable* table = at.currentTable();
        if (!table || table->cellAt(at).column() != 0) continue; // the word in an explanation of another
        const QStringList named = at.block().text().split(QStringLiteral(", "));
        if (!named.contains(term)) continue;
        m_browser->setTextCursor(at);
        m_browser->ensureCursorVisible();
        return;
    }
}

QString GuideWindow::page() const { return QFileInfo(m_browser->source().path()).completeBaseName(); }

GuideWindow& show_guide(const QString& page, QWidget* window) {
    auto* guide = window->findChild<GuideWindow*>({}, Qt::FindDirectChildrenOnly);
    if (!guide) guide = new GuideWindow(window);
    guide->show_page(page);
    guide->show();
    guide->activateWindow();
    return *guide;
}

GuideWindow& show_guide_on(QWidget* focus, QWidget* window) {
    const QString term = glossary_term_of(focus);
    if (term.isEmpty()) return show_guide(guide_page_of(focus), window);
    GuideWindow& guide = show_guide(QLatin1String(glossary_page), window);
    guide.show_term(term);
    return guide;
}

void watch_guide_key(QWidget* window) { qApp->installEventFilter(new GuideKey(window)); }

} // namespace roofrack
