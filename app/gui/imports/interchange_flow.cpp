// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/imports/interchange_flow.h"

#include "app/gui/flows/file_flow.h"
#include "app/gui/flows/session.h"
#include "app/gui/pages/astra_sim_dialog.h"
#include "app/gui/pages/message_bar.h"
#include "app/gui/pages/remarks_dialog.h"
#include "core/base/units/saturated.h"
#include "core/drawing/network/fabric.h"
#include "core/measured/interchange/huggingface.h"
#include "core/measured/interchange/weight_index.h"
#include "core/measured/recipes/recipe.h"
#include "widgets/editor/commands/set_scenario_value.h"
#include "widgets/fields/text.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QProgressDialog>

namespace roofrack {

void InterchangeFlow::tell(const QString& done, const QString& title, const QString& introduction,
                           const std::vector<Diagnostic>& remarks) {
    tell_with_remarks(m_messages, done, title, introduction, remarks, m_window);
}

bool InterchangeFlow::import_model(const std::filesystem::path& path) {
    const auto file = read_text_file(path);
    const auto index = weight_index_beside(path);
    const auto read = !file   ? Result<ImportedModel>(tl::unexpected(file.error()))
                      : index ? read_huggingface_model(*file, *index ? &**index : nullptr)
                              : Result<ImportedModel>(tl::unexpected(index.error()));
    if (!read) {
        m_messages.show_diagnostic(Severity::critical, tr("The model could not be read"), read.error());
        return false;
    }
    Scenario next = m_document.scenario();
    set_model(next, read->model);
    m_document.perform<SetWorkload>(next.workload, tr("model to %1").arg(to_qt(read->model.name)));
    const QString name = to_qt(read->model.name);
    const QString billions = QString::number(parameter_count(read->model) / 1e9, 'g', 4);
    QString done = tr("%1 with %2 billion parameters is the scenario's model now.").arg(name, billions);
    if (read->indexed_parameters > 0)
        done += u' ' + tr("The index of its weights says %1 billion.")
                           .arg(QString::number(read->indexed_parameters / 1e9, 'g', 4));
    tell(done, tr("Model from config.json"), tr("What the file says and Roofrack reads otherwise:"),
         read->warnings);
    return true;
}

bool InterchangeFlow::start_imported(Result<Imported>& imported, const QString& title,
                                     const QString& introduction) {
    if (!imported) {
        m_messages.show_diagnostic(Severity::critical, tr("%1: the files could not be read").arg(title),
                                   imported.error());
        return false;
    }
    if (!m_files.may_leave()) return false;
    m_files.start(std::move(imported->project));
    tell(tr("The project is imported and has no file yet."), title, introduction, imported->warnings);
    return true;
}

bool InterchangeFlow::import_calculon(const std::vector<std::filesystem::path>& paths) {
    const auto texts = read_text_files(paths);
    auto imported = texts ? roofrack::import_calculon(*texts, m_document.catalog())
                          : Result<Imported>(tl::unexpected(texts.error()));
    return start_imported(imported, tr("Import from Calculon"),
                          tr("What Calculon's files say and the prediction does not use. It stays in the "
                             "project and is written back by an export to Calculon."));
}

bool InterchangeFlow::import_recipes(const std::vector<std::filesystem::path>& paths) {
    const auto texts = read_text_files(paths);
    auto imported = texts ? roofrack::import_recipes(*texts, m_document.catalog(), "fat-tree", {})
                          : Result<Imported>(tl::unexpected(texts.error()));
    return start_imported(imported, tr("Import a training recipe"),
                          tr("What the recipe does not tell, and what was not understood:"));
}

bool InterchangeFlow::finish(const Result<Exported>& exported, const QString& program,
                             const std::filesystem::path& folder) {
    if (!exported) {
        m_messages.show_diagnostic(Severity::critical, tr("The export to %1 failed").arg(program),
                                   exported.error());
        return false;
    }
    tell(tr("%1 files are written to %2.").arg(exported->file_count).arg(to_qt(folder.string())),
         tr("Export to %1").arg(program), tr("What %1 cannot say:").arg(program), exported->warnings);
    return true;
}

bool InterchangeFlow::export_calculon(const std::filesystem::path& folder, bool replace) {
    return finish(
        roofrack::export_calculon(m_document.scenario(), m_document.catalog(), folder_sink(folder, replace)),
        tr("Calculon"), folder);
}

bool InterchangeFlow::export_astra_sim(const std::filesystem::path& folder, const AstraSimOptions& options,
                                       bool replace) {
    // Thousands of traces take a while: the sink shows how far it is and can be stopped.
    QProgressDialog progress(tr("Writing traces…"), tr("Stop"), 0, 0, m_window);
    progress.setWindowModality(Qt::WindowModal);
    progress.setMinimumDuration(500);
    const FileSink write = folder_sink(folder, replace);
    int written = 0;
    const auto drawn = fabric(m_document.scenario().cluster, m_document.catalog());
    progress.setMaximum(saturated<int>((options.gpus > 0 ? options.gpus : drawn ? drawn->gpus : 0) + 5));
    const FileSink sink = [&](const std::string& name, std::string_view contents) -> Result<void> {
        progress.setValue(written++);
        if (progress.wasCanceled())
            return fail(name, tr("the export was stopped").toStdString(),
                        tr("what is written so far is in the folder").toStdString());
        return write(name, contents);
    };
    const auto exported =
        roofrack::export_astra_sim(m_document.scenario(), m_document.catalog(), options, sink);
    progress.reset();
    return finish(exported, tr("ASTRA-sim"), folder);
}

void InterchangeFlow::ask_model() {
    const QString path = QFileDialog::getOpenFileName(
        m_window, tr("Import a model from a Hugging Face config.json"), m_session.last_folder(),
        tr("Model configurations (*.json);;All files (*)"));
    if (path.isEmpty()) return;
    m_session.set_last_folder(QFileInfo(path).absolutePath());
    import_model(path.toStdString());
}

void InterchangeFlow::ask_calculon() {
    const auto files =
        choose_files(tr("Import from Calculon: choose its application, execution and system files"),
                     tr("Calculon's files (*.json);;All files (*)"));
    if (!files.empty()) import_calculon(files);
}

void InterchangeFlow::ask_recipes() {
    const auto files =
        choose_files(tr("Import a training recipe: choose its script, settings or log"),
                     tr("Recipes (*.sh *.yaml *.yml *.toml *.json *.log *.out *.txt);;All files (*)"));
    if (!files.empty()) import_recipes(files);
}

QString InterchangeFlow::ask_folder(const QString& title, const QStringList& files, bool& replace) {
    const QString folder = QFileDialog::getExistingDirectory(m_window, title, m_session.last_folder());
    if (folder.isEmpty()) return {};
    m_session.set_last_folder(folder);
    replace = false;
    for (const QString& file : files) replace = replace || QFileInfo::exists(QDir(folder).filePath(file));
    if (replace && QMessageBox::question(m_window, title,
                                         tr("%1 holds an export already. Replace its files?").arg(folder)) !=
                       QMessageBox::Yes)
        return {};
    return folder;
}

void InterchangeFlow::ask_calculon_folder() {
    bool replace = false;
    const QString folder = ask_folder(
        tr("Export to Calculon"),
        {QStringLiteral("application.json"), QStringLiteral("execution.json"), QStringLiteral("system.json")},
        replace);
    if (!folder.isEmpty()) export_calculon(folder.toStdString(), replace);
}

void InterchangeFlow::ask_astra_sim() {
    const auto drawn = fabric(m_document.scenario().cluster, m_document.catalog());
    if (!drawn) {
        m_messages.show_diagnostic(Severity::critical, tr("The export to %1 failed").arg(tr("ASTRA-sim")),
                                   drawn.error());
        return;
    }
    const Plan& plan = m_document.scenario().plan;
    AstraSimDialog dialog(drawn->gpus, static_cast<double>(plan.tp) * plan.cp * plan.pp, m_window);
    if (dialog.exec() != QDialog::Accepted) return;
    bool replace = false;
    const QString folder =
        ask_folder(tr("Export to ASTRA-sim"),
                   {QStringLiteral("network.yml"), QStringLiteral("comm_group.json")}, replace);
    if (!folder.isEmpty()) export_astra_sim(folder.toStdString(), dialog.options(), replace);
}

} // namespace roofrack
