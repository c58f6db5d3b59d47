// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/flows/collectives_flow.h"

#include "app/gui/flows/file_flow.h"
#include "app/gui/flows/session.h"
#include "app/gui/pages/message_bar.h"
#include "core/base/catalog/catalog.h"
#include "core/base/files/file_kind.h"
#include "core/drawing/network/fabric.h"
#include "core/measured/measure/nccl_tests.h"
#include "core/measured/trace/nccl_log_gpus.h"
#include "core/step/engine/measured_network.h"
#include "widgets/editor/commands/set_scenario_value.h"
#include "widgets/fields/text.h"

#include <algorithm>

namespace roofrack {

namespace {

/// Names of the accelerators that are drawn; none where no network can be read.
std::vector<std::string> drawn_gpus(const Document& document) {
    std::vector<std::string> out;
    const Catalog& catalog = document.catalog();
    const auto drawn = fabric(document.scenario().cluster, catalog);
    if (!drawn) return out;
    for (const GpuGroup& group : drawn->groups) {
        const Part* part = catalog.part(PartKind::accelerator, group.accelerator);
        const std::string& name = part ? part->name : group.accelerator;
        if (std::ranges::find(out, name) == out.end()) out.push_back(name);
    }
    return out;
}

} // namespace

void CollectivesFlow::open_files() {
    const auto paths = choose_files(tr("Open outputs of nccl-tests"),
                                    tr("Outputs of nccl-tests (*.txt *.log *.out *.dat);;All files (*)"));
    if (!paths.empty()) attach(paths);
}

void CollectivesFlow::take(std::vector<std::filesystem::path>& paths) {
    const auto taken = take_files(
        paths, [](const std::filesystem::path& path) { return file_kind(path) == FileKind::nccl_tests; });
    if (!taken.empty()) attach(taken);
}

void CollectivesFlow::attach(const std::vector<std::filesystem::path>& paths) {
    if (!may_add_to_project()) return;
    QStringList said;
    for (const std::filesystem::path& path : paths) {
        const auto output = read_nccl_tests(path);
        if (!output) {
            m_messages.show_diagnostic(
                Severity::critical,
                tr("%1 could not be used as measured collectives").arg(to_qt(path.filename().string())),
                output.error());
            return;
        }
        Calibration calibration = m_document.scenario().calibration;
        attach_sweeps(calibration, output->sweeps);
        m_document.end_gesture();
        m_document.perform<SetCalibration>(
            calibration, tr("collectives measured in %1").arg(to_qt(path.filename().string())));
        for (const CollectiveSweep& sweep : output->sweeps) said << to_qt(label_of(sweep));
        for (const std::string& warning : output->warnings) said << to_qt(warning);
        const std::string other = other_gpu_warning(gpus_of_nccl_log(path), drawn_gpus(m_document));
        if (!other.empty()) said << to_qt(other);
    }
    m_messages.show_message(
        Severity::info,
        tr("Collectives: measured, %1. Undo brings the formula back.").arg(said.join(QStringLiteral("; "))));
}

} // namespace roofrack
