// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/flows/curves_flow.h"

#include "app/gui/flows/file_flow.h"
#include "app/gui/flows/session.h"
#include "app/gui/pages/message_bar.h"
#include "core/measured/measure/curves/scaling_curve.h"
#include "widgets/editor/commands/set_member.h"
#include "widgets/fields/text.h"

#include <algorithm>
#include <iterator>

namespace roofrack {

CurvesFlow::CurvesFlow(Document& document, FileFlow& files, Session& session, MessageBar& messages,
                       QWidget* window)
    : GivenFilesFlow(document, files, session, messages, window)
    , m_worker([this](Reading& reading, const std::stop_token& stop) {
        for (const std::filesystem::path& path : reading.paths) {
            if (stop.stop_requested()) return;
            auto curves = read_scaling_curves(path);
            if (curves)
                std::ranges::move(*curves, std::back_inserter(reading.curves));
            else
                reading.faults.push_back(std::move(curves.error()));
        }
        QMetaObject::invokeMethod(
            this, [this, done = std::move(reading)] { finished(done); }, Qt::QueuedConnection);
    }) {
    // What is still being read was meant for the project that was open.
    connect(&files, &FileFlow::project_changed, this, [this] {
        ++m_generation;
        m_awaited.clear();
    });
}

void CurvesFlow::open_files() {
    const auto paths =
        choose_files(tr("Open measured curves"), tr("Tables of rates (*.csv *.tsv *.txt);;All files (*)"));
    if (!paths.empty()) read(paths);
}

void CurvesFlow::take(std::vector<std::filesystem::path>& paths) {
    const auto taken =
        take_files(paths, [](const std::filesystem::path& path) { return holds_measured_rates(path); });
    if (!taken.empty()) read(taken);
}

void CurvesFlow::read(const std::vector<std::filesystem::path>& paths) {
    if (!may_add_to_project()) return;
    // The worker knows the latest job only: it has all that is awaited.
    std::ranges::copy(paths, std::back_inserter(m_awaited));
    m_worker.post({.generation = ++m_generation, .paths = m_awaited, .curves = {}, .faults = {}});
}

void CurvesFlow::finished(Reading reading) {
    if (reading.generation != m_generation) return;
    m_awaited.clear();
    std::vector<MeasuredCurve> curves = m_document.scenario().measured_curves;
    QStringList said;
    for (const MeasuredCurve& curve : reading.curves)
        for (const std::string& note : curve.notes) said << to_qt(note);
    const size_t all = reading.curves.size();
    const std::vector<std::string> left_out = attach_curves(curves, std::move(reading.curves));
    if (left_out.size() < all) {
        const QString name = all == 1 ? to_qt(reading.paths.back().filename().string())
                                      : tr("%1 curves").arg(all - left_out.size());
        m_document.end_gesture();
        m_document.perform<SetMeasuredCurves>(std::move(curves), tr("Add measured %1").arg(name));
        said.prepend(tr("%1: kept with the scenario. Undo takes it out again").arg(name));
        Q_EMIT attached();
    }
    if (!left_out.empty())
        said << tr("left out: %1%2 (one GPU count only, or more than %3 curves)")
                    .arg(to_qt(left_out.front()),
                         left_out.size() > 1 ? tr(" and %1 more").arg(left_out.size() - 1) : QString())
                    .arg(most_measured_curves);
    if (!reading.faults.empty())
        m_messages.show_diagnostic(Severity::critical, tr("The measured curve could not be read"),
                                   reading.faults.front());
    else if (!said.isEmpty())
        m_messages.show_message(left_out.empty() ? Severity::info : Severity::warning,
                                said.join(QStringLiteral("; ")) + u'.');
}

void CurvesFlow::remove(const QString& shown) {
    std::vector<MeasuredCurve> curves = m_document.scenario().measured_curves;
    if (curves.empty()) return;
    // A chart may still show one that has just been removed.
    auto removed = std::ranges::find(curves, shown.toStdString(), &MeasuredCurve::name);
    if (removed == curves.end()) --removed;
    const QString name = to_qt(removed->name);
    curves.erase(removed);
    m_document.end_gesture();
    m_document.perform<SetMeasuredCurves>(std::move(curves), tr("Remove measured %1").arg(name));
}

} // namespace roofrack
