// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDirIterator>
#include <QFile>
#include <QHash>
#include <QRegularExpression>
#include <QSet>
#include <QString>

namespace roofrack::test {

/// The texts that a tool as lupdate finds in the sources: literals in tr(), translate() and the macros that
/// mark a literal for later. A text that stands in a variable is found only where it is marked.
class GatheredTexts {
public:
    explicit GatheredTexts(const QStringList& folders) {
        for (const QString& folder : folders)
            for (QDirIterator files(folder, {QStringLiteral("*.cpp"), QStringLiteral("*.h")}, QDir::Files,
                                    QDirIterator::Subdirectories);
                 files.hasNext();) {
                QFile file(files.next());
                if (file.open(QIODevice::ReadOnly)) read(QString::fromUtf8(file.readAll()));
            }
    }

    /// In `context`; that of a plain tr() follows from where it stands, which is not looked at.
    bool has(const QString& context, const QString& text) const {
        const auto found = m_contexts.constFind(text);
        return found != m_contexts.constEnd() && (found->contains(QString()) || found->contains(context));
    }

private:
    void read(const QString& source) {
        static const QRegularExpression call(QStringLiteral(
            "\\b(?:tr|translate|QT_TR_NOOP|QT_TRANSLATE_NOOP)\\(\\s*(?:(?:\"([\\w:]+)\")\\s*,\\s*)?"
            "((?:\"(?:[^\"\\\\]|\\\\.)*\"\\s*)+)"));
        static const QRegularExpression literal(QStringLiteral("\"((?:[^\"\\\\]|\\\\.)*)\""));
        for (auto all = call.globalMatch(source); all.hasNext();) {
            const QRegularExpressionMatch match = all.next();
            QString text;
            for (auto parts = literal.globalMatch(match.captured(2)); parts.hasNext();)
                text += parts.next().captured(1);
            for (const auto& [written, meant] : {std::pair{"\\n", "\n"}, {"\\\"", "\""}, {"\\\\", "\\"}})
                text.replace(QLatin1String(written), QLatin1String(meant));
            m_contexts[text].insert(match.captured(1));
        }
    }

    QHash<QString, QSet<QString>> m_contexts; ///< by text; an empty one: that of the place
};

} // namespace roofrack::test
