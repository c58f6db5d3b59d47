// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/flows/arrangement.h"
#include "app/gui/flows/recent_run.h"
#include "app/gui/pages/export_memory.h"

#include <QSettings>
#include <QStringList>

#include <filesystem>

namespace roofrack {

/// What is kept between runs of the program: recent files, settings, appearance, layout of the window and of
/// each workspace.
class Session {
public:
    enum class Appearance { light, dark, desktop };

    /// The user's own settings file, or `file` (tests).
    explicit Session(const QString& file = {});

    QStringList recent() const; ///< absolute paths, latest first, only those that still exist
    void add_recent(const std::filesystem::path& path);
    /// The measured runs that were opened, latest first, whether their files still exist or not.
    std::vector<RecentRun> recent_runs() const;
    void add_recent_run(const std::vector<std::filesystem::path>& paths);

    /// Where unsaved work without a folder of its own is kept: the user's, or beside the settings `file`.
    std::filesystem::path state_folder() const { return m_state; }
    /// Where what may be lost at any time is kept: the user's folder, or one beside the settings `file`.
    std::filesystem::path cache_folder() const { return m_cache; }
    /// How long the program waits before it keeps unsaved changes for recovery, ms: after the last change,
    /// and at most after the first.
    int recovery_after() const {
        return m_settings.value(QStringLiteral("recovery/after_ms"), 5'000).toInt();
    }
    int recovery_most() const { return m_settings.value(QStringLiteral("recovery/most_ms"), 30'000).toInt(); }

    Appearance appearance() const;
    void set_appearance(Appearance appearance);
    /// The size of the text, percent of the usual: one of text_sizes.
    static constexpr int text_sizes[] = {90, 100, 110, 125, 150, 175, 200};
    int text_size() const;
    void set_text_size(int percent) { m_settings.setValue(QStringLiteral("window/text-size"), percent); }

    /// How the scaling chart is seen, as StudyView::text(); empty stands for the defaults.
    QString study_view() const { return m_settings.value(QStringLiteral("charts/scaling")).toString(); }
    void set_study_view(const QString& text) { m_settings.setValue(QStringLiteral("charts/scaling"), text); }

    QByteArray geometry() const { return m_settings.value(QStringLiteral("window/geometry")).toByteArray(); }
    void set_geometry(const QByteArray& geometry) {
        m_settings.setValue(QStringLiteral("window/geometry"), geometry);
    }
    /// The id of the workspace that was seen last; empty if there was none yet.
    QString workspace() const;
    void set_workspace(const QString& id);
    Arrangement arrangement(const QString& workspace) const;
    void set_arrangement(const QString& workspace, const Arrangement& left);

    QString last_folder() const { return m_settings.value(QStringLiteral("files/folder")).toString(); }
    void set_last_folder(const QString& folder) {
        m_settings.setValue(QStringLiteral("files/folder"), folder);
    }
    /// It is kept while the program runs, as is what it was about.
    ExportMemory& exports() { return m_exports; }

private:
    QSettings m_settings;
    ExportMemory m_exports;
    std::filesystem::path m_state, m_cache;
};

} // namespace roofrack
