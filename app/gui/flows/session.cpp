// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/flows/session.h"

#include "core/base/files/companion_name.h"

#include <QFileInfo>

#include <algorithm>

namespace roofrack {

namespace {

constexpr int most_recent = 10;

// What an earlier version kept under other names is left as it is, and unread.
constexpr QLatin1String key_of_current("workspaces-2/current");

QString workspace_key(const QString& workspace, const char* what) {
    return QStringLiteral("workspaces-2/%1/%2").arg(workspace, QLatin1String(what));
}

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
                             : std::filesystem::path(file.toStdString()).parent_path() / "state")
    , m_cache(file.isEmpty() ? roofrack::cache_folder()
                             : std::filesystem::path(file.toStdString()).parent_path() / "cache") {}

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

std::vector<RecentRun> Session::recent_runs() const {
    std::vector<RecentRun> runs;
    for (const QString& line : m_settings.value(QStringLiteral("files/recent-runs")).toStringList())
        if (RecentRun run = recent_run_of(line); !run.paths.isEmpty()) runs.push_back(std::move(run));
    return runs;
}

void Session::add_recent_run(const std::vector<std::filesystem::path>& paths) {
    const RecentRun added = recent_run(paths);
    if (added.paths.isEmpty()) return;
    QStringList lines{line_of(added)};
    for (const RecentRun& run : recent_runs())
        if (run != added && lines.size() < most_recent) lines << line_of(run);
    m_settings.setValue(QStringLiteral("files/recent-runs"), lines);
}

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

int Session::text_size() const {
    const int kept = m_settings.value(QStringLiteral("window/text-size")).toInt();
    return std::ranges::count(text_sizes, kept) > 0 ? kept : 100;
}

QString Session::workspace() const { return m_settings.value(key_of_current).toString(); }

void Session::set_workspace(const QString& id) { m_settings.setValue(key_of_current, id); }

Arrangement Session::arrangement(const QString& workspace) const {
    const auto kept = [&](const char* what) { return m_settings.value(workspace_key(workspace, what)); };
    Arrangement left;
    left.panels = kept("panels").toByteArray();
    left.view = kept("view").toString();
    left.overlay = kept("overlay").toString();
    bool is_number = false;
    if (const double share = kept("views-share").toDouble(&is_number); is_number && share > 0 && share < 1)
        left.views_share = share;
    if (const QVariant shows = kept("drawing"); shows.isValid()) left.shows_drawing = shows.toBool();
    if (const QVariant shows = kept("drawing-when-small"); shows.isValid())
        left.shows_drawing_when_small = shows.toBool();
    if (const QVariant wide = kept("wide"); wide.isValid()) left.is_wide = wide.toBool();
    left.folded = kept("folded").toStringList();
    return left;
}

void Session::set_arrangement(const QString& workspace, const Arrangement& left) {
    const auto keep = [&](const char* what, const QVariant& value) {
        const QString key = workspace_key(workspace, what);
        if (m_settings.value(key) != value) m_settings.setValue(key, value);
    };
    const auto keep_or_forget = [&](const char* what, const auto& value) {
        if (value)
            keep(what, *value);
        else
            m_settings.remove(workspace_key(workspace, what));
    };
    keep("panels", left.panels);
    keep("view", left.view);
    keep("overlay", left.overlay);
    keep_or_forget("views-share", left.views_share);
    keep_or_forget("drawing", left.shows_drawing);
    keep_or_forget("drawing-when-small", left.shows_drawing_when_small);
    keep_or_forget("wide", left.is_wide);
    keep("folded", left.folded);
}

} // namespace roofrack
