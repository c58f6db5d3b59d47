// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/window/main_window.h"
#include "core/base/files/recovery_file.h"
#include "core/drawing/project/project_file.h"
#include "tests/support/file_window.h"
#include "tests/support/project_sample.h"
#include "widgets/editor/autosave.h"
#include "widgets/fields/text.h"

#include <QApplication>
#include <QProcess>
#include <QTemporaryDir>

#include <chrono>
#include <fmt/format.h>
#include <fstream>
#include <optional>
#include <random>

namespace roofrack::test {

/// Seconds on a clock that all processes share.
inline double shared_clock() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// A project whose name is a number, which is 0 where it has none.
inline Project numbered(int number) {
    Project project = parse_project(small_project, Catalog::built_in())->project;
    project.name = std::to_string(number);
    return project;
}

inline int number_of(const std::string& project_name) { return std::atoi(project_name.c_str()); }

/// How a window is worked until it is killed.
struct Work {
    int least_pause = 5, most_pause = 5; ///< ms between two edits
    int save_in = 200;                   ///< one of so many edits is saved
    int first = 0;                       ///< edits are numbered from it
};

/// The other process: a window that edits and saves until it is killed. Each edit is a number that becomes
/// the project's name. What was opened ("o"), edited ("e"), saved ("s") and kept for recovery ("k") is
/// written down at once, with the time: of an edit, when it was begun.
inline int work_until_killed(int argc, char** argv) {
    QApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    std::ofstream log(arguments.at(4).toStdString(), std::ios::app);
    std::mt19937 random(arguments.at(5).toUInt());
    const Work work{arguments.at(6).toInt(), arguments.at(7).toInt(), arguments.at(8).toInt(),
                    arguments.at(9).toInt()};
    const auto note = [&log](char what, int number, double time) {
        log << fmt::format("{} {} {:.6f}\n", what, number, time) << std::flush;
    };
    Session session(arguments.at(3));
    MainWindow window(Catalog::built_in(), session);
    window.show();
    window.files().join_others();
    if (!window.files().open(arguments.at(2).toStdString())) return 3;
    QObject::connect(window.findChild<Autosave*>(), &Autosave::kept, &window, [&](const QString& file) {
        const auto read = read_recovery(file.toStdString()); // gone when it was saved meanwhile
        const auto loaded =
            read ? parse_project(read->text, Catalog::built_in()) : tl::make_unexpected(read.error());
        if (loaded) note('k', number_of(loaded->project.name), shared_clock());
    });
    Document& document = window.document();
    int number = work.first;
    QTimer edits;
    edits.setSingleShot(true);
    const auto rest = [&] {
        edits.start(
            work.least_pause +
            static_cast<int>(random() % static_cast<unsigned>(work.most_pause - work.least_pause + 1)));
    };
    QObject::connect(&edits, &QTimer::timeout, &window, [&] {
        const double begun = shared_clock();
        document.perform<SetDetails>(std::to_string(++number), "");
        document.end_gesture();
        note('e', number, begun);
        if (random() % static_cast<unsigned>(work.save_in) == 0 && window.files().save())
            note('s', number, shared_clock());
        rest();
    });
    note('o', 0, shared_clock());
    rest();
    return QApplication::exec();
}

/// Such a window, seen from here.
class KilledWindow {
public:
    /// Works on `path` with these settings from the start of the object on.
    KilledWindow(const std::filesystem::path& path, const QString& settings, const Work& work, unsigned seed)
        : m_log(m_folder.filePath(QStringLiteral("log")).toStdString()) {
        m_process.start(QCoreApplication::applicationFilePath(),
                        {QStringLiteral("--work"), to_qt(path.string()), settings, to_qt(m_log.string()),
                         QString::number(seed), QString::number(work.least_pause),
                         QString::number(work.most_pause), QString::number(work.save_in),
                         QString::number(work.first)});
    }

    bool runs() { return m_process.waitForStarted() && m_process.state() == QProcess::Running; }
    QByteArray errors() { return m_process.readAllStandardError(); }
    /// When it began to edit, s; nothing before.
    std::optional<double> begun() {
        if (!m_begun && !entries('o').empty()) m_begun = entries('o').front().time;
        return m_begun;
    }
    void kill() {
        m_killed = shared_clock();
        m_process.kill();
        m_process.waitForFinished();
    }

    struct Entry {
        int number = 0;
        double time = 0;
    };
    std::vector<Entry> entries(char kind) const {
        std::ifstream stream(m_log);
        std::vector<Entry> out;
        std::string word;
        Entry entry;
        while (stream >> word >> entry.number >> entry.time)
            if (word[0] == kind) out.push_back(entry);
        return out;
    }
    int last(char kind) const {
        const std::vector<Entry> all = entries(kind);
        return all.empty() ? 0 : all.back().number;
    }
    /// How long ago the oldest edit after number `kept` was when the window was killed, s.
    double lost_after(int kept) const {
        for (const Entry& edit : entries('e'))
            if (edit.number > kept) return std::max(0.0, m_killed - edit.time);
        return 0;
    }

private:
    QTemporaryDir m_folder;
    std::filesystem::path m_log;
    QProcess m_process;
    std::optional<double> m_begun;
    double m_killed = 0;
};

} // namespace roofrack::test
