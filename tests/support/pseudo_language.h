// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QRegularExpression>
#include <QSet>
#include <QStringList>
#include <QTranslator>

#include <algorithm>

namespace roofrack::test {

/// English with accents on every letter, a third longer and within markers: "Step time" → "⟦Şťéþ ťîɱé·⟧".
/// What was not translated shows as plain letters, what has no room for longer words is cut off.
/// Placeholders, tags, keys, patterns of files and the letter after & stay as they are.
class PseudoLanguage : public QTranslator {
public:
    bool isEmpty() const override { return false; }

    QString translate(const char* context, const char* source, const char*, int) const override {
        const QString text = QString::fromUtf8(source);
        if (qstrcmp(context, "QShortcut") == 0 || text.isEmpty()) return text; // the names of keys
        m_asked[QString::fromUtf8(context)].insert(text);
        return in_pseudo(text);
    }

    /// What was asked for so far, by context.
    const QHash<QString, QSet<QString>>& asked() const { return m_asked; }

    static QString in_pseudo(const QString& text) {
        static const QRegularExpression kept(QStringLiteral(
            "<[^>]*>|&[a-z]+;|&&|&\\w|%L?[0-9n]+|\\[\\*\\]|\\(?\\*(?:\\.[\\w.]+)?|;;|"
            "\\b(?:(?:Ctrl|Alt|Shift)\\+)+(?:F\\d+|\\w)|\\b(?:Ctrl|Alt|Shift|Enter|Esc|Del|Tab|F\\d+)\\b"));
        QString out;
        qsizetype at = 0;
        int letters = 0;
        const auto add = [&](QStringView plain) {
            for (const QChar c : plain) {
                letters += c.isLetter();
                out += accented(c);
            }
        };
        for (auto found = kept.globalMatch(text); found.hasNext();) {
            const QRegularExpressionMatch match = found.next();
            add(QStringView(text).mid(at, match.capturedStart() - at));
            out += match.captured();
            at = match.capturedEnd();
        }
        add(QStringView(text).mid(at));
        constexpr int markers = 2;
        return marked(out, std::max(0, (letters * 3 + 9) / 10 - markers));
    }

private:
    static QChar accented(QChar c) {
        static const QString plain = QStringLiteral("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
        static const QString with = QStringLiteral("áƀčďéƒĝĥîĵķľɱñôþɋřšťûṽŵҳýžÁƁČĎÉƑĜĤÎĴĶĽṀÑÔÞɊŘŠŤÛṼŴҲÝŽ");
        const qsizetype at = plain.indexOf(c);
        return at < 0 ? c : with[at];
    }

    /// Within the outermost tags, so that rich text stays what it is; dots that may part into lines.
    static QString marked(const QString& text, int more) {
        static const QRegularExpression first(QStringLiteral("^(?:<[^>]*>|\\s)*")),
            last(QStringLiteral("(?:<[^>]*>|\\s)*$"));
        const qsizetype from = first.match(text).capturedEnd(), to = last.match(text).capturedStart();
        if (from >= to) return text;
        QString dots;
        for (int i = 0; i < more; ++i) dots += i % 8 == 7 ? u' ' : u'·';
        return text.left(from) + u'⟦' + text.mid(from, to - from) + dots.trimmed() + u'⟧' + text.mid(to);
    }

    mutable QHash<QString, QSet<QString>> m_asked;
};

} // namespace roofrack::test
