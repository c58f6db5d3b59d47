// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/flows/given_files.h"
#include "core/measured/interchange/interchange.h"
#include "widgets/editor/document.h"

namespace roofrack {

/// Models and projects from other programs' files, and back. What the other side cannot say is counted in the
/// message bar, which opens the list.
class InterchangeFlow : public GivenFilesFlow {
    Q_OBJECT

public:
    using GivenFilesFlow::GivenFilesFlow;

    /// A Hugging Face config.json: the scenario's model, one step to undo.
    bool import_model(const std::filesystem::path& path);
    /// Calculon's three files: a new project that is not saved.
    bool import_calculon(const std::vector<std::filesystem::path>& paths);
    /// Recipes of one training run, the later ones over the earlier ones: a new project that is not saved.
    bool import_recipes(const std::vector<std::filesystem::path>& paths);
    /// Both refuse to replace files unless `replace`.
    bool export_calculon(const std::filesystem::path& folder, bool replace);
    bool export_astra_sim(const std::filesystem::path& folder, const AstraSimOptions& options, bool replace);

    /// Each of these asks for the files, then imports or exports them.
    void ask_model();
    void ask_calculon();
    void ask_recipes();
    void ask_calculon_folder();
    void ask_astra_sim();

private:
    /// A folder, and whether its files may be replaced; nothing when the user stays.
    QString ask_folder(const QString& title, const QStringList& files, bool& replace);
    void tell(const QString& done, const QString& title, const QString& introduction,
              const std::vector<Diagnostic>& remarks);
    bool start_imported(Result<Imported>& imported, const QString& title, const QString& introduction);
    bool finish(const Result<Exported>& exported, const QString& program,
                const std::filesystem::path& folder);
};

} // namespace roofrack
