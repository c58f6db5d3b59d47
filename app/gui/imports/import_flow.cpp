// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/imports/import_flow.h"

#include "app/gui/flows/export_flow.h"
#include "app/gui/flows/file_flow.h"
#include "app/gui/flows/session.h"
#include "app/gui/imports/import_options_dialog.h"
#include "app/gui/pages/remarks_dialog.h"
#include "core/answers/answers.h"
#include "core/answers/handover/workbook_changes.h"
#include "core/base/spreadsheet/workbook_reader.h"
#include "core/measured/trace/trace.h"
#include "core/study/sharing/job_findings.h"
#include "widgets/editor/commands/add_scenario.h"
#include "widgets/editor/commands/set_scenario.h"
#include "widgets/editor/document.h"
#include "widgets/fields/readable_programs.h"
#include "widgets/fields/text.h"

#include <algorithm>
#include <chrono>
#include <future>
#include <map>

namespace roofrack {

namespace {

QString name_of_files(const std::vector<std::filesystem::path>& paths) {
    const QString first = legible(as_written(paths.front().filename().string()));
    return paths.size() == 1 ? first
                             : ImportFlow::tr("%1 and %2 more").arg(first, QString::number(paths.size() - 1));
}

Result<ImportedChanges> changes_of_workbook(const NamedText& file, const Answers& answers,
                                            const Project& project, const std::stop_token& stop) {
    const auto book = read_workbook(file.text, file.name);
    if (!book) return tl::unexpected(book.error());
    return workbook_changes(*book, WorkbookInput::of(answers, project), stop);
}

QString stopped_import() { return ImportFlow::tr("Stopped: nothing was imported."); }

QString other_options() { return ImportFlow::tr("Options…"); }

/// What was not understood comes first: it is what the user has to know before anything is taken.
std::vector<Diagnostic> rows_of(const ImportedChanges& changes, bool is_drawn) {
    std::vector<Diagnostic> out = changes.warnings;
    const auto add = [&](bool taken) {
        for (const ImportedChange& each : changes.list) {
            if (each.refused.empty() != taken) continue;
            const auto shown = [](const std::string& value) { return value.empty() ? "–" : value; };
            out.push_back({each.place,
                           is_drawn ? shown(each.before) + " → " + shown(each.after) : each.text(),
                           taken ? "is taken" : "is not taken: " + each.refused});
        }
    };
    add(false);
    add(true);
    if (changes.more > 0)
        out.push_back({"", ImportFlow::tr("%1 more").arg(changes.more).toStdString(), "are taken"});
    return out;
}

/// What the scenario that was made has in it, and what of the files it has not.
std::vector<Diagnostic> rows_of(const Imported& made, const std::string& name) {
    const Scenario& scenario = made.project.scenarios.front();
    std::vector<Diagnostic> out;
    for (const std::string& sentence : made.read) out.push_back({name, sentence, "is read"});
    const auto drawn = ImportFlow::tr("%1 elements and %2 links")
                           .arg(scenario.cluster.elements.size())
                           .arg(scenario.cluster.links.size());
    out.push_back({scenario.name, drawn.toStdString(), "are drawn"});
    if (!scenario.parts.empty())
        out.push_back({scenario.name, ImportFlow::tr("%1 parts").arg(scenario.parts.size()).toStdString(),
                       "are parts of its own"});
    out.insert(out.end(), made.warnings.begin(), made.warnings.end());
    return out;
}

} // namespace

ImportFlow::ImportFlow(Document& document, FileFlow& files, Session& session, MessageBar& messages,
                       QWidget* window)
    : GivenFilesFlow(document, files, session, messages, window)
    , m_worker([](Work& work, const std::stop_token& stop) { work(stop); }) {}

QStringList ImportFlow::ask_files() {
    QStringList out;
    const QString kinds =
        tr("Files that are imported (*.drawio *.xml *.svg *.xlsx *.csv *.yaml *.yml *.txt *.sh *.toml "
           "*.json);;All files (*)");
    for (const auto& path : choose_files(tr("Import"), kinds)) out << as_written(path.string());
    return out;
}

void ImportFlow::ask_workbook() {
    const auto paths = choose_files(tr("Import a changed workbook"), tr("Workbooks (*.xlsx);;All files (*)"));
    for (const auto& path : paths) import_files(ForeignKind::workbook, {path});
}

template<class Find>
auto ImportFlow::found(Find find, const QString& text)
    -> std::optional<decltype(find(std::declval<const std::stop_token&>()))> {
    using Found = decltype(find(std::declval<const std::stop_token&>()));
    const auto task = std::make_shared<std::packaged_task<Found(const std::stop_token&)>>(std::move(find));
    auto finding = task->get_future();
    std::stop_source stop;
    m_worker.post([task, stop](const std::stop_token& at_end) mutable {
        const std::stop_callback ends(at_end, [&stop] { stop.request_stop(); });
        (*task)(stop.get_token());
    });
    const auto is_finding = [&finding] {
        return finding.wait_for(std::chrono::seconds(0)) != std::future_status::ready;
    };
    constexpr std::chrono::milliseconds unnoticed(50); // most files take less
    finding.wait_for(unnoticed);
    m_is_busy = true;
    const bool is_found = wait_until_found(is_finding, m_window, text);
    m_is_busy = false;
    if (!is_found) {
        stop.request_stop(); // the next file does not wait for this one
        return std::nullopt;
    }
    return finding.get();
}

void ImportFlow::take(std::vector<std::filesystem::path>& paths, bool asks) {
    if (paths.empty()) return;
    if (m_is_busy) {
        m_messages.show_message(Severity::info,
                                tr("Another file is being read: give these again when it is."));
        return paths.clear();
    }
    const auto kinds = found(
        [paths](const std::stop_token& stop) {
            std::vector<std::optional<ForeignKind>> out;
            for (const auto& path : paths)
                out.push_back(stop.stop_requested() ? std::nullopt : foreign_kind_of_file(path));
            return out;
        },
        tr("Looking what the files are…"));
    if (!kinds) {
        m_messages.show_message(Severity::info, stopped_import());
        return paths.clear();
    }
    std::map<ForeignKind, std::vector<std::filesystem::path>> taken;
    std::vector<std::filesystem::path> left;
    for (size_t i = 0; i < paths.size(); ++i) ((*kinds)[i] ? taken[*(*kinds)[i]] : left).push_back(paths[i]);
    paths = std::move(left);
    for (const auto& [kind, files] : taken) {
        if (make_one_project(kind))
            import_files(kind, files, {}, asks);
        else
            for (const auto& file : files) import_files(kind, {file}, {}, asks);
    }
}

bool ImportFlow::has_template(const Question& question) {
    return is_drawn_by_template(question.kind) && !question.open;
}

ImportFlow::Reading ImportFlow::read(const Question& question, const Catalog& catalog,
                                     const std::stop_token& stop) {
    const ForeignKind kind = question.kind;
    const auto files = read_text_files(question.paths);
    if (!files) return {false, tl::unexpected(files.error())};
    const auto options = import_options(kind, *files, catalog);
    const bool has_options = has_template(question) || (options && !options->empty());
    if (question.open) {
        const Scenario& scenario = question.open->scenario();
        auto changes = kind == ForeignKind::workbook
                           ? changes_of_workbook(files->front(), *question.open, question.project, stop)
                       : kind == ForeignKind::drawio
                           ? drawing_changes(files->front(), question.project, scenario, catalog,
                                             question.settings.said("page"))
                           : model_changes(*files, question.project, scenario, catalog);
        if (!changes) return {has_options, tl::unexpected(changes.error())};
        return {has_options, Read{std::move(*changes), {}}};
    }
    auto made =
        import_foreign(kind, *files, catalog, question.settings.template_name, question.settings.settings);
    if (!made) return {has_options, tl::unexpected(made.error())};
    return {has_options, Read{std::nullopt, std::move(*made)}};
}

bool ImportFlow::ask_options(Question& question, const QString& name) {
    const Catalog& catalog = m_document.catalog();
    const auto options = found(
        [kind = question.kind, paths = question.paths,
         &catalog](const std::stop_token&) -> Result<std::vector<ImportOption>> {
            const auto files = read_text_files(paths);
            if (!files) return tl::unexpected(files.error());
            return import_options(kind, *files, catalog);
        },
        tr("Looking what %1 holds…").arg(name));
    if (!options) {
        m_messages.show_message(Severity::info, stopped_import());
        return false;
    }
    const bool draws = has_template(question);
    // What is wrong with the file is said when it is read.
    if (!*options || ((*options)->empty() && !draws)) return true;
    ImportOptionsDialog dialog(tr("Import %1: options").arg(to_qt(label_of(question.kind))), name, **options,
                               draws, question.settings, catalog, m_window);
    if (dialog.exec() != QDialog::Accepted) return false;
    question.settings = dialog.settings();
    return true;
}

bool ImportFlow::import_files(ForeignKind kind, const std::vector<std::filesystem::path>& paths,
                              ImportSettings settings, bool asks) {
    if (m_is_busy) return false;
    m_messages.dismiss();
    const QString name = name_of_files(paths);
    const bool may_change = m_files.has_project() && !m_document.is_read_only();
    if (kind == ForeignKind::workbook && !may_change) {
        m_messages.show_message(Severity::warning,
                                m_files.has_project()
                                    ? tr("The project is open for reading only.")
                                    : tr("Open the project that %1 was written of first.").arg(name));
        return false;
    }
    const auto before = m_document.snapshot();
    Question question{kind, paths, nullptr, m_document.project(), std::move(settings)};
    if (may_change && changes_scenario(kind))
        question.open =
            std::make_shared<const Answers>(Snapshot{.scenario = before,
                                                     .folder = m_document.file_path().parent_path(),
                                                     .jobs = project_of_jobs(m_document.project(), *before)},
                                            m_document.catalog());
    if (asks && !ask_options(question, name)) return false;
    auto done = found([question, &catalog = m_document.catalog()](
                          const std::stop_token& stop) { return read(question, catalog, stop); },
                      tr("Reading %1…").arg(name));
    if (!done) {
        m_messages.show_message(Severity::info, stopped_import());
        return false;
    }
    const auto again = [this, kind, paths, said = question.settings] {
        return import_files(kind, paths, said, true);
    };
    std::vector<MessageBar::Button> others;
    if (done->has_options) others.push_back({other_options(), again});
    if (!done->read) {
        m_messages.show_diagnostic(Severity::critical, tr("%1 could not be read").arg(name),
                                   done->read.error(), others);
        return false;
    }
    if (m_document.snapshot() != before) {
        m_messages.show_message(Severity::warning,
                                tr("The project was changed meanwhile: import %1 again.").arg(name));
        return false;
    }
    Read& read = *done->read;
    const auto taken = read.changes ? take_changes(*read.changes, kind, name, others)
                                    : take_project(read.made, kind, name, others);
    return taken ? *taken : again();
}

std::optional<bool> ImportFlow::take_changes(ImportedChanges& changes, ForeignKind kind, const QString& name,
                                             const std::vector<MessageBar::Button>& others) {
    const size_t taken = changes.taken(), all = changes.all();
    const bool is_workbook = kind == ForeignKind::workbook;
    const QString title = is_workbook ? tr("Changed workbook") : tr("Import %1").arg(to_qt(label_of(kind)));
    if (all == 0) {
        tell_with_remarks(m_messages, tr("%1 says what holds already: nothing is changed.").arg(name), title,
                          tr("What was not understood:"), changes.warnings, m_window, others);
        return false;
    }
    QStringList ways;
    if (taken > 0) ways << (taken == 1 ? tr("Take the change") : tr("Take the %1 changes").arg(taken));
    if (taken > 0 && !is_workbook) ways << tr("Add as a scenario");
    if (!others.empty()) ways << other_options();
    const auto way =
        chosen_way(title, tr("%1 of %2 changes in %3 can be taken.").arg(taken).arg(all).arg(name),
                   rows_of(changes, !is_workbook), ways, m_window, tr("What became of it"));
    if (!way) return false;
    if (ways[static_cast<qsizetype>(*way)] == other_options()) return std::nullopt;
    m_document.end_gesture();
    if (*way == 1) {
        m_document.perform<AddScenario>(std::move(changes.scenario), tr("scenario from %1").arg(name));
        m_messages.show_message(Severity::info,
                                tr("“%1” is a scenario of this project now. Undo takes it out again.")
                                    .arg(to_qt(m_document.scenario().name)));
        return true;
    }
    m_document.perform<SetScenario>(std::move(changes.scenario), tr("changes from %1").arg(name));
    m_messages.show_message(Severity::info,
                            tr("%1 of %2 changes from %3 are in “%4” now. Undo takes them out again.")
                                .arg(taken)
                                .arg(all)
                                .arg(name, to_qt(m_document.scenario().name)));
    return true;
}

std::optional<bool> ImportFlow::take_project(Imported& made, ForeignKind kind, const QString& name,
                                             const std::vector<MessageBar::Button>& others) {
    const QString title = tr("Import %1").arg(to_qt(label_of(kind)));
    const bool had_project = m_files.has_project();
    bool as_scenario = false;
    if (had_project) {
        QStringList ways;
        if (!m_document.is_read_only()) ways << tr("Add as a scenario");
        ways << tr("Start a new project");
        if (!others.empty()) ways << other_options();
        const auto way =
            chosen_way(title,
                       tr("What %1 says as a scenario of its own, and what of it was not understood or is a "
                          "guess. The open scenario stays as it is.")
                           .arg(name),
                       rows_of(made, name.toStdString()), ways, m_window, tr("What became of it"));
        if (!way) return false;
        if (ways[static_cast<qsizetype>(*way)] == other_options()) return std::nullopt;
        as_scenario = !m_document.is_read_only() && *way == 0;
    }
    const QString remarks = tr("What was not understood, or is a guess:");
    if (as_scenario) {
        Scenario& scenario = made.project.scenarios.front();
        scenario.name = made.project.name;
        m_document.end_gesture();
        m_document.perform<AddScenario>(std::move(scenario), tr("scenario from %1").arg(name));
        tell_with_remarks(m_messages,
                          tr("“%1” is a scenario of this project now. Undo takes it out again.")
                              .arg(to_qt(m_document.scenario().name)),
                          title, remarks, made.warnings, m_window);
        return true;
    }
    if (!m_files.may_leave()) return false;
    m_files.start(std::move(made.project));
    // Where it was asked in a list, that offered other options; where nothing was open, nothing did so far.
    tell_with_remarks(m_messages, tr("The project is imported and has no file yet."), title, remarks,
                      made.warnings, m_window, had_project ? std::vector<MessageBar::Button>() : others);
    return true;
}

bool ImportFlow::refuse_unknown(const std::filesystem::path& path) {
    if (m_is_busy) return false;
    // A damaged archive is unpacked for long before it tells what it is.
    const auto looks_like = found([path](const std::stop_token&) { return look_of_unknown(path); },
                                  tr("Looking what the file is…"));
    if (!looks_like) {
        m_messages.show_message(Severity::info,
                                tr("Stopped: what %1 is was not found out.").arg(name_of_files({path})));
        return true;
    }
    if (!*looks_like) return false;
    using enum FormatTells;
    m_messages.show_message(
        Severity::warning,
        tr("%1 is nothing that Roofrack reads: it looks like %2. It reads projects, drawings of draw.io, "
           "workbooks, lists of cables and prices, tables of NetBox, topologies of servers (lstopo, "
           "nvidia-smi topo -m), training recipes, models, measured rates; profiles of %3; execution "
           "traces of %4; logs of %5; and what %6 prints. Drop a file that one of these wrote, as it "
           "wrote it.")
            .arg(name_of_files({path}), to_qt(**looks_like), readable_programs({profile}),
                 readable_programs({operators}), readable_programs({timed_log, step_log}),
                 readable_programs({transfers, sensors})));
    return true;
}

} // namespace roofrack
