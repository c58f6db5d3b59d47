// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/document.h"

#include "core/drawing/project/project_file.h"
#include "widgets/fields/text.h"

#include <algorithm>
#include <utility>

namespace roofrack {
namespace {

Project empty_project() {
    Project project;
    project.scenarios.emplace_back().name = "Base";
    return project;
}

} // namespace

Document::Document(const Catalog& catalog, QObject* parent)
    : QObject(parent)
    , m_catalog(catalog)
    , m_project(empty_project()) {
    connect(&m_undo, &QUndoStack::cleanChanged, this, &Document::clean_changed);
    // An edit of another item is another intention, even when it is the same field.
    connect(&m_selection, &Selection::changed, this, &Document::end_gesture);
}

Document::~Document() { m_undo.disconnect(this); }

std::shared_ptr<const Scenario> Document::snapshot() const {
    if (!m_snapshot) m_snapshot = std::make_shared<const Scenario>(scenario());
    return m_snapshot;
}

QString Document::display_name() const {
    if (!m_path.empty()) {
        QString name = to_qt(m_path.filename().string());
        const QString suffix = QStringLiteral(".roofrack.json");
        return name.endsWith(suffix) ? name.chopped(suffix.size()) : name;
    }
    return m_project.name.empty() ? tr("Untitled") : to_qt(m_project.name);
}

Result<void> Document::load(const std::filesystem::path& path) {
    auto loaded = read_project(path, m_catalog);
    if (!loaded) return tl::unexpected(loaded.error());
    set_project(std::move(loaded->project), path);
    m_load_warnings = std::move(loaded->warnings);
    m_read_only = loaded->read_only;
    m_file = loaded->file;
    Q_EMIT file_changed();
    return {};
}

Result<void> Document::save() {
    if (m_path.empty())
        return fail({}, tr("the project has no file yet").toStdString(), tr("choose Save as").toStdString());
    return save_as(m_path);
}

Result<void> Document::save_as(const std::filesystem::path& path) {
    if (m_read_only)
        return fail(path.string(),
                    tr("the project was written by a newer version and is open read-only").toStdString(),
                    tr("update Roofrack to change it").toStdString());
    auto written = write_project(m_project, path, m_catalog);
    if (!written) return tl::unexpected(std::move(written.error()));
    m_file = *written;
    m_path = path;
    end_gesture();
    m_undo.setClean();
    Q_EMIT file_changed();
    return {};
}

FileChange Document::file_change(bool thorough) {
    return m_path.empty() || !m_file.is_known ? FileChange::none
                                              : roofrack::file_change(m_path, m_file, thorough);
}

void Document::set_project(Project project, const std::filesystem::path& path, bool modified, uint64_t base) {
    if (project.scenarios.empty()) project.scenarios = empty_project().scenarios;
    m_selection.clear();
    m_undo.clear();
    m_undo.setClean(); // an empty stack stays as it is when it is cleared, also after resetClean
    m_project = std::move(project);
    m_path = path;
    m_file = {};
    m_file.hash = base;
    m_file.is_known = !path.empty() && base != 0;
    m_read_only = false;
    m_load_warnings.clear();
    m_scenario = 0;
    m_snapshot.reset();
    if (modified) m_undo.resetClean();
    Q_EMIT file_changed();
    Q_EMIT scenario_changed(m_scenario);
    Q_EMIT changed(all_changes);
}

void Document::set_scenario_index(int index) {
    if (index == m_scenario || index < 0 || index >= static_cast<int>(m_project.scenarios.size())) return;
    end_gesture();
    m_scenario = index;
    m_snapshot.reset();
    m_selection.prune(cluster());
    Q_EMIT scenario_changed(index);
}

bool Document::perform(std::unique_ptr<EditCommand> command) {
    if (m_read_only) {
        Q_EMIT refused(tr("%1 was written by a newer version and is open read-only").arg(display_name()));
        return false;
    }
    if (command->is_noop()) return false;
    if (m_step_depth > 0 && !m_step_text.isNull()) m_undo.beginMacro(std::exchange(m_step_text, {}));
    m_undo.push(command.release());
    return true;
}

void Document::begin_step(const QString& text) {
    if (m_step_depth++ > 0) return;
    end_gesture();
    m_step_text = text.isNull() ? QStringLiteral("") : text;
    hold();
}

void Document::end_step() {
    if (--m_step_depth > 0) return;
    if (m_step_text.isNull()) m_undo.endMacro();
    m_step_text = {};
    end_gesture();
    release();
}

void Document::go_to_step(int index) {
    if (m_step_depth > 0) return; // the stack is composing a step
    end_gesture();
    hold();
    m_undo.setIndex(std::clamp(index, 0, m_undo.count()));
    release();
}

void Document::release() {
    if (--m_held > 0) return;
    const Changes what = std::exchange(m_held_changes, {});
    const bool scenario = std::exchange(m_held_scenario, false);
    if (what || scenario) tell(what, scenario);
}

void Document::apply(EditCommand& command, bool forward) {
    command.apply(m_project, forward);
    m_snapshot.reset();
    const Changes what = command.changes();
    const int shown =
        std::clamp(command.scenario_after(forward), 0, static_cast<int>(m_project.scenarios.size()) - 1);
    const bool scenario = shown != m_scenario || what.testFlag(Change::scenarios);
    m_scenario = shown;
    m_held_changes |= what;
    m_held_scenario |= scenario;
    hold();
    release();
}

void Document::tell(Changes what, bool scenario) {
    m_selection.prune(cluster());
    if (scenario) Q_EMIT scenario_changed(m_scenario);
    Q_EMIT changed(what);
}

} // namespace roofrack
