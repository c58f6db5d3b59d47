// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/flows/session.h"

#include "core/files/companion_name.h"

#include <QFileInfo>

namespace roofrack {

namespace {

constexpr int most_recent = 10;

QString settings_file(const QString& file) {
    if (!file.isEmpty()) return file;
    const QSettings settings(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("roofrack"),
                             QStringLiteral("roofrack"));
    return settings.fileName();
}

} // namespace

Session::Session(const QString& file)
    : m_settings(settings_file(file), QSettings::IniFormat)
    , m_state(file.isEmpty() ? roofrack::state_folder()
                             : std::filesystem::path(file.toStdString()).parent_path() / "state") {}

QStringList Session::recent() const {
    QStringList paths = m_settings.value(QStringLiteral("files/recent")).toStringList();
    paths.removeIf([](const QString& path) { return !QFileInfo::exists(path); });
    return paths;
}

void Session::add_recent(const std::filesystem::path& path) {
    const QString absolute = QFileInfo(QString::fromStdString(path.string())).absoluteFilePath();
    QStringList paths = recent();
    paths.removeAll(absolute);
    paths.prepend(absolute);
    m_settings.setValue(QStringLiteral("files/recent"), QStringList(paths.mid(0, most_recent)));
}

void Session::clear_recent() { m_settings.remove(QStringLiteral("files/recent")); }

Session::Appearance Session::appearance() const {
    const QString name = m_settings.value(QStringLiteral("window/appearance")).toString();
    return name == u"light" ? Appearance::light : name == u"dark" ? Appearance::dark : Appearance::desktop;
}

void Session::set_appearance(Appearance appearance) {
    m_settings.setValue(QStringLiteral("window/appearance"),
                        appearance == Appearance::light  ? QStringLiteral("light")
                        : appearance == Appearance::dark ? QStringLiteral("dark")
                                                         : QStringLiteral("desktop"));
}

void Session::set_window(const QByteArray& geometry, const QByteArray& layout, const QByteArray& splitter) {
    m_settings.setValue(QStringLiteral("window/geometry"), geometry);
    m_settings.setValue(QStringLiteral("window/layout"), layout);
    m_settings.setValue(QStringLiteral("window/splitter"), splitter);
}

} // namespace roofrack
