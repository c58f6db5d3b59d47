// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/flows/file_flow.h"

#include "app/gui/flows/session.h"
#include "app/gui/pages/message_bar.h"
#include "app/gui/pages/samples.h"
#include "widgets/fields/text.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>

#include <algorithm>

namespace roofrack {

namespace {

QString project_filter() { return QObject::tr("Roofrack projects (*.roofrack.json *.json);;All files (*)"); }

} // namespace

FileFlow::FileFlow(Document& document, Session& session, MessageBar& messages, QWidget* window)
    : QObject(window)
    , m_document(document)
    , m_session(session)
    , m_messages(messages)
    , m_window(window) {}

void FileFlow::new_project() {
    if (!may_leave()) return;
    Project project;
    project.name = tr("New project").toStdString();
    Scenario scenario;
    scenario.name = tr("Base").toStdString();
    scenario.workload.model = "llama3-8b";
    scenario.workload.global_batch = 512;
    scenario.plan.zero = 3; // without it the model does not fit the usual GPUs
    project.scenarios.push_back(std::move(scenario));
    m_document.set_project(std::move(project));
    opened();
}

void FileFlow::open_with_dialog() {
    const QString path = QFileDialog::getOpenFileName(m_window, tr("Open a project"), m_session.last_folder(),
                                                      project_filter());
    if (!path.isEmpty()) open(path.toStdString());
}

bool FileFlow::open(const std::filesystem::path& path) {
    if (!may_leave()) return false;
    m_messages.dismiss();
    if (const auto loaded = m_document.load(path); !loaded) {
        m_messages.show_diagnostic(Severity::critical,
                                   tr("%1 could not be opened").arg(to_qt(path.filename().string())),
                                   loaded.error());
        return false;
    }
    m_session.add_recent(path);
    m_session.set_last_folder(QFileInfo(to_qt(path.string())).absolutePath());
    opened();
    if (m_document.is_read_only())
        m_messages.show_message(
            Severity::warning,
            tr("%1 was written by a newer version of Roofrack. It is open for reading only, so that "
               "nothing in it is damaged. Use the newer version to change it.")
                .arg(m_document.display_name()));
    else if (!m_document.load_warnings().empty())
        m_messages.show_diagnostic(Severity::warning,
                                   tr("%1 is open, with a remark").arg(m_document.display_name()),
                                   m_document.load_warnings().front());
    return true;
}

bool FileFlow::open_sample(const QString& id) {
    if (!may_leave()) return false;
    m_messages.dismiss();
    for (const Sample& sample : samples()) {
        if (sample.id() != id) continue;
        auto project = sample.read(m_document.catalog());
        if (!project) {
            m_messages.show_diagnostic(Severity::critical, tr("The sample could not be opened"),
                                       project.error());
            return false;
        }
        m_document.set_project(std::move(*project));
        opened();
        return true;
    }
    m_messages.show_message(Severity::critical, tr("There is no sample “%1”.").arg(id));
    return false;
}

void FileFlow::start(Project project) {
    m_document.set_project(std::move(project), {}, true);
    m_messages.dismiss();
    opened();
}

void FileFlow::opened() {
    m_has_project = true;
    Q_EMIT project_changed();
}

bool FileFlow::save() {
    if (m_document.file_path().empty() || m_document.is_read_only()) return save_as();
    return save_to(m_document.file_path());
}

bool FileFlow::save_as() {
    QString name = to_qt(m_document.file_path().string());
    if (name.isEmpty()) {
        const QString folder = m_session.last_folder();
        name = (folder.isEmpty() ? QString() : folder + u'/') + to_qt(m_document.project().name) +
               QStringLiteral(".roofrack.json");
    }
    const QString path =
        QFileDialog::getSaveFileName(m_window, tr("Save the project"), name, project_filter());
    return !path.isEmpty() && save_to(path.toStdString());
}

bool FileFlow::save_to(const std::filesystem::path& path) {
    const auto saved = path == m_document.file_path() ? m_document.save() : m_document.save_as(path);
    if (!saved) {
        m_messages.show_diagnostic(Severity::critical,
                                   tr("%1 could not be saved").arg(to_qt(path.filename().string())),
                                   saved.error());
        return false;
    }
    m_messages.dismiss();
    m_session.add_recent(path);
    m_session.set_last_folder(QFileInfo(to_qt(path.string())).absolutePath());
    return true;
}

bool FileFlow::close() {
    if (!m_has_project || !may_leave()) return false;
    m_has_project = false;
    m_messages.dismiss();
    Q_EMIT project_changed();
    return true;
}

bool FileFlow::may_leave() {
    if (!m_has_project || m_document.is_clean()) return true;
    QMessageBox question(QMessageBox::Question, tr("Unsaved changes"),
                         tr("“%1” has changes that are not saved.").arg(m_document.display_name()),
                         QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, m_window);
    question.setInformativeText(tr("Save them before going on?"));
    question.setDefaultButton(QMessageBox::Save);
    switch (question.exec()) {
    case QMessageBox::Save: return save();
    case QMessageBox::Discard: return true;
    default: return false;
    }
}

} // namespace roofrack
