// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/imports/foreign_import.h"
#include "widgets/editor/latest_worker.h"

#include <QObject>
#include <QString>

#include <functional>
#include <optional>

class QWidget;

namespace roofrack {

class Answers;
class Document;
class FileFlow;
class MessageBar;
class Session;

/// Files of other programs, told by what they hold. What they change in the open scenario, or the scenario
/// that they make, is listed with what is not taken and why, and is one undoable step; without a project they
/// start one. They are read on a thread of its own.
class ImportFlow : public QObject {
    Q_OBJECT

public:
    ImportFlow(Document& document, FileFlow& files, Session& session, MessageBar& messages, QWidget* window);

    /// Files of any kind that the user chooses; empty: none.
    QStringList ask_files();
    /// Asks for a workbook that was changed, and imports it.
    void ask_workbook();
    /// Takes those out of `paths` that are files of other programs and imports them, those of one kind that
    /// belong together as one.
    void take(std::vector<std::filesystem::path>& paths);
    /// False: nothing was taken, which the message bar says.
    bool import_files(ForeignKind kind, const std::vector<std::filesystem::path>& paths);
    /// Whether nobody reads the file, which is said then, with what is read; also where the user stopped it.
    bool refuse_unknown(const std::filesystem::path& path);

private:
    /// What was read: changes of the open scenario, else a project.
    struct Read {
        std::optional<ImportedChanges> changes;
        Imported made;
    };
    /// On the worker, which may outlive the document.
    static Result<Read> read(ForeignKind kind, const std::vector<std::filesystem::path>& paths,
                             const std::shared_ptr<const Answers>& open, const Project& project,
                             const Catalog& catalog);
    bool take_changes(ImportedChanges& changes, ForeignKind kind, const QString& name);
    bool take_project(Imported& made, ForeignKind kind, const QString& name);
    /// What `find` finds on the worker; nothing: the user stopped it.
    template<class Find>
    auto found(Find find, const QString& text) -> std::optional<decltype(find())>;

    Document& m_document;
    FileFlow& m_files;
    Session& m_session;
    MessageBar& m_messages;
    QWidget* m_window;
    bool m_is_busy = false;
    LatestWorker<std::function<void()>> m_worker; ///< last: it is joined first
};

} // namespace roofrack
