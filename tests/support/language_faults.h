// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/layout_check.h"
#include "tests/support/text_recorder.h"
#include "tests/support/translated_text.h"
#include "tests/support/visible_texts.h"

#include <QFileDialog>
#include <QTest>

#include <cmath>
#include <utility>

namespace roofrack::test {

/// Gathers what a window or a picture shows in another language than the one that is installed, and what has
/// no room there.
class LanguageFaults {
public:
    TranslatedText known;

    void text(const QString& where, const QString& said, bool whole = true) {
        if (const QString words = known.plain_words(said, whole); !words.isEmpty())
            m_faults << QStringLiteral("not translated: %1: “%2” in “%3”").arg(where, words, said.left(120));
        if (TranslatedText::is_pieced(said))
            m_faults << QStringLiteral("pieced together: %1: “%2”").arg(where, said.left(160));
    }
    void texts(const QWidget& widget) {
        if (const auto* files = qobject_cast<const QFileDialog*>(&widget)) return file_dialog(*files);
        for (const auto& [where, said] : VisibleTexts(widget).texts) text(where, said);
    }
    /// Layouts settle over a few turns of the event loop.
    void layout(const QWidget& widget, const QString& where) {
        QStringList left;
        (void)QTest::qWaitFor([&] { return (left = layout_faults(widget)).isEmpty(); }, 3000);
        for (const QString& fault : left) m_faults << QStringLiteral("no room: %1: %2").arg(where, fault);
    }
    void painted(const std::vector<PaintedText>& recorded, QSize size, const QString& where) {
        QString broken; // the lines so far of a sentence that goes on
        for (const PaintedText& one : recorded) {
            const QString said = broken.isEmpty() ? one.text : broken + u' ' + one.text;
            broken = goes_on(said, one, recorded) ? said : QString();
            if (broken.isEmpty()) text(where, said, false);
            if (!QRectF(QPointF(-1, -1), QSizeF(size) + QSizeF(2, 2)).contains(one.rect))
                m_faults << QStringLiteral("no room: %1: “%2”").arg(where, one.text);
        }
    }
    /// What was found since the last call, a line each.
    QStringList take() {
        m_faults.removeDuplicates();
        return std::exchange(m_faults, {});
    }
    /// Writes them out; how many there are.
    qsizetype report() {
        const QStringList faults = take();
        for (const QString& fault : faults) qWarning().noquote() << fault;
        return faults.size();
    }

private:
    /// A translation is open at its end, and the next text stands under it.
    static bool goes_on(const QString& said, const PaintedText& last, const std::vector<PaintedText>& all) {
        const PaintedText* const next = &last + 1;
        return said.count(u'⟦') > said.count(u'⟧') && !said.contains(u'…') &&
               next != all.data() + all.size() && next->rect.top() > last.rect.center().y() &&
               std::abs(next->rect.left() - last.rect.left()) < 1;
    }
    /// The rest of it is Qt's, and names of files.
    void file_dialog(const QFileDialog& dialog) {
        static const QRegularExpression pattern(QStringLiteral("\\*[.\\w]*"));
        text(QStringLiteral("file dialog, title"), dialog.windowTitle());
        for (QString filter : dialog.nameFilters())
            text(QStringLiteral("file dialog, filter"), filter.remove(pattern));
    }

    QStringList m_faults;
};

} // namespace roofrack::test
