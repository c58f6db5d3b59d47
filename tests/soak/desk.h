// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/flows/session.h"
#include "app/gui/window/main_window.h"
#include "tests/soak/dialogs.h"

#include <QTemporaryDir>

#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace roofrack {
class Canvas;
class ProjectPage;
} // namespace roofrack

namespace roofrack::soak {

/// What the user sits at: the program's window, a folder for files, and a seeded mind.
class Desk {
public:
    explicit Desk(unsigned seed);
    ~Desk();

    MainWindow& window() { return *m_window; }
    Document& document() { return m_window->document(); }
    ProjectPage& page() { return *m_window->page(); }
    Canvas& canvas();
    Dialogs& dialogs() { return m_dialogs; }
    /// A drawing is open and seen: what most deeds need.
    bool has_drawing();
    /// A file of this name in the folder that everything is written to.
    QString file(const QString& name) const { return m_folder.filePath(name); }

    int below(int n) { return static_cast<int>(m_random() % static_cast<unsigned>(n)); }
    template<class List>
    auto& any(List& list) {
        return list[static_cast<size_t>(below(static_cast<int>(std::size(list))))];
    }
    /// The id of an element, empty when there is none.
    std::string any_element();

    /// Triggers a command of the window if it is possible now.
    void trigger(const char* id);
    /// Lets the program work.
    void wait(int ms);
    /// Closes the window and opens another, as the next start of the program does.
    void reopen();
    /// Brings the window back to what it always looks like when its figures are taken.
    void rest();
    /// How many objects of which class the window holds, "QAction of QMenu".
    std::map<std::string, int> kinds() const;
    /// Top-level widgets of the program.
    int windows() const;

private:
    void open_window();
    void close_others();

    QTemporaryDir m_folder;
    std::mt19937 m_random;
    Dialogs m_dialogs;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<MainWindow> m_window;
};

} // namespace roofrack::soak
