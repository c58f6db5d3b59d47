// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/pages/export_memory.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

namespace roofrack {

namespace {

QString key_of(const ExportQuestion& question) { return question.kind + u'/' + question.what; }

} // namespace

QStringList ExportQuestion::endings() const {
    static const QRegularExpression pattern(QStringLiteral(R"(\*\.([A-Za-z0-9.]+))"));
    QStringList out;
    for (auto found = pattern.globalMatch(filters); found.hasNext();) out << found.next().captured(1);
    return out;
}

QString ExportQuestion::ending_in(const QString& file) const {
    for (const QString& each : endings())
        if (file.endsWith(u'.' + each, Qt::CaseInsensitive)) return each;
    return {};
}

QString ExportMemory::filter(const QString& project, const ExportQuestion& question) const {
    const QStringList all = question.filters.split(QStringLiteral(";;"));
    const QString ending = m_kept.value(project).endings.value(question.kind);
    for (const QString& each : all)
        if (!ending.isEmpty() && each.contains(QStringLiteral("*.%1)").arg(ending))) return each;
    return all.constFirst();
}

QString ExportMemory::file(const QString& project, const ExportQuestion& question,
                           const QString& folder) const {
    const Kept kept = m_kept.value(project);
    QString ending = kept.endings.value(question.kind);
    const QStringList all = question.endings();
    if (!all.contains(ending)) ending = all.value(0);
    const QString name = kept.names.value(key_of(question), question.name);
    const bool has_folder = !kept.folder.isEmpty() && QFileInfo(kept.folder).isDir();
    return QDir(has_folder ? kept.folder : folder).filePath(ending.isEmpty() ? name : name + u'.' + ending);
}

void ExportMemory::keep(const QString& project, const ExportQuestion& question, const QString& file) {
    Kept& kept = m_kept[project];
    const QFileInfo info(file);
    kept.folder = info.absolutePath();
    const QString ending = question.ending_in(file);
    QString name = info.fileName();
    if (!ending.isEmpty()) {
        kept.endings[question.kind] = ending;
        name.chop(ending.size() + 1);
    }
    kept.names[key_of(question)] = name;
}

} // namespace roofrack
