// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/flows/given_files.h"
#include "app/gui/pages/message_bar.h"
#include "core/answers/imports/foreign_import.h"
#include "core/answers/imports/import_options.h"
#include "widgets/editor/latest_worker.h"

#include <QString>

#include <functional>
#include <optional>
#include <utility>

namespace roofrack {

class Answers;

/// Files of other programs, told by what they hold. What they change in the open scenario, or the scenario
/// that they make, is listed with what is not taken and why, and is one undoable step; without a project they
/// start one. They are read on a thread of its own. What a kind of file can be told beside what it says is
/// asked before they are read where the user chose them by the menu, and after that wherever they came from.
class ImportFlow : public GivenFilesFlow {
    Q_OBJECT

public:
    ImportFlow(Document& document, FileFlow& files, Session& session, MessageBar& messages, QWidget* window);

    /// Files of any kind that the user chooses; empty: none.
    QStringList ask_files();
    /// Asks for a workbook that was changed, and imports it.
    void ask_workbook();
    /// Takes those out of `paths` that are files of other programs and imports them, those of one kind that
    /// belong together as one. `asks`: for their options first.
    void take(std::vector<std::filesystem::path>& paths, bool asks = false);
    /// False: nothing was taken, which the message bar says unless the user left a dialog.
    bool import_files(ForeignKind kind, const std::vector<std::filesystem::path>& paths,
                      ImportSettings settings = {}, bool asks = false);
    /// Whether nobody reads the file, which is said then, with what is read; also where the user stopped it.
    bool refuse_unknown(const std::filesystem::path& path);

private:
    /// What is imported, and as what.
    struct Question {
        ForeignKind kind;
        std::vector<std::filesystem::path> paths;
        std::shared_ptr<const Answers> open; ///< the scenario that is changed; null: a project is made
        Project project;
        ImportSettings settings;
    };
    /// What was read: changes of the open scenario, else a project.
    struct Read {
        std::optional<ImportedChanges> changes;
        Imported made;
    };
    struct Reading {
        bool has_options = false; ///< it can be told more than the files say
        Result<Read> read;
    };
    /// On the worker, which may outlive the document.
    static Reading read(const Question& question, const Catalog& catalog, const std::stop_token& stop);
    static bool has_template(const Question& question);
    /// Asks for the options of the question's kind, where it has any. False: the user left.
    bool ask_options(Question& question, const QString& name);
    /// Whether it was taken; nothing: the user wants other options first. `others`: the button that asks for
    /// them where a line says all there is; empty: there are none.
    std::optional<bool> take_changes(ImportedChanges& changes, ForeignKind kind, const QString& name,
                                     const std::vector<MessageBar::Button>& others);
    std::optional<bool> take_project(Imported& made, ForeignKind kind, const QString& name,
                                     const std::vector<MessageBar::Button>& others);
    /// What `find` finds on the worker; nothing: the user stopped it, which its stop token says.
    template<class Find>
    auto found(Find find, const QString& text)
        -> std::optional<decltype(find(std::declval<const std::stop_token&>()))>;

    bool m_is_busy = false;
    using Work = std::function<void(const std::stop_token& at_end)>;
    LatestWorker<Work> m_worker; ///< last: it is joined first
};

} // namespace roofrack
