// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/moved/moved_figures.h"
#include "widgets/editor/latest_worker.h"

#include <QObject>

#include <memory>

class QWidget;

namespace roofrack {

class Catalog;
class Document;
class MessageBar;

/// Says in a line when figures that an opened project kept are others now, with a table of which, by how much
/// and why.
class MovedFlow : public QObject {
    Q_OBJECT
public:
    /// `window` is what the table stands over.
    MovedFlow(Document& document, MessageBar& messages, QWidget* window);

    /// A project was opened.
    void look();
    bool is_busy() const { return m_asked != m_done; }

private:
    struct Job {
        Project project;
        std::filesystem::path folder;
        quint64 number = 0;
    };
    void work(const Job& job, const std::stop_token& stop);
    void tell(const Result<MovedFigures>& moved);

    Document& m_document;
    const Catalog& m_catalog;
    MessageBar& m_messages;
    QWidget* m_window;
    quint64 m_asked = 0, m_done = 0;
    LatestWorker<Job> m_worker; ///< last: it uses all of the above
};

/// The table of what moved, over the window.
void show_moved(const MovedFigures& moved, QWidget* window);

} // namespace roofrack
