// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/flows/recent_run.h"

#include "widgets/fields/text.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>

namespace roofrack {

namespace {

constexpr size_t most_files_of_recent_run = 1000;
constexpr qsizetype most_lines_of_recent_run = 10;

QString and_more(const QString& text, qsizetype more) {
    if (more <= 0) return text;
    return QCoreApplication::translate("roofrack::RecentRun", "%1 and %2 more")
        .arg(text, QString::number(more));
}

} // namespace

QString RecentRun::name() const {
    const QFileInfo first(paths.value(0));
    const QString folder = first.dir().dirName();
    const QString name = folder.isEmpty() ? first.fileName() : folder + u'/' + first.fileName();
    return and_more(legible(name), paths.size() - 1);
}

QString RecentRun::text() const {
    QStringList lines;
    for (const QString& path : paths.mid(0, most_lines_of_recent_run)) lines << legible(path);
    return and_more(lines.join(u'\n'), paths.size() - lines.size());
}

RecentRun recent_run(const std::vector<std::filesystem::path>& paths) {
    RecentRun out;
    if (paths.size() > most_files_of_recent_run) return out;
    for (const std::filesystem::path& path : paths)
        out.paths << QDir::cleanPath(QFileInfo(QString::fromStdString(path.string())).absoluteFilePath());
    return out;
}

QString line_of(const RecentRun& run) {
    return QString::fromUtf8(
        QJsonDocument(QJsonArray::fromStringList(run.paths)).toJson(QJsonDocument::Compact));
}

RecentRun recent_run_of(const QString& line) {
    RecentRun out;
    for (const QJsonValue& path : QJsonDocument::fromJson(line.toUtf8()).array())
        if (path.isString() && !path.toString().isEmpty()) out.paths << path.toString();
    return out;
}

} // namespace roofrack
